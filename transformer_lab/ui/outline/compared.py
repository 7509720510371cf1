"""While two states are compared: how much each part of the model moved, for the rows of the outline."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.by_head import by_head
from transformer_lab.figures.compare.changes import moved, said
from transformer_lab.figures.compare.pairing import SAME, Pair, pair_of
from transformer_lab.figures.stage.plan import plan_of
from transformer_lab.session import Lab
from transformer_lab.ui.outline.rows import Row

KINDS = ("part", "head", "block")


class Compared:
    """Answers for rows; what it has found is kept as long as A and B are the same."""

    def __init__(self, lab: Lab) -> None:
        self._lab = lab
        self._found: tuple[Pair | None, dict[str, float | None]] = (None, {})

    @property
    def pair(self) -> Pair | None:
        """A and B, while both have values."""
        a, b = self._lab.pinned, self._lab.snapshot
        return pair_of(a, b) if a is not None and a.trace is not None and b.trace is not None else None

    def size(self, row: Row) -> float | None:
        """The largest absolute change of what a part gives on; None while nothing is compared or told."""
        pair = self.pair
        if pair is None or row.kind not in KINDS:
            return None
        if self._found[0] is not pair:
            self._found = (pair, {})
        known = self._found[1]
        if row.key not in known:
            known[row.key] = _size(pair, row)
        return known[row.key]

    def text(self, row: Row) -> tuple[str, str] | None:
        """What stands at the right of a row, and the ink of its name: quiet where nothing moved."""
        size = self.size(row)
        if size is None:
            return None
        return said(size), "ink3" if size < SAME else "ink"


def _size(pair: Pair, row: Row) -> float | None:
    if row.kind == "head":
        return _of_head(pair, row)
    node = gives(pair, row)
    return None if node is None or node not in pair.b else moved(pair, (node,))


def _of_head(pair: Pair, row: Row) -> float | None:
    """What the head mixes."""
    assert pair.b.graph is not None
    node = row.node.rpartition("/")[0] + "/mixed"
    if node not in pair.b:
        return None
    if not pair.has(node):
        return float("nan")
    sizes = np.abs(by_head(pair.b.graph, node, pair.difference(node))[row.head])
    finite = sizes[np.isfinite(sizes)]
    return float(finite.max()) if finite.size else float("nan")


def gives(pair: Pair, row: Row) -> str | None:
    """The value that a part gives on: of a block the wire after it, else the last that it computes."""
    graph = pair.b.graph
    assert graph is not None
    if row.key == "next":
        return "probs"
    if row.kind == "block":
        block = next((b for b in plan_of(graph).blocks if b.path == row.key), None)
        if block is None or not block.sublayers:
            return None
        return block.sublayers[-1].norm_after or block.sublayers[-1].wire
    made = [r.node for r in row.rows if r.node in graph and graph[r.node].op is not None]
    return made[-1] if made else None
