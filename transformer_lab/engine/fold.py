"""Folding: a block becomes one node with a fused kernel; `inside.look_inside` recomputes what it hides."""

from __future__ import annotations

from collections.abc import Collection
from types import MappingProxyType

from transformer_lab.engine.graph import Block, Graph, Node, Read
from transformer_lab.engine.kernels import FUSED, fused


def fold(graph: Graph, held: Collection[str] = ()) -> Graph:
    """`graph` with one node for each softmax, norm and cross-entropy whose inner nodes nobody needs.

    A block stays open if an inner node is in `held`, is read from outside or was set by hand. Constants,
    gains and biases stay nodes of their own. Fused equals unfolded up to rounding.
    """
    closed = {block.path: block for block in graph.blocks if _foldable(graph, block, held)}
    hidden = {i for block in closed.values() for i in block.inner}
    nodes = {
        node.id: _standing_for(graph, closed[node.id]) if node.id in closed else node
        for node in graph
        if node.id not in hidden
    }
    blocks = tuple(
        Block(b.path, b.kind, tuple(i for i in b.inner if i in nodes))
        for b in graph.blocks
        if b.path not in closed or b.kind not in FUSED
    )
    return Graph(MappingProxyType(nodes), blocks, graph.constants)


def _foldable(graph: Graph, block: Block, held: Collection[str]) -> bool:
    if block.kind not in FUSED or block.path not in graph:
        return False
    family = {*block.inner, block.path}
    return all(
        i in graph and i not in held and f"{i}|computed" not in graph and set(graph.users(i)) <= family
        for i in block.inner
    )


def _standing_for(graph: Graph, block: Block) -> Node:
    """The one node that reads what the block reads from outside."""
    out = graph[block.path]
    reads: dict[str, Read] = {}
    for node in (*(graph[i] for i in block.inner), out):
        for read in node.reads:
            if read.source not in block.inner:
                reads.setdefault(read.source, read)
    first = next(iter(reads.values()))
    shortest = min((graph[i] for i in block.inner if graph[i].axes), key=lambda node: len(node.axes))
    over = next(a for a in first.axes if a not in shortest.axes)
    return Node(out.id, out.axes, out.shape, "computed", fused(block.kind, over), tuple(reads.values()))
