"""Computing a graph: a Program is a graph bound to calls, a Trace the values of one run.

Traces are immutable and share the arrays of everything that did not change, so the values before an edit stay
readable for comparing and morphing, and *what changed* is a matter of identity.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from transformer_lab.engine.graph import Graph, Node
from transformer_lab.engine.ops import Array
from transformer_lab.errors import LabError

Call = Callable[..., Array]


@dataclass(frozen=True, eq=False)
class Trace:
    """Values of every node, read-only, and for each the number of the run in which it last changed."""

    graph: Graph
    values: Mapping[str, Array]
    revisions: Mapping[str, int]
    run: int = 0

    def __getitem__(self, node_id: str) -> Array:
        """The value of a node, axes as in its `Node.axes`. Raises LabError for an unknown id."""
        self.graph[node_id]
        return self.values[node_id]

    def revision(self, prefix: str) -> int:
        """The newest revision among the nodes at `prefix` or below it."""
        below = prefix + "/"
        return max((r for i, r in self.revisions.items() if i == prefix or i.startswith(below)), default=0)


@dataclass(frozen=True, eq=False)
class Program:
    """A graph and one call for each computed node."""

    graph: Graph
    calls: Mapping[str, Call]

    def run(self, leaves: Mapping[str, Array], previous: Trace | None = None) -> Trace:
        """Compute every node; what reads the very arrays that `previous` read is taken over from it."""
        return _run(self, leaves, previous)


def bind(graph: Graph) -> Program:
    """Turn each declared op into one call, once for each graph."""
    from transformer_lab.engine.contract import call_of

    return Program(graph, {node.id: call_of(graph, node) for node in graph if node.op is not None})


def _run(program: Program, leaves: Mapping[str, Array], previous: Trace | None) -> Trace:
    values: dict[str, Array] = {}
    revisions: dict[str, int] = {}
    run = previous.run + 1 if previous is not None else 0
    old_nodes = previous.graph.nodes if previous is not None else {}
    with np.errstate(all="ignore"):
        for node in program.graph:
            old = previous.values.get(node.id) if previous is not None else None
            value = _leaf(node, leaves) if node.op is None else None
            if value is None:
                kept = old is not None and previous is not None and _unread(node, old_nodes, values, previous)
                value = old if kept else program.calls[node.id](*(values[r.source] for r in node.reads))
            assert value is not None
            if old is not None and value is not old and _same(value, old):
                value = old
            value.setflags(write=False)
            values[node.id] = value
            new = value is not old
            revisions[node.id] = run if new or previous is None else previous.revisions[node.id]
    return Trace(program.graph, values, revisions, run)


def _leaf(node: Node, leaves: Mapping[str, Array]) -> Array:
    value = leaves.get(node.id)
    if value is None:
        raise LabError(f"{node.id} has no value.")
    if value.shape != node.shape:
        raise LabError(f"{node.id} has the shape {value.shape}; the model needs {node.shape}.")
    return value


def _unread(node: Node, old: Mapping[str, Node], values: Mapping[str, Array], previous: Trace) -> bool:
    """Whether nothing that the node reads is new."""
    same_node = old.get(node.id) == node
    return same_node and all(values[r.source] is previous.values.get(r.source) for r in node.reads)


def _same(new: Array, old: Array) -> bool:
    """Equal bit for bit, so that −0 for 0 or another NaN counts as a change."""
    return new.shape == old.shape and new.dtype == old.dtype and new.tobytes() == old.tobytes()
