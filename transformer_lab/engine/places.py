"""Who writes where in storage of one's own: second names, places taken over, and what an edit sets going."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from transformer_lab.engine.graph import Graph, Node
from transformer_lab.engine.ops import itself
from transformer_lab.engine.storage import storage_orders

STAGES = frozenset({"product", "scaled", "masked", "normed", "tempered"})
"""Last parts of names that are steps on the way to a value with a name of its own."""
MOST_EDITS = 256


def met_by_name(graph: Graph) -> frozenset[str]:
    """Values a person meets by name: residuals, norms, q, k, v, scores, weights, hidden units, outputs."""
    return frozenset(
        n.id
        for n in graph
        if "|" not in n.id and "/masked/" not in n.id and n.id.rpartition("/")[2] not in STAGES
    )


class Places:
    """`same`: a node and the one whose array it shows. `over`: a node and the one it writes over.

    A value may be written over by an elementwise node if nobody else reads it and it is not kept.
    """

    def __init__(self, graph: Graph, keep: Collection[str] | None) -> None:
        self.graph = graph
        self.leaves = tuple(node.id for node in graph.leaves())
        self.inputs = frozenset(node.id for node in graph.leaves() if node.kind == "input")
        self.orders = storage_orders(graph)
        self.kept = frozenset(graph.nodes) if keep is None else frozenset(keep) & frozenset(graph.nodes)
        self.same = {node.id: node.reads[0].source for node in graph if _second_name(node)}
        self.over = {n.id: n.reads[0].source for n in graph if self._takes_over(n)}
        self.words = max((graph[i].shape[0] for i in self.inputs if graph[i].axes[:1] == "t"), default=0)
        self.sizes = {node.id: graph.sizes(node.id) for node in graph if node.op is not None}
        self._affected: dict[frozenset[str], tuple[str, ...]] = {}

    def affected(self, changed: frozenset[str]) -> tuple[str, ...]:
        """Computed nodes that must run when these leaves changed, in order."""
        if changed not in self._affected:
            if len(self._affected) >= MOST_EDITS:
                self._affected.clear()
            self._affected[changed] = self._reach(changed)
        return self._affected[changed]

    def owner(self, node_id: str) -> str:
        """The node to whose storage the value belongs."""
        while node_id in self.same or node_id in self.over:
            node_id = self.same.get(node_id) or self.over[node_id]
        return node_id

    def last_over(self, node_id: str) -> Node:
        """The node whose numbers stand in the storage of this one in the end."""
        while node_id in self._written_by:
            node_id = self._written_by[node_id]
        return self.graph[node_id]

    @cached_property
    def _written_by(self) -> dict[str, str]:
        return {source: node_id for node_id, source in self.over.items()}

    @cached_property
    def _busy(self) -> frozenset[str]:
        """Values that nothing may write over: kept, with a second name, or read more than once."""
        reads = [read.source for node in self.graph for read in node.reads]
        free = _once(reads) - self.kept - set(self.same) - set(self.same.values())
        return frozenset(self.graph.nodes) - free

    def _takes_over(self, node: Node) -> bool:
        if node.op is None or node.over or not node.reads or node.id in self.same:
            return False
        first = node.reads[0]
        return (
            first.axes == node.axes
            and self.graph[first.source].op is not None
            and first.source not in self._busy
        )

    def _reach(self, changed: frozenset[str]) -> tuple[str, ...]:
        reached = set(changed)
        for node in self.graph:
            if any(r.source in reached for r in node.reads):
                reached.add(node.id)
        for node in reversed(list(self.graph)):  # what was written over must be there once more
            if node.id in reached and node.id in self.over:
                reached.add(self.over[node.id])
        return tuple(n.id for n in self.graph if n.id in reached and n.op is not None)


def _once(reads: list[str]) -> set[str]:
    seen: set[str] = set()
    more: set[str] = set()
    for i in reads:
        (more if i in seen else seen).add(i)
    return seen - more


def _second_name(node: Node) -> bool:
    op = node.op
    plain = op is not None and op.map is itself and op.kernel is None and len(node.reads) == 1
    return plain and not node.over and len(node.reads[0].axes) == len(node.axes)
