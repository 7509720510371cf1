"""Between two traces of one graph: every value on its way from old to new, made only when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.ops import Array
from transformer_lab.engine.program import Trace


@dataclass(frozen=True, eq=False)
class Passing(Trace):
    """A trace on its way to another one."""

    toward: Trace | None = None


class Mixed(Mapping[str, Array]):
    """Values a share `u` of the way from one trace to another; what is the same array stays that array."""

    def __init__(self, old: Trace, new: Trace, u: float) -> None:
        self._old, self._new, self._u = old.values, new.values, u
        self._made: dict[str, Array] = {}

    def __getitem__(self, node_id: str) -> Array:
        if node_id not in self._made:
            self._made[node_id] = _mix(self._old.get(node_id), self._new[node_id], self._u)
        return self._made[node_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._new)

    def __len__(self) -> int:
        return len(self._new)


def _mix(old: Array | None, new: Array, u: float) -> Array:
    """Where either is infinite or no number, the new value stands from the start."""
    if old is None or old is new or old.shape != new.shape:
        return new
    with np.errstate(invalid="ignore", over="ignore"):
        mixed = old + (new - old) * u
    return np.where(np.isfinite(mixed), mixed, new)


def between(snapshot: Snapshot, previous: Trace | None, u: float) -> Snapshot:
    """The snapshot a share `u` of the way from `previous`: at 0 the values there, at 1 the snapshot itself.

    Values of another graph are no way to come from: then it is the snapshot at every share.
    """
    trace = snapshot.trace
    if u >= 1.0 or trace is None or previous is None or previous.graph is not trace.graph:
        return snapshot
    if u <= 0.0:
        return replace(snapshot, trace=previous)
    mixed = Mixed(previous, trace, u)
    return replace(snapshot, trace=Passing(trace.graph, mixed, trace.revisions, trace.run, trace))


def settled(trace: Trace) -> Trace:
    """The trace that another one is on its way to, or itself: what scales are made from."""
    return trace.toward if isinstance(trace, Passing) and trace.toward is not None else trace
