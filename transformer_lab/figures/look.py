"""How a person looks at the stage: lane width, chosen word and head, what is open. Hashable, outside undo."""

from __future__ import annotations

from typing import Literal, NamedTuple

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.figures.timeline import Cursor, Timeline

GUTTER = 118.0
"""Room for row labels at the left of the lanes."""
MARGIN = 16.0
"""Room at the right of the lanes."""
LEAST_LANE = 52.0
"""Below this width the middle zoom cannot be read; then the stage is wider than the view and scrolls."""
Level = Literal["far", "middle", "near", "closest"]
"""What is drawn of a block: a summary; strips and threads; numbers in cells; one operation, term by term."""


class Look(NamedTuple):
    """What the stage figure is asked to show."""

    width: float
    """of the view; the figure is wider if its lanes do not fit"""
    height: float
    """of the view; it decides how tall the threads are"""
    lane: float
    query: int
    """the word that asks"""
    head: int
    pick: int | None = None
    """the word that the selected weight reads, or None"""
    openness: tuple[float, ...] = ()
    """one for each block: 0 folded … 1 open"""
    sentence: float = 0.0
    """openness of the band in which words are looked up and get their positions"""
    scroll: float = 0.0
    """how far the view has been scrolled down: the words stay at its top"""
    manner: Manner = USUAL
    """how things are written"""
    level: Level | None = None
    """what a camera holds to while lanes are near a threshold; None lets the lane width decide"""
    before: Level | None = None
    """the level that is being left, None at rest"""
    turn: float = 1.0
    """how far the change of level has come, 0 to 1"""
    cell: Cell | None = None
    """the number that the closest level works out; None: one of what is played"""


def fit_lane(width: float, words: int) -> float:
    """The lane width at which `words` lanes fill a view, never below what can be read."""
    return max(LEAST_LANE, (width - GUTTER - MARGIN) / max(words, 1))


def default_look(snapshot: Snapshot, width: float, height: float) -> Look:
    """The look at rest: all words, the last one asking, the last block open."""
    blocks, words = len(snapshot.state.model.blocks), len(snapshot.words)
    openness = tuple(float(i == blocks - 1) for i in range(blocks))
    lane, last = fit_lane(width, words), max(0, words - 1)
    return Look(width, height, lane, last, 0, None, openness, float(blocks == 0), level="middle")


def following(look: Look, timeline: Timeline, cursor: Cursor) -> Look:
    """The look with just that section open in which `cursor` is (in the output: the last block).

    A window moves towards this look; the stage can draw every look between.
    """
    blocks = len(look.openness)
    section = timeline.beats[cursor.beat].section
    number = section.partition(".")[2]
    chosen = blocks - 1 if section == "output" else int(number) if number.isdigit() else -1
    openness = tuple(float(i == chosen) for i in range(blocks))
    return look._replace(openness=openness, sentence=float(section == "sentence" or not blocks))
