"""What moves in a matrix: scores come column by column, the mask falls row by row, rows become shares."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from transformer_lab.figures.easing import arrive, part, settle, travel
from transformer_lab.figures.picture import Floats, Group, Hatch, Item, Rects, Ref, Texts, table
from transformer_lab.figures.stage import weights as weights_of
from transformer_lab.figures.stage.faces.grid import (
    Grid,
    asking,
    boxes,
    coloured,
    ends_of,
    has_numbers,
    hidden_cells,
    numbered,
    ref_of,
    runs,
    values_of,
)
from transformer_lab.figures.stage.faces.layout import has_matrix
from transformer_lab.figures.stage.faces.row import grid_of
from transformer_lab.figures.stage.weights import Stage

if TYPE_CHECKING:
    from transformer_lab.figures.stage.motion.move import Move

ROW_MS, MASK_MS = 30.0, 420.0
"""The mask falls row by row, in its beat."""
FALLEN = 0.75
"""When it lies; then −∞ is stamped."""
LIFTED, FILLED = 300.0 / 700.0, 460.0 / 700.0
"""Of softmax: when the bars have risen, and when the totals are full."""


def faced(name: str, move: Move) -> tuple[Item, ...]:
    """What a beat moves in the matrix of an attention; nothing where none is seen."""
    if name not in IN_MATRIX or not has_matrix(move.scene.look.face) or "attention" not in move.rows:
        return ()
    return tuple(IN_MATRIX[name](move, grid_of(move.scene, move.rows["attention"])))


def _scores(move: Move, grid: Grid) -> Iterator[Item]:
    """Each key in turn meets all queries: its column fills from the top."""
    scene, count = move.scene, len(move.scene.asks)
    shares = _staggered(travel(move.u), scene.n, max(0.25, 1.5 / scene.n))
    seen = (np.arange(count)[:, None] + 1.0) / count <= shares[None, :] + 1e-9
    yield from _shown(move, grid, "scores", values_of(scene, move.sub, "scores"), seen)
    busy = np.flatnonzero((shares > 0.0) & (shares < 1.0))
    rows = np.minimum((shares[busy] * count).astype(np.int64), count - 1)
    at = np.zeros(seen.shape, dtype=bool)
    at[rows, busy] = True
    yield _amber(boxes(scene, grid, at))
    yield asking(scene, grid)


def _scale(move: Move, grid: Grid) -> Iterator[Item]:
    yield from _turning(move, grid, "scaled")


def _slant(move: Move, grid: Grid) -> Iterator[Item]:
    yield from _turning(move, grid, "slanted")


def _turning(move: Move, grid: Grid, stage: Stage) -> Iterator[Item]:
    """Colours turn in place, column by column."""
    scene = move.scene
    old = values_of(scene, move.sub, weights_of.before(scene, move.sub, stage))
    new = values_of(scene, move.sub, stage)
    shares = np.array([settle(float(s)) for s in _staggered(move.u, scene.n, 0.5)])
    with np.errstate(invalid="ignore"):
        mixed = old + (new - old) * shares
    now = np.where(np.isfinite(mixed), mixed, np.where(shares < 0.5, old, new))
    done = np.broadcast_to(shares > 0.5, now.shape)
    yield from coloured(scene, move.sub, grid, stage, now, np.ones(now.shape, dtype=bool))
    yield from numbered(scene, move.sub, grid, stage, done)
    yield from numbered(scene, move.sub, grid, weights_of.before(scene, move.sub, stage), ~done)
    yield asking(scene, grid)


def _mask(move: Move, grid: Grid) -> Iterator[Item]:
    """Hatch comes down over what may not be read, one row after another; −∞ is stamped last."""
    scene, hidden = move.scene, hidden_cells(move.scene, move.sub, "masked")
    if not hidden.any():
        yield from _added(move, grid)
        return
    count = len(scene.asks)
    step = min(ROW_MS / MASK_MS, 0.5 / max(1, count - 1))
    fall = FALLEN - step * (count - 1)
    shares = np.array([settle(part(move.u, row * step, row * step + fall)) for row in range(count)])
    yield from _falling(move, grid, hidden, shares)
    stamped = part(move.u, FALLEN, 1.0)
    if stamped > 0.0 and has_numbers(grid):
        yield _stamps(move, grid, hidden, stamped)
    yield asking(scene, grid)


def _falling(move: Move, grid: Grid, hidden: np.ndarray, shares: Floats) -> Iterator[Item]:
    """Hatch as far down as each row has it; in long sentences one for all neighbours."""
    scene = move.scene
    box = runs(scene, grid, hidden) if grid.joined else boxes(scene, grid, hidden)
    rows = np.rint((box[:, 1] - grid.top) / grid.row).astype(np.int64)
    box[:, 3] *= shares[rows]
    begun = box[:, 3] > 0.0
    yield Rects(box[begun], fill="canvas")
    whole = ref_of(scene, move.sub, "masked", hidden)
    yield Hatch(box[begun], opacity=0.35, ref=None if grid.joined else Ref(whole.node, whole.index[begun]))


def _stamps(move: Move, grid: Grid, hidden: np.ndarray, grown: float) -> Item:
    asks, reads = np.nonzero(hidden)
    at = table(move.scene.x[reads], grid.top + asks * grid.row + grid.cell[1] / 2.0 + 4.2)
    clear = table(at[:, 0] - 13.0, at[:, 1] - 10.0, 26.0, 13.0)
    signs = Texts(("−∞",) * len(asks), at, 11, "regular", "ink3", "middle")
    return Group("", (Rects(clear, fill="canvas", radius=2.0), signs), grown)


def _added(move: Move, grid: Grid) -> Iterator[Item]:
    """A mask that hides nobody may still add numbers."""
    scene = move.scene
    if scene.has(move.sub.id("masked")):
        yield from _turning(move, grid, "masked")


def _softmax(move: Move, grid: Grid) -> Iterator[Item]:
    """In each row bars rise by the exponential, their total fills, and all are divided into shares."""
    scene, seen = move.scene, ~hidden_cells(move.scene, move.sub)
    lift = arrive(part(move.u, 0.0, LIFTED))
    full, share = part(move.u, LIFTED, FILLED), settle(part(move.u, FILLED, 1.0))
    yield Rects((runs if grid.joined else boxes)(scene, grid, seen), fill="canvas")
    if share > 0.0:
        yield from coloured(
            scene, move.sub, grid, "weights", values_of(scene, move.sub, "weights") * share, seen
        )
    bars = _bars(move, grid, seen, lift * (1.0 - share))
    yield bars
    if full > 0.0 and share < 1.0:
        yield Group("", tuple(_totals(move, grid, full)), 1.0 - share)
    if share > 0.9:
        yield from numbered(scene, move.sub, grid, "weights", seen)
    yield asking(scene, grid)


def _bars(move: Move, grid: Grid, seen: np.ndarray, lift: float) -> Rects:
    """A bar in each cell: e to its score beside the largest of its row."""
    grown = np.nan_to_num(move.value("weights/exp")[move.head])
    most = np.maximum(np.where(seen, grown, 0.0).max(1, keepdims=True), 1e-300)
    tall = (grid.cell[1] - 1.0) * (grown / most)[seen] * lift
    box = boxes(move.scene, grid, seen)
    inset = min(6.0, grid.cell[0] / 6.0)
    raised = table(box[:, 0] + inset, box[:, 1] + box[:, 3] - tall, box[:, 2] - 2.0 * inset, tall)
    return Rects(raised, fill="now_fill", ref=ref_of(move.scene, move.sub, "weights/exp", seen))


def _totals(move: Move, grid: Grid, full: float) -> Iterator[Item]:
    """Under each row one line that fills to its total."""
    scene, count = move.scene, len(move.scene.asks)
    left, right = ends_of(scene, grid)
    wide = right - left
    y = grid.top + np.arange(count) * grid.row + grid.cell[1] - min(2.0, grid.cell[1] / 3.0)
    index = np.stack([np.full(count, move.head), np.arange(count)], -1)
    box = table(np.full(count, left), y, wide * full, min(2.0, grid.cell[1] / 3.0))
    yield Rects(box, fill="out", ref=Ref(move.sub.id("weights/sum"), index))


def _shown(move: Move, grid: Grid, stage: Stage, values: Floats, seen: np.ndarray) -> Iterator[Item]:
    yield from coloured(move.scene, move.sub, grid, stage, values, seen)
    yield from numbered(move.scene, move.sub, grid, stage, seen)


def _amber(box: Floats) -> Rects:
    return Rects(box + np.array([-1.0, -1.0, 2.0, 2.0]), stroke="now_fill", width=2.0, radius=3.0)


def _staggered(u: float, count: int, overlap: float) -> Floats:
    from transformer_lab.figures.stage.motion.move import staggered  # late: moves know the ways of faces

    return staggered(u, count, overlap)


IN_MATRIX: Mapping[str, Callable[[Move, Grid], Iterator[Item]]] = MappingProxyType(
    {"scores": _scores, "scale": _scale, "slant": _slant, "mask": _mask, "softmax": _softmax}
)
