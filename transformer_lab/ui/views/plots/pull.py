"""Dragging the tip of an arrow: which numbers of its vector follow the pointer, as an edit. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from transformer_lab.document import edits
from transformer_lab.document.handiwork import can_be_set, set_numbers
from transformer_lab.document.history import Edit
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Graph
from transformer_lab.figures.plates.plane import Plane
from transformer_lab.language import tr
from transformer_lab.ui.views.plots.families import Family
from transformer_lab.ui.views.plots.where import cell_of

DIGITS = 2
"""Numbers that a hand gives by dragging are as short as those that it types."""


@dataclass(frozen=True, eq=False)
class Pull:
    """One drag: the vector as it was, where its tip was drawn, and the plane, which stays while it lasts."""

    family: Family
    row: int
    plane: Plane
    tip: tuple[float, float]
    shorter: float
    """so many times shorter than it is was it drawn"""
    key: object

    def edit(self, snapshot: Snapshot, point: tuple[float, float]) -> Edit:
        """Take the tip to `point`: along two directions of the plane nothing else of the vector changes."""
        family, axes = self.family, self.plane.axes
        moved = (np.array(point) - self.tip) * self.shorter
        values = np.round(family.vectors[self.row] + moved @ axes, DIGITS)
        touched = np.flatnonzero(np.abs(axes).max(0) > 0.0)
        cells = [cell_of(snapshot, family.node, int(family.order[self.row, i])) for i in touched]
        merge = ("arrow", self.key)
        if len(touched) == 2:
            numbers = zip(cells, values[touched].tolist(), strict=True)
            if snapshot.graph is not None and snapshot.graph[family.node].kind == "parameter":
                return edits.set_cells(family.node, {cell.index: value for cell, value in numbers}, merge)
        places = tuple(np.array(axis) for axis in zip(*(cell.index for cell in cells), strict=True))
        return set_numbers(family.node, places, values[touched], tr("Drag"), merge)


def pulled(
    snapshot: Snapshot, family: Family, row: int, plane: Plane, tip: tuple[float, float], key: object
) -> Pull | None:
    """The drag of an arrow; None where a hand sets nothing: positions by a formula, words as they stand."""
    graph = snapshot.graph
    if graph is None or not can_be_set(graph[family.node]):
        return None
    true = (family.vectors[row] - plane.centre) @ plane.axes.T - plane.zero
    drawn = float(np.hypot(*(np.array(tip) - plane.zero)))
    shorter = float(np.hypot(*true)) / drawn if drawn > 0.0 else 1.0
    return Pull(family, row, plane, tip, shorter, key)


def still_there(node_id: str, before: Graph | None, after: Graph | None) -> bool:
    """Whether a value is still one of the same shape, so that a drag of its numbers can go on."""
    if before is None or after is None or node_id not in before or node_id not in after:
        return False
    return before[node_id].shape == after[node_id].shape
