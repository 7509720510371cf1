"""Who writes where in storage of one's own: second names, places taken over and shared, and what an edit sets
going.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from math import prod

from transformer_lab.engine.beside import Group, groups
from transformer_lab.engine.cost import seconds
from transformer_lab.engine.graph import Graph, Node
from transformer_lab.engine.keeping import asked_later, shared_rooms
from transformer_lab.engine.ops import itself
from transformer_lab.engine.storage import storage_orders

MOST_EDITS = 256
QUICK = 0.0005
"""Seconds of a whole run below which finding out what an edit touches costs more, unless it comes again."""


class Places:
    """`same`: a node and the one whose array it shows. `over`: a node and the one it writes over.

    A value may be written over by an elementwise node if nobody else reads it and it is not kept; not by a
    fused block, which is faster where it may look at its operand once more. `rooms`
    tells which values that are not kept share storage, one after another.
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
        self.roots = {node.id: self.owner(node.id) for node in graph}
        self.rooms = shared_rooms(graph, self.roots, self.kept | asked_later(graph))
        self.beside = self._side_by_side()
        self.quick = seconds(graph) < QUICK
        self._affected: dict[frozenset[str], tuple[str, ...]] = {}

    def affected(self, changed: frozenset[str]) -> tuple[str, ...]:
        """Computed nodes that must run when these leaves changed, in order."""
        if changed not in self._affected:
            if len(self._affected) >= MOST_EDITS:
                self._affected.clear()
            self._affected[changed] = self._reach(changed)
        return self._affected[changed]

    def room_sizes(self) -> dict[int, int]:
        """How many numbers each shared room must hold."""
        sizes: dict[int, int] = {}
        for root, room in self.rooms.items():
            sizes[room] = max(sizes.get(room, 0), prod(self.graph[root].shape))
        return sizes

    def owner(self, node_id: str) -> str:
        """The node to whose storage the value belongs."""
        while node_id in self.same or node_id in self.over:
            node_id = self.same.get(node_id) or self.over[node_id]
        return node_id

    @cached_property
    def behind(self) -> frozenset[str]:
        """Values in which a person may see what words before have of words after them, though a mask hides it
        from the model; and those that they are made from.
        """
        found: set[str] = set()
        for node in reversed(list(self.graph)):
            asks = node.op is not None and node.op.kernel is None and "t" in node.axes and "s" in node.axes
            if asks and (node.id in self.kept or not found.isdisjoint(self.graph.users(node.id))):
                found.add(node.id)
        return frozenset(found)

    @cached_property
    def _busy(self) -> frozenset[str]:
        """Values that nothing may write over: kept, with a second name, or read more than once."""
        reads = [read.source for node in self.graph for read in node.reads]
        free = _once(reads) - self.kept - set(self.same) - set(self.same.values())
        return frozenset(self.graph.nodes) - free

    def _takes_over(self, node: Node) -> bool:
        if node.op is None or node.op.kernel or node.over or not node.reads or node.id in self.same:
            return False
        first = node.reads[0]
        return (
            first.axes == node.axes
            and self.graph[first.source].op is not None
            and first.source not in self._busy
        )

    def _side_by_side(self) -> tuple[Group, ...]:
        """Products that are one call; results that share rooms keep out, for they live too briefly."""
        free = {i for i in self.roots if self.roots[i] == i and i not in self.rooms}
        return groups(self.graph, self.orders, self.over, free)

    def _reach(self, changed: frozenset[str]) -> tuple[str, ...]:
        reached = self._behind_groups(set(changed))
        for node in reversed(list(self.graph)):  # what was written over must be there once more
            if node.id in reached:
                reached.update(r.source for r in node.reads if self.roots[r.source] in self.rooms)
                reached.update(r.source for r in node.reads if r.source == self.over.get(node.id))
        return tuple(n.id for n in self.graph if n.id in reached and n.op is not None)

    def _behind_groups(self, reached: set[str]) -> set[str]:
        """All that depends on something reached; products of one call are reached together."""
        count = 0
        while count < len(reached):
            count = len(reached)
            for node in self.graph:
                if any(r.source in reached for r in node.reads):
                    reached.add(node.id)
            for group in self.beside:
                if not reached.isdisjoint(group.products + group.biased):
                    reached.update(group.products)
        return reached


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
