"""A matrix with the names of its rows and columns, as large as its box allows, and numbers where they fit."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np

from transformer_lab.figures.heads import Bools
from transformer_lab.figures.measure import CAP, approximate
from transformer_lab.figures.numbers import fixed, percent_texts, short
from transformer_lab.figures.picture import Cells, Floats, Hatch, Item, Rects, Ref, Texts, table
from transformer_lab.figures.plates.board import Box
from transformer_lab.figures.scales import shade, shade_of

Ramp = Literal["div", "seq"]
SEPARATE = 14.0
"""Cells of this size stand apart, with rounded corners."""


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
    root: bool = False
    """coloured by the square root (see scales)"""
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


def number_texts(grid: Grid) -> list[tuple[str, ...]]:
    """What stands in the cells; nothing where they are hidden."""
    hidden = np.zeros(grid.values.shape, bool) if grid.hidden is None else grid.hidden
    if grid.numbers == "percent":
        return [percent_texts(row, "") for row in np.where(hidden, 0.0, grid.values)]
    exact = whole(grid.values)
    return [
        tuple(
            "" if h or np.isnan(v) else short(v) if exact else fixed(v, grid.decimals)
            for v, h in zip(row, gone, strict=True)
        )
        for row, gone in zip(grid.values.tolist(), hidden.tolist(), strict=True)
    ]


def whole(values: Floats) -> bool:
    """Set by hand in tenths: short numbers are then exact."""
    known = values[np.isfinite(values)]
    return bool(np.abs(known * 10.0 - np.rint(known * 10.0)).max(initial=0.0) < 1e-9)


def draw(grid: Grid, place: Place) -> tuple[Item, ...]:
    """Cells, hatch, numbers and names."""
    return (*cells(grid, place), *digits(grid, place), *row_names(grid, place), *column_names(grid, place))


def cells(grid: Grid, place: Place) -> tuple[Item, ...]:
    """The cells in their colours; hatch where they are hidden."""
    shown = grid.values if grid.hidden is None else np.where(grid.hidden, np.nan, grid.values)
    shown, ramp = shade(shown, grid.root), grid.ramp
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
    part = shade_of(value, grid.root) / (grid.limit or 1.0)
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
