"""What two snapshots share: the values of A laid on the places of B, so that they can be subtracted.

Words are the same where they are spelled the same, in the order of the sentence; words of the vocabulary by
their spelling; everything else (features, slots, heads, units) by its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import numpy as np

from transformer_lab.document.axes import axis_names
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.ops import Array
from transformer_lab.figures.heads import Bools
from transformer_lab.figures.picture import Floats, Ints

SAME = 0.0005
"""A smaller difference is called “same”."""
Names = tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Pair:
    """A, which is pinned, and B, which is edited. Everything is told in the places of B."""

    a: Snapshot
    b: Snapshot

    @cached_property
    def _held(self) -> dict[str, Floats]:
        return {}

    def has(self, node_id: str) -> bool:
        """Whether both have this value, with the same axes."""
        a, b = self.a.graph, self.b.graph
        if a is None or b is None or node_id not in a or node_id not in b:
            return False
        return a[node_id].axes == b[node_id].axes

    def same(self, node_id: str) -> bool:
        """Whether it is the very array in both."""
        return self.has(node_id) and self.a[node_id] is self.b[node_id]

    @cached_property
    def equal(self) -> bool:
        """Whether nothing differs: the same words, the same values, the same numbers."""
        a, b = self.a.trace, self.b.trace
        if a is None or b is None or self.a.words != self.b.words or a.values.keys() != b.values.keys():
            return a is b
        return all(
            old is b.values[node] or np.array_equal(old, b.values[node], equal_nan=True)
            for node, old in a.values.items()
        )

    def places(self, node_id: str) -> tuple[Ints, ...]:
        """For each axis of B's value the place in A's; −1 where A has none."""
        assert self.b.graph is not None
        named = zip(axis_names(self.a, node_id), axis_names(self.b, node_id), strict=True)
        letters = self.b.graph[node_id].axes
        return tuple(MATCHES.get(x, _by_place)(a, b) for x, (a, b) in zip(letters, named, strict=True))

    def before(self, node_id: str) -> Floats:
        """A's values in the shape of B's; NaN where A has none."""
        if not self.has(node_id):
            return np.full(self.b[node_id].shape, np.nan)
        if self.same(node_id):
            return self.b[node_id]
        if node_id not in self._held:
            self._held[node_id] = _laid(self.a[node_id], self.places(node_id))
        return self._held[node_id]

    def shared(self, node_id: str) -> Bools:
        """Which places of B are in A too."""
        if not self.has(node_id):
            return np.zeros(self.b[node_id].shape, dtype=bool)
        found = np.ones(self.b[node_id].shape, dtype=bool)
        for axis, places in enumerate(self.places(node_id)):
            lost = np.flatnonzero(places < 0)
            found[(slice(None),) * axis + (lost,)] = False
        return found

    def difference(self, node_id: str) -> Floats:
        """B − A in the shape of B: 0 where both are equal (infinities too), NaN where A has no such place."""
        after = self.b[node_id]
        if self.same(node_id):
            return np.zeros(after.shape)
        before = self.before(node_id)
        with np.errstate(invalid="ignore", over="ignore"):
            return np.asarray(np.where(before == after, 0.0, after - before))

    def as_snapshot(self, node_id: str) -> Snapshot:
        """B with the difference in place of one value, for whoever draws the values of a snapshot."""
        assert self.b.trace is not None
        values = {**self.b.trace.values, node_id: self.difference(node_id)}
        return replace(self.b, trace=replace(self.b.trace, values=values))

    def with_before(self, node_id: str) -> Snapshot:
        """B with A's values in place of one value."""
        assert self.b.trace is not None
        values = {**self.b.trace.values, node_id: self.before(node_id)}
        return replace(self.b, trace=replace(self.b.trace, values=values))

    @cached_property
    def words(self) -> Ints:
        """For each word of B its place in A; −1 for a word that A does not have."""
        return _by_spelling(self.a.words, self.b.words)


@lru_cache(maxsize=6)
def pair_of(a: Snapshot, b: Snapshot) -> Pair:
    """The pair of two snapshots, made once."""
    return Pair(a, b)


def _laid(values: Array, places: tuple[Ints, ...]) -> Floats:
    """Values taken from these places; NaN for place −1."""
    laid = np.asarray(values, dtype=np.float64)
    for axis, at in enumerate(places):
        if at.shape == (laid.shape[axis],) and (at == np.arange(len(at))).all():
            continue
        empty = laid.shape[axis] == 0
        taken = np.full((*laid.shape[:axis], len(at), *laid.shape[axis + 1 :]), np.nan)
        kept = np.flatnonzero(at >= 0)
        if len(kept) and not empty:
            taken.swapaxes(0, axis)[kept] = laid.swapaxes(0, axis)[at[kept]]
        laid = taken
    return laid


def _by_place(a: Names, b: Names) -> Ints:
    at = np.arange(len(b))
    return np.where(at < len(a), at, -1)


@lru_cache(maxsize=32)
def _by_spelling(a: Names, b: Names) -> Ints:
    """In the order of the sentence, so that a word put in front moves all others along."""
    found = np.full(len(b), -1)
    if a == b:
        return np.arange(len(b))
    from difflib import SequenceMatcher  # late: only another text needs it

    for at_a, at_b, size in SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks():
        found[at_b : at_b + size] = np.arange(at_a, at_a + size)
    return found


def _by_word(a: Names, b: Names) -> Ints:
    known = {word: i for i, word in enumerate(a)}
    return np.array([known.get(word, -1) for word in b], dtype=np.int64)


MATCHES: Mapping[str, Callable[[Names, Names], Ints]] = {"t": _by_spelling, "s": _by_spelling, "v": _by_word}
