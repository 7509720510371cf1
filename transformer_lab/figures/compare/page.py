"""The inspector's page while A and B are compared: what was set, the next word, the five largest changes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.compare.bars import bars_heading, paired, paired_bars
from transformer_lab.figures.compare.changes import Change, largest, set_between, written
from transformer_lab.figures.compare.grids import ink_on
from transformer_lab.figures.compare.naming import Called, called, left_out
from transformer_lab.figures.compare.pairing import Pair
from transformer_lab.figures.links import deed
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.numbers import short
from transformer_lab.figures.picture import Cells, Item, Layer, Picture, Rects, Ref, Stamps, Texts, table
from transformer_lab.figures.plates.board import Box
from transformer_lab.figures.prose import Run, broken, set_lines
from transformer_lab.language import grouped, tr

EDGE = 24.0
MOST_SET = 4
"""More numbers set than this are counted."""
MOST_LISTED = 40
ALL_SET = deed("all-set")
"""The door to all numbers that were set."""
ROW, BAR_ROW, SET_ROW, BARS = 46.0, 23.0, 40.0, 8
CHEVRON = (("M", 0.0, -4.0), ("L", 4.0, 0.0), ("L", 0.0, 4.0))
UNFOLDED = (("M", -4.0, -2.0), ("L", 0.0, 2.0), ("L", 4.0, -2.0))
KEY, NEXT = (44.0, 22.0), 17.0


Door = tuple[Cell, tuple[float, float, float, float]]
"""A number that can be gone to, and its box: x, y, width, height."""


class Page(NamedTuple):
    """The picture, and the numbers that can be gone to, in order, each with its box (x, y, width, height)."""

    picture: Picture
    doors: tuple[Door, ...]
    names: tuple[str, ...] = ()
    """what each door leads to, in full"""


class Pen:
    """Writes from top to bottom; what it has written and where the doors are."""

    def __init__(self, width: float) -> None:
        self.width, self.y = width, 8.0
        self.items: list[Item] = []
        self.doors: list[Door] = []
        self.names: list[str] = []

    @property
    def right(self) -> float:
        """The right edge of what is written."""
        return self.width - EDGE

    def text(
        self, text: str, size: int = 13, color: str = "ink", face: str = "regular", dy: float = 0.0
    ) -> None:
        """A line at the left."""
        shown = shorten(text, self.right - EDGE, "semibold", size)
        self.items.append(Texts((shown,), table([EDGE], self.y + dy), size, face, color))  # type: ignore[arg-type]

    def paragraph(self, text: str) -> None:
        """Quiet lines, as many as it takes."""
        lines = broken([Run(text, color="ink2")], self.right - EDGE, 13)
        self.items += set_lines(lines, EDGE, self.y + 12.0, 13, 19.0)
        self.y += 19.0 * len(lines) + 8.0

    def door(self, cell: Cell, y: float, high: float, name: str) -> None:
        """What is written from `y` on leads there."""
        self.doors.append((cell, (EDGE - 8.0, y, self.right - EDGE + 16.0, high)))
        self.names.append(name)

    def beside(self, text: str, size: int = 12, color: str = "ink2", dy: float = 0.0) -> None:
        """The same at the right."""
        self.items.append(Texts((text,), table([self.right], self.y + dy), size, color=color, anchor="end"))


def changes_page(pair: Pair, width: float, query: int, whole: bool = False) -> Page:
    """The page at this width; `whole`: with every number that was set, however many they are."""
    pen = Pen(width)
    pen.text(tr("What changed from A to B"), 17, face="display", dy=18.0)
    pen.y += 44.0
    found = largest(pair)
    if pair.equal:
        pen.paragraph(waiting())
    else:
        _set(pen, pair, whole)
        _notice(pen, pair)
        _next(pen, pair, query)
        _largest(pen, pair, found)
    high = pen.y + 16.0
    items = tuple(pen.items)
    key = ("changes", 0, pair, width, query, whole)
    layer = Layer(key, (0.0, 0.0, width, high), lambda: items)
    said = "; ".join(_said(pair, change) for change in found) or tr("Nothing changed.")
    return Page(
        Picture((width, high), (layer,), tr("What changed from A to B"), said),
        tuple(pen.doors),
        tuple(pen.names),
    )


def waiting() -> str:
    """What is said while nothing differs yet."""
    return tr("A is pinned. Change something: what differs appears here.")


def full_name(pair: Pair, change: Change) -> str:
    """What a change is called, where it is, and both values: in one line."""
    return _said(pair, change)


def _said(pair: Pair, change: Change) -> str:
    name, (old, new) = called(pair.b, change.cell), written(pair, change)
    return f"{name.what}, {name.where}: {old} → {new}"


def _set(pen: Pen, pair: Pair, whole: bool) -> None:
    """What was set: each number old → new, or how many, with a door that unfolds them."""
    found = set_between(pair)
    if not found:
        return
    own = pair.a.words == pair.b.words
    pen.text(tr("Set by you") if own else tr("Parameters that differ"), 13, face="semibold", dy=12.0)
    pen.y += 24.0
    if len(found) > MOST_SET:
        _count(pen, len(found), whole)
    shown = found if len(found) <= MOST_SET else found[:MOST_LISTED] if whole else ()
    for change in shown:
        _one_set(pen, pair, change)
    if shown and len(found) > len(shown):
        pen.text(tr("and {n} more", n=grouped(len(found) - len(shown))), 12, "ink2", dy=14.0)
        pen.y += 22.0
    pen.y += 8.0


def _count(pen: Pen, count: int, whole: bool) -> None:
    """How many numbers were set: a door to all of them."""
    pen.text(tr("{n} numbers of parameters", n=grouped(count)), 13, dy=20.0)
    pen.door(ALL_SET, pen.y, 30.0, tr("Show fewer") if whole else tr("Show them"))
    chevron = UNFOLDED if whole else CHEVRON
    pen.items.append(Stamps(chevron, table(pen.right - 6.0, pen.y + 15.0), stroke="ink2", width=1.5))
    pen.y += 36.0


def _one_set(pen: Pen, pair: Pair, change: Change) -> None:
    name = called(pair.b, change.cell)
    room = pen.right - EDGE - 2.0 * KEY[0] - 40.0
    start, more = pen.y, _two_lines(pen, name, room, 16.0)
    limit = max(2.0, abs(change.before), abs(change.after))
    top, second = start + (SET_ROW - KEY[1]) / 2.0, pen.right - KEY[0]
    first = second - KEY[0] - 26.0
    for x, value in ((first, change.before), (second, change.after)):
        pen.items += _key(x, top, value, limit, change.cell)
    pen.items.append(Rects(table(second, top, *KEY), stroke="now_fill", width=2.0, radius=4.0))
    pen.items.append(Stamps(CHEVRON, table(second - 15.0, top + KEY[1] / 2.0), stroke="ink2", width=1.5))
    pen.door(change.cell, start, SET_ROW + more, _said(pair, change))
    pen.y = start + SET_ROW + more + 4.0


def _two_lines(pen: Pen, name: Called, room: float, dy: float, wide: float | None = None) -> float:
    """A name, broken where it has no room, and below it where it is; what it takes beyond two lines."""
    lines = broken([Run(name.what, "medium")], room, 13)[:3]
    pen.items += set_lines(lines, EDGE, pen.y + dy, 13, NEXT)
    more = NEXT * (len(lines) - 1)
    where = broken([Run(name.where, color="ink2")], wide or room, 12)[:2]
    pen.items += set_lines(where, EDGE, pen.y + dy + more + 16.0, 12, NEXT)
    return more + NEXT * (len(where) - 1)


def _key(x: float, y: float, value: float, limit: float, cell: Cell) -> list[Item]:
    """A number as a key of the matrix editor."""
    at, size = table(x, y), table(*KEY)
    ref = Ref(cell.node, np.array([cell.index]))
    base = table([x + KEY[0] / 2.0], y + 15.5)
    ink = ink_on(value, limit)
    return [
        Cells(np.array([[[value]]]), at, size, "div", limit, 4.0, ref=ref),
        Rects(table(x, y, *KEY), stroke="line2", width=1.0, radius=4.0),
        Texts((short(value, 2),), base, 12, "medium", ink, "middle"),
    ]


def _notice(pen: Pen, pair: Pair) -> None:
    """What could not be subtracted."""
    notice = left_out(pair)
    if not notice:
        return
    lines = broken([Run(notice, color="ink2")], pen.right - EDGE, 12)
    pen.items += set_lines(lines, EDGE, pen.y + 12.0, 12, 17.0)
    pen.y += 17.0 * len(lines) + 14.0


def _next(pen: Pen, pair: Pair, query: int) -> None:
    """The next word: A over B."""
    found = paired(pair, query, BARS)
    if found is None:
        return
    name, key = bars_heading(pair, query)
    wide = approximate(key, "regular", 12)
    name = shorten(name, pen.right - EDGE - wide - 12.0, "semibold", 13)
    pen.text(name, 13, face="semibold", dy=12.0)
    pen.beside(key, dy=12.0)
    pen.y += 22.0
    high = BAR_ROW * len(found.order)
    pen.items += paired_bars(found, Box(EDGE, pen.y, pen.right - EDGE, high), 13, BAR_ROW)
    pen.y += high + 18.0


def _largest(pen: Pen, pair: Pair, found: tuple[Change, ...]) -> None:
    """The five largest changes, with bars from a common zero."""
    pen.items.append(Rects(table(EDGE, pen.y - 8.0, pen.right - EDGE, 1.0), fill="line"))
    if not found:
        pen.text(tr("Nothing changed."), 13, "ink2", dy=18.0)
        pen.y += 30.0
        return
    title = tr("The largest change") if len(found) == 1 else tr("The largest changes")
    pen.text(title, 13, face="semibold", dy=16.0)
    pen.beside(tr("click to go there"), dy=16.0)
    pen.y += 30.0
    top = max(abs(change.by) for change in found)
    for change in found:
        _change(pen, pair, change, top)


def _change(pen: Pen, pair: Pair, change: Change, top: float) -> None:
    name, (old, new) = called(pair.b, change.cell), written(pair, change)
    half = 0.15 * (pen.right - EDGE)
    wide = approximate(f"{old} → {new}", "semibold", 13)
    room = pen.right - EDGE
    more = _two_lines(pen, name, room - wide - 14.0, 15.0, room - 2.0 * half - 14.0)
    after = approximate(new, "semibold", 13)
    pen.items.append(
        Texts((f"{old} → ",), table([pen.right - after], pen.y + 15.0), 13, color="ink2", anchor="end")
    )
    ref = Ref(change.cell.node, np.array([change.cell.index]))
    pen.items.append(Texts((new,), table([pen.right], pen.y + 15.0), 13, "semibold", anchor="end", ref=ref))
    zero, y = pen.right - half, pen.y + 25.0
    long = max(1.5, half * abs(change.by) / top)
    x = zero if change.by > 0 else zero - long
    token = "div:0.85" if change.by > 0 else "div:0.15"
    pen.items += [
        Rects(table(zero - half, y, 2.0 * half, 7.0), fill="well", radius=1.5),
        Rects(table(x, y, long, 7.0), fill=token, radius=1.0),
        Rects(table(zero - 0.5, y - 2.0, 1.0, 11.0), fill="ink2"),
    ]
    pen.door(change.cell, pen.y - 2.0, ROW - 4.0 + more, _said(pair, change))
    pen.y += ROW + more
