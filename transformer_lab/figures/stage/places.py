"""Where ribbons stand on a lane: on the wire, at its left, at its right; and which number each shows."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.picture import Floats, Ints
from transformer_lab.figures.stage.scene import Scene, half_cell

BESIDE = 8.0
"""From the wire to a ribbon at its right; at the left there is room for that ribbon's end only."""


def left_x(scene: Scene, count: int) -> Floats:
    """Left ends of ribbons that stand at the left of the wire."""
    return scene.x - 4.0 - count * half_cell(scene, count)


def right_x(scene: Scene, count: int) -> Floats:
    """Left ends of ribbons that stand at the right of the wire."""
    return scene.x + BESIDE


def middle_x(scene: Scene, count: int, cell: float) -> Floats:
    """Left ends of ribbons centred on the wire."""
    return scene.x - count * cell / 2.0


def lead(scene: Scene, head: int, lanes: Ints | None = None) -> Ints:
    """Index of each lane's vector in a value with a head axis."""
    lanes = np.arange(scene.n) if lanes is None else lanes
    return np.stack([np.full(len(lanes), head), lanes], -1)
