"""What moves: one function for each kind of operation, and one table that names them all."""

from __future__ import annotations

from transformer_lab.figures.picture import Layer
from transformer_lab.figures.stage.scene import Scene


def motion_layer(scene: Scene, tops: tuple[float, ...]) -> tuple[Layer, ...]:
    """The layer of the beat under the cursor, at its section's place; none while nothing moves."""
    return ()
