"""The room below a row of weights as its faces show it, at rest and while one face turns into another."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from transformer_lab.figures.direction import TALLER, joined
from transformer_lab.figures.look import GUTTER
from transformer_lab.figures.measure import shorten
from transformer_lab.figures.picture import Face, Ints, Item, Texts, table
from transformer_lab.figures.stage.faces.grid import Grid, ends_of, grid_items
from transformer_lab.figures.stage.faces.layout import AIR, BELOW, Shades, cell_size, from_cells, shades
from transformer_lab.figures.stage.faces.turning import turning
from transformer_lab.figures.stage.plan import Sublayer
from transformer_lab.figures.stage.ribbon import faded
from transformer_lab.figures.stage.route import Route, straight
from transformer_lab.figures.stage.rows import Row
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.weights import Stage

PITCH = 13.0
"""Names of rows stand at least so far apart."""


def grid_of(scene: Scene, row: Row) -> Grid:
    """Where the matrix of an attention row stands."""
    high = scene.room.row
    return Grid(row.y + BELOW + AIR, high, cell_size(scene.look.lane, high))


def way_of(scene: Scene, row: Row) -> Route:
    """The way of threads and of values: from the keys, or where there is a matrix alone from its cells."""
    if scene.look.face == "matrix" and shades(scene.look).turned is None:
        grid = grid_of(scene, row)
        return from_cells(scene.x, row.y + BELOW, grid.top, grid.row, row.bottom)
    return straight(scene.x, (row.y + BELOW + scene.room.top, row.bottom))


def faces(scene: Scene, row: Row, sub: Sublayer, state: Stage, threads: tuple[Item, ...]) -> tuple[Item, ...]:
    """`threads` and the matrix, as clearly as the face has them; between them what turns."""
    seen = shades(scene.look)
    if not seen.matrix and seen.turned is None:
        return threads
    grid = grid_of(scene, row)
    return (
        *_shaded(threads, seen.threads),
        *_between(scene, row, sub, state, grid, seen),
        *_shaded((*grid_items(scene, sub, grid, state), *names(scene, grid)), seen.matrix),
    )


def _shaded(items: tuple[Item, ...], opacity: float) -> tuple[Item, ...]:
    return faded(items, opacity) if opacity > 0.0 else ()


def _between(
    scene: Scene, row: Row, sub: Sublayer, state: Stage, grid: Grid, seen: Shades
) -> tuple[Item, ...]:
    if seen.turned is None or state != "weights":
        return ()
    head = scene.head(sub)
    weights = scene[sub.id("weights")][head]
    return turning(scene, weights, grid, way_of(scene, row), (sub.id("weights"), head), seen.turned)


def names(scene: Scene, grid: Grid) -> Iterator[Item]:
    """The words that ask, beside their rows; that of the chosen one is heavier."""
    pitch = PITCH + TALLER * any(map(joined, scene.asks))
    every = max(1, int(np.ceil(pitch / grid.row)))
    low = grid.top + len(scene.asks) * grid.row  # in a low row a name would reach into what stands below
    apart = np.abs(np.arange(len(scene.asks)) - scene.query)
    others = np.flatnonzero((np.arange(len(scene.asks)) % every == 0) & (apart >= every))
    left = min(GUTTER - 8.0, ends_of(scene, grid)[0] - 10.0)
    groups: tuple[tuple[Ints, Face], ...] = ((others, "regular"), (np.array([scene.query]), "semibold"))
    for rows, face in groups:
        if len(rows):
            words = tuple(shorten(scene.asks[i], left - 14.0, face, 11) for i in rows)
            base = np.minimum(low, grid.top + rows * grid.row + grid.cell[1] / 2.0 + 4.0)
            at = table(np.full(len(rows), left), base)
            yield Texts(words, at, 11, face, "query", "end")
