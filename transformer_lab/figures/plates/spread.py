"""A product as it is spread out: left matrix at the left, right one on top, each result where both meet."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import NamedTuple

import numpy as np

from transformer_lab.figures.direction import joined, lettered, set_size
from transformer_lab.figures.measure import CAP, approximate, shorten
from transformer_lab.figures.options import slide_shaped
from transformer_lab.figures.picture import Face, Floats, Item, Rects, Texts, table
from transformer_lab.figures.plates.board import Board, said
from transformer_lab.figures.plates.factors import Factors
from transformer_lab.figures.plates.foot import Scale
from transformer_lab.figures.plates.grid import Grid, Place, cells, digits, number_texts
from transformer_lab.figures.scales import bar_width, colour_bar, limit_covering
from transformer_lab.language import tr

GAP = 0.9
"""Between the matrices, in sizes of the type."""


SMALLER, LEAST_TYPE = 0.7, 9
"""Names that would else be left out may be so much smaller than what is said beside them, but no smaller."""
LONGEST = 11.0
"""How long a name may be, in sizes of the small type."""


class Spread(NamedTuple):
    """Cells of one size for all three matrices, and where these begin."""

    size: int
    cell: float
    high: float
    x: float
    """left edge of the left matrix"""
    y: float
    """upper edge of the left matrix and the result"""
    far: float
    """left edge of the right matrix and the result"""
    up: float
    """upper edge of the right matrix"""
    tilted: bool
    every: int
    """every so many rows have their name"""
    every_column: int


def draw_product(
    on: Board, parts: Factors, chosen: tuple[int, int], foot: float, numbered: bool
) -> tuple[list[Item], str, tuple[Scale, ...]]:
    """Matrices, rings round what makes the chosen cell, names and scales; what is left out; and scales that
    have no room in the free corner of a slide.
    """
    parts = _shortened(parts, on)
    spread = max(_spreads(on, parts, foot), key=lambda one: _quality(one, on))
    names = (
        *_row_names(parts, spread, chosen[0]),
        *_inner_names(parts, spread),
        *_column_names(on, parts, spread),
    )
    items = [
        *_matrices(on, parts, spread, numbered),
        *_rings(on, parts, spread, chosen),
        *lettered(names),
        *_symbols(on, parts, spread),
    ]
    bare = numbered and not _all_numbered(on, parts, spread)
    scales, beside = _scales(parts), list(_aside(on, parts, spread))
    notice = _left_out(bare, max(spread.every, spread.every_column))
    if len(beside) < len(scales) and slide_shaped(on.width, on.height):
        return items, notice, scales
    return [*items, *(item for each in beside for item in each)], notice, ()


def _scales(parts: Factors) -> tuple[Scale, ...]:
    """The scale of both factors, and that of the result."""
    names = (f"{parts.names[0]}, {parts.names[1]}", parts.names[2])
    return tuple(Scale("div", limit, name) for name, limit in zip(names, _limits(parts), strict=True))


def _left_out(bare: bool, thinned: int) -> str:
    """What is said where numbers or names have no room."""
    names = "" if thinned == 1 else tr("1 in {n} names is shown.", n=thinned)
    return " ".join(filter(None, (names, tr("Numbers are left out.") if bare else "")))


def _shortened(parts: Factors, on: Board) -> Factors:
    """No name takes more room than the cells."""
    rows, inner, columns = (
        tuple(shorten(name, LONGEST * on.small, "regular", on.small) for name in names)
        for names in (parts.rows, parts.inner, parts.columns)
    )
    return parts._replace(rows=rows, inner=inner, columns=columns)


def _quality(spread: Spread, on: Board) -> float:
    """All names first; then large type, and rows that are high enough for it."""
    whole = 2.0 * (spread.every == spread.every_column == 1)
    return whole + min(spread.high / spread.size, 1.1) + spread.size / on.large + 0.15 * (not spread.tilted)


def _spreads(on: Board, parts: Factors, foot: float) -> Iterator[Spread]:
    """One for each size of type; words of Arabic stay level, and some are left out instead."""
    level_only = any(map(joined, parts.columns))
    crowded = max(len(parts.rows) + len(parts.inner), len(parts.columns)) > 8
    crowded = crowded and not slide_shaped(on.width, on.height)
    least = max(LEAST_TYPE, round(SMALLER * on.small)) if crowded else on.small
    for size in range(on.large, least - 1, -1):
        level = _spread(on, parts, foot, size, tilted=False)
        fits = _widest(parts.columns, size) <= level.cell - 0.3 * size
        if fits or not level_only:
            yield level if fits else _spread(on, parts, foot, size, tilted=True)
            continue
        narrow = _spread(on, parts, foot, size, tilted=True)
        every = ceil((_widest(parts.columns, size) + 0.3 * size) / narrow.cell)
        yield narrow._replace(tilted=False, every_column=every)


def _spread(on: Board, parts: Factors, foot: float, size: int, tilted: bool) -> Spread:
    rows, inner, columns = len(parts.rows), len(parts.inner), len(parts.columns)
    gap, wide = GAP * on.large, _widest(parts.columns, size)
    left, right = (_widest(names, size) + 0.5 * size for names in (parts.rows, parts.inner))
    right = max(right, approximate(parts.names[2], "semibold", max(size, on.small)) + 0.5 * size)
    top = (0.7 * wide + 1.2 * size) if tilted else 1.5 * size
    high = min((on.room.height - foot - top - gap) / (rows + inner), 2.2 * size)
    level = wide + 0.4 * size
    cell = min((on.room.width - left - right - gap) / (inner + columns), max(3.2 * size, level))
    cell = min(cell, max(2.4 * high, 2.0 * size, level))
    spare = max(0.0, on.room.width - left - right - gap - (inner + columns) * cell) / 2.0
    x, up = on.room.x + left + spare, on.room.y + top
    y, far = up + inner * high + gap, x + inner * cell + gap
    every = max(1, ceil(1.05 * size / high))
    across = max(1, ceil(1.5 * size / cell)) if tilted else 1
    return Spread(size, cell, high, x, y, far, up, tilted, every, across)


def _widest(names: tuple[str, ...], size: int) -> float:
    return max(approximate(name, "regular", set_size(name, size)) for name in names)


def _limits(parts: Factors) -> tuple[float, float]:
    """The colours of both factors, and those of the result."""
    return limit_covering(parts.left, parts.right), limit_covering(parts.result)


def _matrices(on: Board, parts: Factors, at: Spread, numbered: bool) -> Iterator[Item]:
    factors, result = _limits(parts)
    for values, x, y, limit in (
        (parts.left, at.x, at.y, factors),
        (parts.right, at.far, at.up, factors),
        (parts.result, at.far, at.y, result),
    ):
        rows, columns = values.shape
        grid = _numbered_grid(values, limit, "decimal" if numbered else "none")
        number = _digits(grid, at, on.digit)
        names = (grid.rows, grid.columns)
        place = Place(x, y, at.cell, at.high, rows, columns, at.size, number, 0, 1, 1, names, 0.0, 0.0)
        yield from cells(grid, place)
        yield from digits(grid, place)


def _digits(grid: Grid, at: Spread, smallest: int) -> int:
    if grid.numbers == "none":
        return 0
    texts = {text for row in number_texts(grid) for text in row}
    widest = max((approximate(text, "regular", 100) for text in texts), default=0.0) / 100.0
    found = int(min(at.size, 0.8 * at.high, 0.9 * at.cell / max(widest, 1e-6)))
    return found if found >= smallest else 0


def _rings(on: Board, parts: Factors, at: Spread, chosen: tuple[int, int]) -> Iterator[Item]:
    """Round the row, the column, and the cell where they meet."""
    inner, (row, column) = len(parts.inner), chosen
    y, x = at.y + row * at.high, at.far + column * at.cell
    boxes = np.array(
        [
            (at.x, y, inner * at.cell, at.high),
            (x, at.up, at.cell, inner * at.high),
            (x, y, at.cell, at.high),
        ]
    )
    boxes += (-1.0, -1.0, 2.0, 2.0)
    yield Rects(boxes, stroke="select", width=max(1.5, 2.2 * on.unit), radius=4.0)


def _row_names(parts: Factors, at: Spread, chosen: int) -> Iterator[Item]:
    shift = CAP / 2.0 * at.size
    shown = [i for i in range(0, len(parts.rows), at.every) if abs(i - chosen) >= at.every]
    which: tuple[tuple[Face, list[int]], ...] = (("regular", shown), ("semibold", [chosen]))
    for face, rows in which:
        if rows:
            place = table(at.x - 0.5 * at.size, [at.y + (i + 0.5) * at.high + shift for i in rows])
            yield Texts(tuple(parts.rows[i] for i in rows), place, at.size, face, anchor="end")


def _right(parts: Factors, at: Spread) -> float:
    return at.far + len(parts.columns) * at.cell + 0.5 * at.size


def _inner_names(parts: Factors, at: Spread) -> Iterator[Item]:
    kept = range(0, len(parts.inner), at.every)
    y = [at.up + (i + 0.5) * at.high + CAP / 2.0 * at.size for i in kept]
    yield Texts(tuple(parts.inner[i] for i in kept), table(_right(parts, at), y), at.size, color="ink2")


def _column_names(on: Board, parts: Factors, at: Spread) -> Iterator[Item]:
    shift = CAP / 2.0 * at.size
    kept = range(0, len(parts.columns), at.every_column)
    middle: Floats = np.array([at.far + (i + 0.5) * at.cell for i in kept])
    names = tuple(parts.columns[i] for i in kept)
    if at.tilted:
        place = table(middle + 0.7 * shift, at.up - 0.6 * at.size + 0.7 * shift)
        rooms = (on.room.right - place[:, 0] - 0.3 * at.size) / np.cos(np.pi / 4.0)
        names = tuple(
            shorten(name, room, "regular", at.size) for name, room in zip(names, rooms.tolist(), strict=True)
        )
        yield Texts(names, place, at.size, angle=-45.0)
    else:
        yield Texts(names, table(middle, at.up - 0.5 * at.size), at.size, anchor="middle")


def _symbols(on: Board, parts: Factors, at: Spread) -> Iterator[Item]:
    """What the three matrices are called, each beside its own."""
    size, inner, rows = max(at.size, on.small), len(parts.inner), len(parts.rows)
    left, right, result = parts.names
    x = at.x + inner * at.cell / 2.0
    yield said(left, x, at.y - 0.55 * size, size, parts.inks[0], "semibold", "middle")
    half = CAP / 2.0 * size
    y = min(at.up + inner * at.high / 2.0 + half, at.y - 1.75 * size)
    yield said(right, at.far - 0.6 * size, y, size, parts.inks[1], "semibold", "end")
    y = at.y + rows * at.high / 2.0 + half
    x = _right(parts, at)
    yield said(result, x, y, size, parts.inks[2], "semibold", room=on.width - 2.0 - x)


def _all_numbered(on: Board, parts: Factors, at: Spread) -> bool:
    """Whether every cell has room for its number."""
    grids = (_numbered_grid(values) for values in (parts.left, parts.right, parts.result))
    return all(_digits(grid, at, on.digit) for grid in grids)


def _numbered_grid(values: Floats, limit: float = 1.0, kind: str = "decimal") -> Grid:
    rows, columns = values.shape
    shown = np.where(np.isneginf(values), np.nan, values)
    return Grid(shown, ("",) * rows, ("",) * columns, "div", limit, numbers=kind)


def _aside(on: Board, parts: Factors, at: Spread) -> Iterator[tuple[Item, ...]]:
    """In the free corner: the scales, as many as have room."""
    size, x, y = on.small, on.room.x, on.room.y + 1.2 * on.small
    room = at.far - x - 3.0 * at.size
    wide = max(approximate(scale.name, "regular", size) for scale in _scales(parts)) + 0.8 * size
    for _, limit, name, _ in _scales(parts):
        low, reach = bar_width("div", limit, 3.2 * size, size)
        if wide + low + reach <= room and y < at.y - 2.2 * size:
            at_x, at_y = x + wide + low, y - 0.72 * size
            bar = colour_bar("div", limit, at_x, at_y, 3.2 * size, 0.7 * size, size)
            yield said(name, x, y, size, "ink2"), *bar
            y += 1.5 * size
