"""The timeline as a picture: one bar for each beat in the colour of its role, and the playhead.

Bars are pale until they are played. They and the names are layers with keys; only the acting bar, the
playhead and its caption are drawn in every frame.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.picture import Face, Item, Layer, Picture, Rects, Texts, table
from transformer_lab.figures.timeline import Cursor, Timeline
from transformer_lab.figures.timeline_track import (
    EDGE,
    NAME_SIZE,
    Section,
    Track,
    caption,
    time_at,
    track,
    x_at,
)
from transformer_lab.language import tr

__all__ = ["time_at", "timeline_bar", "x_at"]
TO_COME = 0.22
THIN = 44.0
"""Below this height there is room for the bars alone."""
LEAST_OWN = 28.0
"""Less room than this for a person's own name is none."""
NAMELESS: Mapping[str, str] = MappingProxyType({})


Range = tuple[int, int, bool]
"""First and last beat of a loop, and whether playing comes back."""


class Rows(NamedTuple):
    """Where things stand in a strip of some height."""

    names: float
    """baseline"""
    bars: float
    thick: float
    knob: float
    """middle"""
    foot: float
    """where the playhead ends"""
    caption: float
    """baseline; beyond the strip where there is no room for it"""


def timeline_bar(
    timeline: Timeline,
    cursor: Cursor,
    width: float,
    height: float,
    *,
    stopped: bool = False,
    loop: Range | None = None,
    own: Mapping[str, str] = NAMELESS,
) -> Picture:
    """The whole run in one strip, with the playhead at `cursor` and the acting operation named under it;
    `stopped` says that this one cannot be done. A `loop` is a bracket round its beats. Names of a person's
    `own` stand behind those of their sections (by path, “block.0”) where there is room.
    """
    laid, rows = track(timeline, width), _rows(height)
    acting = laid.section(cursor.beat)
    box = (0.0, 0.0, width, height)
    place = (timeline, width, height)
    said = caption(timeline, cursor.beat, stopped=stopped)
    layers = [
        Layer(("timeline", "to come", *place), box, lambda: _bars(timeline, laid, rows, 0, TO_COME)),
        Layer(
            ("timeline", "played", *place, cursor.beat),
            box,
            lambda: _played(timeline, laid, rows, cursor.beat),
        ),
        Layer(None, box, lambda: _now(timeline, laid, rows, cursor, (width, height), said)),
    ]
    if loop is not None:
        key = ("timeline", "loop", *place, loop)
        layers.insert(0, Layer(key, box, lambda: _loop(laid, rows, loop)))
    if height >= THIN:
        names = Layer(
            ("timeline", "names", *place, acting.key, *sorted(own.items())),
            box,
            lambda: _names(laid, rows, acting, width, own),
        )
        layers.insert(0, names)
    return Picture((width, height), tuple(layers), tr("Timeline"), said)


def _loop(laid: Track, rows: Rows, loop: Range) -> tuple[Item, ...]:
    """A ground behind the beats that are played again, with an upright at each end; pale while it is off."""
    first, last, on = loop
    left, right = laid.left[first] - 2.0, laid.left[last] + laid.length[last] + 2.0
    top, high = rows.bars - 5.0, rows.thick + 10.0
    ground = Rects(table([left], top, right - left, high), fill="wash" if on else "well", radius=3.0)
    ends = Rects(
        table([left - 1.0, right - 1.0], top, 2.0, high), fill="now_fill" if on else "line2", radius=1.0
    )
    return ground, ends


def _rows(height: float) -> Rows:
    """Names, bars and caption for heights from 56 to 68 and more; a thin strip has bars alone."""
    if height < THIN:
        middle = height / 2.0
        return Rows(0.0, middle - 3.0, 6.0, max(5.0, middle - 8.0), middle + 6.0, 2.0 * height)
    air = min(1.0, max(0.0, (height - 56.0) / 12.0))
    bars, names = float(round(25.0 + 6.0 * air)), float(round(13.0 + 3.0 * air))
    low = float(round(50.0 + 9.0 * air))
    return Rows(names, bars, 8.0, (names + bars) / 2.0, bars + 13.0, min(low, height - 4.0))


def _bars(timeline: Timeline, laid: Track, rows: Rows, end: int, opacity: float) -> tuple[Item, ...]:
    """Bars of the beats before `end` (0: of all), one batch for each role."""
    beats = range(end or len(timeline.beats))
    roles = dict.fromkeys(timeline.beats[i].role for i in beats)
    return tuple(
        _strip(laid, rows, (i for i in beats if timeline.beats[i].role == role), role, opacity)
        for role in roles
    )


def _strip(laid: Track, rows: Rows, beats: Iterable[int], role: str, opacity: float) -> Rects:
    chosen = list(beats)
    lengths = [laid.length[i] for i in chosen]
    box = table([laid.left[i] for i in chosen], rows.bars, lengths, rows.thick)
    return Rects(box, fill=role, radius=min(2.0, 0.3 * min(lengths)), opacity=opacity)


def _played(timeline: Timeline, laid: Track, rows: Rows, beat: int) -> tuple[Item, ...]:
    return _bars(timeline, laid, rows, beat, 1.0) if beat else ()


def _now(
    timeline: Timeline, laid: Track, rows: Rows, cursor: Cursor, size: tuple[float, float], said: str
) -> tuple[Item, ...]:
    """The acting bar as far as it has been played, the playhead with its knob, the operation's name."""
    x, left = laid.x(cursor), laid.left[cursor.beat]
    radius = min(2.0, 0.3 * laid.length[cursor.beat])
    box = table(left, rows.bars, max(0.0, x - left), rows.thick)
    head = table(x - 1.0, rows.knob, 2.0, rows.foot - rows.knob)
    knob = table(x - 4.5, rows.knob - 4.5, 9.0, 9.0)
    items: list[Item] = [
        Rects(box, fill=timeline.beats[cursor.beat].role, radius=radius),
        Rects(head, fill="now_fill", radius=1.0),
        Rects(knob, fill="now_fill", radius=4.5),
    ]
    if rows.caption < size[1]:
        items.append(_caption(said, x, rows.caption, size[0]))
    return tuple(items)


def _caption(text: str, x: float, baseline: float, width: float) -> Texts:
    """Centred under the playhead, moved in where it would pass an end."""
    half = approximate(text, "medium", NAME_SIZE) / 2.0 + 4.0
    middle = min(max(x, half), width - half) if 2.0 * half < width else width / 2.0
    return Texts((text,), table(middle, baseline), NAME_SIZE, "medium", "now", "middle")


class Name(NamedTuple):
    """The name of a section as it stands on the bar."""

    x: float
    text: str
    key: str
    face: Face = "regular"

    @property
    def end(self) -> float:
        """Where it ends."""
        return self.x + _advance(self.text, self.face)


def _names(
    laid: Track, rows: Rows, acting: Section, width: float, own: Mapping[str, str]
) -> tuple[Item, ...]:
    """Names over their sections: the acting one in full, others where they have room beside it."""
    full = all(_advance(s.name) <= s.width + 8.0 for s in laid.sections)
    start = max(EDGE, min(acting.x, width - EDGE - _advance(acting.name, "semibold")))
    now = Name(start, acting.name, acting.key, "semibold")
    found: list[Name] = []
    for section in laid.sections:
        name = Name(section.x, section.name if full else section.short, section.key)
        clear = name.end + 8.0 <= now.x or name.x >= now.end + 8.0
        free = not found or name.x >= found[-1].end + 6.0
        if section.key != acting.key and clear and free and name.end <= width:
            found.append(name)
    items: list[Item] = [Texts((now.text,), table(start, rows.names), NAME_SIZE, now.face, "ink")]
    if found:
        at = table([name.x for name in found], rows.names)
        items.insert(0, Texts(tuple(name.text for name in found), at, NAME_SIZE, color="ink2"))
    return (*items, *_own_names(sorted((now, *found)), rows, width, own))


def _own_names(names: Sequence[Name], rows: Rows, width: float, own: Mapping[str, str]) -> tuple[Item, ...]:
    """What a person calls the sections, each behind its name, as much of it as there is room for."""
    ends = (*(name.x for name in names[1:]), width)
    items = []
    for name, end in zip(names, ends, strict=True):
        room = end - name.end - 16.0
        if own.get(name.key) and room >= LEAST_OWN:
            text = shorten(own[name.key], room, "regular", NAME_SIZE)
            items.append(Texts((text,), table(name.end + 6.0, rows.names), NAME_SIZE, color="ink3"))
    return tuple(items)


def _advance(text: str, face: Face = "regular") -> float:
    return approximate(text, face, NAME_SIZE)
