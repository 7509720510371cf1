"""What a mask hides, read from the masks themselves: a score that is NaN hides nothing and uncovers nothing.

A masked score is −∞ where a mask covers it. Where the score was NaN before, the sum stays NaN; then the mask
alone tells.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.ops import Array

Flags = NDArray[np.bool_]


def veil(snapshot: Snapshot, path: str, masked: Array) -> Flags:
    """True where `masked`, scores ``…ts`` of the attention at `path`, is covered by a mask."""
    covered = np.asarray(np.isneginf(masked))
    unknown = np.isnan(masked)
    if not unknown.any():
        return covered
    return np.asarray(covered | (unknown & _masks(snapshot, path)))


def _masks(snapshot: Snapshot, path: str) -> Flags:
    """True where any of the masks is −∞, ``ts`` or ``s``."""
    assert snapshot.graph is not None
    sums = (n for n in snapshot.graph if n.id.split("|")[0].startswith(f"{path}/masked") and n.op is not None)
    found = np.zeros((), dtype=bool)
    for node in sums:
        if node.op is not None and node.op.name == "add":
            found = found | np.isneginf(snapshot[node.reads[1].source])
    return np.asarray(found)
