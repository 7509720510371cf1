"""A small map of one head: at most one cell for each pixel, hatch where the mask hides."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.heads import Bools, Heads, hidden
from transformer_lab.figures.picture import Cells, Floats, Hatch, Ints, Item, Rects, Ref, table

HATCHED = 20.0
"""Below this side hidden words stay empty: hatch would be louder than the weights."""


class Thumbnail(NamedTuple):
    """One head and the square in which it is drawn."""

    heads: Heads
    head: int
    x: float
    y: float
    side: float


def thumbnail(snapshot: Snapshot, place: Thumbnail) -> tuple[Item, ...]:
    """The map with its frame; every cell answers with the weight it shows."""
    mask = hidden(snapshot, place.heads.path)
    values = np.where(mask, np.nan, snapshot[place.heads.weights][place.head])
    small, index = pooled(values, place.side)
    cells = _whole(small, place) if index is None else _patches(small, index, place)
    frame = table(place.x - 0.5, place.y - 0.5, place.side + 1.0, place.side + 1.0)
    veil = _veil(mask, place) if place.side >= HATCHED else ()
    return *veil, cells, Rects(frame, stroke="line2", width=1.0)


def pooled(values: Floats, side: float) -> tuple[Floats, Ints | None]:
    """A square map, at most one cell for each pixel: the largest of each patch, and where it stands.

    (n, n) → (m, m) and (m·m, 2), or the values themselves and None if they fit. The largest and not the mean:
    a sharp link survives. A patch of nothing but NaN stays NaN and answers with its first cell.
    """
    n = len(values)
    step = math.ceil(n / max(1.0, side))
    if step == 1:
        return values, None
    m = math.ceil(n / step)
    padded = np.full((m * step, m * step), -np.inf)
    padded[:n, :n] = np.where(np.isnan(values), -np.inf, values)
    patches = padded.reshape(m, step, m, step).transpose(0, 2, 1, 3).reshape(m * m, step * step)
    best, top = patches.argmax(1), patches.max(1)
    rows, columns = (g.ravel() * step for g in np.indices((m, m)))
    index = np.stack([rows + best // step, columns + best % step], 1)
    return np.where(np.isinf(top), np.nan, top).reshape(m, m), index


def _whole(values: Floats, place: Thumbnail) -> Cells:
    cell = place.side / len(values)
    ref = Ref(place.heads.weights, np.array([[place.head]]), "rc")
    return Cells(values[None], table(place.x, place.y), table(cell, cell), "seq", 1.0, ref=ref)


def _patches(values: Floats, index: Ints, place: Thumbnail) -> Cells:
    m = len(values)
    cell = place.side / m
    rows, columns = (g.ravel() for g in np.indices((m, m)))
    at = table(place.x + columns * cell, place.y + rows * cell)
    ref = Ref(place.heads.weights, np.concatenate([np.full((m * m, 1), place.head), index], 1))
    return Cells(values.reshape(-1, 1, 1), at, np.full((m * m, 2), cell), "seq", 1.0, ref=ref)


def _veil(mask: Bools, place: Thumbnail) -> tuple[Item, ...]:
    """One hatched box for each unbroken run of hidden words of a row."""
    cell = place.side / len(mask)
    boxes = [
        (place.x + a * cell, place.y + row * cell, (b - a) * cell, cell)
        for row, hides in enumerate(mask)
        for a, b in runs(hides)
    ]
    return (Hatch(np.array(boxes)),) if boxes else ()


def runs(flags: Bools) -> list[tuple[int, int]]:
    """Unbroken runs of True: first index, and one past the last."""
    edges = np.flatnonzero(np.diff(np.r_[0, flags.astype(int), 0]))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]
