"""Where a grid stands: the largest type and cells with which its names are whole, then names are left out."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from transformer_lab.figures.direction import joined, set_size
from transformer_lab.figures.measure import approximate, clear_pitch, shorten
from transformer_lab.figures.plates.board import Box, Sizes
from transformer_lab.figures.plates.grid import Grid, Place, number_texts
from transformer_lab.language import tr

TILTS = {0: 1.0, 45: 0.9, 60: 0.82, 90: 0.7}
"""Degrees by which names of columns may tilt, and how much one likes to read them."""
NUMBER = 0.7
"""The largest number in heights of its cell."""
WIDEST, FLATTEST, FINER = 3.4, 2.2, 0.55
"""The largest cell in sizes of the type, how much wider than high it may be, and how much wider it may get
with each decimal after the second."""


class Names(NamedTuple):
    """Names of rows and columns in one size, and the width of the widest of both."""

    size: int
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    left: float
    wide: float


def fit(grid: Grid, box: Box, sizes: Sizes, square: bool = False) -> Place:
    """The best place for a grid in a box: whole names first, then large type, level names and large cells."""
    places = list(_places(grid, box, sizes, square))
    return max(places, key=lambda place: _quality(place, grid, sizes.largest))


def better(one: Place, other: Place, grid: Grid, largest: int) -> bool:
    """Whether a place is so much better than another that it is worth a line at the foot."""
    a, b = (_quality(place, grid, largest) for place in (one, other))
    return a[0] > b[0] or (a[0] == b[0] and a[1] > 1.1 * b[1])


def _quality(place: Place, grid: Grid, largest: int) -> tuple[float, float]:
    whole = sum(
        a == b for a, b in zip((*place.names[0], *place.names[1]), (*grid.rows, *grid.columns), strict=True)
    )
    shown = 1.0 / (place.every_row * place.every_column)
    roomy = min(1.0, min(place.cell, place.high) / (1.6 * largest)) ** 0.5
    legible = 1.0 if place.number or grid.numbers == "none" else 0.75
    return whole * shown, place.size / largest * TILTS[place.tilt] * roomy * legible


def _places(grid: Grid, box: Box, sizes: Sizes, square: bool) -> Iterator[Place]:
    number = _number_width(grid)
    level = any(map(joined, grid.columns))
    for size in range(sizes.largest, sizes.smallest - 1, -1):
        names = _names(grid, box, size)
        for tilt in (0,) if level else TILTS:
            found = _place(grid, box, names, tilt, square)
            if found is not None:
                digit = _number_size(found, number, sizes.digit)
                yield found._replace(number=digit)


def _names(grid: Grid, box: Box, size: int) -> Names:
    most = 0.3 * max(box.width, box.height)
    rows = tuple(shorten(name, 0.34 * box.width, "regular", set_size(name, size)) for name in grid.rows)
    columns = tuple(shorten(name, most, "regular", set_size(name, size)) for name in grid.columns)
    left, wide = (
        max((approximate(name, "regular", set_size(name, size)) for name in side), default=0.0)
        for side in (rows, columns)
    )
    return Names(size, rows, columns, left + 0.5 * size if left else 0.0, wide)


def _place(grid: Grid, box: Box, names: Names, tilt: int, square: bool) -> Place | None:
    """The place with this tilt; None where level names do not fit and may tilt instead."""
    size, left, wide = names.size, names.left, names.wide
    rows, columns = grid.values.shape
    turn = math.radians(tilt)
    top = _head(size, wide, tilt)
    over = wide * math.cos(turn) if tilt else 0.0
    most = (5.5 if square else WIDEST + FINER * max(0, grid.decimals - 2)) * size
    cell = min((box.width - left - over * 0.6) / columns, most)
    if tilt:
        cell = min(cell, clear_pitch(names.columns, box.width - left, size, turn))
    high = min((box.height - top) / rows, most)
    cell, high = (min(cell, high),) * 2 if square else (min(cell, FLATTEST * high), min(high, 1.3 * cell))
    cell, high = max(0.5, cell), max(0.5, high)
    tight = not tilt and not grid.sparse and wide > cell - 0.3 * size and columns > 1
    if tight and not any(map(joined, names.columns)):
        return None
    every_row = max(1, math.ceil(1.05 * size / high - 1e-9))
    every_column = math.ceil((wide + 0.3 * size) / cell) if tight else 1
    if tilt and wide:
        every_column = max(1, math.ceil(1.1 * size / (cell * math.sin(turn)) - 1e-9))
    return Place(
        box.x + left, box.y + top, cell, high, rows, columns, size, 0, tilt, every_row, every_column,
        (names.rows, names.columns), left, top,
    )  # fmt: skip


def _head(size: int, wide: float, tilt: int) -> float:
    """What the names of the columns take above the cells."""
    if not wide or not tilt:
        return 1.5 * size if wide else 0.0
    turn = math.radians(tilt)
    return 0.55 * size + wide * math.sin(turn) + 0.4 * size * math.cos(turn)


def _number_width(grid: Grid) -> float:
    """The widest number of a cell, in sizes of its type; 0 for none."""
    if grid.numbers == "none" or not grid.values.size:
        return 0.0
    texts = {text for row in number_texts(grid) for text in row}
    return max((approximate(text, "regular", 100) for text in texts), default=0.0) / 100.0


def _number_size(place: Place, widest: float, digit: int) -> int:
    if not widest:
        return 0
    found = int(min(place.size, NUMBER * place.high, 0.88 * place.cell / widest))
    return found if found >= digit else 0


def left_out(grid: Grid, place: Place) -> str:
    """What is said where names or numbers have no room; empty if all are there."""
    bare = grid.numbers != "none" and not place.number
    return " ".join(filter(None, (thin_notice(place), tr("Numbers are left out.") if bare else "")))


def thin_notice(place: Place) -> str:
    """What is said where names are left out; empty if all are there."""
    every = max(place.every_row, place.every_column)
    return (
        ""
        if every == 1
        else tr("Every 2nd name is shown.")
        if every == 2
        else tr("One name in {n} is shown.", n=every)
    )
