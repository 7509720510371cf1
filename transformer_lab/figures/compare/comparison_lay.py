"""Where the three maps of the comparison stand, and how their columns are named: words or numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

from transformer_lab.figures.compare.attention_pair import Maps
from transformer_lab.figures.direction import joined
from transformer_lab.figures.measure import CAP, approximate, shorten
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Texts, table
from transformer_lab.figures.plates.board import Board, Box

LARGEST_CELL = 34.0
TILTS = (0, 60, 90)
LONGEST = 0.2
"""The part of the height that names of columns may take."""


class Lay(NamedTuple):
    """Where the three maps stand: left edges, the upper edge, the side of a cell, size of type."""

    x: tuple[float, float, float]
    y: float
    cell: float
    size: int
    first: float
    """width of the words that ask, at the left of A"""
    second: float
    """the same at the left of B, whose words may be others"""
    tilt: int
    every: int
    """of how many columns one is named"""
    names: tuple[tuple[str, ...], ...]
    """of the columns of each map"""
    top: float
    """from the upper edge of the room to the maps"""
    rows: int
    words: bool
    """whether columns are named by their words"""

    @property
    def low(self) -> float:
        """Where the maps end."""
        return self.y + self.rows * self.cell


def laid(maps: Maps, on: Board, room: Box, options: Options) -> Lay:
    """The best of all ways: large cells, words before numbers, whole before thinned, large type."""
    ways = list(_ways(maps, on, room, options))
    largest = max(way.cell for way in ways)
    return max(ways, key=lambda way: _worth(way, largest, on))


def _worth(way: Lay, largest: float, on: Board) -> float:
    named = (1.0 if way.words else 0.88) * float(way.every**-0.3)
    rows = 1.0 if way.cell >= 1.05 * way.size else 0.7
    return way.cell / largest * named * rows + 0.2 * way.size / on.large


def _ways(maps: Maps, on: Board, room: Box, options: Options) -> Iterator[Lay]:
    joins = any(joined(name) for name in (*maps.reads_a, *maps.reads_b))
    for size in range(on.large, on.small - 1, -1):
        yield _way(maps, on, room, options, size, None)
        for tilt in (0,) if joins else TILTS:
            yield _way(maps, on, room, options, size, tilt)


def _way(maps: Maps, on: Board, room: Box, options: Options, size: int, turned: int | None) -> Lay:
    """One way: the columns named by words turned so far, or by their numbers (None)."""
    tilt = turned or 0
    turn, most = math.radians(tilt), max(5.0 * size, LONGEST * room.height)
    reads = (maps.reads_a, maps.reads_b, maps.reads_b)
    if turned is None:
        reads = tuple(tuple(options.manner.ordinal(i) for i in range(len(each))) for each in reads)  # type: ignore[assignment]
    names = tuple(tuple(shorten(name, most, "regular", size) for name in each) for each in reads)
    wide = max(approximate(name, "regular", size) for each in names for name in each)
    above = 0.55 * size + wide * math.sin(turn) + 0.4 * size * math.cos(turn) if tilt else 1.2 * size
    over = wide * math.cos(turn) if tilt else 0.0
    words = maps.words_a if maps.a is not None else maps.words_b
    first = min(0.3 * room.width, max(approximate(w, "semibold", size) for w in words)) + 0.5 * size
    later = _later(maps, size, room, options)
    across = (len(maps.reads_a) or len(maps.reads_b), len(maps.reads_b), len(maps.reads_b))
    down = max(len(maps.words_a), len(maps.words_b))
    between, top = 1.2 * size, 1.9 * size + above
    free = room.width - first - sum(later) - 2.0 * between - over
    cell = min(free / sum(across), (room.height - top - 0.4 * size) / down, LARGEST_CELL * on.unit * 2)
    cell = max(0.5, cell)
    spare = max(0.0, free - cell * sum(across)) / 2.0
    x0 = room.x + first
    x1 = x0 + cell * across[0] + between + spare + later[0]
    x2 = x1 + cell * across[1] + between + spare + later[1]
    pitch = 1.1 * size / math.sin(turn) if tilt else wide + 0.3 * size
    every = max(1, math.ceil(pitch / cell - 1e-9))
    return Lay(
        (x0, x1, x2),
        room.y + top,
        cell,
        size,
        first,
        later[0],
        tilt,
        every,
        names,
        top,
        down,
        turned is not None,
    )


def _later(maps: Maps, size: int, room: Box, options: Options) -> tuple[float, float]:
    """Room for the labels of B and of the difference: numbers, or B's own words where they are others."""
    number = approximate(options.manner.ordinal(len(maps.words_b)), "regular", size) + 0.5 * size
    own = max(approximate(w, "semibold", size) for w in maps.words_b) + 0.5 * size
    return (number if maps.alike else min(0.2 * room.width, own)), number


def column_names(lay: Lay, i: int, ink: str = "key") -> tuple[Texts, ...]:
    """The words over the columns of the i-th map: those that are read, or on its side those that ask."""
    shown = range(0, len(lay.names[i]), lay.every)
    if not lay.names[i]:
        return ()
    text = tuple(lay.names[i][c] for c in shown)
    middle = table([lay.x[i] + (c + 0.5) * lay.cell for c in shown])[:, 0]
    size = lay.size
    if not lay.tilt:
        half = [approximate(name, "regular", size) / 2.0 - 0.6 * size for name in text]
        right = lay.x[i] + lay.cell * len(lay.names[i])  # a name may not reach into the next map
        kept = [k for k, x in enumerate(middle) if x - half[k] >= lay.x[i] and x + half[k] <= right]
        if not kept:
            return ()
        at = table(middle[kept], lay.y - 0.4 * size)
        return (Texts(tuple(text[k] for k in kept), at, size, color=ink, anchor="middle"),)
    turn, shift = math.radians(lay.tilt), CAP / 2.0 * size
    at = table(middle + shift * math.sin(turn), lay.y - 0.4 * size + shift * math.cos(turn))
    return (Texts(text, at, size, color=ink, angle=-float(lay.tilt)),)
