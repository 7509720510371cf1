"""How tall a block is from far: rows share the height that a view has, down to what can be told apart."""

from __future__ import annotations

from typing import NamedTuple

from transformer_lab.figures.stage.far.size import BAND, OUTPUT, STRIP
from transformer_lab.figures.stage.last_row import FAR
from transformer_lab.figures.stage.scene import Scene

HEIGHT, TALLEST, LOWEST = 54.0, 150.0, 15.0
"""Of one block in a window that scrolls, where there are few of them, and on a page that does not grow."""
FOOT = 26.0
"""What two towers keep below their rows: the memory, the frame."""
TWO_LINES = 40.0
"""Lower rows have no room for how many heads there are."""
MAP, WIDEST_MAPS = 28.0, 127.0
"""Side of a map of a head in a row of the usual height, and what four of them take."""
BETWEEN = 5.0


class Form(NamedTuple):
    """Heights inside a block."""

    height: float
    span: tuple[float, float]
    """from where to where its threads run"""
    strip_y: float
    strip: float
    """height of its strips"""
    side: float
    """of a map of a head"""

    @property
    def two_lines(self) -> bool:
        """Whether there is room for a second line under its name."""
        return self.height >= TWO_LINES


def form_of(scene: Scene, heads: int = 0) -> Form:
    """The form of the blocks of a tower; maps of so many `heads` have room in the gutter."""
    model = scene.snapshot.state.model
    count = max(1, len(model.blocks), len(model.encoder))  # rows of two towers are of one height
    rest = scene.head_room + BAND + (OUTPUT if model.output else 0.0)
    rest += (FAR if "final_norm" in scene.snapshot else 0.0) + (FOOT if model.encoder else 6.0)
    least = HEIGHT if scene.look.gutter is None else LOWEST
    height = float(round(min(TALLEST, max(least, (scene.look.height - rest) / count))))
    return formed(height, heads)


def formed(height: float, heads: int = 0) -> Form:
    """The form of a block of this height."""
    unit = height / HEIGHT
    strip = float(round(STRIP * unit)) if height < HEIGHT else float(min(32, 2 * (round(STRIP * unit) // 2)))
    strip_y = height - strip - 4.0 * min(1.0, unit)
    side = min(height - 7.0 - 19.0 * min(1.0, max(0.0, unit - 0.4)), 2.0 * MAP)
    if heads:
        side = min(side, (WIDEST_MAPS - (heads - 1) * BETWEEN) / heads)
    air = min(1.0, unit)
    return Form(height, (5.0 * air, strip_y - 3.0 * air), strip_y, strip, float(round(side)))
