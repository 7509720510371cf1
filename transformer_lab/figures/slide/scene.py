"""The scene of a slide: rows that are given, lanes of which some may lie far outside, larger words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from transformer_lab.figures.direction import right_to_left
from transformer_lab.figures.picture import Floats
from transformer_lab.figures.stage.faces.layout import AIR, FOOT, TALLEST, Room
from transformer_lab.figures.stage.plan import Block
from transformer_lab.figures.stage.rows import Row
from transformer_lab.figures.stage.scene import RIBBON_SHARE, Scene

AWAY = 1e6
"""Where lanes lie that are not shown; what stands there is left out."""
BOTH, LOWEST = 0.62, 3.0
"""Of the room below the weights so much is a matrix's where threads leave it; its lowest rows."""
WIDER = 2.0
"""So much wider than in a window the cells of a ribbon may become."""


@dataclass(frozen=True, eq=False)
class SlideScene(Scene):
    """Read by the rows of the stage as any other scene."""

    first: int = 0
    last: int = 0
    """the words that are shown, both included"""
    given_rows: tuple[Row, ...] = ()

    def rows(self, block: Block) -> tuple[Row, ...]:
        """The rows that were laid out for the slide."""
        return self.given_rows

    @cached_property
    def x(self) -> Floats:
        """The middle of each lane, (n,)."""
        lanes = np.arange(self.n)
        place = self.last - lanes if right_to_left(self.words) else lanes - self.first
        shown = (lanes >= self.first) & (lanes <= self.last)
        return np.where(shown, self.gutter + self.look.lane * (place + 0.5), AWAY)

    @cached_property
    def room(self) -> Room:
        """How matrix and threads share the room there is: on a page it cannot grow."""
        high, face = self.room_for_threads, self.look.face
        if face == "threads":
            return Room(high, 0.0, 0.0)
        share = BOTH if face == "both" else 1.0
        row = min(TALLEST, max(LOWEST, (share * high - AIR - FOOT) / max(1, len(self.asks))))
        return Room(high, AIR + len(self.asks) * row if face == "both" else 0.0, row)

    @property
    def width(self) -> float:
        """Width of the page."""
        return self.look.width

    def cell(self, count: int, most: float, share: float = RIBBON_SHARE) -> float:
        """Width of a cell of a ribbon."""
        return super().cell(count, most * WIDER, share)
