"""What a hand changed between two snapshots: the first value in which numbers that can be set differ."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from transformer_lab.document.handiwork import can_be_set
from transformer_lab.document.snapshot import Snapshot

Indices = NDArray[np.intp]
"""(N, axes)"""


def changed_numbers(before: Snapshot, after: Snapshot) -> tuple[str, Indices] | None:
    """The id of the first value that a hand changed, and the places of its numbers that differ.

    None if nothing was set by hand, or if shapes differ: then another model or text was chosen.
    """
    for node_id in _touched(before, after):
        if node_id not in before or node_id not in after or after.graph is None:
            continue
        if not can_be_set(after.graph[node_id]):
            continue
        old, new = before[node_id], after[node_id]
        if old.shape != new.shape:
            continue
        found = np.argwhere(old != new) if old.dtype == new.dtype else np.argwhere(new == new)
        if len(found):
            return node_id, found
    return None


def _touched(before: Snapshot, after: Snapshot) -> Iterator[str]:
    """Addresses that the two states hold different things for; parameters first."""
    for one, other in (
        (before.state.parameters, after.state.parameters),
        (before.state.overrides, after.state.overrides),
    ):
        if one is not other:
            yield from (i for i in dict.fromkeys((*other, *one)) if one.get(i) is not other.get(i))
