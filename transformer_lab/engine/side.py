"""One side of a graph that owns its storage: places with values, and the calls that fill them.

See `owner`, which has two of them and uses them in turns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain, compress
from math import prod
from operator import is_not
from typing import NamedTuple

import numpy as np

from transformer_lab.engine.beside import Together
from transformer_lab.engine.emit import emit
from transformer_lab.engine.graph import Graph, Node, Read
from transformer_lab.engine.into import Calls
from transformer_lab.engine.letters import aligned
from transformer_lab.engine.one_word import OneWord, width_for
from transformer_lab.engine.ops import Array
from transformer_lab.engine.places import MOST_EDITS, Places
from transformer_lab.engine.program import DType, leaf_value
from transformer_lab.engine.window import Rows, can_be_cut, first_difference, windowed
from transformer_lab.engine.words import word_letter

UNKNOWN, ALL = object(), 1 << 62
Stop = Callable[[], bool] | None
SMALL = 65_536
"""Bytes of a leaf up to which copying costs less than binding what reads it."""
WIDEST = 16_384
"""Numbers of a result up to which a bias is laid out for every row: calls that do not spread it are short."""


def can_be_spread(graph: Graph, node: Node, read: Read) -> bool:
    """Whether a small leaf that a standard map reads for every row alike may stand there once for each."""
    leaf, op = graph[read.source], node.op
    plain = op is not None and op.kernel is None and op.reduce is None and isinstance(op.map, np.ufunc)
    full = any(r.axes == node.axes and r.source != read.source for r in node.reads)
    cells, numbers = prod(leaf.shape), prod(node.shape)
    few = cells * 8 <= SMALL and cells < numbers <= WIDEST
    return plain and full and few and leaf.op is None and bool(read.axes) and set(read.axes) < set(node.axes)


class Ready(NamedTuple):
    """What must be called, node by node and all in one line."""

    nodes: list[Calls]
    line: Calls


def in_line(nodes: list[Calls]) -> Ready:
    """The calls of some nodes, also one after another."""
    return Ready(nodes, list(chain.from_iterable(nodes)))


class Common:
    """What both sides share: rooms for values that nobody keeps, and constants, each kind made once."""

    def __init__(self, places: Places, dtype: DType) -> None:
        self._graph, self._dtype = places.graph, dtype
        self.rooms: dict[int, Array] = {i: np.empty(n, dtype) for i, n in places.room_sizes().items()}
        self._made: dict[object, Array] = {}

    def constant(self, node: Node) -> Array:
        """The constant; blocks that have equal masks have one mask."""
        make = self._graph.constants[node.id]
        key = (make.func, repr(make.args)) if isinstance(make, partial) else node.id
        if key not in self._made:
            self._made[key] = leaf_value(self._graph, node, {}, self._dtype)
        return self._made[key]


class Side:
    """One set of places with their values, the calls that fill them, and the leaves they were filled from."""

    def __init__(self, places: Places, dtype: DType, common: Common) -> None:
        self.plan, self.dtype, self._common = places, dtype, common
        self.places: dict[str, Array] = {}
        self.given: tuple[object, ...] = (UNKNOWN,) * len(places.leaves)
        self.calls: dict[str, Calls] = {}
        self._together = Together(places.graph, places.beside, dtype)
        self._spread: dict[str, list[tuple[Array, Array]]] = {}
        self.shown: dict[str, Array] = {}
        self.words = 0
        self._cut: dict[frozenset[str], bool] = {}
        self._ready: dict[tuple[frozenset[str], Rows | None], Ready] = {}
        self._one: dict[tuple[frozenset[str], int], OneWord] = {}
        self._met: set[frozenset[str]] = set()
        self._newest = -1  # the word that ran alone, if that was the last run

    def update(self, leaves: Mapping[str, Array], words: int | None, stop: Stop) -> bool:
        """Take the leaves in, and run what depends on those that are other arrays than before.

        With `words` only that many words exist, and those before the first that changed do not run.
        """
        given = tuple(map(leaves.get, self.plan.leaves))
        changed = frozenset(compress(self.plan.leaves, map(is_not, given, self.given)))
        before = {name: self.shown.get(name) for name in changed} if words is not None else {}
        for name in changed:
            self._take(self.plan.graph[name], leaves)
        self.given = given
        rows = None if words is None else self._rows(changed, before, words)
        if rows is None and self.words < (words or ALL):  # some words stand as they were long ago
            changed, self.words = frozenset(self.plan.leaves), ALL
        if rows is not None:
            self.words = words or ALL
        idle = not changed if rows is None else rows.start >= rows.stop
        return idle or self._run(changed, rows, stop)

    def _rows(self, changed: frozenset[str], before: Mapping[str, Array | None], words: int) -> Rows | None:
        """The words that must run: from the first that changed, or that is new, to the last there is."""
        graph, follow = self.plan.graph, changed or self.plan.inputs
        if not self.words or not self._cuttable(follow):
            return None
        firsts = [
            first_difference(graph[i], self.shown[i], old) for i, old in before.items() if old is not None
        ]
        return Rows(min([self.words, *firsts]), words)

    def _cuttable(self, changed: frozenset[str]) -> bool:
        if changed not in self._cut:
            self._cut[changed] = can_be_cut(self.plan.graph, changed, self.plan.affected(changed))
        return self._cut[changed]

    def _take(self, node: Node, leaves: Mapping[str, Array]) -> None:
        """Small leaves are copied to a place of their own, so that no call needs to be bound again."""
        own_constant = node.id in self.plan.graph.constants and leaves.get(node.id) is None
        value = (
            self._common.constant(node)
            if own_constant
            else leaf_value(self.plan.graph, node, leaves, self.dtype)
        )
        value.flags.writeable = False
        self.shown[node.id] = value
        small = value.nbytes <= SMALL
        if small and node.id in self.places:
            np.copyto(self.places[node.id], value)
            for rows, row in self._spread.get(node.id, ()):
                np.copyto(rows, row)
            return
        self.places[node.id] = self._home(node.id, value) if small else value
        self._ready.clear()
        if not word_letter(node):
            self._one.clear()
        todo = [node.id]
        while todo:  # calls that read this array, also under second names
            for user in self.plan.graph.users(todo.pop()):
                if user in self.plan.same:
                    self.places.pop(user, None)
                    todo.append(user)
                self.calls.pop(user, None)

    def _home(self, name: str, value: Array) -> Array:
        home = self._together.places.get(name)
        if home is None:
            return value.copy()
        np.copyto(home, value)
        return home

    def _run(self, changed: frozenset[str], rows: Rows | None, stop: Stop) -> bool:
        changed = changed or self.plan.inputs
        if rows is None and self.plan.quick:
            changed = self._simply(changed)
        if rows is None or rows.stop != rows.start + 1:
            self._newest = -1
        ready = self._ready.get((changed, rows)) or self._prepare(changed, rows)
        if stop is None:
            for apply, args in ready.line:
                apply(*args)
            return True
        for calls in ready.nodes:
            if stop():
                self.words = 0  # half old, half new: the next run starts anew
                return False
            for apply, args in calls:
                apply(*args)
        return True

    def _simply(self, changed: frozenset[str]) -> frozenset[str]:
        """Everything, for an edit of a small model that comes for the first time: finding out what depends on
        it would take longer. An edit that comes again, as in a drag, is worth it.
        """
        if changed in self._met or (changed, None) in self._ready:
            return changed
        if len(self._met) >= MOST_EDITS:
            self._met.clear()
        self._met.add(changed)
        return frozenset(self.plan.leaves)

    def _prepare(self, changed: frozenset[str], rows: Rows | None) -> Ready:
        graph, ids = self.plan.graph, self.plan.affected(changed)
        for name in ids:
            if name not in self.calls:
                self.calls[name] = self._bind(graph[name])
        if len(self._ready) >= MOST_EDITS:
            self._ready.clear()
        if rows is None:
            ready = in_line([self.calls[name] for name in ids])
        elif rows.stop == rows.start + 1:
            return self._alone(changed, ids, rows.start)
        else:
            nodes = [graph[i] for i in ids if i not in self.plan.same]
            ready = in_line([windowed(self.plan, node, self.places, rows) for node in nodes])
        self._ready[changed, rows] = ready
        return ready

    def _alone(self, changed: frozenset[str], ids: Sequence[str], word: int) -> Ready:
        """The calls for a single word, which are not worth keeping."""
        key = changed, width_for(word, self.plan.words)
        if key not in self._one:
            self._one[key] = OneWord(self.plan, ids, self.places, key[1])
            self._newest = -1
        ready = in_line(self._one[key].calls(word, self.places, follows=self._newest == word - 1))
        self._newest = word
        return ready

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
        size, out = self.plan.sizes[node.id], self.places[node.id]
        inputs = [r.axes for r in node.reads]
        for i, read in enumerate(node.reads):
            if can_be_spread(self.plan.graph, node, read) or (i and node.id in self._together.rows):
                xs[i], inputs[i] = self._rows_of(node, read, out), node.axes
        together = self._together.calls(node.id, xs[0]) if xs else None
        return emit(node.op, inputs, node.axes, size, xs, out) if together is None else together

    def _rows_of(self, node: Node, read: Read, out: Array) -> Array:
        """A small leaf, once for each row of the result."""
        rows = self._together.rows.get(node.id)
        rows = np.empty_like(out) if rows is None else rows
        row = aligned(read.axes, node.axes)(self.places[read.source])
        np.copyto(rows, row)
        self._spread.setdefault(read.source, []).append((rows, row))
        return rows

    def _room(self, node: Node) -> Array:
        together = self._together.places.get(node.id)
        if together is not None:
            return together
        order = self.plan.orders[node.id]
        back = sorted(range(len(order)), key=order.__getitem__)
        shape = [node.shape[i] for i in order]
        if node.id in self.plan.rooms:
            room = self._common.rooms[self.plan.rooms[node.id]][: prod(shape)].reshape(shape)
        else:
            room = np.empty(shape, self.dtype)
        return room.transpose(back)

    def _place(self, node: Node, array: Array) -> None:
        self.places[node.id] = array
        if node.id in self.plan.kept:
            seen = array[...]
            seen.flags.writeable = False
            self.shown[node.id] = seen
