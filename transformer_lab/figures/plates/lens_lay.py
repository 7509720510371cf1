"""Where the lens stands: words below each other with depths as columns, or beside each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.direction import joined, right_to_left, set_size
from transformer_lab.figures.manner import Manner
from transformer_lab.figures.measure import CAP, approximate, shorten
from transformer_lab.figures.options import slide_shaped
from transformer_lab.figures.picture import Face, Floats, Hatch, Item, Rects, Texts, table
from transformer_lab.figures.plates.board import Board, Box, said
from transformer_lab.figures.plates.lay import LONGEST
from transformer_lab.figures.plates.lens_values import Depth, top_words
from transformer_lab.figures.turning import facing


class Lens(NamedTuple):
    """What is shown: depths from the words on, the words, and where the cells stand."""

    rows: tuple[Depth, ...]
    kept: tuple[int, ...]
    box: Box
    wide: float
    high: float
    size: int
    tilted: bool
    """whether the words on top have no room otherwise"""
    digit: int
    """the smallest type of a share"""
    upright: bool = False
    """words are rows, depths columns"""

    def corners(self, number: int) -> Floats:
        """Where the cells of a depth begin, one for each word: (words, 2)."""
        words = np.arange(len(self.kept))
        if self.upright:
            return table(self.box.x + number * self.wide, self.box.y + words * self.high)
        return table(self.box.x + words * self.wide, self.box.y + number * self.high)

    @property
    def right(self) -> float:
        """Where the cells end."""
        return self.box.x + self.wide * len(self.rows if self.upright else self.kept)

    @property
    def low(self) -> float:
        """Where the cells end below."""
        return self.box.y + self.high * len(self.kept if self.upright else self.rows)


def laid(
    on: Board,
    snapshot: Snapshot,
    rows: tuple[Depth, ...],
    query: int,
    manner: Manner,
    below: float = 1.9,
) -> Lens:
    """All depths that have room, the last always; the words up to the chosen one that have room."""
    lay = _beside if manner.aside else _below
    return lay(on, snapshot, rows, query, below)


def _below(on: Board, snapshot: Snapshot, rows: tuple[Depth, ...], query: int, below: float) -> Lens:
    """Words are rows."""
    size = on.small
    widest = max(approximate(word, "semibold", set_size(word, size)) for word in snapshot.words)
    names = min(0.3 * on.room.width, widest) + 0.7 * size
    top, foot = 1.7 * size, below * size
    box = Box(on.room.x + names, on.room.y + top, on.room.width - names, on.room.height - top - foot)
    tops = [top_words(snapshot, row)[0] for row in rows if row.probabilities is not None]
    told = ("100%", *(row.name for row in rows), *(w for r in tops for w in r))
    widest = max(approximate(w, "medium", size) for w in told) / size
    every = -(-len(rows) // max(1, int(box.width / (min(widest, 4.6) * size + 0.5 * size))))
    shown = tuple(row for i, row in enumerate(reversed(rows)) if i % every == 0)[::-1]
    count = len(snapshot.words)
    fits = max(1, min(count, int(box.height / (1.25 * size))))
    start = max(0, min(query - fits + 1, count - fits))
    wide, high = min(box.width / len(shown), 12.0 * on.large), min(box.height / fits, 5.2 * on.large)
    type_ = max(min(size, on.digit), min(on.large, int((wide - 0.25 * size) / widest), int(high / 1.3)))
    kept = tuple(range(start, start + fits))
    return Lens(shown, kept, box, wide, high, type_, tilted=False, digit=on.digit, upright=True)


def _beside(on: Board, snapshot: Snapshot, rows: tuple[Depth, ...], query: int, below: float) -> Lens:
    """Words are columns."""
    foot = below * on.small
    names = max(approximate(row.name, "medium", on.small) for row in rows) + 0.7 * on.small
    heads = _heads(on, snapshot, on.room.width - names)
    top = heads or 1.7 * on.small
    box = Box(on.room.x + names, on.room.y + top, on.room.width - names, on.room.height - top - foot)
    every = max(1, int(np.ceil(1.45 * on.small * len(rows) / box.height)))
    shown = tuple(row for i, row in enumerate(reversed(rows)) if i % every == 0)[::-1]
    tops = [top_words(snapshot, row)[0] for row in shown if row.probabilities is not None]
    told = ("100%", *(() if heads else snapshot.words), *(w for r in tops for w in r))
    least_type = min(on.small, max(11, on.digit)) if heads else on.small
    widest = max(approximate(w, "medium", least_type) for w in told) / least_type
    least = min(widest, 8.0 * 0.58) * least_type + 0.25 * least_type
    count = len(snapshot.words)
    fits = max(1, min(count, int(box.width / least)))
    start = max(0, min(query - fits + 1, count - fits))
    wide, high = min(box.width / fits, 9.0 * on.large), min(box.height / len(shown), 5.2 * on.large)
    size = max(least_type, min(on.large, int((wide - 0.25 * on.small) / widest), int(high / 1.45)))
    return Lens(shown, tuple(range(start, start + fits)), box, wide, high, size, heads > 0.0, on.digit)


def _heads(on: Board, snapshot: Snapshot, room: float) -> float:
    """The height that tilted words take; 0 where all are level, or must be."""
    wide = max(approximate(word, "semibold", on.small) for word in snapshot.words)
    if not slide_shaped(on.width, on.height) or any(map(joined, snapshot.words)):
        return 0.0
    if wide + 4.0 <= room / len(snapshot.words):
        return 0.0
    return 0.72 * min(wide, LONGEST * on.small) + 0.9 * on.small


def marked(on: Board, lens: Lens, query: int) -> list[Item]:
    """The wash behind the chosen word."""
    place = lens.kept.index(query)
    if lens.upright:
        y = lens.box.y + place * lens.high
        return [Rects(table(on.room.x - 4.0, y, lens.right - on.room.x + 4.0, lens.high), "wash", radius=4.0)]
    x, top = lens.box.x + place * lens.wide, lens.box.y - (0.0 if lens.tilted else 1.55 * on.small)
    return [Rects(table(x, top, lens.wide, lens.low - top), fill="wash", radius=4.0)]


def unread(lens: Lens, number: int) -> list[Item]:
    """A depth whose width does not fit W_U."""
    x, y = lens.corners(number)[0]
    wide = lens.wide if lens.upright else lens.right - x
    return [Hatch(table(x + 1.0, y + 1.0, wide - 2.0, (lens.low - y if lens.upright else lens.high) - 2.0))]


def turned(items: Iterable[Item], lens: Lens, snapshot: Snapshot) -> tuple[Item, ...]:
    """Words beside each other run as their text does."""
    return facing(items, not lens.upright and right_to_left(snapshot.words), lens.box.x, lens.right)


def depth_names(on: Board, lens: Lens) -> Item:
    """On top of their columns, or at the left of their rows."""
    size, rows = on.small, tuple(row.name for row in lens.rows)
    if lens.upright:
        at = table([lens.box.x + (i + 0.5) * lens.wide for i in range(len(rows))], lens.box.y - 0.5 * size)
        short = tuple(shorten(name, lens.wide - 4.0, "medium", size) for name in rows)
        return Texts(short, at, size, "medium", "ink2", "middle")
    down = [lens.box.y + (i + 0.5) * lens.high + CAP / 2.0 * size for i in range(len(rows))]
    return Texts(rows, table(lens.box.x - 0.6 * size, down), size, "medium", "ink2", "end")


def word_names(on: Board, lens: Lens, snapshot: Snapshot, query: int) -> list[Item]:
    """The chosen one heavier."""
    if lens.upright:
        return _words_below(on, lens, snapshot, query)
    size, items = on.small, list[Item]()
    for place, word in enumerate(lens.kept):
        face: Face = "semibold" if word == query else "regular"
        name = snapshot.words[word]
        x = lens.box.x + (place + 0.5) * lens.wide
        if lens.tilted:
            at = table(x + 0.1 * size, lens.box.y - 0.35 * size)
            text = shorten(name, LONGEST * size, "semibold", size)
            items.append(Texts((text,), at, size, face, angle=-45.0))
            continue
        text = shorten(name, lens.wide - 4.0, "semibold", set_size(name, size))
        items.append(said(text, x, lens.box.y - 0.5 * size, size, face=face, anchor="middle"))
    return items


def _words_below(on: Board, lens: Lens, snapshot: Snapshot, query: int) -> list[Item]:
    size, items, edge = on.small, list[Item](), lens.box.x - 0.6 * on.small
    every = max(1, int(np.ceil(1.02 * size / lens.high)))
    chosen = lens.kept.index(query)
    for place, word in enumerate(lens.kept):
        if place != chosen and (place % every or abs(place - chosen) < every):
            continue
        face: Face = "semibold" if word == query else "regular"
        y = lens.box.y + (place + 0.5) * lens.high + CAP / 2.0 * size
        name = snapshot.words[word]
        text = shorten(name, edge - on.room.x, "semibold", set_size(name, size))
        items.append(said(text, edge, y, size, face=face, anchor="end"))
    return items
