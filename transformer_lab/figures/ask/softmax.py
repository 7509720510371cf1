"""Softmax the textbook way: e to each score, over their sum (Bridle 1990). Every score is a door.

The computation subtracts the largest score first so that nothing overflows; the shares are the same. While
the
scores are small enough the answer shows e to the scores themselves, otherwise the shifted ones that were
computed.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from transformer_lab.engine.graph import Cell
from transformer_lab.engine.ops import Array
from transformer_lab.figures.ask.answer import Equation, Number, Section, Sum, TermRow, Terms
from transformer_lab.figures.ask.context import Asked, short_name, why_hidden, written
from transformer_lab.figures.ask.steps import section
from transformer_lab.figures.ask.symbols import subscript_of, symbol_of
from transformer_lab.figures.ask.terms import MOST
from transformer_lab.figures.numbers import percent, percent_texts
from transformer_lab.language import tr

LARGEST, SUM = 30.0, 1e4
"""scores up to here are raised as they are, if their sum stays a number that is written out"""


class Row(NamedTuple):
    """One row of a softmax: over which letter, the score cells, e to each, the weights."""

    scores: tuple[Cell, ...]
    score: Array
    grown: Array
    weights: Array
    place: int
    names: tuple[str, ...]
    shifted: bool
    decimals: int = 3
    why: str = ""
    """why this word is hidden, if it is"""


def row_of(asked: Asked, *, as_computed: bool = False) -> Row | None:
    """The row that a share belongs to, or None if the share is not a softmax.

    `as_computed` tells of e to the shifted scores also where those of the scores themselves are readable.
    """
    graph, node = asked.trace.graph, asked.node
    if node.op is None or node.op.name != "share":
        return None
    grown = graph[node.reads[0].source]
    over = [a for a in node.reads[0].axes if a not in node.reads[1].axes]
    if grown.op is None or grown.op.name != "exp" or len(over) != 1:
        return None
    axis = node.axes.index(over[0])
    source = graph[grown.reads[0].source].reads[0].source
    before, after = asked.cell.index[:axis], asked.cell.index[axis + 1 :]
    score = along(asked.trace[source], axis, before, after)
    shifted = as_computed or not readable(score)
    e = along(asked.trace[grown.id], axis, before, after) if shifted else np.exp(score)
    door = grown.id if shifted else source
    cells = tuple(Cell(door, (*before, j, *after)) for j in range(len(score)))
    labels = tuple(map(short_name, asked.labels(node.id)[axis]))
    return Row(
        cells,
        score,
        e,
        along(asked.trace[node.id], axis, before, after),
        asked.cell.index[axis],
        labels,
        shifted,
        asked.manner.decimals,
        why_hidden(asked) if node.axes.endswith("ts") else "",
    )


def readable(score: Array) -> bool:
    """Whether e to the scores themselves can be written out and added up by eye."""
    finite = score[np.isfinite(score)]
    if np.isnan(score).any() or np.isposinf(score).any() or (np.abs(finite) >= LARGEST).any():
        return False
    return float(np.exp(finite).sum()) < SUM


def along(array: Array, axis: int, before: tuple[int, ...], after: tuple[int, ...]) -> Array:
    """The numbers along one axis."""
    found: Array = np.moveaxis(array, axis, -1)[(*before, *after)]
    return found


def share_section(asked: Asked, row: Row) -> Section:
    """Its share of the row: the fraction, then every word with e to its score."""
    if np.isneginf(row.score).all():
        return Section(tr("Its share of the row"), notes=_nobody(asked))
    own = Number(asked.written(float(row.grown[row.place])), row.scores[row.place])
    total = Number(asked.written(float(row.grown.sum())), _sum_cell(asked))
    less = "-m" if row.shifted else ""
    score = "l" if asked.cell.node == "probs" else "s"
    right = rf"\frac{{e^{{{score}_{{@0}}{less}}}}}{{\sum e^{{{score}_j{less}}}}}"
    short = subscript_of(asked.cell.node, asked.names) or "i"
    filled = Sum(r"\frac{@0}{@1}", (own, total))
    result = Number(asked.written(asked.value), asked.cell)
    equation = Equation(symbol_of(asked.cell.node) + "_{@0}", right, (short,), filled, result)
    return Section(tr("Its share of the row"), equation=equation, terms=share_list(row), notes=_notes(row))


def _sum_cell(asked: Asked) -> Cell:
    """The cell of the row's sum (of the shifted numbers)."""
    node = asked.node
    place = dict(zip(node.axes, asked.cell.index, strict=True))
    return Cell(node.reads[1].source, tuple(place[a] for a in node.reads[1].axes))


def share_list(row: Row) -> Terms:
    """All words of the row, the largest share first; hidden words are left to one line."""
    percents = percent_texts(row.weights)
    seen = np.flatnonzero(~np.isneginf(row.score)).tolist()
    order = sorted(seen, key=lambda j: -np.nan_to_num(row.weights[j]))
    shown = order[:MOST]
    if row.place in order and row.place not in shown:
        shown = [*shown[:-1], row.place]
    rows = tuple(_line(row, j, percents[j]) for j in shown)
    left = [j for j in order if j not in shown]
    rest = _together(row, left, percents) if left else None
    all_of_it = percent(row.weights.sum())
    return Terms(
        rows,
        rest,
        TermRow(tr("together"), Number(written(float(row.grown.sum()), row.decimals)), share=all_of_it),
    )


def _line(row: Row, j: int, share: str) -> TermRow:
    value = Number(written(float(row.grown[j]), row.decimals), row.scores[j])
    bar = float(np.nan_to_num(row.weights[j]))
    return TermRow(row.names[j], value, (), bar, share, j == row.place)


def _together(row: Row, left: list[int], percents: tuple[str, ...]) -> TermRow:
    share = sum(int(percents[j].rstrip("%")) for j in left if percents[j][:1].isdigit())
    e = float(sum(row.grown[j] for j in left))
    return TermRow(tr("{n} more", n=len(left)), Number(written(e, row.decimals)), (), None, f"{share}%")


def _notes(row: Row) -> tuple[str, ...]:
    hidden = int(np.isneginf(row.score).sum())
    found = []
    if np.isneginf(row.score[row.place]):
        found.append(tr("−∞, {why}. So e to it is 0, and so is the weight.", why=row.why))
    elif hidden:
        found.append(tr("1 word is hidden.") if hidden == 1 else tr("{n} words are hidden.", n=hidden))
    if not all(map(math.isfinite, row.grown)):
        found.append(tr("A score in this row is not a finite number."))
    return tuple(found)


def _nobody(asked: Asked) -> tuple[str, ...]:
    """Why a row that is hidden everywhere has weights of 0, and not NaN."""
    asks = asked.labels(asked.node.id)[-2] if asked.node.axes.endswith("ts") else ()
    word = asks[asked.cell.index[-2]] if asks else tr("This row")
    return (
        tr("{word} has nobody to look at: every score of this row is −∞, so e to each is 0.", word=word),
        tr(
            "0 divided by their sum, 0, would be NaN. Here such a row gives every word 0: "
            "{word} adds nothing."
        ).format(word=word),
    )


def score_section(asked: Asked, row: Row) -> Section | None:
    """The score behind a share, made from what was multiplied."""
    cell = row.scores[row.place]
    inner = asked.at(cell)
    if inner.node.op is None or not math.isfinite(inner.value):
        return None
    if inner.cell.node.endswith("masked"):
        inner = asked.at(inner.explanation.terms[0].cells[0])
    return combined(inner, inner.wording.behind or tr("The score behind it"))


def combined(asked: Asked, title: str) -> Section:
    """A scaled score together with the product that it scales: q · k over the root of d_k."""
    made = section(asked, title)
    if asked.node.op is None or asked.node.op.name != "div":
        return made
    product = section(asked.at(asked.explanation.terms[0].cells[0]), title)
    return Section(title, product.aside, made.equation, product.terms, product.vectors, product.limit)
