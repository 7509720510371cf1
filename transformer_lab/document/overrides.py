"""Computed values that a person set by hand: which cells, which heads, and how the graph learns of it.

Cells that the present text or model does not have are kept, and count again when it has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from transformer_lab.engine.graph import Graph, Node
from transformer_lab.engine.ops import Array
from transformer_lab.engine.override import FACTOR, VALUE, override, scale
from transformer_lab.errors import LabError
from transformer_lab.language import tr

MOST_CELLS, MOST_OVERRIDES = 65_536, 256
HEADS = ("gr", "h")
FIELDS = frozenset(("cells", "heads", "factor", "cut"))
NOTHING: Mapping[str, Any] = MappingProxyType({"factor": 1.0, "cut": []})
Cells = Mapping[tuple[int, ...], float]


@dataclass(frozen=True, eq=False)
class ByHand:
    """What was set in one computed value: it is multiplied first, then cells count as they were set."""

    cells: Cells = field(default_factory=lambda: MappingProxyType({}))
    heads: Mapping[int, float] = field(default_factory=lambda: MappingProxyType({}))
    """A factor for each head; 0 switches it off."""
    factor: float = 1.0
    """A factor for the whole value; 0 switches it off."""
    cut: frozenset[tuple[int, ...]] = frozenset()
    """Scores that are −∞: words that one head must not see."""

    def __bool__(self) -> bool:
        return bool(self.cells or self.heads or self.cut) or self.factor != 1.0


class Demand(NamedTuple):
    """What the graph must have a place for, whatever the numbers are."""

    node: str
    heads: bool
    factor: bool
    cells: bool


def demands(overrides: Mapping[str, ByHand]) -> tuple[Demand, ...]:
    """What was set in which values, in the order in which it was set first."""
    return tuple(
        Demand(node_id, bool(hand.heads), hand.factor != 1.0, bool(hand.cells or hand.cut))
        for node_id, hand in overrides.items()
    )


def changed(graph: Graph, wanted: Iterable[Demand]) -> Graph:
    """`graph` with a place for everything that was set by hand."""
    for node_id, heads, factor, cells in wanted:
        node = graph.nodes.get(node_id)
        if node is None or node.op is None:
            continue
        letters = head_letters(node) if heads else ""
        if letters or factor:
            graph = scale(graph, node_id, letters)
        if cells:
            graph = override(graph, node_id)
    return graph


def head_letters(node: Node) -> str:
    """The letters that number the heads of a value, or nothing."""
    return next((letters for letters in HEADS if set(letters) <= set(node.axes)), "")


def leaf(overrides: Mapping[str, ByHand], node: Node) -> Array:
    """The array of a leaf ``ID|value``, ``ID|where`` or ``ID|factor``."""
    node_id, bar, part = node.id.rpartition("|")
    hand = overrides[node_id]
    if bar + part == FACTOR:
        factors = np.full(int(np.prod(node.shape)), hand.factor)
        for head, factor in hand.heads.items() if node.shape else ():
            factors[head : head + 1] *= factor
        return factors.reshape(node.shape)
    values, where = _set_cells(hand, node.shape)
    return values if bar + part == VALUE else where


@lru_cache(maxsize=8)
def _set_cells(hand: ByHand, shape: tuple[int, ...]) -> tuple[Array, Array]:
    """The values that were set, and 1 where they count: written all at once, for there may be thousands.

    Cells that the value does not have at present are passed over.
    """
    values, where = np.zeros(shape), np.zeros(shape)
    numbers = {**hand.cells, **dict.fromkeys(hand.cut, -np.inf)}
    known = [index for index in numbers if len(index) == len(shape)]
    if known:
        places = np.array(known, dtype=np.int64).reshape(len(known), len(shape))
        inside = ((places >= 0) & (places < np.array(shape, dtype=np.int64))).all(1)
        at = tuple(places[inside].T)
        values[at] = np.array([numbers[index] for index in known])[inside]
        where[at] = 1.0
    return values, where


def to_json(overrides: Mapping[str, ByHand]) -> dict[str, Any]:
    """What a file says of them."""
    return {node_id: _said(hand) for node_id, hand in overrides.items()}


def _said(hand: ByHand) -> dict[str, Any]:
    """Fields that the first format did not have only where they say something."""
    said: dict[str, Any] = {
        "cells": [[list(index), value] for index, value in sorted(hand.cells.items())],
        "heads": [[head, factor] for head, factor in sorted(hand.heads.items())],
    }
    later = {"factor": hand.factor, "cut": [list(index) for index in sorted(hand.cut)]}
    return said | {name: value for name, value in later.items() if value != NOTHING[name]}


def from_json(data: Any, where: str) -> Mapping[str, ByHand]:
    """What a file said. Raises LabError naming what is wrong."""
    if not isinstance(data, dict) or len(data) > MOST_OVERRIDES:
        raise LabError(tr("{where} must be an object", where=where))
    return MappingProxyType({str(i): _hand(spec, f"{where}.{i[:40]}") for i, spec in data.items()})


def _hand(spec: Any, where: str) -> ByHand:
    cells = _pairs(spec, "cells", where)
    heads = _pairs(spec, "heads", where)
    cut, factor = spec.get("cut", []), spec.get("factor", 1.0)
    if not (isinstance(cut, list) and len(cut) <= MOST_CELLS and all(map(_index, cut))):
        raise LabError(tr("{where}.cut must be a list of places", where=where))
    if not _number(factor):
        raise LabError(tr("{where}.factor must be a number", where=where))
    if not all(_index(i) for i, _ in cells):
        raise LabError(tr("{where}.cells must be pairs of an index and a number", where=where))
    if not all(_place(i) for i, _ in heads):
        raise LabError(tr("{where}.heads must be pairs of a head and a number", where=where))
    by_index = {tuple(i): float(value) for i, value in cells}
    by_head = {i: float(v) for i, v in heads}
    hidden = frozenset(map(tuple, cut))
    return ByHand(MappingProxyType(by_index), MappingProxyType(by_head), float(factor), hidden)


def _pairs(spec: Any, name: str, where: str) -> list[Any]:
    if not isinstance(spec, dict) or not set(spec) <= FIELDS:
        raise LabError(tr("{where} must be an object with cells and heads", where=where))
    pairs = spec.get(name, [])
    good = isinstance(pairs, list) and len(pairs) <= MOST_CELLS
    if not good or not all(isinstance(p, list) and len(p) == 2 and _number(p[1]) for p in pairs):
        raise LabError(tr("{where}.{name} must be a list of pairs", where=where, name=name))
    return list(pairs)


def _index(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= 8 and all(map(_place, value))


def _place(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def _number(value: Any) -> bool:
    known = isinstance(value, (int, float)) and not isinstance(value, bool)
    return known and abs(value) <= 1.7e308
