"""A range of the timeline that is played again and again: from one beat to another, both included."""

from __future__ import annotations

from typing import NamedTuple

from transformer_lab.figures.timeline import Cursor, Timeline


class Loop(NamedTuple):
    """From beat `first` to beat `last`; `on` says whether playing comes back."""

    first: int
    last: int
    on: bool = True

    def begins(self, beat: int) -> Loop:
        """The same loop from this beat; one that would be empty is this beat alone."""
        return Loop(beat, max(beat, self.last))

    def ends(self, beat: int) -> Loop:
        """The same loop up to this beat."""
        return Loop(min(beat, self.first), beat)

    def holds(self, cursor: Cursor) -> bool:
        """Whether a moment lies within."""
        return self.first <= cursor.beat <= self.last

    def end(self, timeline: Timeline) -> float:
        """When it is over, the last rest included, in ms."""
        beat = timeline.beats[self.last]
        return timeline.starts[self.last] + beat.move + beat.rest

    def wrapped(self, timeline: Timeline, ms: float, way: int) -> float:
        """The moment `ms`, or the other end of the loop where it is over in that direction."""
        start = timeline.starts[self.first]
        if way > 0:
            return start if ms >= self.end(timeline) else ms
        return timeline.time(Cursor(self.last, 1.0)) if ms <= start else ms


def between(timeline: Timeline, a: float, b: float) -> Loop:
    """The loop over all beats that two moments (ms) touch."""
    low, high = sorted((a, b))
    return Loop(timeline.at(low).beat, timeline.at(high).beat)


def section_of(timeline: Timeline, cursor: Cursor) -> Loop:
    """The loop over the section in which a moment lies: what is looped when nothing was chosen."""
    beats = timeline.sections[timeline.beats[cursor.beat].section]
    return Loop(beats[0], beats[-1])
