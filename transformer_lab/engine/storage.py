"""In which order the axes of each value lie in memory: told by letters alone, once for each graph.

A matrix product needs each of its groups of letters side by side (`contract`). Each product a value takes
part in utters wishes, and the order that hurts least wins; declared order breaks ties. What maps element by
element lies as its operand does, so its wishes count there too::

    q    htk    written as t · (h k), read as per h: (t, k)    →  t h k
    k    hsk    written as s · (h k), read as per h: (k, s)    →  h k s
    weights hts    per h: (t, s)                               →  h t s
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise, permutations
from typing import NamedTuple

import numpy as np

from transformer_lab.engine.contract import classes
from transformer_lab.engine.graph import Graph, Node
from transformer_lab.engine.ops import Array

Order = tuple[int, ...]
SUMMED, COLUMNS, ROWS, LOOPED, READ_LAST, WRITTEN_LAST = 1000, 100, 30, 10, 3, 2
WIDEST = 6
"""Values with more axes lie as declared: there would be too many orders to try."""


class Wish(NamedTuple):
    """Positions that should lie side by side in this order; with `apart`: should not come last; with `last`:
    one of them should.
    """

    weight: int
    positions: Order
    apart: bool = False
    last: bool = False


def storage_orders(graph: Graph) -> Mapping[str, Order]:
    """For each computed node its positions (of `Node.axes`) from the slowest to the fastest in memory."""
    family = _families(graph)
    wishes: dict[str, set[Wish]] = {head: set() for head in family.values()}
    for node in graph:
        for name, wish in _wishes(node):
            wishes[family[name]].add(wish)
    return {n.id: _best(len(n.axes), frozenset(wishes[family[n.id]])) for n in graph if n.op is not None}


def _families(graph: Graph) -> dict[str, str]:
    """For each node the first of those that lie alike: elementwise nodes go with an operand of their axes."""
    head: dict[str, str] = {}
    for node in graph:
        like = next((r.source for r in node.reads if r.axes == node.axes and graph[r.source].op), None)
        alike = node.op is not None and not node.over and like is not None
        head[node.id] = head[like] if alike and like is not None else node.id
    return head


def _wishes(node: Node) -> Iterator[tuple[str, Wish]]:
    if not _is_product(node):
        return
    (left, x), (right, y) = node.reads
    found = classes(x, y, node.axes)
    if found is None or not found.summed:
        return
    ends = ((left, x, found.left), (right, y, found.right), (node.id, node.axes, found.left + found.right))
    for name, axes, rest in ends:
        place = axes.index
        yield name, Wish(LOOPED, tuple(place(a) for a in found.both), apart=bool(rest or found.summed))
        if name != node.id:
            yield name, Wish(SUMMED, tuple(place(a) for a in found.summed))
    for name, axes, group, weight in (
        (left, x, found.left, ROWS),
        (right, y, found.right, COLUMNS),
        (node.id, node.axes, found.left, ROWS),
        (node.id, node.axes, found.right, COLUMNS),
    ):
        yield name, Wish(weight, tuple(axes.index(a) for a in group))
    if found.right:  # columns are read and written along memory: a third faster for the products of a head
        yield right, Wish(READ_LAST, tuple(y.index(a) for a in found.right), last=True)
        yield node.id, Wish(WRITTEN_LAST, tuple(node.axes.index(a) for a in found.right), last=True)


def _is_product(node: Node) -> bool:
    op = node.op
    return op is not None and op.reduce == "sum" and op.map is np.multiply and len(node.reads) == 2


@lru_cache(maxsize=4096)
def _best(rank: int, wishes: frozenset[Wish]) -> Order:
    declared = tuple(range(rank))
    if rank < 2 or rank > WIDEST:
        return declared
    return min(permutations(declared), key=lambda order: (_hurt(order, wishes), _moved(order)))


def _hurt(order: Order, wishes: Iterable[Wish]) -> int:
    at = {position: i for i, position in enumerate(order)}
    hurt = 0
    for weight, positions, apart, last in wishes:
        if last:
            hurt += weight * (order[-1] not in positions)
        elif apart:
            hurt += weight * (bool(positions) and order[-1] in positions)
        else:
            hurt += weight * any(at[b] != at[a] + 1 for a, b in pairwise(positions))
    return hurt


def _moved(order: Order) -> int:
    """How many pairs stand the other way round than declared."""
    return sum(a > b for i, a in enumerate(order) for b in order[i + 1 :])


LARGE = 65_536
"""Numbers of a weight up to which its order in memory does not matter."""


def in_columns(graph: Graph, leaves: Mapping[str, Array]) -> dict[str, Array]:
    """`leaves` with large weights copied so that the numbers of one output lie in one piece.

    For texts that grow word by word: the product of one row reads each weight once, and memory gives it at
    full speed only in this order. Products of many rows take about a tenth longer.
    """
    return {**leaves, **{i: _column_major(leaves[i], s) for i, s in _streamed(graph).items() if i in leaves}}


def _streamed(graph: Graph) -> dict[str, Order]:
    """Large parameters that products read, each with its axes from the slowest to the fastest."""
    found: dict[str, Order] = {}
    for node in graph:
        told = classes(node.reads[0].axes, node.reads[1].axes, node.axes) if _is_product(node) else None
        if told is None:
            continue
        weight = graph[node.reads[1].source]
        looked_up = "v" in told.summed
        if weight.kind == "parameter" and np.prod(weight.shape) > LARGE and not told.both and not looked_up:
            found[weight.id] = tuple(node.reads[1].axes.index(a) for a in (*told.right, *told.summed))
    return found


def _column_major(array: Array, order: Order) -> Array:
    back = sorted(range(len(order)), key=order.__getitem__)
    return np.ascontiguousarray(array.transpose(order)).transpose(back)
