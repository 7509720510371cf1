"""The inspector's page while A and B are compared: what was set, the next word, the five largest changes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.compare.bars import bars_heading, paired, paired_bars
from transformer_lab.figures.compare.changes import Change, largest, set_between, written
from transformer_lab.figures.compare.grids import ink_on
from transformer_lab.figures.compare.naming import called, left_out
from transformer_lab.figures.compare.pairing import Pair
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.numbers import short
from transformer_lab.figures.picture import Cells, Item, Layer, Picture, Rects, Ref, Stamps, Texts, table
from transformer_lab.figures.plates.board import Box
from transformer_lab.figures.prose import Run, broken, set_lines
from transformer_lab.language import tr

EDGE = 24.0
MOST_SET = 4
"""More numbers set than this are counted."""
ROW, BAR_ROW, SET_ROW, BARS = 46.0, 23.0, 40.0, 8
CHEVRON = (("M", 0.0, -4.0), ("L", 4.0, 0.0), ("L", 0.0, 4.0))
KEY = (44.0, 22.0)


Door = tuple[Cell, tuple[float, float, float, float]]
"""A number that can be gone to, and its box: x, y, width, height."""


class Page(NamedTuple):
    """The picture, and the numbers that can be gone to, in order, each with its box (x, y, width, height)."""

    picture: Picture
    doors: tuple[Door, ...]


class Pen:
    """Writes from top to bottom; what it has written and where the doors are."""

    def __init__(self, width: float) -> None:
        self.width, self.y = width, 8.0
        self.items: list[Item] = []
        self.doors: list[Door] = []

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

    def beside(self, text: str, size: int = 12, color: str = "ink2", dy: float = 0.0) -> None:
        """The same at the right."""
        self.items.append(Texts((text,), table([self.right], self.y + dy), size, color=color, anchor="end"))


def changes_page(pair: Pair, width: float, query: int) -> Page:
    """The page at this width."""
    pen = Pen(width)
    pen.text(tr("What changed from A to B"), 17, face="display", dy=18.0)
    pen.y += 44.0
    found = largest(pair)
    _set(pen, pair)
    _notice(pen, pair)
    _next(pen, pair, query)
    _largest(pen, pair, found)
    high = pen.y + 16.0
    items = tuple(pen.items)
    key = ("changes", 0, pair, width, query)
    layer = Layer(key, (0.0, 0.0, width, high), lambda: items)
    said = "; ".join(_said(pair, change) for change in found) or tr("Nothing changed.")
    return Page(Picture((width, high), (layer,), tr("What changed from A to B"), said), tuple(pen.doors))


def _said(pair: Pair, change: Change) -> str:
    name, (old, new) = called(pair.b, change.cell), written(pair, change)
    return f"{name.what}, {name.where}: {old} → {new}"


def _set(pen: Pen, pair: Pair) -> None:
    """What was set: each number old → new, or how many."""
    found = set_between(pair)
    if not found:
        return
    own = pair.a.words == pair.b.words
    pen.text(tr("Set by you") if own else tr("Parameters that differ"), 13, face="semibold", dy=12.0)
    pen.y += 24.0
    if len(found) > MOST_SET:
        count = len(found)
        name = tr("{n} numbers of parameters", n=f"{count:,}")
        pen.text(name, 13, dy=20.0)
        pen.doors.append((found[0].cell, (EDGE - 8.0, pen.y, pen.right - EDGE + 16.0, 30.0)))
        pen.items.append(Stamps(CHEVRON, table(pen.right - 6.0, pen.y + 15.0), stroke="ink2", width=1.5))
        pen.y += 40.0
        return
    for change in found:
        _one_set(pen, pair, change)
    pen.y += 8.0


def _one_set(pen: Pen, pair: Pair, change: Change) -> None:
    name = called(pair.b, change.cell)
    box = (EDGE - 8.0, pen.y, pen.right - EDGE + 16.0, SET_ROW)
    room = pen.right - EDGE - 2.0 * KEY[0] - 40.0
    what = shorten(name.what, room, "regular", 13)
    where = shorten(name.where, room, "regular", 12)
    pen.items.append(Texts((what,), table([EDGE], pen.y + 16.0), 13))
    pen.items.append(Texts((where,), table([EDGE], pen.y + 32.0), 12, color="ink2"))
    limit = max(2.0, abs(change.before), abs(change.after))
    top, second = pen.y + (SET_ROW - KEY[1]) / 2.0, pen.right - KEY[0]
    first = second - KEY[0] - 26.0
    for x, value in ((first, change.before), (second, change.after)):
        pen.items += _key(x, top, value, limit, change.cell)
    pen.items.append(Rects(table(second, top, *KEY), stroke="now_fill", width=2.0, radius=4.0))
    pen.items.append(Stamps(CHEVRON, table(second - 15.0, top + KEY[1] / 2.0), stroke="ink2", width=1.5))
    pen.doors.append((change.cell, box))
    pen.y += SET_ROW + 4.0


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
    ref = Ref(change.cell.node, np.array([change.cell.index]))
    what = shorten(name.what, pen.right - EDGE - wide - 14.0, "medium", 13)
    pen.items.append(Texts((what,), table([EDGE], pen.y + 15.0), 13, "medium", ref=ref))
    where = shorten(name.where, pen.right - EDGE - 2.0 * half - 14.0, "regular", 12)
    pen.items.append(Texts((where,), table([EDGE], pen.y + 32.0), 12, color="ink2"))
    after = approximate(new, "semibold", 13)
    pen.items.append(
        Texts((f"{old} → ",), table([pen.right - after], pen.y + 15.0), 13, color="ink2", anchor="end")
    )
    pen.items.append(Texts((new,), table([pen.right], pen.y + 15.0), 13, "semibold", anchor="end"))
    zero, y = pen.right - half, pen.y + 25.0
    long = max(1.5, half * abs(change.by) / top)
    x = zero if change.by > 0 else zero - long
    token = "div:0.85" if change.by > 0 else "div:0.15"
    pen.items += [
        Rects(table(zero - half, y, 2.0 * half, 7.0), fill="well", radius=1.5),
        Rects(table(x, y, long, 7.0), fill=token, radius=1.0),
        Rects(table(zero - 0.5, y - 2.0, 1.0, 11.0), fill="ink2"),
    ]
    pen.doors.append((change.cell, (EDGE - 8.0, pen.y - 2.0, pen.right - EDGE + 16.0, ROW - 4.0)))
    pen.y += ROW
