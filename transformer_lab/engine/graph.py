"""Graphs: nodes with ids, axis letters and shapes; blocks that can be folded; a builder that checks as it adds.

An id is an address (``block.0/attn/scores``), the same in traces, labels, figures, lessons and on the command line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple

from transformer_lab.engine.ops import OPS, Op
from transformer_lab.errors import LabError

Kind = Literal["computed", "parameter", "input", "constant"]


class Read(NamedTuple):
    """One operand: the node read and the letters under which its axes are read."""

    source: str
    axes: str


@dataclass(frozen=True)
class Node:
    """One visible value. `op` is None for parameters, inputs and constants (the leaves)."""

    id: str
    axes: str
    shape: tuple[int, ...]
    kind: Kind
    op: Op | None = None
    reads: tuple[Read, ...] = ()

    @property
    def over(self) -> str:
        """Letters that are read but not kept: the op reduces over them."""
        return "".join(dict.fromkeys(a for read in self.reads for a in read.axes if a not in self.axes))


@dataclass(frozen=True)
class Block:
    """A foldable group: `path` is the id of the node (or the prefix of the nodes) it stands for."""

    path: str
    kind: str
    inner: tuple[str, ...]


class Cell(NamedTuple):
    """One number: a node id and an index, one entry for each axis."""

    node: str
    index: tuple[int, ...]


@dataclass(frozen=True)
class Graph:
    """Nodes in the order in which they are computed, and the blocks they form. Immutable."""

    nodes: Mapping[str, Node]
    blocks: tuple[Block, ...]

    def __getitem__(self, node_id: str) -> Node:
        """The node with this id. Raises LabError if there is none."""
        try:
            return self.nodes[node_id]
        except KeyError:
            raise LabError(f"There is no value called “{node_id}” in this model.") from None

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes.values())

    def __contains__(self, node_id: object) -> bool:
        return node_id in self.nodes

    def leaves(self) -> tuple[Node, ...]:
        """Parameters, inputs and constants, in order."""
        return tuple(node for node in self if node.op is None)

    def users(self, node_id: str) -> tuple[str, ...]:
        """Ids of the nodes that read this one."""
        return tuple(n.id for n in self if any(read.source == node_id for read in n.reads))


class Builder:
    """Adds nodes one by one and checks letters, ranks and sizes as each is added."""

    def __init__(self) -> None:
        self._nodes: dict[str, Node] = {}
        self._blocks: list[Block] = []

    def leaf(self, node_id: str, axes: str, shape: tuple[int, ...], kind: Kind) -> str:
        """Add a parameter, an input or a constant with one letter for each axis; returns its id."""
        if len(axes) != len(shape):
            raise LabError(f"{node_id}: the axes “{axes}” do not fit the shape {shape}.")
        return self._put(Node(node_id, axes, tuple(shape), kind))

    def add(self, node_id: str, op: str, signature: str, *sources: str) -> str:
        """Add ``op`` under an einsum-like signature such as ``htk,hsk->hts``; returns the id."""
        inputs, axes = signature.split("->")
        reads = tuple(Read(s, a) for s, a in zip(sources, inputs.split(","), strict=True))
        size = self._sizes(node_id, reads)
        missing = [a for a in axes if a not in size]
        if missing:
            raise LabError(f"{node_id}: nothing that is read tells the size of axis “{missing[0]}”.")
        node = Node(node_id, axes, tuple(size[a] for a in axes), "computed", OPS[op], reads)
        if node.over and node.op is not None and node.op.reduce is None:
            raise LabError(f"{node_id}: “{op}” does not reduce, yet axis “{node.over}” is not kept.")
        return self._put(node)

    def block(self, path: str, kind: str, *inner: str) -> None:
        """Declare that the nodes `inner` form one foldable block."""
        self._blocks.append(Block(path, kind, inner))

    def shape(self, node_id: str) -> tuple[int, ...]:
        """Shape of a node already added."""
        return self._nodes[node_id].shape

    def ids(self) -> tuple[str, ...]:
        """Ids added so far, in order."""
        return tuple(self._nodes)

    def freeze(self) -> Graph:
        """The finished, immutable graph."""
        return Graph(MappingProxyType(dict(self._nodes)), tuple(self._blocks))

    def _put(self, node: Node) -> str:
        if node.id in self._nodes:
            raise LabError(f"{node.id} stands in the graph already.")
        self._nodes[node.id] = node
        return node.id

    def _sizes(self, node_id: str, reads: tuple[Read, ...]) -> dict[str, int]:
        size: dict[str, int] = {}
        for read in reads:
            shape = self._nodes[read.source].shape
            if len(shape) != len(read.axes):
                raise LabError(f"{node_id}: {read.source} has {len(shape)} axes, not “{read.axes}”.")
            for letter, n in zip(read.axes, shape, strict=True):
                if size.setdefault(letter, n) != n:
                    raise LabError(f"{node_id}: axis “{letter}” is {size[letter]} long, but {n} in {read.source}.")
        return size
