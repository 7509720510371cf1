"""The board that all plates share: margins, sizes of type, the head line, and the notice at the foot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from transformer_lab.figures.attention import padding
from transformer_lab.figures.attention_layout import digit_size, type_range
from transformer_lab.figures.measure import CAP, approximate, shorten
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Face, Item, Picture, Sheet, Texts, picture, table
from transformer_lab.figures.titles import header, header_height

LEAST = (300.0, 220.0)
"""The smallest width and height of a plate."""
LEAST_BARE = (200.0, 130.0)
"""The same without head line and notes: a view in a panel."""


class Box(NamedTuple):
    """A part of the figure."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def low(self) -> float:
        """The lower edge."""
        return self.y + self.height


class Sizes(NamedTuple):
    """The largest and the smallest type of names, and the smallest of numbers in cells."""

    largest: int
    smallest: int
    digit: int


class Board(NamedTuple):
    """A figure's size, the room inside its margins under the head line, and its large and small type."""

    width: float
    height: float
    room: Box
    large: int
    small: int
    digit: int
    """the smallest type of numbers in cells"""
    head: bool
    notes: bool
    decimals: int = 2
    """of worked numbers, where they have room"""

    @property
    def wide(self) -> bool:
        """Whether there is room for notes beside a figure."""
        return self.notes and self.width >= 480.0 and self.room.width > 1.2 * self.room.height

    @property
    def sizes(self) -> Sizes:
        """The range of type."""
        return Sizes(self.large, self.small, self.digit)

    @property
    def unit(self) -> float:
        """What one pixel of a slide of 960 × 540 comes to here."""
        return self.large / 24.0


def board(options: Options) -> Board:
    """The board for an asked size: 24 and `options.least` pixels of type on a slide, never under 11.

    Below the size of a paper column nothing could be read: then the figure is larger than asked for.
    """
    least = LEAST if options.title or options.notes else LEAST_BARE
    width, height = max(least[0], options.width), max(least[1], options.height)
    options = replace(options, width=width, height=height)
    edge = padding(options)
    large, small = type_range(options.width, options.height, options.least)
    top = header_height(options.width, options.height) if options.title else edge
    low = options.height - 0.7 * edge
    room = Box(edge, top, options.width - 2.0 * edge, low - top)
    digit = digit_size(options.width, options.height)
    sizes, shown = (large, small, digit), (options.title, options.notes)
    return Board(options.width, options.height, room, *sizes, *shown, options.manner.decimals)


def plate(
    on: Board,
    title: str,
    place: str,
    *items: Item,
    description: str = "",
    notes: str = "",
    sheet: Sheet | None = None,
    notice: str = "",
) -> Picture:
    """The finished figure: head line, items, and at the foot what must be said about them."""
    head = header(title, place, on.width, on.height, on.small) if on.head else ()
    foot = (said(notice, on.room.x, on.room.low, on.small, "ink2", room=on.room.width),) if notice else ()
    whole = f"{title} — {place}" if place else title
    return picture(
        (on.width, on.height),
        *head,
        *items,
        *foot,
        title=whole,
        description=description,
        notes=notes,
        sheet=sheet,
    )


def said(
    text: str,
    x: float,
    y: float,
    size: int,
    color: str = "ink",
    face: Face = "regular",
    anchor: str = "start",
    room: float = 1e9,
) -> Texts:
    """One line of text, cut with an ellipsis where it would pass `room`."""
    return Texts((shorten(text, room, face, size),), table(x, y), size, face, color, anchor)  # type: ignore[arg-type]


def middle(y: float, height: float, size: int) -> float:
    """The baseline of a line of type in the middle of a band."""
    return y + (height + CAP * size) / 2.0


def fitting(texts: Sequence[str], room: float, largest: int, smallest: int, face: Face = "regular") -> int:
    """The largest size at which each text fits into `room`; 0 if none does."""
    widest = max((approximate(text, face, 100) for text in texts), default=0.0) / 100.0
    size = largest if widest <= 0.0 else min(largest, int(room / widest))
    return size if size >= smallest else 0
