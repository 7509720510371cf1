"""Where a working stands: names at the left, a column for each word, totals at the right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.direction import joined, right_to_left, set_size
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.options import Options
from transformer_lab.figures.plates.board import Board, fitting
from transformer_lab.figures.plates.working import Row, Working, kept_words, working

LONGEST = 8.0
"""How long a tilted word may be, in sizes of its type."""
AIR = 0.55
"""Beside the widest number of a cell, in sizes of its digits."""


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
    names: float

    @property
    def right(self) -> float:
        """Where the columns end."""
        return self.x + self.cell * len(self.kept)


def laid_out(on: Board, snapshot: Snapshot, options: Options) -> tuple[Working, Layout]:
    """The working with the decimals that are wanted; with two, if more would cost words or type."""
    work = working(snapshot, options)
    place = lay(on, work)
    wanted = options.manner.decimals
    if wanted == work.decimals:
        return work, place
    more = working(snapshot, options, wanted)
    wider = lay(on, more)
    good = len(wider.kept) == len(place.kept) and wider.size >= max(on.small, 0.8 * place.size)
    return (more, wider) if good else (work, place)


def lay(on: Board, work: Working) -> Layout:
    """The largest type at which every word has a column; below the smallest type words are left out."""
    totals = max((approximate(row.total, "medium", 100) for row in work.rows), default=0.0) / 100.0
    least = max(11, round(0.8 * on.small))
    widest = (
        max(approximate(fixed(v, work.decimals), "medium", 100) for row in work.rows for v in row.values)
        / 100.0
    )
    for size in range(on.large, least - 1, -1):
        names = max(_name_width(row, size) for row in work.rows) + 0.9 * size
        room = on.room.width - names - totals * size - 0.8 * size
        fits = int(room / ((widest + AIR) * size))
        if fits >= len(work.words):
            break
    else:  # words must be left out anyway: those that stay are set large enough to be read
        size = min(on.large, on.small)
        names = max(_name_width(row, size) for row in work.rows) + 0.9 * size
        room = on.room.width - names - totals * size - 0.8 * size
        fits = int(room / ((widest + AIR) * size))
    kept = kept_words(work, max(1, fits))
    cell = min(room / len(kept), 6.0 * size)
    foot = 1.5 * on.small
    spare = max(0.0, on.room.width - names - cell * len(kept) - totals * size - 0.8 * size)
    found = Layout(on, kept, on.room.x + names + 0.35 * spare, on.room.y, cell, 1.0, size, names)
    if right_to_left(work.words):
        found = replace(found, kept=kept[::-1])
    words = [work.words[word] for word in kept]
    tilted = not heading_size(found, words)
    longest = min(LONGEST * size, max(approximate(word, "semibold", size) for word in words))
    head = 0.72 * longest + 0.9 * size if tilted else 1.7 * size
    row = min((on.room.height - foot - head) / (len(work.rows) + 2.7), 3.4 * size)
    down = max(0.0, on.room.height - foot - head - row * (len(work.rows) + 2.7)) / 3.0
    return replace(found, y=on.room.y + head + down, row=row)


def formula_size(size: int) -> int:
    """Formulas stand a little smaller than names, unless that made them too small for a slide."""
    return size if 18 <= size <= 20 else max(11, round(0.9 * size))


def _name_width(row: Row, size: int) -> float:
    small = formula_size(size)
    return (
        approximate(row.name, "semibold", size)
        + 0.5 * size
        + max(approximate(formula, "regular", small) for formula in (row.formula, row.rule))
    )


def heading_size(place: Layout, names: list[str]) -> int:
    """The size at which every word fits over its column; 0 if they must tilt, as words of Arabic never do."""
    if any(map(joined, names)):
        least = max(11, round(0.7 * place.on.small))
        widest = max(approximate(name, "semibold", set_size(name, 100)) for name in names) / 100.0
        return max(least, min(place.size, int((place.cell - 4.0) / widest)))
    return fitting(names, place.cell - 4.0, place.size, max(11, round(0.7 * place.on.small)), "semibold")
