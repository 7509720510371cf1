"""The head of a slide: where we are in the model, in words and on a small map of all of its steps."""

from __future__ import annotations

from itertools import groupby

from transformer_lab.figures.measure import CAP, approximate, shorten
from transformer_lab.figures.picture import Item, Layer, Rects, Texts, table
from transformer_lab.figures.scales import bar_width, colour_bar
from transformer_lab.figures.slide.page import Page
from transformer_lab.figures.slide.part import Part
from transformer_lab.figures.timeline import Timeline
from transformer_lab.language import tr

EDGE, HIGH, LOW = 16.0, 58.0, 8.0
"""Points: the margin at both sides, the height of a head, and what stands above the words without one."""
BASE, MAP = 35.0, 48.0
BAR = 72.0
SECTION, TOWER, SUBLAYER = 10.0, 22.0, 2.0
"""Gaps of the map between blocks, between two towers, and between sublayers."""


def height_of(page: Page) -> float:
    """What a head takes."""
    return (HIGH if page.titled else LOW) * page.unit


def head_layer(
    page: Page, texts: tuple[str, ...], limit: float, timeline: Timeline, part: Part, root: bool = False
) -> Layer:
    """The first of `texts` that fits, the scale of the values, and the map; `root`: of attention."""
    key = ("slide head", 0, page, texts, limit, part, len(timeline.beats), root)
    box = (0.0, 0.0, page.width, HIGH * page.unit)
    return Layer(key, box, lambda: (*_said(page, texts, limit, root), *_map(page, timeline, part)))


def _said(page: Page, texts: tuple[str, ...], limit: float, root: bool) -> tuple[Item, ...]:
    unit, small, size = page.unit, page.least, page.label
    name = tr("attention √ · values") if root else tr("values")
    low, reach = bar_width("div", limit, BAR * unit, small)
    x = page.width - EDGE * unit - reach
    wide = approximate(name, "regular", small)
    left = x - low - 10.0 * unit - wide
    room = left - (EDGE + 18.0) * unit
    scale: tuple[Item, ...] = ()
    fitting = [text for text in texts if approximate(text, "medium", size) <= room]
    if fitting or page.width > 900.0 * unit:
        y = BASE * unit - CAP / 2.0 * small - 6.0 * unit
        bar = colour_bar("div", limit, x, y, BAR * unit, 12.0 * unit, small)
        scale = (*bar, Texts((name,), table(left, BASE * unit), small, color="ink2"))
    else:
        room = page.width - 2.0 * EDGE * unit
        fitting = [text for text in texts if approximate(text, "medium", size) <= room]
    text = fitting[0] if fitting else shorten(texts[-1], room, "medium", size)
    return Texts((text,), table(EDGE * unit, BASE * unit), size, "medium"), *scale


def _map(page: Page, timeline: Timeline, part: Part) -> tuple[Item, ...]:
    """A short bar for each sublayer, blocks apart from each other: past, present, to come."""
    unit = page.unit
    runs = [
        (section, [place for place, _ in groupby(beats, key=lambda beat: beat.place)])
        for section, beats in groupby(timeline.beats, key=lambda beat: beat.section)
    ]
    gaps = [
        TOWER if section == "sentence" and number else SECTION for number, (section, _) in enumerate(runs)
    ]
    bars = sum(len(places) for _, places in runs)
    air = sum(gaps[1:]) + SUBLAYER * (bars - len(runs))
    room = page.width / unit - 2.0 * EDGE
    share = min(1.0, 0.4 * room / max(air, 1.0))
    wide = (room - air * share) / bars
    x = EDGE
    left: list[float] = []
    now: list[bool] = []
    for gap, (section, places) in zip(gaps, runs, strict=True):
        x += gap * share if left else 0.0
        for place in places:
            left.append(x)
            now.append((section, place) == (part.section, part.place))
            x += wide + SUBLAYER * share
        x -= SUBLAYER * share
    here = now.index(True) if True in now else len(now) - 1
    groups = (
        (left[:here], "line2", 4.0),
        (left[here : here + 1], "ink", 6.0),
        (left[here + 1 :], "line", 4.0),
    )
    return tuple(
        Rects(
            table([x * unit for x in some], (MAP - high / 2.0) * unit, wide * unit, high * unit),
            fill=fill,
            radius=high / 2.0 * unit,
        )
        for some, fill, high in groups
        if some
    )
