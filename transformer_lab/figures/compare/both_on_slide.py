"""One part of the stage in A and in B on one slide, in type that can be read: beside or above each other."""

from __future__ import annotations

from typing import NamedTuple

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.compare.both_stages import joined, lettered, wiped
from transformer_lab.figures.look import GUTTER, MARGIN, Look, default_look
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.slide.head import height_of
from transformer_lab.figures.slide.lanes import LEAST
from transformer_lab.figures.slide.page import SMALL, Page
from transformer_lab.figures.slide.part import Part, part_at, sublayer_of, tower_of, usual_part
from transformer_lab.figures.slide.slide import slide
from transformer_lab.figures.stage.headings import heads_height
from transformer_lab.figures.stage.plan import plan_of
from transformer_lab.figures.timeline import Cursor, Timeline, timeline_of

Size = tuple[float, float]
EDGE = 14.0
WORDS = (14, 14)
"""The sizes of words in a stage, at rest and asking."""


class Moment(NamedTuple):
    """How the stage of B is looked at, and when; `block` is the one whose attention a finished run shows."""

    look: Look
    timeline: Timeline
    cursor: Cursor
    block: int | None = None

    @property
    def over(self) -> bool:
        """Whether everything has been computed."""
        return self.cursor == self.timeline.end


def on_slide(a: Snapshot, b: Snapshot, moment: Moment, size: Size, view: str, split: float) -> Picture:
    """The part at work as it is looked at: `a` alone, `wipe` at `split`, or `side`."""
    if view == "a":
        page = Page(*size)
        drawn, small = _of_a(a, b, moment, page), round(SMALL * page.unit)
        return lettered(drawn, "A", EDGE * page.unit, height_of(page), small)
    if view == "wipe":
        bare = Page(*size, titled=False)
        halves = _of_a(a, b, moment, bare), _of_b(b, moment, bare)
        return wiped(*halves, split, round(SMALL * bare.unit))
    return _side(a, b, moment, size)


def _side(a: Snapshot, b: Snapshot, moment: Moment, size: Size) -> Picture:
    """Beside each other where all words have lanes, above each other where they have not."""
    page = Page(size[0] / 2.0, size[1], titled=False, part_of=size)
    letter, small = EDGE * page.unit, round(SMALL * page.unit)
    most = max(len(a.words), len(b.words))
    crossing = part_of_b(b, moment).kind == "cross"
    if crossing or (page.wide - GUTTER - MARGIN) / max(1, most) >= LEAST:
        halves = _of_a(a, b, moment, page), _of_b(b, moment, page)
        return joined(*halves, beside=True, left=letter, size=small)
    above, below = _stories(a, b, Page(*size, titled=False, part_of=size))
    halves = _of_a(a, b, moment, above), _of_b(b, moment, below)
    return joined(*halves, beside=False, left=letter, size=small)


def _stories(a: Snapshot, b: Snapshot, page: Page) -> tuple[Page, Page]:
    """Both pages one above the other, with the same room below their words; the same words stand once."""
    once = a.words == b.words
    above, below = _taken(a, page), 0.0 if once else _taken(b, page)
    half = (page.height - above - below) / 2.0
    return page._replace(height=half + above), page._replace(height=half + below, worded=not once)


def _taken(state: Snapshot, page: Page) -> float:
    """What the words of a state take of the height."""
    lanes = page.lanes(state.words, len(state.words) - 1, None)
    words = tuple(state.words[lanes.first : lanes.last + 1])
    return heads_height(words, lanes.lane, WORDS) * page.factor


def part_of_b(b: Snapshot, moment: Moment) -> Part:
    """The part at work; of a run that is over the attention of the chosen block."""
    if moment.over:
        return usual_part(b, moment.timeline, moment.block)
    return part_at(b, moment.timeline, moment.cursor.beat)


def _of_b(b: Snapshot, moment: Moment, page: Page) -> Picture:
    part = part_of_b(b, moment)
    return slide(b, moment.look, moment.timeline, moment.cursor, part, page, step=not moment.over)


def _of_a(a: Snapshot, b: Snapshot, moment: Moment, page: Page) -> Picture:
    """The same part of A at the same moment; where A has it not, the one it has."""
    timeline, wanted = timeline_of(a.graph), part_of_b(b, moment)
    same = len(timeline.beats) == len(moment.timeline.beats)
    cursor = moment.cursor if same else timeline.end
    part = wanted if _has(a, wanted) else usual_part(a, timeline, None)
    return slide(a, _look_of(a, b, moment.look), timeline, cursor, part, page, step=not moment.over)


def _has(a: Snapshot, part: Part) -> bool:
    assert a.graph is not None
    if part.kind in ("embedding", "memory", "output"):
        return any(beat.section == part.section for beat in timeline_of(a.graph).beats)
    plan, _ = tower_of(plan_of(a.graph), part.section)
    found = sublayer_of(plan, part.place)
    return found is not None and found[1].kind == part.kind


def _look_of(a: Snapshot, b: Snapshot, look: Look) -> Look:
    """A is looked at as B where it has the same words and blocks."""
    own = default_look(a, look.width, look.height)
    if a.words == b.words and len(own.openness) == len(look.openness):
        return look
    return own._replace(manner=look.manner, root=look.root, head=0)
