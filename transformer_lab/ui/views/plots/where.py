"""From rows and columns of a shown matrix back to the numbers of the graph: pure."""

from __future__ import annotations

from math import prod

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.by_head import head_count, one_head
from transformer_lab.figures.picture import Ints


def order_of(snapshot: Snapshot, node_id: str, head: int) -> Ints:
    """For every place of the matrix that `sliced` shows, the flat place in the node's own array: ``rc``."""
    graph = snapshot.graph
    assert graph is not None
    node = graph[node_id]
    flat = np.arange(prod(node.shape), dtype=float).reshape(node.shape)
    if head_count(graph, node_id) and len(node.axes) > 1:
        flat = one_head(graph, node_id, node.axes, flat, head).values
    while flat.ndim < 2:
        flat = flat[None]
    return np.asarray(flat, dtype=np.int64)


def cell_of(snapshot: Snapshot, node_id: str, flat: int) -> Cell:
    """The number at a flat place of a node's array."""
    assert snapshot.graph is not None
    shape = snapshot.graph[node_id].shape
    return Cell(node_id, tuple(int(i) for i in np.unravel_index(flat, shape)))


def flat_of(snapshot: Snapshot, cell: Cell) -> int:
    """The flat place of a number in its array; −1 if there is no such number."""
    graph = snapshot.graph
    if graph is None or cell.node not in graph or len(graph[cell.node].shape) != len(cell.index):
        return -1
    place = 0
    for i, n in zip(cell.index, graph[cell.node].shape, strict=True):
        if not 0 <= i < n:
            return -1
        place = place * n + i
    return place
