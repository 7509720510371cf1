"""Small maps of heads: at most one cell for each pixel, hatch where the mask hides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.heads import Bools, Heads, head_weights, hidden, sides
from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.figures.picture import Cells, Floats, Hatch, Ints, Item, Rects, Ref, Stamps, Tail, table
from transformer_lab.figures.scales import rooted, shade
from transformer_lab.figures.turning import Turn, turn_of

HATCHED = 20.0
"""Below this side hidden words stay empty: hatch would be louder than the weights."""


class Thumbnail(NamedTuple):
    """One head and the square in which it is drawn."""

    heads: Heads
    head: int
    x: float
    y: float
    side: float


def thumbnails(
    snapshot: Snapshot, places: Sequence[Thumbnail], ramp: str = "", manner: Manner = USUAL
) -> tuple[Item, ...]:
    """The maps of several heads, all of one side, with their frames; every cell answers with its weight."""
    frames = table(
        [p.x - 0.5 for p in places], [p.y - 0.5 for p in places], places[0].side + 1.0, places[0].side + 1.0
    )
    blocks = [tuple(group) for _, group in groupby(places, key=lambda place: place.heads.path)]
    maps = (item for block in blocks for item in _block(snapshot, block, ramp, manner))
    return *maps, Rects(frames, stroke="line2", width=1.0)


def _block(snapshot: Snapshot, places: Sequence[Thumbnail], ramp: str, manner: Manner) -> tuple[Item, ...]:
    """The maps of one block: they have one mask."""
    heads, side = places[0].heads, places[0].side
    turn = turn_of(manner, *sides(snapshot, heads))
    mask = turn.turned(hidden(snapshot, heads.path))
    weights = turn.turned(head_weights(snapshot, heads)[[p.head for p in places]])
    seen = np.where(mask, np.nan, weights)
    values = shade(seen / _ends(seen, ramp)[:, None, None], rooted(len(snapshot.words), ramp))
    corner = np.array([(p.x, p.y) for p in places])
    trouble = _trouble(np.asarray((np.isnan(seen) & ~mask).any((1, 2))), corner, side)
    veil = _veil(mask, corner, side, turn.mirrored) if side >= HATCHED else ()
    small = [pooled(v, side) for v in values]
    if small[0][1] is None:
        index = np.array([[p.head] for p in places])
        size = table(np.full(len(places), side / mask.shape[1]), side / mask.shape[0])
        tail: Tail = "cr" if turn.aside else "rc"
        ref = Ref(heads.weights, index, tail, mask.shape[1] if turn.mirrored else 0)
        return *veil, Cells(values, corner, size, "seq", 1.0, ref=ref), *trouble
    patches = (
        _patches(v, _back(i, mask.shape[1], turn), p)
        for (v, i), p in zip(small, places, strict=True)
        if i is not None
    )
    return *veil, *patches, *trouble


def _ends(seen: Floats, ramp: str) -> Floats:
    """Where the scale of each map ends: at 1 for all, or each at its own largest weight."""
    if ramp != "own":
        return np.ones(len(seen))
    largest = np.nan_to_num(seen, nan=0.0, posinf=0.0).max((1, 2), initial=0.0)
    return np.asarray(np.where(largest > 0.0, largest, 1.0))


def _back(places: Ints, columns: int, turn: Turn) -> Ints:
    """Rows and columns of maps as they lie, as those of the weights."""
    if turn.mirrored:
        places = np.stack([places[:, 0], columns - 1 - places[:, 1]], 1)
    return places[:, ::-1] if turn.aside else places


def _trouble(wrong: Bools, corner: Floats, side: float) -> tuple[Item, ...]:
    """A cross in an error frame over each map that holds what is no number."""
    if not wrong.any():
        return ()
    inner = side - 4.0
    cross = (("M", 0.0, 0.0), ("L", inner, inner), ("M", inner, 0.0), ("L", 0.0, inner))
    at = corner[wrong] + 2.0
    frames = np.concatenate([at, np.full_like(at, inner)], 1)
    return Rects(frames, stroke="error", width=1.5), Stamps(cross, at, stroke="error", width=1.0)


def pooled(values: Floats, side: float) -> tuple[Floats, Ints | None]:
    """A map, at most one cell for each pixel: the largest of each patch, and where it stands.

    (t, s) → (m, n) and (m·n, 2), or the values themselves and None if they fit. The largest and not the mean:
    a sharp link survives. A patch of nothing but NaN stays NaN and answers with its first cell.
    """
    down, across = (math.ceil(n / max(1.0, side)) for n in values.shape)
    if down == across == 1:
        return values, None
    m, n = math.ceil(len(values) / down), math.ceil(values.shape[1] / across)
    padded = np.full((m * down, n * across), -np.inf)
    padded[: len(values), : values.shape[1]] = np.where(np.isnan(values), -np.inf, values)
    patches = padded.reshape(m, down, n, across).transpose(0, 2, 1, 3).reshape(m * n, down * across)
    best, top = patches.argmax(1), patches.max(1)
    rows, columns = (g.ravel() for g in np.indices((m, n)))
    index = np.stack([rows * down + best // across, columns * across + best % across], 1)
    return np.where(np.isinf(top), np.nan, top).reshape(m, n), index


def _patches(values: Floats, index: Ints, place: Thumbnail) -> Cells:
    m, n = values.shape
    high, wide = place.side / m, place.side / n
    rows, columns = (g.ravel() for g in np.indices((m, n)))
    at = table(place.x + columns * wide, place.y + rows * high)
    ref = Ref(place.heads.weights, np.concatenate([np.full((m * n, 1), place.head), index], 1))
    return Cells(values.reshape(-1, 1, 1), at, table(np.full(m * n, wide), high), "seq", 1.0, ref=ref)


def _veil(mask: Bools, corner: Floats, side: float, mirrored: bool) -> tuple[Item, ...]:
    """One hatched box for each unbroken run of hidden words of a row, on every map."""
    high, wide = side / mask.shape[0], side / mask.shape[1]
    found = [(a, row, b - a, 1.0) for row, hides in enumerate(mask) for a, b in runs(hides)]
    boxes = np.array(found) * np.array([wide, high, wide, high]) if found else np.zeros((0, 4))
    if not len(boxes):
        return ()
    moved = boxes[None] + np.pad(corner, ((0, 0), (0, 2)))[:, None]
    return (Hatch(moved.reshape(-1, 4), mirrored=mirrored),)


def runs(flags: Bools) -> list[tuple[int, int]]:
    """Unbroken runs of True: first index, and one past the last."""
    edges = np.flatnonzero(np.diff(np.r_[0, flags.astype(int), 0]))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]
