"""The stage as it stands in the window, also while A and B are compared on it."""

from __future__ import annotations

from typing import NamedTuple

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.compare.both_stages import joined, lettered, wiped
from transformer_lab.figures.look import Look, default_look
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.stage import stage
from transformer_lab.figures.stage.level import gutter_of
from transformer_lab.figures.timeline import Cursor, Timeline, timeline_of
from transformer_lab.session import Lab
from transformer_lab.ui.compare.signs import BESIDE

LEAST, LEFT = 42.0, 14.0
"""The narrowest lanes with which both stand beside each other; where the letter stands."""


class Seen(NamedTuple):
    """How A and B are looked at: `Comparing.view`, empty for B alone, and where the line of the wipe is."""

    view: str = ""
    split: float = 0.5


def shown_stage(
    lab: Lab, look: Look, timeline: Timeline | None, cursor: Cursor | None, seen: Seen
) -> Picture:
    """What is seen: B, what changed, A, both beside each other, or one wiped over the other."""
    a, b = lab.pinned, lab.snapshot
    if a is None or a.trace is None or b.trace is None or not seen.view:
        return stage(b, look, timeline, cursor)
    if seen.view == "side":
        return _side(a, b, look, timeline, cursor)
    if seen.view in ("a", "wipe"):
        before = _stage_of_a(a, b, look, timeline, cursor)
        left = BESIDE if a.state.model.encoder else LEFT
        if seen.view == "a":
            return lettered(before, "A", left)
        return wiped(before, stage(b, look, timeline, cursor), seen.split)
    from transformer_lab.figures.compare.pairing import pair_of  # late: few compare
    from transformer_lab.figures.compare.stack import stack

    return stack(pair_of(a, b), look, "difference" if seen.view == "difference" else "stage")


def _side(a: Snapshot, b: Snapshot, look: Look, timeline: Timeline | None, cursor: Cursor | None) -> Picture:
    """A and B beside each other, on narrow figures above each other, each with its letter."""
    most = max(len(a.words), len(b.words))
    beside = _lane(look, look.width / 2.0, most) >= LEAST and not (a.state.source or b.state.source)
    size = (look.width / 2.0, look.height) if beside else (look.width, look.height / 2.0)
    drawn = (
        stage(a, _half(a, b, look, size), *_moment(a, timeline, cursor)),
        stage(b, _half(b, b, look, size), timeline, cursor),
    )
    return joined(*drawn, beside=beside, left=BESIDE if b.state.model.encoder else LEFT)


def _moment(a: Snapshot, timeline: Timeline | None, cursor: Cursor | None) -> tuple[Timeline, Cursor]:
    """The cursor of B where A plays as many steps, else its end."""
    played = timeline_of(a.graph)
    same = cursor is not None and timeline is not None and len(timeline.beats) == len(played.beats)
    return played, cursor if same and cursor is not None else played.end


def _lane(look: Look, width: float, words: int) -> float:
    """The lanes with which so many words fill a width."""
    return (width - gutter_of(look) - 16.0) / max(1, words)


def _half(state: Snapshot, b: Snapshot, look: Look, size: tuple[float, float]) -> Look:
    """How one of both is looked at: as B where it has the same words and blocks."""
    own = default_look(state, *size)._replace(manner=look.manner, root=look.root)
    own = own._replace(lane=min(own.lane, max(LEAST, _lane(look, size[0], len(state.words)))))
    if state.words != b.words or len(own.openness) != len(look.openness):
        return own
    return own._replace(head=look.head, query=look.query, source=look.source, openness=look.openness)


def _stage_of_a(
    a: Snapshot, b: Snapshot, look: Look, timeline: Timeline | None, cursor: Cursor | None
) -> Picture:
    """A looked at as B where it has the words and the blocks that the look is made for."""
    own = default_look(a, look.width, look.height)
    same = a.words == b.words and len(own.openness) == len(look.openness)
    own = own._replace(head=0, manner=look.manner, root=look.root)
    return stage(a, look if same else own, *_moment(a, timeline, cursor))
