"""Who may look at whom, by rule and by hand: strokes, patterns, and what the painted numbers mean.

A mask has rules (later words, a window, padding) and a matrix that is painted. “keep” means 1 may look and 0
is hidden, “drop” the other way round, “add” numbers that are added to the scores; all three are in use.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from transformer_lab.document.axes import names_of
from transformer_lab.document.building.racks import blocks_of, spot_of
from transformer_lab.document.checks import finite
from transformer_lab.document.edits import configure
from transformer_lab.document.history import Edit
from transformer_lab.document.layout import layout
from transformer_lab.document.painting import painting, repainted
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.state import State
from transformer_lab.engine.graph import Node
from transformer_lab.engine.model import Attention
from transformer_lab.engine.ops import Array
from transformer_lab.errors import LabError
from transformer_lab.language import tr

Pair = tuple[int, int]
"""The word that asks, and the word that is read."""
HIDING = -10_000.0
"""what is added to a score to hide it: e to it is 0 in every precision (Devlin et al. 2018 add as much)"""
SEEN: Mapping[str, float] = MappingProxyType({"keep": 1.0, "drop": 0.0, "add": 0.0})
HIDDEN: Mapping[str, float] = MappingProxyType({"keep": 0.0, "drop": 1.0, "add": HIDING})
MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "keep": tr("1 may look, 0 is hidden"),
        "drop": tr("1 is hidden, 0 may look"),
        "add": tr("numbers added to the scores"),
    }
)


def attention_at(state: State, path: str) -> Attention:
    """The attention at a path such as ``block.0/attn``. Raises LabError if there is none."""
    spot = spot_of(state.model, path)
    sub = None if spot.sub is None else blocks_of(state.model, spot.tower)[spot.block].sublayers[spot.sub]
    if not isinstance(sub, Attention):
        raise LabError(tr("There is no attention at {path}.", path=path))
    return sub


def painted_out(snapshot: Snapshot, path: str) -> NDArray[np.bool_] | None:
    """True where a hand has hidden a pair (``ts``); None while nothing is painted."""
    kind, array = painted(snapshot, path)
    return None if array is None else np.asarray(is_hidden(kind, array))


def painted(snapshot: Snapshot, path: str) -> tuple[str, Array | None]:
    """What the painted numbers mean, and the numbers (``ts``); None while nothing is painted."""
    node_id = f"{path}/painted"
    if snapshot.graph is None or node_id not in snapshot.graph:
        return "none", None
    return attention_at(snapshot.state, path).painted, painting(snapshot.state, snapshot.graph[node_id])


def pattern_of(snapshot: Snapshot, path: str) -> int | str | None:
    """The size of the blocks that are painted, “own” for what a hand painted, None for nothing."""
    out = painted_out(snapshot, path)
    if out is None:
        return None
    t, s = np.indices(out.shape)
    sizes = (n for n in range(1, len(out) + 1) if np.array_equal(out, t // n != s // n))
    return next(sizes, "own") if out.any() else None if painted(snapshot, path)[0] != "add" else "own"


def is_hidden(kind: str, array: Array) -> Any:
    """Where painted numbers of a meaning hide."""
    return array <= HIDING if kind == "add" else array == HIDDEN[kind]


def stroke(path: str, pairs: Iterable[Pair], hide: bool | float, merge_key: object = None) -> Edit:
    """Hide pairs, show them, or give the number that is added to their scores. One merge key, one step.

    An attention that is not painted yet becomes so: 1 may look, 0 is hidden; for a number, numbers are added.
    Raises LabError where there is no attention or no such pair.
    """
    wanted = tuple(dict.fromkeys(pairs))

    def apply(state: State) -> State:
        number = not isinstance(hide, bool)
        kind = attention_at(state, path).painted
        if kind == "none" or (number and kind != "add"):
            state = _meaning(state, path, "add" if number else "keep")
            kind = attention_at(state, path).painted
        value = finite(hide, path) if number else (HIDDEN if hide else SEEN)[kind]
        node = _leaf(state, path)
        t, s = (np.array([pair[i] for pair in wanted], dtype=np.intp) for i in (0, 1))
        if len(wanted) and ((t >= node.shape[0]) | (s >= node.shape[1]) | (t < 0) | (s < 0)).any():
            raise LabError(tr("{path} has no such pair of words.", path=path))
        return repainted(state, node, (t, s), np.full(len(wanted), value))

    return Edit(lambda state: _named(state, path, wanted, hide), apply,
                None if merge_key is None else ("stroke", path, merge_key))  # fmt: skip


def blocks(path: str, size: int) -> Edit:
    """Paint blocks: words look at one another in groups of `size`. Raises LabError for less than 1."""
    if size < 1:
        raise LabError(tr("A block has at least one word."))

    def apply(state: State) -> State:
        state = state if attention_at(state, path).painted != "none" else _meaning(state, path, "keep")
        kind, node = attention_at(state, path).painted, _leaf(state, path)
        t, s = np.indices(node.shape)
        values = np.where(t // size == s // size, SEEN[kind], HIDDEN[kind])
        return repainted(state, node, (t.ravel(), s.ravel()), values.ravel())

    return Edit(tr("Paint blocks of {n} words", n=size), apply)


def clear(path: str) -> Edit:
    """Nothing is painted any more; rules stay."""
    return Edit(tr("Show what was painted out"), lambda state: _meaning(state, path, "none"))


def mean(path: str, kind: str) -> Edit:
    """Let the painted numbers mean something else; who may look at whom stays as it is.

    Raises LabError for an unknown meaning.
    """
    if kind not in MEANINGS:
        raise LabError(tr("A painted mask is one of {all}.", all=", ".join(MEANINGS)))
    return Edit(
        tr("Painted mask: {meaning}", meaning=MEANINGS[kind]), lambda state: _meaning(state, path, kind)
    )


def rule(path: str, name: str, value: Any) -> Edit:
    """Set one of the rules: mask (causal or none), window (a number or None), padding."""
    return configure(path, name, value)


def _meaning(state: State, path: str, kind: str) -> State:
    """`state` with painted numbers of another meaning, hiding the same pairs."""
    before = attention_at(state, path).painted
    if before == kind:
        return state
    gone = None if before == "none" else is_hidden(before, painting(state, _leaf(state, path)))
    state = configure(path, "painted", kind).apply(state)
    parameters = {i: p for i, p in state.parameters.items() if i != f"{path}/painted"}
    state = replace(state, parameters=MappingProxyType(parameters))
    if kind == "none" or gone is None or not gone.any():
        return state
    t, s = np.nonzero(gone)
    return repainted(state, _leaf(state, path), (t, s), np.full(len(t), HIDDEN[kind]))


def _leaf(state: State, path: str) -> Node:
    return layout(state).graph[f"{path}/painted"]


def _named(state: State, path: str, pairs: tuple[Pair, ...], hide: bool | float) -> str:
    if len(pairs) != 1:
        many = tr("Hide {n} pairs") if hide is True else tr("Show {n} pairs")
        many = many if isinstance(hide, bool) else tr("Add a number to the scores of {n} pairs")
        return many.format(n=len(pairs))
    found = layout(state)
    asks, reads = names_of(state, found, found.graph[f"{path}/weights"])[-2:]
    one = tr("Hide {key} from {query}") if hide is True else tr("Show {key} to {query}")
    one = one if isinstance(hide, bool) else tr("Add a number to the score of {key} for {query}")
    return one.format(key=reads[pairs[0][1]], query=asks[pairs[0][0]])
