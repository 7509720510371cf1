"""A matrix with the names of its rows and columns, as large as its box allows, and numbers where they fit."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal, NamedTuple

import numpy as np

from transformer_lab.figures.direction import joined, set_size
from transformer_lab.figures.heads import Bools
from transformer_lab.figures.measure import CAP, approximate, clear_pitch, shorten
from transformer_lab.figures.numbers import fixed, percent_texts, short
from transformer_lab.figures.picture import Cells, Floats, Hatch, Item, Rects, Ref, Texts, table
from transformer_lab.figures.plates.board import Box
from transformer_lab.language import tr

Ramp = Literal["div", "seq"]
TILTS = {0: 1.0, 45: 0.9, 60: 0.82, 90: 0.7}
SEPARATE = 14.0
"""Cells of this size stand apart, with rounded corners."""
WIDEST, FLATTEST = 3.4, 2.2
"""The largest cell in sizes of the type, and how much wider than high it may be."""
SMALLEST_NUMBER = 0.6
"""In sizes of the smallest type: digits in a cell may be smaller than labels."""


@dataclass(frozen=True, eq=False)
class Grid:
    """Values (rows, columns) of a node, with names; NaN or `hidden` cells show no colour."""

    values: Floats
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    ramp: Ramp = "div"
    limit: float = 2.0
    ref: Ref | None = None
    hidden: Bools | None = None
    numbers: str = "decimal"
    decimals: int = 2
    row_color: str = "ink"
    column_color: str = "ink"
    sparse: bool = False
    """most columns have no name, so that the others may reach over their neighbours"""

    def laid(self) -> Grid:
        """The same on its side: rows become columns."""
        ref = None if self.ref is None else replace(self.ref, tail="rc" if self.ref.tail == "cr" else "cr")
        hidden = None if self.hidden is None else self.hidden.T
        inks = {"row_color": self.column_color, "column_color": self.row_color}
        names = {"rows": self.columns, "columns": self.rows}
        return replace(self, values=self.values.T, ref=ref, hidden=hidden, sparse=False, **inks, **names)  # type: ignore[arg-type]


class Place(NamedTuple):
    """Where a grid stands: its upper left cell, its cells, and how its names are set."""

    x: float
    y: float
    cell: float
    """width of a cell"""
    high: float
    rows: int
    columns: int
    size: int
    number: int
    """size of the digits; 0 for none"""
    tilt: int
    every_row: int
    every_column: int
    names: tuple[tuple[str, ...], tuple[str, ...]]
    left: float
    top: float

    @property
    def box(self) -> Box:
        """The cells alone."""
        return Box(self.x, self.y, self.cell * self.columns, self.high * self.rows)

    @property
    def reach(self) -> tuple[float, float]:
        """Left and right end with the names: what is reflected where words run to the left."""
        turn = math.radians(self.tilt)
        wide = max((approximate(name, "regular", self.size) for name in self.names[1]), default=0.0)
        return self.x - self.left, self.box.right + (wide * math.cos(turn) if self.tilt else 0.0)


def fit(grid: Grid, box: Box, largest: int, smallest: int, square: bool = False) -> Place:
    """The best place for a grid in a box: whole names first, then large type, level names and large cells."""
    places = list(_places(grid, box, largest, smallest, square))
    return max(places, key=lambda place: _quality(place, grid, largest))


def _quality(place: Place, grid: Grid, largest: int) -> tuple[float, float]:
    whole = sum(
        a == b for a, b in zip((*place.names[0], *place.names[1]), (*grid.rows, *grid.columns), strict=True)
    )
    shown = 1.0 / (place.every_row * place.every_column)
    roomy = min(1.0, min(place.cell, place.high) / (1.6 * largest)) ** 0.5
    legible = 1.0 if place.number or grid.numbers == "none" else 0.75
    return whole * shown, place.size / largest * TILTS[place.tilt] * roomy * legible


def _places(grid: Grid, box: Box, largest: int, smallest: int, square: bool) -> Iterator[Place]:
    for size, tilt in product(range(largest, smallest - 1, -1), TILTS):
        found = _place(grid, box, (size, smallest), tilt, square)
        if found is not None:
            yield found


def _place(grid: Grid, box: Box, sizes: tuple[int, int], tilt: int, square: bool) -> Place | None:
    size, smallest = sizes
    rows, columns = grid.values.shape
    names = tuple(shorten(name, 0.34 * box.width, "regular", set_size(name, size)) for name in grid.rows)
    most_name = 0.3 * max(box.width, box.height)
    across = tuple(shorten(name, most_name, "regular", set_size(name, size)) for name in grid.columns)
    left = max((approximate(name, "regular", set_size(name, size)) for name in names), default=0.0)
    left += 0.5 * size if left else 0.0
    wide = max((approximate(name, "regular", set_size(name, size)) for name in across), default=0.0)
    turn = math.radians(tilt)
    top = (
        0.0
        if not wide
        else 1.5 * size
        if not tilt
        else 0.55 * size + wide * math.sin(turn) + 0.4 * size * math.cos(turn)
    )
    over = wide * math.cos(turn) if tilt else 0.0
    most = (5.5 if square else WIDEST) * size
    cell = min((box.width - left - over * 0.6) / columns, most)
    if tilt:
        cell = min(cell, clear_pitch(across, box.width - left, size, turn))
    high = min((box.height - top) / rows, most)
    cell, high = (min(cell, high),) * 2 if square else (min(cell, FLATTEST * high), min(high, 1.3 * cell))
    cell, high = max(0.5, cell), max(0.5, high)
    level = any(map(joined, across))
    if tilt and level:
        return None
    tight = not tilt and not grid.sparse and wide > cell - 0.3 * size and columns > 1
    if tight and not level:
        return None
    every_row = max(1, math.ceil(1.05 * size / high - 1e-9))
    every_column = (
        max(1, math.ceil(1.1 * size / (cell * (math.sin(turn) if tilt else 1.0)) - 1e-9)) if wide else 1
    )
    if not tilt:
        every_column = math.ceil((wide + 0.3 * size) / cell) if tight else 1
    number = _number_size(grid, cell, high, size, smallest)
    return Place(
        box.x + left, box.y + top, cell, high, rows, columns, size, number, tilt, every_row, every_column,
        (names, across), left, top,
    )  # fmt: skip


def _number_size(grid: Grid, cell: float, high: float, size: int, smallest: int) -> int:
    if grid.numbers == "none" or not grid.values.size:
        return 0
    texts = {text for row in number_texts(grid) for text in row}
    widest = max((approximate(text, "regular", 100) for text in texts), default=0.0) / 100.0
    found = int(min(size, 0.5 * high, 0.88 * cell / max(widest, 1e-6)))
    return found if found >= max(9, round(SMALLEST_NUMBER * smallest)) else 0


def number_texts(grid: Grid) -> list[tuple[str, ...]]:
    """What stands in the cells; nothing where they are hidden."""
    hidden = np.zeros(grid.values.shape, bool) if grid.hidden is None else grid.hidden
    if grid.numbers == "percent":
        return [percent_texts(row, "") for row in np.where(hidden, 0.0, grid.values)]
    whole = _whole(grid.values)
    return [
        tuple(
            "" if h or np.isnan(v) else short(v) if whole else fixed(v, grid.decimals)
            for v, h in zip(row, gone, strict=True)
        )
        for row, gone in zip(grid.values.tolist(), hidden.tolist(), strict=True)
    ]


def _whole(values: Floats) -> bool:
    """Set by hand in tenths: short numbers are then exact."""
    known = values[np.isfinite(values)]
    return bool(np.abs(known * 10.0 - np.rint(known * 10.0)).max(initial=0.0) < 1e-9)


def draw(grid: Grid, place: Place) -> tuple[Item, ...]:
    """Cells, hatch, numbers and names."""
    return (*cells(grid, place), *digits(grid, place), *row_names(grid, place), *column_names(grid, place))


def cells(grid: Grid, place: Place) -> tuple[Item, ...]:
    """The cells in their colours; hatch where they are hidden."""
    shown = grid.values if grid.hidden is None else np.where(grid.hidden, np.nan, grid.values)
    ramp = grid.ramp
    apart = min(place.cell, place.high) >= SEPARATE
    gap = max(1.0, round(0.04 * min(place.cell, place.high), 1)) if apart else 0.0
    rows, columns = (g.ravel() for g in np.indices(shown.shape))
    at = table(place.x + columns * place.cell + gap / 2.0, place.y + rows * place.high + gap / 2.0)
    boxes = np.concatenate([at, table(np.full(len(at), place.cell - gap), place.high - gap)], 1)
    gone = np.zeros(shown.shape, bool) if grid.hidden is None else grid.hidden
    hatch = (Hatch(boxes[gone.ravel()]),) if gone.any() else ()
    if not apart:
        ref = Ref(grid.ref.node, grid.ref.index, grid.ref.tail or "rc") if grid.ref else None
        body = Cells(
            shown[None],
            table(place.x, place.y),
            table(place.cell, place.high),
            ramp,
            grid.limit,
            grid=True,
            ref=ref,
        )
        frame = Rects(np.array([place.box]), stroke="line2", width=1.0)
        return (*hatch, body, frame)
    ref = None
    if grid.ref is not None:
        head = np.broadcast_to(grid.ref.index[0], (len(rows), grid.ref.index.shape[1]))
        places = (columns, rows) if grid.ref.tail == "cr" else (rows, columns)
        ref = Ref(grid.ref.node, np.concatenate([head, np.stack(places, 1)], 1))
    radius = min(3.0, 0.07 * min(place.cell, place.high))
    return (
        *hatch,
        Cells(shown.reshape(-1, 1, 1), at, boxes[:, 2:], ramp, grid.limit, radius=radius, ref=ref),
    )


def digits(grid: Grid, place: Place, skip: Bools | None = None) -> tuple[Item, ...]:
    """The numbers in the cells, in ink that can be read on them; none where `skip`."""
    if not place.number:
        return ()
    texts = np.array(number_texts(grid), dtype=object).reshape(grid.values.shape)
    shown = texts != ""
    if skip is not None:
        shown &= ~skip
    rows, columns = np.nonzero(shown)
    if not len(rows):
        return ()
    at = table(
        place.x + (columns + 0.5) * place.cell,
        place.y + (rows + 0.5) * place.high + CAP / 2.0 * place.number,
    )
    ink = tuple(ink_on(grid, v) for v in grid.values[rows, columns].tolist())
    return (Texts(tuple(texts[rows, columns].tolist()), at, place.number, color=ink, anchor="middle"),)


def ink_on(grid: Grid, value: float) -> str:
    """The ink for a number on its own colour."""
    if not math.isfinite(value):
        return "ink"
    part = value / (grid.limit or 1.0)
    part = part if grid.ramp == "seq" else (part + 1.0) / 2.0
    return f"on:{'seq' if grid.ramp == 'seq' else 'div'}:{min(1.0, max(0.0, part)):.2f}"


def row_names(grid: Grid, place: Place, chosen: int = -1) -> tuple[Texts, ...]:
    """The names of the rows, right-aligned at the cells; the chosen one stands out."""
    shown = [i for i in range(0, place.rows, place.every_row) if place.names[0][i]]
    parts = []
    for face, which in (
        ("regular", [i for i in shown if i != chosen]),
        ("semibold", [chosen] * (chosen >= 0)),
    ):
        if which:
            y = [place.y + (i + 0.5) * place.high + CAP / 2.0 * place.size for i in which]
            text = tuple(place.names[0][i] for i in which)
            at = table(place.x - 0.5 * place.size, y)
            parts.append(Texts(text, at, place.size, face, grid.row_color, "end"))  # type: ignore[arg-type]
    return tuple(parts)


def column_names(grid: Grid, place: Place) -> tuple[Texts, ...]:
    """The names of the columns: level where they fit, else tilted about the middle of their column."""
    shown = [i for i in range(0, place.columns, place.every_column) if place.names[1][i]]
    if not shown:
        return ()
    text = tuple(place.names[1][i] for i in shown)
    middle = np.array([place.x + (i + 0.5) * place.cell for i in shown])
    if not place.tilt:
        at = table(middle, place.y - 0.5 * place.size)
        return (Texts(text, at, place.size, color=grid.column_color, anchor="middle"),)
    turn = math.radians(place.tilt)
    shift = CAP / 2.0 * place.size
    gap = 0.55 * place.size * math.cos(turn) + 0.25 * place.size
    at = table(middle + shift * math.sin(turn), place.y - gap + shift * math.cos(turn))
    return (Texts(text, at, place.size, color=grid.column_color, angle=-float(place.tilt)),)


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
