"""Where each beat of a timeline lies on a bar of a given width, and which moment a place on the bar means.

Within a section a beat is as long as its teaching time. A section is at least as wide as its name where there
is room for that. The playhead crosses a bar during the move and waits at its end during the rest.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from transformer_lab.figures.heads import TOWERS
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.timeline import Cursor, Timeline
from transformer_lab.language import tr, within

NAME_SIZE = 12
EDGE = 6.0
"""Room at both ends, so that the knob is never cut."""
WIDEST_GAP = 14.0


@dataclass(frozen=True)
class Section:
    """A run of beats with one name: first and last beat, and its place on the bar."""

    key: str
    name: str
    short: str
    first: int
    last: int
    x: float
    width: float


@dataclass(frozen=True)
class Track:
    """A laid out bar: left edge and length of every beat, and the sections."""

    left: tuple[float, ...]
    length: tuple[float, ...]
    sections: tuple[Section, ...]

    def section(self, beat: int) -> Section:
        """The section of a beat."""
        return next(s for s in self.sections if s.first <= beat <= s.last)

    def x(self, cursor: Cursor) -> float:
        """Where the playhead stands."""
        return self.left[cursor.beat] + cursor.u * self.length[cursor.beat]

    def cursor(self, x: float) -> Cursor:
        """The cursor at a place; between two beats the end of the nearer one or the start of the next."""
        beat = max(0, bisect_right(self.left, x) - 1)
        past = x - self.left[beat]
        if beat + 1 < len(self.left) and self.left[beat + 1] - x < past - self.length[beat]:
            return Cursor(beat + 1, 0.0)
        return Cursor(beat, min(1.0, max(0.0, past / max(self.length[beat], 1e-9))))


def time_at(timeline: Timeline, width: float, x: float) -> float:
    """The moment (ms) that a place on a bar of `width` means; places outside count as its ends."""
    return timeline.time(track(timeline, width).cursor(x))


def x_at(timeline: Timeline, width: float, ms: float) -> float:
    """Where the playhead stands at a moment: the inverse of `time_at` on every beat."""
    return track(timeline, width).x(timeline.at(ms))


def caption(timeline: Timeline, beat: int, *, stopped: bool = False) -> str:
    """“mix values, 6 of 12”: an operation and its place in its section; “stopped: mix values”."""
    title, section = timeline.beats[beat].title, timeline.beats[beat].section
    same = [i for i, other in enumerate(timeline.beats) if other.section == section]
    operation = within(title)
    if stopped:
        return tr("stopped: {operation}", operation=operation)
    text = "{operation}, {number} of {count}"
    return tr(text, operation=operation, number=same.index(beat) + 1, count=len(same))


@lru_cache(maxsize=16)
def track(timeline: Timeline, width: float) -> Track:
    """The bar of `timeline` laid out in `width`."""
    runs = [tuple(g) for _, g in groupby(range(len(timeline.beats)), lambda i: timeline.beats[i].section)]
    names = [_names(timeline.beats[run[0]].section) for run in runs]
    durations = [[timeline.beats[i].move + timeline.beats[i].rest for i in run] for run in runs]
    room = max(1.0, width - 2.0 * EDGE)
    gap = min(WIDEST_GAP, 0.18 * room / max(1, len(runs) - 1))
    shares = _shares([sum(d) for d in durations], names, room - gap * (len(runs) - 1))
    left: list[float] = []
    length: list[float] = []
    sections: list[Section] = []
    x = EDGE
    for run, (name, short), share, times in zip(runs, names, shares, durations, strict=True):
        key = timeline.beats[run[0]].section
        sections.append(Section(key, name, short, run[0], run[-1], x, share))
        places, lengths = _beats(times, x, share)
        left, length, x = left + places, length + lengths, x + share + gap
    return Track(tuple(left), tuple(length), tuple(sections))


def _beats(times: Sequence[float], x: float, width: float) -> tuple[list[float], list[float]]:
    """Left edges and lengths of the beats of one section."""
    count = len(times)
    gap = min(2.0, 0.25 * width / count)
    unit = (width - gap * (count - 1)) / sum(times)
    left, length = [], []
    for time in times:
        left.append(x)
        length.append(time * unit)
        x += time * unit + gap
    return left, length


def _shares(durations: Sequence[float], names: Sequence[tuple[str, str]], room: float) -> list[float]:
    """Widths of the sections by time, but with room for their names, full or short, where that can be."""
    for kind in (0, 1):
        least = [approximate(name[kind], "semibold", NAME_SIZE) + 4.0 for name in names]
        if sum(least) <= 0.85 * room:
            return _filled(durations, least, room)
    return _filled(durations, [0.0] * len(durations), room)


def _filled(durations: Sequence[float], least: Sequence[float], room: float) -> list[float]:
    """Shares of `room` by duration; those below their least are set to it, and the others share again."""
    fixed: set[int] = set()
    while True:
        free = [i for i in range(len(durations)) if i not in fixed]
        rest = room - sum(least[i] for i in fixed)
        unit = rest / (sum(durations[i] for i in free) or 1.0)
        short = {i for i in free if durations[i] * unit < least[i]}
        if not short:
            return [least[i] if i in fixed else durations[i] * unit for i in range(len(durations))]
        fixed |= short


def section_name(section: str) -> str:
    """“Sentence”, “Block 2”, “Next word”."""
    return _names(section)[0]


def _names(section: str) -> tuple[str, str]:
    """The name of a section, and a short form where there is one."""
    kind, _, number = section.partition(".")
    if number.isdigit() and kind in TOWERS:
        name = tr("{tower} {n}", tower=tr(TOWERS[kind]), n=int(number) + 1)
        return name, name[0] + str(int(number) + 1)
    if number.isdigit():
        return tr("Block {number}", number=int(number) + 1), str(int(number) + 1)
    names = {
        "sentence": tr("Sentence"),
        "source": tr("Source"),
        "memory": tr("Memory"),
        "output": tr("Next word"),
    }
    name = names.get(kind, section)
    return name, name
