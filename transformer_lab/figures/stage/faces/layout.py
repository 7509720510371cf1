"""How the room below the weights of an attention is shared by a matrix and by threads."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.figures.easing import part, settle
from transformer_lab.figures.geometry import mix
from transformer_lab.figures.look import Face, Look
from transformer_lab.figures.picture import Floats, Ints
from transformer_lab.figures.stage.route import Route
from transformer_lab.figures.stage.rows import LEAST_THREADS

AIR, FOOT = 15.0, 8.0
"""Above and below the rows of a matrix."""
TALLEST, WIDEST = 32.0, 180.0
BELOW = 18.0
"""From the top of the row of weights to where threads or a matrix may begin."""
SHARE = 0.55
"""So much of the room is the matrix's where threads leave it."""


class Room(NamedTuple):
    """Heights below the row of weights."""

    area: float
    """all of it"""
    top: float
    """where threads begin"""
    row: float
    """height of one row of the matrix; 0 without a matrix"""


class Shades(NamedTuple):
    """How clearly threads and matrix are seen, and how far threads have become cells (None: they rest)."""

    threads: float
    matrix: float
    turned: float | None


def has_threads(face: Face) -> bool:
    """Whether this face shows threads."""
    return face != "matrix"


def has_matrix(face: Face) -> bool:
    """Whether this face shows a matrix."""
    return face != "threads"


def room_of(look: Look, threads: float, words: int) -> Room:
    """The room at this moment, where threads alone would take `threads`."""
    now = _room(look.face, threads, words)
    if look.leaving is None or look.morph >= 1.0:
        return now
    old, share = _room(look.leaving, threads, words), settle(look.morph)
    row = mix(old.row, now.row, share) if old.row and now.row else max(old.row, now.row)
    return Room(mix(old.area, now.area, share), mix(old.top, now.top, share), row)


def _room(face: Face, threads: float, words: int) -> Room:
    if face == "threads":
        return Room(threads, 0.0, 0.0)
    least = 12.0 if words <= 16 else max(5.0, 192.0 / words)
    wanted = threads * (SHARE if face == "both" else 1.0) - AIR - FOOT
    row = float(np.floor(min(TALLEST, max(least, wanted / max(1, words)))))
    high = AIR + words * row + FOOT
    if face == "matrix":
        return Room(high, 0.0, row)
    return Room(high + max(LEAST_THREADS, threads - high), high - FOOT + 2.0, row)


def shades(look: Look) -> Shades:
    """What is seen at this moment of a change of face."""
    before = look.leaving if look.leaving is not None and look.morph < 1.0 else look.face
    share = settle(look.morph) if before != look.face else 1.0
    lines = _shade(has_threads(before), has_threads(look.face), share)
    grid = _shade(has_matrix(before), has_matrix(look.face), share)
    if share >= 1.0:
        return Shades(lines, grid, None)
    gathers = not has_matrix(before) or not has_threads(look.face)
    return Shades(lines, grid, share if gathers else 1.0 - share)


def seen_threads(look: Look) -> float:
    """How clearly threads are seen that have no cell to turn into beside them."""
    old = look.face if look.leaving is None else look.leaving
    return mix(float(has_threads(old)), float(has_threads(look.face)), settle(look.morph))


def _shade(before: bool, after: bool, share: float) -> float:
    if before == after:
        return float(after)
    return part(share, 0.85, 1.0) if after else 1.0 - part(share, 0.0, 0.15)


def cell_size(lane: float, row: float) -> tuple[float, float]:
    """Width and height of a cell; where rows are low no gap is left between them."""
    if row < 9.0:
        return lane, row
    return float(np.floor(min(WIDEST, lane - 2.0))), row - 2.0


def from_cells(x: Floats, start: float, top: float, row: float, low: float) -> Route:
    """The way of values where there is only a matrix: down to the cell of the two words, along its row, and
    down to who asks.
    """

    def way(asks: Ints, reads: Ints) -> Floats:
        y = top + (asks + 0.5) * row
        begin, foot = np.full(len(y), start), np.full(len(y), low)
        a, b = x[reads], x[asks]
        down = np.stack([np.stack([a, begin + (y - begin) * u], -1) for u in (0.0, 0.33, 0.67, 1.0)], 1)
        bent = ((a, y), (a + (b - a) * 0.5, y), (b, y), (b, foot))
        return np.stack([down, np.stack([np.stack(each, -1) for each in bent], 1)], 1)

    return way
