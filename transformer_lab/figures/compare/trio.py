"""A matrix three times: in A, in B, and B − A on a scale of its own. Words that only B has are hatched."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from transformer_lab.figures.compare.caption import NotSharedError
from transformer_lab.figures.compare.grids import chip, difference_limit, scale_text
from transformer_lab.figures.compare.naming import left_out
from transformer_lab.figures.compare.pairing import Pair
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.picture import Floats, Item, Rects
from transformer_lab.figures.plates.board import Board, Box, said
from transformer_lab.figures.plates.grid import Grid, Place, draw, row_names
from transformer_lab.figures.plates.grid_fit import fit, thin_notice
from transformer_lab.figures.turning import facing
from transformer_lab.language import tr


class Trio(NamedTuple):
    """A, B and their difference as grids of one shape."""

    a: Grid
    b: Grid
    gap: Grid

    @property
    def all(self) -> tuple[Grid, Grid, Grid]:
        """From left to right."""
        return self.a, self.b, self.gap

    def laid(self) -> Trio:
        """All three on their sides."""
        return Trio(*(grid.laid() for grid in self.all))


def trio_of(b: Grid, before: Floats) -> Trio:
    """From B's grid and A's values in its places (NaN where A has none).

    Raises NotSharedError where it has none at all.
    """
    if np.isnan(before).all():
        raise NotSharedError(tr("A has no such value, so there is no difference."))
    with np.errstate(invalid="ignore"):
        gap = np.where(before == b.values, 0.0, b.values - before)
    lost = np.isnan(before)
    gone = lost if b.hidden is None else lost | b.hidden
    size = difference_limit(gap)
    limit = max(b.limit, float(np.nanmax(np.abs(before)))) if b.ramp == "seq" else b.limit
    mine = replace(b, limit=limit)
    a = replace(mine, values=np.nan_to_num(before), hidden=gone, ref=None)
    return Trio(a, mine, replace(b, values=np.nan_to_num(gap), hidden=gone, ramp="div", limit=size))


def drawn(on: Board, trio: Trio, pair: Pair, mirrored: bool = False) -> tuple[list[Item], str]:
    """The three maps beside each other, and what must be said about names and words."""
    size = on.small
    left = min(
        0.2 * on.room.width, max(approximate(name, "regular", size) for name in trio.b.rows) + 0.6 * size
    )
    gap, top, low = 1.4 * size, 1.9 * size, 1.7 * size
    free = on.room.width - left - 2.0 * gap
    box = Box(on.room.x, on.room.y + top, left + free / 3.0, on.room.height - top - low)
    first = _smallest(on, trio, box)
    over = first.reach[1] - first.box.right  # tilted names of the last map reach beyond it
    first = _smallest(on, trio, box._replace(width=left + (free - over) / 3.0)) if over else first
    most = (on.room.right - over - first.x - 2.0 * gap) / 3.0 / first.columns
    if first.cell > most:  # names may take less than was kept for them
        first = first._replace(cell=most, number=first.number if most > 0.95 * first.cell else 0)
    step = max(first.box.width + gap, (on.room.right - over - first.x - first.box.width) / 2.0)
    step = min(step, first.box.width + 6.0 * gap)
    items: list[Item] = [*row_names(trio.b, first)]
    heads = (("A", tr("pinned")), ("B", tr("now")), ("", ""))
    base = on.room.y + 0.9 * size
    for i, (grid, (letter, word)) in enumerate(zip(trio.all, heads, strict=True)):
        spot = first._replace(x=first.x + i * step)
        items += facing(_map(grid, spot), mirrored, spot.x, spot.box.right)
        if letter:
            items += chip(letter, spot.x, base, size, word)
        else:
            items += _of_gap(on, spot, grid, base)
    same = "" if np.nan_to_num(trio.gap.values).any() else tr("Nothing differs here.")
    notice = " ".join(part for part in (left_out(pair), same, thin_notice(first)) if part)
    return items, notice


def _smallest(on: Board, trio: Trio, box: Box) -> Place:
    """A place in which each of the three has room, with digits that fit all."""
    spots = [fit(grid, box, on.sizes) for grid in trio.all]
    first = min(spots, key=lambda spot: (spot.cell, spot.size))
    return first._replace(number=min(spot.number for spot in spots))


def _map(grid: Grid, spot: Place) -> list[Item]:
    """Cells, numbers and the names of columns; rows are named at the left of A alone."""
    blank = spot._replace(names=(("",) * spot.rows, spot.names[1]))
    frame = Rects(np.array([spot.box]), stroke="line", width=1.0)
    return [frame, *draw(replace(grid, rows=("",) * spot.rows), blank)]


def _of_gap(on: Board, spot: Place, grid: Grid, base: float) -> list[Item]:
    size, name, scale = on.small, tr("B − A"), scale_text(grid.limit)
    items: list[Item] = [said(name, spot.x, base, size, face="semibold")]
    x = spot.x + approximate(name, "semibold", size) + 0.8 * size
    if x + approximate(scale, "regular", size) <= on.room.right:
        items.append(said(scale, x, base, size, "ink2"))
    return items
