"""What a change is called: “query of scared, slot 2”, and where: “block 2, head 1”."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.document.axes import axis_names, head_name
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.ask.address import address_of
from transformer_lab.figures.compare.pairing import Pair
from transformer_lab.figures.heads import all_heads
from transformer_lab.figures.names import array_name
from transformer_lab.language import tr, translatable

MOST_NAMED = 4


class Called(NamedTuple):
    """A number in two short lines: what it is, and where."""

    what: str
    where: str


NAMES = translatable(
    {
        "q": "Query",
        "q_turned": "Query",
        "k": "Key",
        "k_turned": "Key",
        "v": "Value",
        "resid_mid": "Residual stream",
        "resid_post": "Residual stream",
        "act": "Hidden value",
        "gated": "Hidden value",
    }
)
"""One number of an array, where that is called otherwise than the whole."""


def called(snapshot: Snapshot, cell: Cell) -> Called:
    """The names of one number of B."""
    assert snapshot.graph is not None
    node = snapshot.graph[cell.node]
    letters = zip(node.axes, axis_names(snapshot, cell.node), cell.index, strict=True)
    names = {letter: each[i] for letter, each, i in letters}
    if "g" in names and "r" in names:
        names["h"] = head_name(snapshot.state, node, cell.index)
        names = {x: name for x, name in names.items() if x not in "gr"}
    head, where = names.pop("h", names.pop("g", "")).partition(" · ")[0], _block(cell.node)
    place = ", ".join(part for part in (where, head) if part)
    last = address_of(cell.node).name
    if last == "weights" and {"t", "s"} <= names.keys():
        looks = tr("{t} looks at {s}", t=names["t"], s=names["s"])
        return Called(looks, tr("weights, {place}", place=place))
    if cell.node == "probs":
        return Called(tr("Next word {word}", word=names["v"]), tr("after {word}", word=names["t"]))
    what = tr(NAMES[last]) if last in NAMES else array_name(cell.node)
    if node.kind == "parameter":
        return Called(" → ".join(names.values()) or what, ", ".join(p for p in (what, place) if p))
    return Called(_of(what, names), place or tr("before the blocks"))


def _of(what: str, names: dict[str, str]) -> str:
    """“Query of scared, slot 2”; with a name of its own the feature alone stands after it."""
    word = names.pop("t", names.pop("s", ""))
    whole = tr("{value} of {word}", value=what, word=word) if word else what
    return ", ".join((whole, *names.values()))


def _block(node_id: str) -> str:
    first = node_id.partition("/")[0]
    kind, dot, number = first.partition(".")
    if not dot or not number.isdigit():
        return ""
    titles = {"block": tr("block {n}"), "encoder": tr("encoder {n}"), "decoder": tr("decoder {n}")}
    return titles.get(kind, kind).replace("{n}", str(int(number) + 1))


def left_out(pair: Pair) -> str:
    """Which words and slots of the two are not subtracted: one line, or nothing."""
    b, a = pair.b, pair.a
    parts = []
    fresh = [b.words[i] for i in np.flatnonzero(pair.words < 0)]
    gone = [word for i, word in enumerate(a.words) if i not in set(pair.words.tolist())]
    if fresh:
        parts.append(tr("only in B: {words}", words=_listed(fresh)))
    if gone:
        parts.append(tr("only in A: {words}", words=_listed(gone)))
    parts += [
        tr("{name}: {a} in A, {b} in B", name=name, a=old, b=new)
        for name, old, new in _sizes(pair)
        if old != new
    ]
    return tr("Not subtracted: {parts}.", parts="; ".join(parts)) if parts else ""


def _listed(words: list[str]) -> str:
    shown = ", ".join(words[:MOST_NAMED])
    more = len(words) - MOST_NAMED
    return shown if more <= 0 else tr("{words} and {n} more", words=shown, n=more)


def _heads(snapshot: Snapshot) -> int:
    """The heads of the first attention."""
    found = all_heads(snapshot)
    return len(found[0].names) if found else 0


def _sizes(pair: Pair) -> tuple[tuple[str, int, int], ...]:
    a, b = pair.a.state.model, pair.b.state.model
    return (
        (tr("blocks"), len(a.blocks), len(b.blocks)),
        (tr("heads"), _heads(pair.a), _heads(pair.b)),
        (tr("features"), a.d_model, b.d_model),
        (tr("words known"), len(pair.a.vocabulary), len(pair.b.vocabulary)),
    )
