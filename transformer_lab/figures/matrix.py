"""Attention weights as a matrix: cells from 0 to 1, hatch where the mask hides, numbers where they fit."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.figures.heads import Bools
from transformer_lab.figures.measure import CAP, approximate
from transformer_lab.figures.numbers import fixed, percent_texts
from transformer_lab.figures.picture import Cells, Floats, Hatch, Ints, Item, Rects, Ref, Texts, table
from transformer_lab.figures.scales import shade
from transformer_lab.figures.thumbnails import runs

ROUNDED = 14.0
"""Cells of this size and more are separate and rounded; smaller ones form one crisp image."""
SMALLEST_NUMBER = 11


class Weights(NamedTuple):
    """Weights ``ts`` of one head, what is hidden, and where they come from."""

    values: Floats
    hidden: Bools
    node: str
    head: int
    root: bool = False
    """coloured by the square root (see scales)"""
    first: tuple[int, int] = (0, 0)
    """the row and the column of the node with which `values` begin"""
    shares: tuple[tuple[str, ...], ...] = ()
    """the percents of all columns of each row, where `values` are only some of them"""
    limit: float = 1.0
    """the end of the scale: 1, unless they are measured otherwise"""

    def shades(self, values: Floats) -> Floats:
        """Where values stand on the ramp, 0 to 1."""
        return shade(values / self.limit, self.root)


def weight_cells(weights: Weights, x: float, y: float, cell: float) -> tuple[Item, ...]:
    """Cells and hatch; each cell, hidden or not, answers with its weight."""
    shown = weights.shades(np.where(weights.hidden, np.nan, weights.values))
    draw = _keys if cell >= ROUNDED or weights.first != (0, 0) else _ribbon
    return (
        *_hatch(weights.hidden, x, y, cell),
        draw(weights, shown, x, y, cell),
        *_trouble(weights, x, y, cell),
    )


def _places(weights: Weights, rows: Ints, columns: Ints) -> Ints:
    """(N, 3) the indices of cells in their node: head, row, column."""
    top, left = weights.first
    return np.stack([np.full_like(rows, weights.head), rows + top, columns + left], 1)


def cell_gap(cell: float) -> float:
    """The line of ground between rounded cells."""
    return max(1.0, round(0.04 * cell, 1)) if cell >= ROUNDED else 0.0


def _keys(weights: Weights, shown: Floats, x: float, y: float, cell: float) -> Cells:
    rows, columns = (g.ravel() for g in np.indices(shown.shape))
    gap = cell_gap(cell)
    at = table(x + columns * cell + gap / 2.0, y + rows * cell + gap / 2.0)
    index = _places(weights, rows, columns)
    size = np.full((len(rows), 2), cell - gap)
    values = shown.reshape(-1, 1, 1)
    return Cells(values, at, size, "seq", 1.0, radius=min(3.0, 0.07 * cell), ref=Ref(weights.node, index))


def _ribbon(weights: Weights, shown: Floats, x: float, y: float, cell: float) -> Cells:
    ref = Ref(weights.node, np.array([[weights.head]]), "rc")
    return Cells(shown[None], table(x, y), table(cell, cell), "seq", 1.0, ref=ref)


def _hatch(hidden: Bools, x: float, y: float, cell: float) -> tuple[Item, ...]:
    """One hatched box for each unbroken run of hidden cells of a row; for each cell where cells are apart."""
    gap = cell_gap(cell)
    boxes = [(r, a, b) for r, row in enumerate(hidden) for a, b in runs(row)]
    if gap:
        boxes = [(r, c, c + 1) for r, a, b in boxes for c in range(a, b)]
    if not boxes:
        return ()
    rows, start, end = np.array(boxes, dtype=float).T
    width, height = (end - start) * cell - gap, cell - gap
    box = table(x + start * cell + gap / 2.0, y + rows * cell + gap / 2.0, width, height)
    return (Hatch(box),)


def _trouble(weights: Weights, x: float, y: float, cell: float) -> tuple[Item, ...]:
    """An error frame round what is not a number, so that trouble never looks like an ordinary colour."""
    rows, columns = np.nonzero(np.isnan(weights.values) & ~weights.hidden)
    if not len(rows):
        return ()
    index = _places(weights, rows, columns)
    box = table(x + columns * cell + 1.0, y + rows * cell + 1.0, max(1.0, cell - 2.0), max(1.0, cell - 2.0))
    return (Rects(box, stroke="error", width=1.5, ref=Ref(weights.node, index)),)


def number_size(
    kind: str, cell: float, largest: int, least: int = SMALLEST_NUMBER, part: float = 0.86
) -> int:
    """The size at which the longest number fits into a cell, at most `largest`; 0 if none is."""
    sample = {"percent": "100", "decimal": "0.00"}.get(kind)
    if sample is None:
        return 0
    limit = min(largest, round(0.46 * cell))
    fitting = (s for s in range(limit, least - 1, -1) if approximate(sample, "medium", s) <= part * cell)
    return next(fitting, 0)


def weight_numbers(
    weights: Weights, x: float, y: float, cell: float, kind: str, size: int
) -> tuple[Texts, ...]:
    """The weights as whole percents that sum to 100 in each row, or with two decimals, in legible ink."""
    write = percent_texts if kind == "percent" else _decimals
    labels = [write(row, "") for row in np.where(weights.hidden, 0.0, weights.values)]
    if kind == "percent" and weights.shares:
        labels = [row[weights.first[1] :] for row in weights.shares]
    rows, columns = np.nonzero(~weights.hidden)
    if not len(rows):
        return ()
    at = table(x + (columns + 0.5) * cell, y + (rows + 0.5) * cell + CAP / 2.0 * size)
    text = tuple(labels[r][c] for r, c in zip(rows, columns, strict=True))
    ink = tuple(_ink(v) for v in weights.shades(weights.values[rows, columns]).tolist())
    return (Texts(text, at, size, color=ink, anchor="middle"),)


def _decimals(row: Floats, sign: str) -> tuple[str, ...]:
    return tuple(fixed(value) + sign for value in row)


def _ink(value: float) -> str:
    return "error" if value != value else f"on:seq:{min(1.0, max(0.0, value)):.2f}"
