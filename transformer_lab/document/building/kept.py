"""What a change of the design kept: for each parameter which numbers stayed, were filled, were lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from transformer_lab.document.building.carry import Ways
from transformer_lab.document.building.overlap import by_heads, overlap
from transformer_lab.document.building.racks import Plan, in_place
from transformer_lab.document.layout import Layout, layout
from transformer_lab.document.parameters import materialise
from transformer_lab.document.state import State
from transformer_lab.engine.graph import Node
from transformer_lab.engine.ops import Array

Mask = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class KeptPart:
    """One parameter: where it came from, its array now, and which of its numbers were there before.

    A parameter that is gone has no `now`; `cut` marks what of the old numbers has no place any more.
    """

    node_id: str
    came: str | None
    now: Array | None
    stayed: Mask | None
    old: Array | None = None
    cut: Mask | None = None

    @property
    def kept(self) -> int:
        """Numbers that were there before."""
        return 0 if self.stayed is None else int(self.stayed.sum())

    @property
    def filled(self) -> int:
        """Numbers that are new."""
        return 0 if self.stayed is None else int(self.stayed.size - self.stayed.sum())

    @property
    def lost(self) -> int:
        """Old numbers that have no place any more."""
        return 0 if self.cut is None else int(self.cut.sum())


@dataclass(frozen=True, eq=False)
class Kept:
    """All parameters of a change, in the order in which they act; then what is gone."""

    parts: tuple[KeptPart, ...]

    @property
    def kept(self) -> int:
        """Numbers that were there before."""
        return sum(part.kept for part in self.parts)

    @property
    def filled(self) -> int:
        """Numbers that are new."""
        return sum(part.filled for part in self.parts)

    @property
    def lost(self) -> int:
        """Old numbers that have no place any more."""
        return sum(part.lost for part in self.parts)

    @property
    def touched(self) -> tuple[KeptPart, ...]:
        """The parameters that did not simply stay."""
        return tuple(part for part in self.parts if part.filled or part.lost)


def kept(before: State, after: State, plan: Plan | None = None) -> Kept:
    """What `after` kept of `before`; `plan` says what moved, without it everything is looked for in place.

    A number counts as kept when it stands in the overlap with the very same bits.
    """
    ways = Ways(plan or in_place(before.model, after.model))
    old, new = _arrays(before), _arrays(after)
    sources = {i: ways.source(i) for i in new}
    found = [_part(i, sources[i], new[i], old.get(sources[i] or "")) for i in new]
    covered: dict[str, list[KeptPart]] = {}
    for part in found:
        if part.came in old:
            covered.setdefault(part.came or "", []).append(part)
    gone = [
        KeptPart(i, i, None, None, a, np.ones(a.shape, bool)) for i, (_, a) in old.items() if i not in covered
    ]
    return Kept((*found, *gone))


Arrays = Mapping[str, tuple[Node, Array]]


def _arrays(state: State) -> Arrays:
    found: Layout = layout(state)
    return {
        node.id: (node, materialise(state, node, found.vocabulary))
        for node in found.graph.leaves()
        if node.kind == "parameter"
    }


def _part(
    node_id: str, came: str | None, here: tuple[Node, Array], there: tuple[Node, Array] | None
) -> KeptPart:
    node, now = here
    stayed = np.zeros(now.shape, bool)
    if there is None:
        return KeptPart(node_id, None, now, stayed)
    before, old = there
    a, b = by_heads(old, before.axes), by_heads(now, node.axes)
    marks, cut = stayed.reshape(b.shape), np.ones(a.shape, bool)
    if a.ndim == b.ndim:
        common = overlap(a.shape, b.shape)
        same = a[common].view(np.int64) == b[common].view(np.int64) if a[common].size else True
        marks[common], cut[common] = same, ~np.asarray(same)
    return KeptPart(node_id, came, now, stayed, old, cut.reshape(old.shape))
