"""The weights of a cross-attention in the free corner: rows are the words that ask, columns those read."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

import numpy as np

from transformer_lab.figures.easing import part
from transformer_lab.figures.look import GUTTER
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.numbers import percent_texts
from transformer_lab.figures.picture import Cells, Hatch, Item, Layer, Rects, Ref, Texts, table
from transformer_lab.figures.stage.ribbon import STRONG, by_hand
from transformer_lab.figures.stage.rows import APPEAR
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.towers.layout import Foot, Towers
from transformer_lab.figures.stage.weights import ink
from transformer_lab.figures.veiled import veil
from transformer_lab.language import tr

UNDER = 30.0
"""From what stands above to the words of the columns."""
CAPTION = 26.0
LEAST, MOST, WIDEST = 12.0, 28.0, 96.0
GAP = 2.0
ROOM_FOR_NUMBERS = (30.0, 15.0)


class Grid(NamedTuple):
    """Where the matrix stands."""

    top: float
    """of the first row"""
    row: float
    """height of a row, its gap included"""
    cell: tuple[float, float]

    def bottom(self, rows: int) -> float:
        """Where the captions end."""
        return self.top + rows * self.row + CAPTION


def grid_of(towers: Towers) -> Grid | None:
    """The place of the matrix; None while no cross-attention is seen."""
    if not towers.feet:
        return None
    scene = towers.encoder
    top = max(towers.encoder_end, float(towers.feet[-1].lines.max())) + UNDER
    rows = len(towers.decoder.words)
    room = max(towers.decoder_end, scene.look.height) - top - CAPTION - 8.0
    high = float(np.floor(min(MOST, max(LEAST, room / max(1, rows)))))
    return Grid(top, high, (float(np.floor(min(WIDEST, scene.look.lane - GAP))), high - GAP))


def matrix_layers(towers: Towers) -> Iterator[Layer]:
    """The matrix of the lowest foot; while its softmax is played it comes into being."""
    grid = grid_of(towers)
    if grid is None:
        return
    foot = towers.feet[-1]
    scene, sub = towers.reading(foot), foot.sub
    done = scene.played(sub.path, "softmax")
    beat, u = scene.timeline.beats[scene.cursor.beat], scene.cursor.u
    coming = not done and (beat.place, beat.name) == (sub.path, "softmax") and u > 0.0
    place = (grid, scene.look.lane, scene.words, scene.asks, scene.head(sub), scene.query, scene.look.root)
    key: tuple[Hashable, ...] = (f"matrix {sub.path}", 0, *scene.held(sub.id("weights")), *place)
    box = (0.0, grid.top - 24.0, scene.width, grid.bottom(len(scene.asks)) - grid.top + 28.0)
    shade = part(foot.openness, *APPEAR) * (1.0 if done else part(u, 0.6, 1.0) if coming else 0.0)
    if shade > 0.0:
        yield Layer(key, box, lambda: matrix_items(scene, foot, grid), 0.0, shade)


def matrix_items(scene: Scene, foot: Foot, grid: Grid) -> tuple[Item, ...]:
    """Cells with percents, the words of both sides, a frame round the row that asks."""
    sub = foot.sub
    weights = scene[sub.id("weights")][scene.head(sub)]
    asks, reads = (axis.ravel() for axis in np.indices(weights.shape))
    wide, high = grid.cell
    at = table(scene.x[reads] - wide / 2.0, grid.top + asks * grid.row)
    index = np.stack([np.full(len(asks), scene.head(sub)), asks, reads], -1)
    ref = Ref(sub.id("weights"), index)
    size = table(np.full(len(asks), wide), high)
    items: list[Item] = [Cells(scene.shaded(weights).reshape(-1, 1, 1), at, size, "seq", 1.0, 4.0, ref=ref)]
    strong = np.abs(np.nan_to_num(weights.reshape(-1, 1))) > STRONG
    items += by_hand(scene, ref.node, index, at, grid.cell, strong, "seq")
    items += _covered(scene, foot, grid)
    if wide >= ROOM_FOR_NUMBERS[0] and high >= ROOM_FOR_NUMBERS[1]:
        items += _numbers(scene, foot, grid, ref)
    left, right = scene.x[0] - wide / 2.0 - 3.0, scene.x[-1] + wide / 2.0 + 3.0
    frame = table(left, grid.top + scene.query * grid.row - 3.0, right - left, high + 6.0)
    return (*items, Rects(frame, stroke="select", width=1.75, radius=6.0), *_names(scene, grid))


def _numbers(scene: Scene, foot: Foot, grid: Grid, ref: Ref) -> Iterator[Item]:
    weights = scene[foot.sub.id("weights")][scene.head(foot.sub)]
    texts = tuple(text for row in weights for text in percent_texts(row))
    asks, reads = ref.index[:, 1], ref.index[:, 2]
    seen = np.flatnonzero(~_hidden(scene, foot)[asks, reads])
    at = table(scene.x[reads[seen]], grid.top + asks[seen] * grid.row + grid.cell[1] / 2.0 + 4.2)
    shades = tuple(ink(scene, "weights", float(weights[asks[i], reads[i]])) for i in seen)
    shown = Ref(ref.node, ref.index[seen])
    if len(seen):
        yield Texts(tuple(texts[i] for i in seen), at, 12, "regular", shades, "middle", ref=shown)


def _hidden(scene: Scene, foot: Foot) -> np.ndarray:
    """True where a word of the source is hidden: (t, s)."""
    shape = scene[foot.sub.id("weights")].shape[1:]
    masked = foot.sub.id("masked")
    if not scene.has(masked):
        return np.zeros(shape, dtype=bool)
    return veil(scene.snapshot, foot.sub.path, scene[masked][scene.head(foot.sub)])


def _covered(scene: Scene, foot: Foot, grid: Grid) -> Iterator[Item]:
    asks, reads = np.nonzero(_hidden(scene, foot))
    if len(asks):
        wide, high = grid.cell
        box = table(scene.x[reads] - wide / 2.0, grid.top + asks * grid.row, wide, high)
        index = np.stack([np.full(len(asks), scene.head(foot.sub)), asks, reads], -1)
        yield Rects(box, fill="canvas", radius=4.0)
        yield Hatch(box, ref=Ref(foot.sub.id("weights"), index))


def _names(scene: Scene, grid: Grid) -> Iterator[Item]:
    """Words that ask at the left, words that are read above, and below what that means."""
    every = max(1, int(np.ceil(14.0 / grid.row)))
    rows = np.arange(0, len(scene.asks), every)
    names = tuple(shorten(scene.asks[i], GUTTER - 26.0, "medium", 12) for i in rows)
    left = scene.x[0] - grid.cell[0] / 2.0 - 10.0
    middle = grid.top + rows * grid.row + grid.cell[1] / 2.0 + 4.2
    yield Texts(names, table(left, middle), 12, "medium", "query", "end")
    room = scene.look.lane - 4.0
    words = tuple(shorten(word, room, "medium", 12) for word in scene.words)
    yield Texts(words, table(scene.x, np.full(scene.n, grid.top - 8.0)), 12, "medium", "key", "middle")
    y = grid.top + len(scene.asks) * grid.row + 18.0
    asks, reads = tr("rows: who asks"), tr("columns: who is read")
    start, end = scene.x[0] - grid.cell[0] / 2.0, scene.x[-1] + grid.cell[0] / 2.0
    wide = approximate(asks, "regular", 11) + approximate(reads, "regular", 11) + 16.0
    if end - start >= wide:
        yield Texts((reads,), table([end], y), 11, "regular", "key", "end")
        yield Texts((asks,), table([start], y), 11, "regular", "query")
    else:
        yield Texts((asks,), table([left], y), 11, "regular", "query", "end")
        if start + approximate(reads, "regular", 11) <= scene.width - 8.0:
            yield Texts((reads,), table([start], y), 11, "regular", "key")
