"""How a chosen number, the target, answers to any other: its gradient there, and what that is made of."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.gradient import PREFIX
from transformer_lab.engine.graph import Cell
from transformer_lab.engine.program import Trace
from transformer_lab.errors import LabError
from transformer_lab.figures.ask.address import address_of
from transformer_lab.figures.ask.answer import Equation, Number, Section, TermRow, Terms
from transformer_lab.figures.ask.context import Asked, names_at, short_name
from transformer_lab.figures.ask.steps import section
from transformer_lab.figures.ask.symbols import role_of, subscript_of, symbol_of
from transformer_lab.figures.ask.terms import MOST
from transformer_lab.figures.ask.wordings import reader_of
from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.figures.names import full_name
from transformer_lab.language import tr


class Slopes(NamedTuple):
    """Values with all gradients of one target beside them."""

    snapshot: Snapshot
    target: Cell


def default_target(snapshot: Snapshot, query: int) -> Cell:
    """The logit of the likeliest next word, at the word that asks. Raises LabError where there is none."""
    if snapshot.trace is None:
        raise LabError(tr("There is nothing to differentiate yet: type a sentence first."))
    if "logits" not in snapshot:
        raise LabError(tr("This model says no next word: choose a number as the target of gradients."))
    logits = snapshot["logits"]
    query = max(0, min(query, logits.shape[0] - 1))
    row = np.nan_to_num(logits[query], nan=-np.inf)
    return Cell("logits", (query, int(row.argmax())))


def target_name(snapshot: Snapshot, target: Cell) -> str:
    """“logit of cat”, “probability of cat”, or the value and its places."""
    assert snapshot.graph is not None
    names = names_at(snapshot, snapshot.graph[target.node], target.index)
    told = {"logits": tr("logit of {v}"), "probs": tr("probability of {v}")}.get(target.node)
    if told is not None:
        return told.format(v=names["v"])
    places = ", ".join(short_name(names[a]) for a in names)
    title = full_name(target.node)
    return f"{title}: {places}" if places else title


def slope_section(slopes: Slopes, cell: Cell, manner: Manner = USUAL) -> Section:
    """What one more in this cell would do to the target, and the ways by which it does."""
    name = target_name(slopes.snapshot, slopes.target)
    title, asked = tr("Its gradient"), Asked(slopes.snapshot, Cell(PREFIX + cell.node, cell.index), manner)
    if asked.cell.node not in asked.trace.graph:
        return Section(
            title,
            name,
            notes=(tr("The {target} does not depend on this number.", target=name),),
            key="gradient",
        )
    ways = _ways(asked.trace, asked.cell.node)
    if len(ways) > 1:
        made = Section(title, terms=_through(asked, ways))
    else:
        made = section(asked, title) if _made(asked, asked.cell.node) else Section(title)
    return replace(
        made, aside=name, equation=_slope(asked, slopes.target), notes=(_said(asked, name),), key="gradient"
    )


def gradient_steps(asked: Asked) -> Section | None:
    """A gradient that is a sum: the ways by which the target answers. None for any other."""
    ways = _ways(asked.trace, asked.cell.node)
    return Section(tr("The ways by which it answers"), terms=_through(asked, ways)) if len(ways) > 1 else None


def _made(asked: Asked, node_id: str) -> bool:
    return asked.trace.graph[node_id].op is not None


def _slope(asked: Asked, target: Cell) -> Equation:
    """∂ target / ∂ this = its value, which is a door to the gradient itself."""
    snapshot = asked.snapshot
    assert snapshot.graph is not None
    over = symbol_of(target.node)
    names = names_at(snapshot, snapshot.graph[target.node], target.index)
    word = subscript_of(target.node, names)
    own = symbol_of(asked.cell.node.removeprefix(PREFIX))
    upper = rf"\partial {over}_{{@0}}" if word else rf"\partial {over}"
    left = rf"\frac{{{upper}}}{{\partial {own}}}"
    return Equation(left, "", (word,) if word else (), None, Number(asked.written(asked.value), asked.cell))


def _said(asked: Asked, name: str) -> str:
    if asked.value == 0.0:
        return tr("A small change here leaves the {target} as it is.", target=name)
    way = tr("up") if asked.value > 0 else tr("down")
    size = asked.written(abs(asked.value))
    return tr(
        "For a small step up here the {target} goes {way}, {n} times as far.", target=name, way=way, n=size
    )


def _ways(trace: Trace, node_id: str) -> list[str]:
    """The contributions that a gradient is the sum of, or the gradient alone."""
    node = trace.graph[node_id]
    if node.op is None or node.op.name != "add":
        return [node_id]
    return [way for read in node.reads for way in _ways(trace, read.source)]


def _through(asked: Asked, ways: list[str]) -> Terms:
    index, trace = asked.cell.index, asked.trace
    told = sorted(((float(trace[way][index]), way) for way in ways), key=lambda pair: -abs(pair[0]))
    biggest = max((abs(v) for v, _ in told if np.isfinite(v)), default=0.0) or 1.0
    rows = tuple(
        TermRow(
            way_name(way),
            Number(asked.written(v), Cell(way, index)),
            bar=v / biggest if np.isfinite(v) else None,
        )
        for v, way in told[:MOST]
    )
    rest = told[MOST:]
    left = TermRow(tr("{n} more, together", n=len(rest)), Number(asked.written(sum(v for v, _ in rest))))
    total = TermRow(tr("together"), Number(asked.written(asked.value)))
    return Terms(rows, left if rest else None, total, role_of(asked.cell.node))


def way_name(node_id: str) -> str:
    """“through Queries”: the reader by which the target learns of a number."""
    return tr("by {reader}", reader=full_name(reader_of(address_of(node_id).tag)))
