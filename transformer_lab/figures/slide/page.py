"""The page of a slide: how large the stage is drawn on it, and the scenes of its lanes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from transformer_lab.figures.look import GUTTER, MARGIN
from transformer_lab.figures.slide.enlarge import Scale
from transformer_lab.figures.slide.lanes import Lanes, lanes_of
from transformer_lab.figures.slide.scene import SlideScene
from transformer_lab.figures.stage.headings import heading
from transformer_lab.figures.stage.plan import Block, Plan, Sublayer
from transformer_lab.figures.stage.rows import Row
from transformer_lab.figures.stage.scene import Scene

LETTERS = 14
"""The size of words in a stage: on a slide they are 24 points."""
WORDS, SMALL = 24.0, 18.0
"""Points of words and row labels, and of all other type."""
LEAST = 0.8
"""Columns of papers are read from near: there the stage becomes no smaller than this."""
AIR = 8.0
"""Points below the drawing."""
NARROW, CELLS = 36.0, 0.92
"""In narrower lanes cells of weights stand closer, so that their percents have room."""
LEANING = 12.0
"""What the last tilted word takes at the right of its lane."""
CUT = 15.0
"""What is left out of the gutter, in pixels of the stage."""


class Page(NamedTuple):
    """The size of a figure and what it is asked to show."""

    width: float
    height: float
    titled: bool = True
    words: tuple[int, int] | None = None
    """the first and the last word that have a lane; None lets the room decide"""
    part_of: tuple[float, float] | None = None
    """the size of the whole figure, where this page is a part of it: type is that of the whole"""
    worded: bool = True
    """whether words stand above their lanes: not where those of the page above serve"""

    @property
    def unit(self) -> float:
        """Pixels of a point."""
        width, height = self.part_of or (self.width, self.height)
        points = min(width / 720.0, height / 540.0)
        return max(points, LEAST * LETTERS / WORDS)

    @property
    def factor(self) -> float:
        """How much larger than in a window everything is drawn."""
        return WORDS * self.unit / LETTERS

    @property
    def foot(self) -> float:
        """Where the drawing ends above the edge."""
        return self.height - AIR * self.unit

    @property
    def wide(self) -> float:
        """Its width in pixels of the stage, with what is cut off at the left."""
        return self.width / self.factor + CUT

    @property
    def label(self) -> int:
        """The size of words and row labels."""
        return round(WORDS * self.unit)

    @property
    def least(self) -> int:
        """The smallest type."""
        return round(SMALL * self.unit)

    def scale(self, stretch: float = 1.0) -> Scale:
        """How the stage becomes larger, `stretch` times more in height."""
        return Scale(self.factor, self.factor * stretch, self.label, self.least, CUT * self.factor)

    def lanes(self, words: Sequence[str], query: int, asked: tuple[int, int] | None) -> Lanes:
        """The lanes of these words; the last of those that tilt needs room at its right."""
        room = self.wide - GUTTER - MARGIN
        found = lanes_of(room, len(words), query, asked)
        tilted = heading(tuple(words), found.lane, (LETTERS, LETTERS)).tilted
        return lanes_of(room - LEANING, len(words), query, asked) if tilted else found


def scene_on(page: Page, scene: Scene, lanes: Lanes) -> SlideScene:
    """The lanes of a scene on this page: all open, nothing scrolled; threads where words are left out."""
    look = scene.look._replace(
        width=page.wide,
        height=page.height / page.factor,
        lane=lanes.lane,
        openness=(1.0,) * len(scene.look.openness),
        sentence=1.0,
        level="middle",
        scroll=0.0,
        before=None,
        turn=1.0,
    )
    if lanes.shown < scene.n:
        look = look._replace(face="threads", leaving=None, morph=1.0)
    given = {name: getattr(scene, name) for name in GIVEN}
    return SlideScene(
        **given,
        look=look,
        words_at=(LETTERS, LETTERS),
        labels_at=LETTERS,
        beside=False,
        cell_share=CELLS if lanes.lane < NARROW else 0.8,
        first=lanes.first,
        last=lanes.last,
    )


GIVEN = (
    *("snapshot", "plan", "timeline", "cursor", "limit", "room_for_threads", "words", "asks"),
    *("head_room", "across", "source"),
)


def alone(plan: Plan, block: Block, sub: Sublayer, wire: str) -> Plan:
    """A plan of nothing but one sublayer, which starts from `wire`."""
    only = replace(block, source=wire, sublayers=(sub,))
    return replace(plan, blocks=(only,), output=False, last_norm=False, towers=())


def moved_up(rows: tuple[Row, ...], by: float) -> tuple[Row, ...]:
    """Rows that start higher."""
    return tuple(row._replace(y=row.y - by) for row in rows)
