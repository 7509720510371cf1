"""Where a working stands: names at the left, a column for each word, totals at the right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple, Protocol

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.direction import joined, right_to_left, set_size
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.options import Options, slide_shaped
from transformer_lab.figures.plates.board import Board, fitting
from transformer_lab.figures.plates.working import Row, Working, kept_words, working

LONGEST = 8.0
"""How long a tilted word may be, in sizes of its type."""
AIR = 0.4
"""Beside the widest number of a cell, in sizes of its digits."""


DEEP = 2.3
"""The least height of a row with a formula under its name, in sizes of its type."""
MIX = {False: (0.35, 1.25), True: (0.15, 0.95)}
"""From the last row to the values, and from there to the mix, in rows; closer where formulas are below."""


class Placed(Protocol):
    """What is drawn alike whether words are columns or rows."""

    @property
    def on(self) -> Board:
        """The board."""

    @property
    def kept(self) -> tuple[int, ...]:
        """The words that are shown, as they lie."""

    @property
    def row(self) -> float:
        """The height of a row."""

    @property
    def size(self) -> int:
        """The type."""

    @property
    def digit(self) -> int:
        """The type of numbers in cells."""


@dataclass(frozen=True)
class Layout:
    """Columns of words between names at the left and totals at the right; all rows of one height."""

    on: Board
    kept: tuple[int, ...]
    x: float
    y: float
    cell: float
    row: float
    size: int
    digit: int
    """size of the numbers in cells"""
    names: float
    deep: bool = False
    """formulas stand under the names, and no totals at the right: all width is for words"""

    @property
    def right(self) -> float:
        """Where the columns end."""
        return self.x + self.cell * len(self.kept)


class Way(NamedTuple):
    """One way to use the width: sizes of names and numbers, how wide both sides are, what is left."""

    size: int
    digit: int
    deep: bool
    names: float
    totals: float
    room: float
    least: float
    """the narrowest column"""

    @property
    def fits(self) -> int:
        """How many words have a column."""
        return max(1, int(self.room / self.least))


def laid_out(on: Board, snapshot: Snapshot, options: Options, foot: int = 1) -> tuple[Working, Layout]:
    """The working with the decimals that are wanted; with two, if more would cost words or type."""
    work = working(snapshot, options)
    place = lay(on, work, foot)
    wanted = options.manner.decimals
    if wanted == work.decimals:
        return work, place
    more = working(snapshot, options, wanted)
    wider = lay(on, more, foot)
    good = len(wider.kept) == len(place.kept) and wider.digit >= max(on.digit, 0.8 * place.digit)
    good = good and (wider.size, wider.deep) == (place.size, place.deep)
    return (more, wider) if good else (work, place)


def lay(on: Board, work: Working, foot: int = 1) -> Layout:
    """The largest type at which every word has a column; below the smallest type words are left out.

    `foot`: lines of type that are kept free below.
    """
    ways = list(_ways(on, work))
    all_fit = (way for way in ways if way.fits >= len(work.words))
    found = (_placed(on, work, way, foot) for way in all_fit)
    whole = next((place for place in found if _high_enough(place)), None)
    if whole is not None:
        return whole
    smallest = [_placed(on, work, way, foot) for way in ways if (way.size, way.digit) == ways[-1][:2]]
    good = [place for place in smallest if not place.deep or _high_enough(place)]
    return max(good, key=lambda place: (len(place.kept), not place.deep))


def _ways(on: Board, work: Working) -> Iterator[Way]:
    """Formulas beside the names first, then under them; each from the largest type down."""
    numbers = {fixed(v, work.decimals) for row in work.rows for v in row.values}
    widest = max(approximate(text, "medium", 100) for text in numbers) / 100.0
    deeper = (False, True) if slide_shaped(on.width, on.height) else (False,)
    for deep, size in product(deeper, range(on.large, on.small - 1, -1)):
        names = max(_name_width(row, size, deep) for row in work.rows) + 0.9 * size
        totals = (
            0.0 if deep else max(approximate(row.total, "medium", size) for row in work.rows) + 0.8 * size
        )
        room = on.room.width - names - totals
        for digit in range(size, min(size, on.digit) - 1, -1):
            yield Way(size, digit, deep, names, totals, room, (widest + AIR) * digit)


def _high_enough(place: Layout) -> bool:
    """Whether a row holds its number, or a name and a formula under it."""
    needed = DEEP * place.size if place.deep else 1.12 * place.digit
    return place.row >= needed


def _placed(on: Board, work: Working, way: Way, foot: int) -> Layout:
    size, below = way.size, 1.5 * on.small * foot
    kept = kept_words(work, way.fits)
    cell = min(way.room / len(kept), 6.0 * size)
    spare = max(0.0, way.room - cell * len(kept))
    x = on.room.x + way.names + 0.35 * spare
    found = Layout(on, kept, x, on.room.y, cell, 1.0, size, way.digit, way.names, way.deep)
    if right_to_left(work.words):
        found = replace(found, kept=kept[::-1])
    words = [work.words[word] for word in kept]
    tilted = not heading_size(found, words)
    longest = min(LONGEST * size, max(approximate(word, "semibold", size) for word in words))
    head = 0.72 * longest + 0.9 * size if tilted else 1.7 * size
    free = on.room.height - below - head
    rows = len(work.rows) + sum(MIX[way.deep]) + 1.1
    row = min(free / rows, 3.4 * size)
    down = max(0.0, free - row * rows) / 3.0
    return replace(found, y=on.room.y + head + down, row=row)


def formula_size(size: int) -> int:
    """Formulas stand a little smaller than names, unless that made them too small for a slide."""
    return size if 18 <= size <= 19 else max(11, round(0.9 * size))


def _name_width(row: Row, size: int, deep: bool) -> float:
    small = formula_size(size)
    name = approximate(row.name, "semibold", size)
    formula = max(approximate(formula, "regular", small) for formula in (row.formula, row.rule))
    return max(name, formula) if deep else name + 0.5 * size + formula


def heading_size(place: Layout, names: list[str]) -> int:
    """The size at which every word fits over its column; 0 if they must tilt, as words of Arabic never do."""
    least = max(11, min(place.on.small, place.on.digit + 2))
    if any(map(joined, names)):
        widest = max(approximate(name, "semibold", set_size(name, 100)) for name in names) / 100.0
        return max(least, min(place.size, int((place.cell - 4.0) / widest)))
    return fitting(names, place.cell - 4.0, place.size, least, "semibold")
