"""An attention weight as a link between two words: what it carries, and what would be without it.

A large weight is no cause by itself: the value may be short, other heads may do the same, later sublayers may
undo it (Jain and Wallace 2019; Kobayashi et al. 2020 weigh by the length of what is carried). So the weight
is offered times the length of the value, and the link can be cut.
"""

from __future__ import annotations

import numpy as np

from transformer_lab.document.axes import distinct
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.what_if import is_cut
from transformer_lab.engine.graph import Cell
from transformer_lab.engine.ops import Array
from transformer_lab.figures.ask.answer import Number, Section, TermRow, Terms, Trial
from transformer_lab.figures.ask.context import Asked
from transformer_lab.figures.ask.terms import MOST
from transformer_lab.figures.by_head import head_at, index_of
from transformer_lab.figures.heads import by_heads
from transformer_lab.figures.links import deed
from transformer_lab.figures.numbers import percent, percent_texts
from transformer_lab.language import tr

WEIGHTS = ("attn/weights", "self/weights", "cross/weights")
REMOVE, PUT_BACK, RESTORE = "remove-link", "put-back", "restore"
SHOWN = 3
NARROW = "\N{NO-BREAK SPACE}"


def is_link_weight(node_id: str) -> bool:
    """Whether a value holds attention weights (their gradients and parts are none)."""
    head = node_id.partition("/")[0]
    name = node_id.removeprefix(head + "/")
    return name.endswith("/weights") and name.count("/") == 1 and "grad" not in head and ":" not in head


def lengths_section(asked: Asked) -> Section | None:
    """Weight × length of the value that each word hands over (Kobayashi et al. 2020, eq. 3, without W_O)."""
    path = asked.cell.node.removesuffix("/weights")
    if f"{path}/v" not in asked.trace.graph:
        return None
    graph, snapshot = asked.trace.graph, asked.snapshot
    head = head_at(graph, asked.cell.node, asked.cell.index) or 0
    *_, t, s = asked.cell.index
    weights = by_heads(snapshot, asked.cell.node)[head, t]
    values = by_heads(snapshot, f"{path}/v")[head]
    made = weights * np.sqrt((values * values).sum(-1))
    if not np.isfinite(made).all():
        return None
    names = asked.labels(asked.cell.node)[-1]
    order = np.argsort(-made, kind="stable")
    shown = [int(j) for j in order[:MOST] if weights[j] > 0.0]
    biggest = float(made.max()) or 1.0
    rows = tuple(
        TermRow(
            names[j],
            Number(asked.written(float(made[j]))),
            _factors(asked, path, head, j, weights, values),
            float(made[j]) / biggest,
            here=j == s,
        )
        for j in shown
    )
    note = tr("A long value with a small weight can carry more than a short one with a large weight.")
    return (
        Section(tr("Weight × length of v"), terms=Terms(rows), notes=(note,), key="lengths") if rows else None
    )


def _factors(
    asked: Asked, path: str, head: int, j: int, weights: Array, values: Array
) -> tuple[Number, Number]:
    graph, t = asked.trace.graph, asked.cell.index[-2]
    value, strongest = f"{path}/v", int(np.abs(values[j]).argmax())
    weight_cell = Cell(asked.cell.node, index_of(graph, asked.cell.node, (head, t, j)))
    value_cell = Cell(value, index_of(graph, value, (head, j, strongest)))
    length = float(np.sqrt((values[j] ** 2).sum()))
    return Number(asked.written(float(weights[j])), weight_cell), Number(asked.written(length), value_cell)


def trial_of(asked: Asked, without: Snapshot | None) -> Trial:
    """What can be tried with a weight: what would be without this link, and the deed that removes it."""
    note = tr("What it carries may be short, another head may carry the same, and later layers may undo it.")
    if is_cut(asked.snapshot, asked.cell):
        return Trial(tr("You removed this link."), (), (Number(tr("Put the link back"), deed(PUT_BACK)),))
    if asked.computed is not None:
        return Trial()
    if asked.value == 0.0:
        return Trial(note=tr("This weight is 0: the link carries nothing."))
    results = () if without is None else changes(asked, without)
    return Trial(note, results, (Number(tr("Remove this link"), deed(REMOVE)),))


def changes(asked: Asked, without: Snapshot) -> tuple[str, ...]:
    """“Without it, after scared: cat 88% → 15%”, for the likeliest words before and after."""
    if "probs" not in asked.snapshot or "probs" not in without:
        return _moved(asked, without)
    place = _where_read(asked)
    before, after = asked.snapshot["probs"][place], without["probs"][place]
    if not np.isfinite(before).all() or not np.isfinite(after).all():
        return (tr("Without it some probabilities are no numbers."),)
    vocabulary = asked.snapshot.vocabulary
    old, new = _alone(before), _alone(after)
    best = dict.fromkeys([int(before.argmax()), int(after.argmax())])
    if all(old[i] == new[i] for i in best) and np.abs(after - before).max() < 0.005:
        top = int(before.argmax())
        return (tr("Without it: {word} {share} as before.", word=vocabulary[top], share=old[top]),)
    told = ", ".join(f"{vocabulary[i]} {old[i]} → {new[i]}".replace(" ", NARROW) for i in list(best)[:SHOWN])
    if place == asked.cell.index[-2] and "/cross" not in asked.cell.node:
        return (tr("Without it: {told}", told=told),)
    return (
        tr(
            "Without it, after {word}: {told}",
            word=distinct(asked.snapshot.words, asked.manner.first)[place],
            told=told,
        ),
    )


def _alone(row: Array) -> list[str]:
    """Percents that stand alone: what is above zero never reads 0%."""
    return [
        percent(share) if text == "0%" else text for share, text in zip(row, percent_texts(row), strict=True)
    ]


def _where_read(asked: Asked) -> int:
    """The word whose next word is looked at: the one that asks; for the source the last of the target."""
    last = len(asked.snapshot.words) - 1
    return last if asked.cell.node.startswith("encoder") else min(asked.cell.index[-2], last)


def _moved(asked: Asked, without: Snapshot) -> tuple[str, ...]:
    """Where no words come out: how far the last value moves."""
    last = [n.id for n in asked.trace.graph if n.axes == "td" and "|" not in n.id]
    if not last or last[-1] not in without:
        return ()
    before, after = asked.snapshot[last[-1]], without[last[-1]]
    size = float(np.sqrt((before * before).sum())) or 1.0
    away = float(np.sqrt(((after - before) ** 2).sum())) / size
    return (tr("Without it the result moves by {n}% of its length.", n=round(100.0 * away)),)
