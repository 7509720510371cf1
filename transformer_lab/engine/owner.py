"""A graph that owns its storage: every value has a place, and running it allocates nothing.

A `Program` makes new arrays and shares the old ones; an `Owner` writes into its own, which is faster for
models of real size: no page of memory is new. It has two sides, used in turns, so that the values before an
edit stay readable until the run after the next. Each side knows which leaves it was computed from, and runs
only what depends on those that changed.

`keep` names the values that stay readable; others may be written over by what reads them. Whatever is not
kept is recomputed from what is (`fold.look_inside`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from math import prod
from types import MappingProxyType

import numpy as np

from transformer_lab.engine.emit import emit
from transformer_lab.engine.graph import Graph, Node
from transformer_lab.engine.into import Calls
from transformer_lab.engine.ops import Array
from transformer_lab.engine.places import Places
from transformer_lab.engine.program import DType, Trace, leaf_value

UNKNOWN = object()


class Side:
    """One set of places with their values, the calls that fill them, and the leaves they were filled from."""

    def __init__(self, places: Places, dtype: DType) -> None:
        self.plan, self.dtype = places, dtype
        self.places: dict[str, Array] = {}
        self.given: dict[str, object] = {}
        self.calls: dict[str, Calls] = {}
        self.shown: dict[str, Array] = {}

    def update(self, leaves: Mapping[str, Array], stop: Callable[[], bool] | None) -> bool:
        """Take the leaves in, and run what depends on those that are other arrays than before."""
        found, before = leaves.get, self.given.get
        changed = [i for i in self.plan.leaves if found(i) is not before(i, UNKNOWN)]
        for name in changed:
            self._take(self.plan.graph[name], leaves)
        for name in changed:
            self.given[name] = found(name)
        return not changed or self._run(frozenset(changed), stop)

    def _take(self, node: Node, leaves: Mapping[str, Array]) -> None:
        value = leaf_value(self.plan.graph, node, leaves, self.dtype)
        value.flags.writeable = False
        self.places[node.id] = self.shown[node.id] = value
        todo = [node.id]
        while todo:  # calls that read this array, also under second names
            for user in self.plan.graph.users(todo.pop()):
                if user in self.plan.same:
                    self.places.pop(user, None)
                    todo.append(user)
                self.calls.pop(user, None)

    def _run(self, changed: frozenset[str], stop: Callable[[], bool] | None) -> bool:
        ids, calls = self.plan.affected(changed), self.calls
        for name in ids:
            if name not in calls:
                calls[name] = self._bind(self.plan.graph[name])
        for name in ids:
            if stop is not None and stop():
                self.given.clear()  # half old, half new: the next run starts anew
                return False
            for apply, args in calls[name]:
                apply(*args)
        return True

    def _bind(self, node: Node) -> Calls:
        xs = [self.places[r.source] for r in node.reads]
        if node.id in self.plan.same:
            order = [node.reads[0].axes.index(a) for a in node.axes]
            self._place(node, xs[0].transpose(order))
            return []
        if node.id not in self.places:
            over = self.plan.over.get(node.id)
            self._place(node, self._room(node) if over is None else self.places[over])
        assert node.op is not None
        size = self.plan.graph.sizes(node.id)
        return emit(node.op, [r.axes for r in node.reads], node.axes, size, xs, self.places[node.id])

    def _room(self, node: Node) -> Array:
        order = self.plan.orders[node.id]
        back = sorted(range(len(order)), key=order.__getitem__)
        room: Array = np.empty([node.shape[i] for i in order], self.dtype)
        return room.transpose(back)

    def _place(self, node: Node, array: Array) -> None:
        self.places[node.id] = array
        if node.id in self.plan.kept:
            seen = array[...]
            seen.flags.writeable = False
            self.shown[node.id] = seen


class Owner:
    """A graph bound to storage of its own. Not for several threads at once: ask `own` for one each."""

    def __init__(self, graph: Graph, dtype: DType, keep: Collection[str] | None, sides: int) -> None:
        self.graph, self.dtype = graph, dtype
        self._places = Places(graph, keep)
        self._sides = [Side(self._places, dtype) for _ in range(sides)]
        self._turn = 0
        self._last: Mapping[str, object] = {}
        self._revisions: dict[str, int] = {}

    def run(self, leaves: Mapping[str, Array], stop: Callable[[], bool] | None = None) -> Trace | None:
        """The kept values, read-only; they last until the run after the next.

        Leaves are compared by identity with those this side was computed from. `stop` is asked before each
        node; where it says yes there is no trace. Raises LabError as `Program.run`.
        """
        side = self._sides[self._turn % len(self._sides)]
        with np.errstate(all="ignore"):
            if not side.update(leaves, stop):
                return None
        self._count(side)
        return Trace(
            self.graph, MappingProxyType(side.shown), MappingProxyType(self._revisions), self._turn - 1
        )

    def _count(self, side: Side) -> None:
        """A node is as new as the newest leaf it depends on."""
        now, last = side.given, self._last
        changed = frozenset(i for i in self._places.leaves if last.get(i, UNKNOWN) is not now[i])
        if not last:
            self._revisions = dict.fromkeys(self.graph.nodes, 0)
        elif changed:
            new = dict.fromkeys((*changed, *self._places.affected(changed)), self._turn)
            self._revisions = {**self._revisions, **new}
        self._last = dict(now)
        self._turn += 1

    def calls(self, node_id: str) -> Calls:
        """The calls of a node on the side that ran last, for measuring. Raises LabError for an unknown id."""
        return self._sides[(self._turn - 1) % len(self._sides)].calls.get(self.graph[node_id].id, [])

    def bytes(self) -> int:
        """How much storage computed values have on one side."""
        roots = {self._places.owner(n.id) for n in self.graph if n.op is not None}
        return (
            sum(prod(self.graph[i].shape) for i in roots if self.graph[i].op) * np.dtype(self.dtype).itemsize
        )


def own(graph: Graph, dtype: DType = np.float64, keep: Iterable[str] | None = None, sides: int = 2) -> Owner:
    """`graph` with storage of its own for `keep` (None: every value), twice, so that the last values stay."""
    return Owner(graph, dtype, None if keep is None else frozenset(keep), sides)
