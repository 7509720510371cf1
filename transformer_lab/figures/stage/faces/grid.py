"""A matrix of weights (or of scores on their way to them) under the lanes: rows ask, columns are read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np

from transformer_lab.figures.numbers import fixed, percent_texts
from transformer_lab.figures.picture import Cells, Floats, Hatch, Item, Rects, Ref, Texts, table
from transformer_lab.figures.stage.plan import Sublayer
from transformer_lab.figures.stage.ribbon import STRONG, Flags, by_hand
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.weights import Stage, ink
from transformer_lab.figures.veiled import veil

ROOM_FOR_NUMBERS = (30.0, 15.0)
ROUND = 4.0


class Grid(NamedTuple):
    """Where a matrix stands."""

    top: float
    """of the first row"""
    row: float
    """height of a row, its gap included"""
    cell: tuple[float, float]

    @property
    def joined(self) -> bool:
        """Whether its cells touch: then it is one image."""
        return self.cell[1] >= self.row


def values_of(scene: Scene, sub: Sublayer, stage: Stage) -> Floats:
    """The numbers of the chosen head at `stage`: (t, s)."""
    return np.asarray(scene[sub.id(stage)][scene.head(sub)], dtype=np.float64)


def hidden_cells(scene: Scene, sub: Sublayer, stage: Stage = "weights") -> Flags:
    """True where the mask hides a word, once it has fallen: (t, s)."""
    masked = sub.id("masked")
    if stage not in ("masked", "weights") or not scene.has(masked):
        return np.zeros(scene[sub.id("scores")].shape[1:], dtype=bool)
    return veil(scene.snapshot, sub.path, scene[masked][scene.head(sub)])


def boxes(scene: Scene, grid: Grid, which: Flags) -> Floats:
    """The outlines of the cells that are True in `which` (t, s): (N, 4)."""
    asks, reads = np.nonzero(which)
    wide, high = grid.cell
    return table(scene.x[reads] - wide / 2.0, grid.top + asks * grid.row, wide, high)


def ref_of(scene: Scene, sub: Sublayer, stage: str, which: Flags) -> Ref:
    """The numbers of the cells that are True in `which`."""
    asks, reads = np.nonzero(which)
    return Ref(sub.id(stage), np.stack([np.full(len(asks), scene.head(sub)), asks, reads], -1))


def grid_items(scene: Scene, sub: Sublayer, grid: Grid, stage: Stage) -> tuple[Item, ...]:
    """The matrix as it rests at `stage`, with a frame round the row of the word that asks."""
    if stage == "none":
        return (empty(scene, grid), asking(scene, grid))
    hidden = hidden_cells(scene, sub, stage)
    return (
        *coloured(scene, sub, grid, stage, values_of(scene, sub, stage), ~hidden),
        *covered(scene, sub, grid, stage, hidden),
        *numbered(scene, sub, grid, stage, ~hidden),
        asking(scene, grid),
    )


def coloured(
    scene: Scene, sub: Sublayer, grid: Grid, stage: Stage, values: Floats, seen: Flags
) -> tuple[Item, ...]:
    """Coloured cells where `seen` is True, and corners on those that were set by hand."""
    ramp: Literal["seq", "div"] = "seq" if stage == "weights" else "div"
    limit = 1.0 if stage == "weights" else scene.limit
    wide, high = grid.cell
    values = scene.coloured(sub.id(stage), values)
    if grid.joined:
        return _image(scene, sub, grid, stage, np.where(seen, values, np.nan), ramp, limit)
    if not seen.any():
        return ()
    at, ref = boxes(scene, grid, seen)[:, :2], ref_of(scene, sub, stage, seen)
    shown = values[seen]
    cells = Cells(shown[:, None, None], at, table(np.full(len(at), wide), high), ramp, limit, ROUND, ref=ref)
    strong = np.abs(np.nan_to_num(shown[:, None])) > STRONG * limit
    return (cells, *by_hand(scene, ref.node, ref.index, at, grid.cell, strong, ramp))


def _image(
    scene: Scene,
    sub: Sublayer,
    grid: Grid,
    stage: Stage,
    values: Floats,
    ramp: Literal["seq", "div"],
    limit: float,
) -> tuple[Item, ...]:
    """All cells as one image; where lanes run to the left one by one, each under its lane."""
    wide, high = grid.cell
    if scene.n < 2 or scene.x[0] < scene.x[-1]:
        at, ref = table([scene.x[0] - wide / 2.0], grid.top), np.array([[scene.head(sub)]])
        shown = Ref(sub.id(stage), ref, "rc")
        return (Cells(values[None], at, table([wide], high), ramp, limit, ref=shown),)
    asks, reads = (axis.ravel() for axis in np.indices(values.shape))
    at = table(scene.x[reads] - wide / 2.0, grid.top + asks * grid.row)
    index = np.stack([np.full(len(asks), scene.head(sub)), asks, reads], -1)
    size = table(np.full(len(asks), wide), high)
    shown = Ref(sub.id(stage), index)
    return (Cells(values.reshape(-1, 1, 1), at, size, ramp, limit, ref=shown),)


def covered(scene: Scene, sub: Sublayer, grid: Grid, stage: Stage, hidden: Flags) -> tuple[Item, ...]:
    """Hatch where the mask lies."""
    if not hidden.any():
        return ()
    box, ref = boxes(scene, grid, hidden), ref_of(scene, sub, stage, hidden)
    opacity = 0.5 if stage == "weights" else 0.35
    if grid.joined:
        ground = Rects(runs(scene, grid, hidden), fill="canvas")
        return (ground, Hatch(runs(scene, grid, hidden), opacity=opacity))
    return (Rects(box, fill="canvas", radius=ROUND), Hatch(box, opacity=opacity, ref=ref))


def runs(scene: Scene, grid: Grid, which: Flags) -> Floats:
    """Outlines of neighbours in a row that are True together: long sentences have thousands of cells."""
    across = np.argsort(scene.x)
    edges = np.diff(np.pad(which[:, across].astype(np.int8), ((0, 0), (1, 1))), axis=1)
    asks, first = np.nonzero(edges == 1)
    last = np.nonzero(edges == -1)[1] - 1
    wide, high = grid.cell
    x = scene.x[across]
    return table(x[first] - wide / 2.0, grid.top + asks * grid.row, x[last] - x[first] + wide, high)


def has_numbers(grid: Grid) -> bool:
    """Whether cells have room for numbers."""
    return grid.cell[0] >= ROOM_FOR_NUMBERS[0] and grid.cell[1] >= ROOM_FOR_NUMBERS[1]


def numbered(scene: Scene, sub: Sublayer, grid: Grid, stage: Stage, seen: Flags) -> Iterator[Item]:
    """The numbers in the cells where `seen` is True, if there is room for any."""
    if not has_numbers(grid) or not seen.any():
        return
    values = values_of(scene, sub, stage)
    asks, reads = np.nonzero(seen)
    texts = _texts(values, stage, 2 if grid.cell[0] >= 46.0 else 1)
    at = table(scene.x[reads], grid.top + asks * grid.row + grid.cell[1] / 2.0 + 4.2)
    shades = tuple(ink(scene, stage, float(value)) for value in values[seen])
    shown = tuple(texts[t][s] for t, s in zip(asks, reads, strict=True))
    size = 12 if grid.cell[1] >= 16.0 else 11
    yield Texts(shown, at, size, "regular", shades, "middle", ref=ref_of(scene, sub, stage, seen))


def _texts(values: Floats, stage: Stage, places: int) -> tuple[tuple[str, ...], ...]:
    if stage == "weights":
        return tuple(percent_texts(row) for row in values)
    return tuple(tuple(fixed(value, places) for value in row) for row in values)


def empty(scene: Scene, grid: Grid) -> Rects:
    """Places of the rows before there are numbers."""
    count = len(scene.asks)
    left, right = ends_of(scene, grid)
    box = table(np.full(count, left), grid.top + np.arange(count) * grid.row, right - left, grid.cell[1])
    return Rects(box, stroke="line2", width=0.75, radius=min(ROUND, grid.cell[1] / 2.0), dash=(2.0, 2.0))


def asking(scene: Scene, grid: Grid) -> Rects:
    """A frame round the row of the word that asks."""
    out = 3.0 if grid.row >= 12.0 else 1.0
    left, right = ends_of(scene, grid)
    y = grid.top + scene.query * grid.row - out
    box = table([left - out], y, right - left + 2.0 * out, grid.cell[1] + 2.0 * out)
    return Rects(box, stroke="select", width=1.75, radius=6.0 if out > 1.0 else 1.0)


def ends_of(scene: Scene, grid: Grid) -> tuple[float, float]:
    """Left and right end of the rows."""
    wide = grid.cell[0]
    return float(scene.x.min()) - wide / 2.0, float(scene.x.max()) + wide / 2.0
