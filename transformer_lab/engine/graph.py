"""Graphs: nodes with ids, axis letters and shapes; blocks that fold; a builder that checks as it adds.

An id is an address (``block.0/attn/scores``), the same in traces, labels, figures and on the command line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from transformer_lab.engine.letters import distinct, parse
from transformer_lab.engine.ops import OPS, Array, Op
from transformer_lab.errors import LabError
from transformer_lab.language import tr

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

    @cached_property
    def over(self) -> str:
        """Letters that are read but not kept: the op reduces over them."""
        return "".join(a for a in distinct(*(read.axes for read in self.reads)) if a not in self.axes)


@dataclass(frozen=True)
class Block:
    """A foldable group: `path` is the id of the node (or the prefix of the nodes) it stands for."""

    path: str
    kind: str
    inner: tuple[str, ...]


class Cell(NamedTuple):
    """One number: a node id and an index, one entry for each axis."""

    node: str
    index: tuple[int, ...]  # type: ignore[assignment]


@dataclass(frozen=True, eq=False)
class Graph:
    """Nodes in the order in which they are computed, and the blocks they form. Immutable.

    `constants` make the arrays of those leaves that follow from the description, when the graph runs; whoever
    runs it may give others.
    """

    nodes: Mapping[str, Node]
    blocks: tuple[Block, ...]
    constants: Mapping[str, Callable[[], Array]] = field(default_factory=lambda: MappingProxyType({}))

    def __getitem__(self, node_id: str) -> Node:
        """The node with this id. Raises LabError if there is none."""
        try:
            return self.nodes[node_id]
        except KeyError:
            raise LabError(tr("There is no value called “{id}” in this model.", id=node_id)) from None

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes.values())

    def __contains__(self, node_id: object) -> bool:
        return node_id in self.nodes

    def leaves(self) -> tuple[Node, ...]:
        """Parameters, inputs and constants, in order."""
        return tuple(node for node in self if node.op is None)

    def users(self, node_id: str) -> tuple[str, ...]:
        """Ids of the nodes that read this one, in order. Raises LabError if there is no such node."""
        return self._users[self[node_id].id]

    def below(self, prefix: str) -> tuple[str, ...]:
        """Ids at `prefix` or below it (``block.0`` has ``block.0/attn/q``, never ``block.01``), in order."""
        return self._below.get(prefix, ())

    def sizes(self, node_id: str) -> dict[str, int]:
        """The length of each letter in the node's signature, also of those it reduces over."""
        node = self[node_id]
        read = {a: n for r in node.reads for a, n in zip(r.axes, self[r.source].shape, strict=True)}
        return read | dict(zip(node.axes, node.shape, strict=True))

    @cached_property
    def _users(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, dict[str, None]] = {node.id: {} for node in self}
        for node in self:
            for read in node.reads:
                found[read.source][node.id] = None
        return {source: tuple(ids) for source, ids in found.items()}

    @cached_property
    def _below(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for node_id in self.nodes:
            parts = node_id.split("/")
            for depth in range(1, len(parts) + 1):
                found.setdefault("/".join(parts[:depth]), []).append(node_id)
        return {prefix: tuple(ids) for prefix, ids in found.items()}


class Builder:
    """Adds nodes one by one and checks letters, ranks and sizes as each is added."""

    def __init__(self) -> None:
        self._nodes: dict[str, Node] = {}
        self._blocks: list[Block] = []
        self._constants: dict[str, Callable[[], Array]] = {}

    @classmethod
    def on(cls, graph: Graph) -> Builder:
        """A builder that goes on where `graph` ends: for rewrites that add nodes."""
        new = cls()
        new._nodes |= graph.nodes
        new._blocks += graph.blocks
        new._constants |= graph.constants
        return new

    def __contains__(self, node_id: object) -> bool:
        return node_id in self._nodes

    def constant(
        self, node_id: str, axes: str, shape: tuple[int, ...], make: Callable[..., Array], *told: Any
    ) -> str:
        """Add a constant that ``make(*told)`` gives when the graph runs; returns its id. Raises LabError as
        `leaf`.
        """
        self._constants[node_id] = partial(make, *told)
        return self.leaf(node_id, axes, shape, "constant")

    def leaf(self, node_id: str, axes: str, shape: tuple[int, ...], kind: Kind) -> str:
        """Add a parameter, an input or a constant with one letter for each axis; returns its id.

        Raises LabError if letters and shape do not fit, if an axis is empty, or if the id is taken.
        """
        parse(f"{axes}->{axes}")
        if len(axes) != len(shape):
            raise _wrong(
                node_id, tr("the axes “{axes}” do not fit the shape {shape}.", axes=axes, shape=shape)
            )
        if any(n < 1 for n in shape):
            raise _wrong(
                node_id, tr("every axis needs at least one cell; the shape is {shape}.", shape=shape)
            )
        return self._put(Node(node_id, axes, tuple(shape), kind))

    def add(
        self,
        node_id: str,
        op: str | Op,
        signature: str,
        *sources: str,
        spread: Mapping[str, int] = MappingProxyType({}),
    ) -> str:
        """Add ``op`` under an einsum-like signature such as ``htk,hsk->hts``; returns the id.

        `op` is a name in the table `OPS` or a row of one's own. `spread` tells the lengths of letters after
        the arrow that no operand has: along them the cells are all alike.

        Raises LabError if op, number of operands, a letter, a rank or a size is wrong, or if the id is taken.
        """
        row = op if isinstance(op, Op) else _row(node_id, op)
        inputs, axes = parse(signature)
        if not len(inputs) == len(sources) == len(row.partials):
            raise _wrong(node_id, _count(row, signature, len(sources)))
        reads = tuple(Read(source, letters) for source, letters in zip(sources, inputs, strict=True))
        size = {**spread, **self._sizes(node_id, reads)}
        missing = [a for a in axes if a not in size]
        if missing:
            raise _wrong(
                node_id, tr("nothing that is read tells the size of axis “{axis}”.", axis=missing[0])
            )
        node = Node(node_id, axes, tuple(size[a] for a in axes), "computed", row, reads)
        if node.over and row.reduce is None:
            raise _wrong(node_id, _spilled(row, node.over))
        return self._put(node)

    def block(self, path: str, kind: str, *inner: str) -> None:
        """Declare that the nodes `inner` form one foldable block."""
        self._blocks.append(Block(path, kind, inner))

    def shape(self, node_id: str) -> tuple[int, ...]:
        """Shape of a node already added. Raises LabError if there is none."""
        if node_id not in self._nodes:
            raise LabError(tr("There is no value called “{id}” in this graph yet; add it first.", id=node_id))
        return self._nodes[node_id].shape

    def ids(self) -> tuple[str, ...]:
        """Ids added so far, in order."""
        return tuple(self._nodes)

    def freeze(self) -> Graph:
        """The finished, immutable graph."""
        nodes, constants = MappingProxyType(dict(self._nodes)), MappingProxyType(dict(self._constants))
        return Graph(nodes, tuple(self._blocks), constants)

    def _put(self, node: Node) -> str:
        if node.id in self._nodes:
            raise _wrong(node.id, tr("this name stands in the graph already; choose another."))
        self._nodes[node.id] = node
        return node.id

    def _sizes(self, node_id: str, reads: tuple[Read, ...]) -> dict[str, int]:
        size: dict[str, int] = {}
        for read in reads:
            shape = self.shape(read.source)
            if len(shape) != len(read.axes):
                raise _wrong(node_id, _rank(read, len(shape)))
            for letter, n in zip(read.axes, shape, strict=True):
                if size.setdefault(letter, n) != n:
                    raise _wrong(node_id, _clash(letter, size[letter], n, read.source))
        return size


def _row(node_id: str, name: str) -> Op:
    if name not in OPS:
        raise _wrong(
            node_id, tr("there is no operation “{name}”; there are {all}.", name=name, all=", ".join(OPS))
        )
    return OPS[name]


def _wrong(node_id: str, reason: str) -> LabError:
    return LabError(f"{node_id}: {reason}")


def _count(op: Op, signature: str, given: int) -> str:
    text = tr("“{op}” reads {n} values; its signature is “{signature}” and {given} were given.")
    return text.format(op=op.name, n=len(op.partials), signature=signature, given=given)


def _spilled(op: Op, letters: str) -> str:
    return tr("“{op}” does not reduce, yet “{axes}” is not kept.", op=op.name, axes=letters)


def _rank(read: Read, rank: int) -> str:
    return tr("{source} has {n} axes, not “{axes}”.", source=read.source, n=rank, axes=read.axes)


def _clash(letter: str, one: int, other: int, source: str) -> str:
    return tr("axis “{axis}” is {n} long, but {m} in {source}.", axis=letter, n=one, m=other, source=source)
