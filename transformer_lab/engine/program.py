"""Computing a graph: a Program is a graph bound to calls, a Trace the values of one run.

Traces are immutable and share the arrays of everything that did not change, so the values before an edit stay
readable for comparing and morphing, and *what changed* is a matter of identity.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from transformer_lab.engine.graph import Graph, Node
from transformer_lab.engine.ops import Array
from transformer_lab.engine.plan import call_of
from transformer_lab.errors import LabError
from transformer_lab.language import tr

Call = Callable[..., Array]
DType = type[np.float64] | type[np.float32]


@dataclass(frozen=True, eq=False)
class Trace:
    """Values of every node, read-only, and for each the number of the run in which it last changed."""

    graph: Graph
    values: Mapping[str, Array]
    revisions: Mapping[str, int]
    run: int = 0

    def __getitem__(self, node_id: str) -> Array:
        """The value of a node, axes as in its `Node.axes`. Raises LabError for an unknown id."""
        return self.values[self.graph[node_id].id]

    def revision(self, prefix: str) -> int:
        """The newest revision among the nodes at `prefix` or below it."""
        return max((self.revisions[i] for i in self.graph.below(prefix)), default=0)


class Step(NamedTuple):
    """One node on its way: what computes it (None: it is a leaf) and the ids of what it reads."""

    node: Node
    call: Call | None
    sources: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Program:
    """A graph and one call for each computed node. It holds no values: any number of threads may run it."""

    graph: Graph
    calls: Mapping[str, Call]
    dtype: DType = np.float64

    def run(self, leaves: Mapping[str, Array], previous: Trace | None = None) -> Trace:
        """Compute every node; what reads the very arrays that `previous` read is taken over from it.

        A result that equals the one in `previous` bit for bit stays that array, so its readers are not run
        either. `previous` may come from another graph: a node counts as the same if it is declared equally.
        The leaves become read-only, for the trace keeps them; constants that are not among them are the
        graph's own. Raises LabError if a leaf is missing or has
        another shape.
        """
        with np.errstate(all="ignore"):
            if previous is None:
                values = _compute(self, leaves)
                return Trace(self.graph, MappingProxyType(values), MappingProxyType(dict.fromkeys(values, 0)))
            return _recompute(self, leaves, previous)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The nodes in order, each with its call and what it reads."""
        return tuple(Step(n, self.calls.get(n.id), tuple(r.source for r in n.reads)) for n in self.graph)


def bind(graph: Graph, dtype: DType = np.float64) -> Program:
    """Turn each declared op into one call, once for each graph; numbers are double or single precision."""
    calls = {node.id: call_of(graph, node, dtype) for node in graph if node.op is not None}
    return Program(graph, MappingProxyType(calls), dtype)


def _compute(program: Program, leaves: Mapping[str, Array]) -> dict[str, Array]:
    values: dict[str, Array] = {}
    for node, call, sources in program.steps:
        value = (
            leaf_value(program.graph, node, leaves, program.dtype)
            if call is None
            else call(*[values[s] for s in sources])
        )
        value.flags.writeable = False
        values[node.id] = value
    return values


def _recompute(program: Program, leaves: Mapping[str, Array], previous: Trace) -> Trace:
    old, run, comparable = previous.values, previous.run + 1, _declared_equally(program.graph, previous.graph)
    values: dict[str, Array] = {}
    revisions: dict[str, int] = {}
    for node, call, sources in program.steps:
        name = node.id
        before = old.get(name)
        if call is None:
            value = leaf_value(program.graph, node, leaves, program.dtype)
        elif name in comparable and all(values[s] is old[s] for s in sources):
            value = old[name]
        else:
            value = call(*[values[s] for s in sources])
        if before is not None and value is not before and same_bits(value, before):
            value = before
        value.flags.writeable = False
        values[name] = value
        revisions[name] = previous.revisions[name] if value is before else run
    return Trace(program.graph, MappingProxyType(values), MappingProxyType(revisions), run)


def _declared_equally(graph: Graph, other: Graph) -> frozenset[str]:
    """Ids of nodes that mean the same in both graphs, given the same operands."""
    if graph is other:
        return frozenset(graph.nodes)
    return frozenset(node.id for node in graph if other.nodes.get(node.id) == node)


def leaf_value(graph: Graph, node: Node, leaves: Mapping[str, Array], dtype: DType) -> Array:
    """The array of a leaf: the one given, else the graph's own constant. Raises LabError if there is none or
    its shape is another.
    """
    value = leaves.get(node.id)
    if value is None:
        make = graph.constants.get(node.id)
        value = make() if make else None
    if value is None:
        raise LabError(
            tr("{id} has no value; it needs one of the shape {shape}.", id=node.id, shape=node.shape)
        )
    if value.shape != node.shape:
        raise LabError(_misfit(node, value))
    return np.asarray(value, dtype=dtype)


def _misfit(node: Node, value: Array) -> str:
    text = tr("{id} has the shape {given}; the model needs {shape}.")
    return text.format(id=node.id, given=value.shape, shape=node.shape)


def same_bits(new: Array, old: Array) -> bool:
    """Equal bit for bit: −0 differs from 0, and one NaN equals itself but not another.

    The last number is looked at first: it nearly always tells two different values apart.
    """
    if new.shape != old.shape or new.dtype != old.dtype:
        return False
    x, y = new.item(-1), old.item(-1)
    if x != y and (x == x or y == y):
        return False
    whole = BITS[new.itemsize]
    return bool((new.view(whole) == old.view(whole)).all())


BITS: Mapping[int, type[np.int64] | type[np.int32]] = MappingProxyType({8: np.int64, 4: np.int32})
