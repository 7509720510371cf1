"""Batches: one more letter in front of some leaves and of everything that depends on them."""

from __future__ import annotations

from collections.abc import Collection
from types import MappingProxyType

from transformer_lab.engine.graph import Graph, Node, Read
from transformer_lab.errors import LabError
from transformer_lab.language import tr

LETTER = "b"


def batch(graph: Graph, leaves: Collection[str], size: int) -> Graph:
    """`graph` for `size` examples at once: the named leaves get the letter ``b`` in front, and whatever reads
    them.

    Values equal those of one example after the other. Raises LabError for an unknown id, for a value that is
    no leaf, and for a size below 1.
    """
    if size < 1:
        raise LabError(tr("A batch needs at least one example, not {n}.", n=size))
    for node_id in leaves:
        if graph[node_id].op is not None:
            raise LabError(tr("{id} is computed; a batch is given for inputs and parameters.", id=node_id))
    found: dict[str, Node] = {}
    many = set(leaves)
    for node in graph:
        if any(read.source in many for read in node.reads):
            many.add(node.id)
        found[node.id] = _with_letter(node, many, size) if node.id in many else node
    constants = {i: make for i, make in graph.constants.items() if i not in many}
    return Graph(MappingProxyType(found), graph.blocks, MappingProxyType(constants))


def _with_letter(node: Node, many: Collection[str], size: int) -> Node:
    reads = tuple(Read(s, LETTER + axes if s in many else axes) for s, axes in node.reads)
    return Node(node.id, LETTER + node.axes, (size, *node.shape), node.kind, node.op, reads)
