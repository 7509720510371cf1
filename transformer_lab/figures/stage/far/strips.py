"""Vertical strips: the vector of each word as a column of cells, so that a whole block is one image."""

from __future__ import annotations

import math

import numpy as np

from transformer_lab.figures.heads import Bools
from transformer_lab.figures.picture import Cells, Floats, Ints, Item, Rects, Ref, Stamps, table
from transformer_lab.figures.stage.far.size import STRIP
from transformer_lab.figures.stage.scene import Scene

SHARE = 0.82
"""The part of its lane that a strip is wide."""


def slots_per_cell(width: int) -> int:
    """How many slots share a cell: a cell is at least a pixel high."""
    return math.ceil(width / STRIP)


def binned(values: Floats) -> tuple[Floats, Ints]:
    """The largest magnitude of each cell's slots, and which slot it is: (n, d) → (n, cells) twice.

    The largest and not the mean: a sharp value survives. NaN counts as largest, so that it is not lost.
    """
    n, width = values.shape
    each = slots_per_cell(width)
    count = math.ceil(width / each)
    padded = np.full((n, count * each), -1.0)
    padded[:, :width] = np.where(np.isnan(values), np.inf, np.abs(values))
    best = padded.reshape(n, count, each).argmax(2) + np.arange(count) * each
    return np.take_along_axis(values, best, 1), best


def strip_box(scene: Scene) -> tuple[Floats, float]:
    """Left ends of the strips (n,), and their width: whole pixels."""
    width = max(1.0, math.floor(scene.look.lane * SHARE))
    return np.round(scene.x - width / 2.0), width


def strips(
    scene: Scene, node: str, y: float, lanes: int | None = None, tall: float = STRIP
) -> tuple[Item, ...]:
    """The strips, `tall` pixels high, of the first `lanes` words (all, if None).

    Each cell has the number it shows.
    """
    values = scene[node][:lanes]
    if not len(values):
        return ()
    shown, slot = binned(values)
    n, count = shown.shape
    x, width = strip_box(scene)
    high = max(1.0, math.floor(tall / count)) if tall >= STRIP else tall / count
    rows = np.tile(np.arange(count), n)
    at = table(np.repeat(x[:n], count), y + rows * high)
    index = np.stack([np.repeat(np.arange(n), count), slot.ravel()], -1)
    size = table(np.full(n * count, width), high)
    cells = Cells(shown.reshape(-1, 1, 1), at, size, limit=scene.limit, ref=Ref(node, index))
    return cells, *lost(np.asarray(np.isnan(shown).any(1)), table(x[:n], np.full(n, y), width, high * count))


def lost(wrong: Bools, box: Floats) -> tuple[Item, ...]:
    """An error frame with a thin cross round what holds no number, since NaN has no colour."""
    if not wrong.any():
        return ()
    framed, (_, _, width, high) = box[wrong], box[0].tolist()
    cross = (("M", 0.0, 0.0), ("L", width, high), ("M", width, 0.0), ("L", 0.0, high))
    return Rects(framed, stroke="error", width=1.0), Stamps(cross, framed[:, :2], stroke="error", width=0.75)


def empty_strips(scene: Scene, y: float, tall: float = STRIP) -> tuple[Item, ...]:
    """Quiet places for strips that are still to come."""
    x, width = strip_box(scene)
    return (Rects(table(x, np.full(scene.n, y), width, tall), fill="well"),)
