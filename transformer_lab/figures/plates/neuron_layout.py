"""Where the parts of the neuron view stand: the largest type with which words and features have room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from transformer_lab.figures.measure import approximate
from transformer_lab.figures.numbers import LARGEST, compact
from transformer_lab.figures.numbers import fixed as plain
from transformer_lab.figures.picture import Face, Floats
from transformer_lab.figures.plates.board import Board
from transformer_lab.figures.plates.foot import LINE
from transformer_lab.figures.plates.neuron_values import After, Neurons, kept_features, kept_words
from transformer_lab.figures.scales import ending
from transformer_lab.language import tr

ROUGH = 20.5
"""Numbers lose their second decimal for no type larger than this, in points of a slide."""
THINNEST = 5.0
"""The narrowest cell of a feature without numbers."""


class Plan(NamedTuple):
    """Where everything stands."""

    words: tuple[int, ...]
    features: tuple[int, ...]
    k: float
    """x of the band of keys"""
    product: float
    after: tuple[After, ...]
    edges: tuple[float, ...]
    """x of the columns behind, and where the last ends"""
    y: float
    """of the row of q"""
    row: float
    cell: float
    size: int
    digit: int
    """size of the numbers in cells"""
    asker: str
    """what the row of q is called"""
    decimals: int
    """of the features; 0 for colours alone"""
    limits: tuple[float, float]

    @property
    def pen(self) -> Pen:
        """How its features are drawn."""
        return Pen(self.cell, self.row, self.digit, self.decimals)

    @property
    def first(self) -> float:
        """Where the words begin: below the row of q and the names of the bands."""
        return self.y + self.row + 1.5 * self.size


class Pen(NamedTuple):
    """The cells of features: their width and height, the type of their numbers, decimals (0 for none)."""

    cell: float
    row: float
    size: int
    decimals: int


class Widths(NamedTuple):
    """In sizes of the type: the widest number of a feature by its decimals, of a column by its node too."""

    features: dict[int, float]
    columns: dict[tuple[str, int], float]


class Across(NamedTuple):
    """One way to use the width: type, decimals, columns behind, and the least width of a feature."""

    size: int
    digit: int
    asker: str
    decimals: int
    after: tuple[After, ...]
    cell: float
    free: float
    """what names and columns leave for features"""

    @property
    def fits(self) -> int:
        """How many features have room."""
        return max(1, int(self.free / 2.0 / self.cell))


def planned(on: Board, found: Neurons, numbers: int, foot: int) -> Plan:
    """The largest type with which all words and features have room; else the strongest of both."""
    room = on.room.height - (0.4 + LINE * foot) * on.small
    wide = _widths(found, numbers)
    ways = [
        _across(on, found, wide, size, digit, *rest)
        for rest in _ways(found, numbers)
        if rest[0] != 1 or on.small <= ROUGH * on.unit
        for size, digit in _sizes(on)
    ]
    fit = (w for w in ways if w.fits >= len(found.q) and _rows(room, w.size) >= len(found.words))
    narrow = [w for w in ways if w.size == on.small]
    broad = (w for w in narrow if w.fits >= min(3, len(found.q)) and w.decimals <= 2)
    way = (
        next(fit, None)
        or next((w for w in narrow if w.fits >= len(found.q)), None)
        or next(broad, narrow[-1])
    )
    words, features = kept_words(found, _rows(room, way.size)), kept_features(found, way.fits)
    return _placed(on, found, wide, way, words, features, room)


def _sizes(on: Board) -> Iterator[tuple[int, int]]:
    """Of names, and of numbers in cells: as large, or the smallest there may be."""
    for size in range(on.large, on.small - 1, -1):
        yield from ((size, digit) for digit in dict.fromkeys((size, min(size, on.digit))))


def _ways(found: Neurons, numbers: int) -> list[tuple[int, tuple[After, ...], str]]:
    """Decimals, columns, and what q is called, the fullest first: decimals go before the scaled sum."""
    named = (tr("q of {word}", word=found.asker), "q")
    every = ways_of(found, numbers)
    afters = dict.fromkeys(after for _, after in every)
    return [(d, after, asker) for after in afters for asker in named for d, of in every if of is after]


def ways_of(found: Neurons, numbers: int) -> list[tuple[int, tuple[After, ...]]]:
    """Decimals and columns, the fullest first: fewer decimals, then without the scaled sum."""
    few = tuple(c for c in found.after if c.node.endswith(("/scores", "/weights")))
    digits = tuple(dict.fromkeys((numbers, 2, 1))) if numbers else (0,)
    return [(d, after) for after in dict.fromkeys((found.after, few)) for d in digits]


def _rows(room: float, size: int) -> int:
    return max(1, int((room - 1.5 * size) / (1.42 * size)) - 1)


def _widths(found: Neurons, numbers: int) -> Widths:
    """How wide the numbers are, measured once."""
    values = (*found.q, *found.k.ravel()[:512], *found.products.ravel()[:512])
    counts = dict.fromkeys((numbers, 2, 1)) if numbers else {}
    features = {count: _widest((fixed(v, count) for v in values), "regular") for count in counts}
    columns = {
        (column.node, count): _widest((fixed(v, count or 2) for v in column.values), "medium")
        for column in found.after
        for count in (counts or (0,))
    }
    return Widths(features, columns)


def _widest(texts: Iterable[str], face: Face) -> float:
    return max(approximate(text, face, 100) for text in set(texts)) / 100.0


def _across(
    on: Board,
    found: Neurons,
    wide: Widths,
    size: int,
    digit: int,
    decimals: int,
    after: tuple[After, ...],
    asker: str,
) -> Across:
    columns = sum(_width(column, wide, size, digit, decimals) for column in after)
    free = on.room.width - _names_width(on, found, size, asker) - columns - 1.8 * size
    least = (wide.features[decimals] + 0.36) * digit if decimals else THINNEST
    return Across(size, digit, asker, decimals, after, least, free)


def _placed(
    on: Board,
    found: Neurons,
    wide: Widths,
    way: Across,
    words: tuple[int, ...],
    features: tuple[int, ...],
    height: float,
) -> Plan:
    size, room = way.size, height - 1.5 * way.size
    row = min(room / (len(words) + 1), 2.3 * size)
    cell = max(1.0, min(way.free / (2 * len(features)), max(1.25 * way.cell, 1.6 * size)))
    widths = [_width(column, wide, size, way.digit, way.decimals) for column in way.after]
    used = 2 * len(features) * cell + sum(widths) + 1.8 * size
    names = _names_width(on, found, size, way.asker)
    start = on.room.x + names + 0.35 * max(0.0, on.room.width - names - used)
    product = start + len(features) * cell + 0.9 * size
    edge = product + len(features) * cell + 0.9 * size
    edges = tuple(float(edge + sum(widths[:i])) for i in range(len(widths) + 1))
    limits = limits_of(found)
    y = on.room.y + 0.3 * size + max(0.0, room - row * (len(words) + 1)) / 3.0
    type_ = (size, way.digit, way.asker, way.decimals)
    return Plan(words, features, start, product, way.after, edges, y, row, cell, *type_, limits)


def limits_of(found: Neurons) -> tuple[float, float]:
    """Where the scales end: that of q and k, and that of the products and their sums."""
    of_sums = ending(found.end, found.products, *signed(found))
    return ending(found.end, found.q, found.k), of_sums


def signed(found: Neurons) -> list[Floats]:
    """The columns on the scale of the sums."""
    return [column.values for column in found.after if column.ramp == "div"]


def _width(column: After, wide: Widths, size: int, digit: int, decimals: int) -> float:
    numbers = wide.columns[column.node, decimals] * digit
    return max(numbers, approximate(column.name, "medium", heading_size(size, digit))) + 0.6 * digit


def heading_size(size: int, digit: int) -> int:
    """Names of columns stand closer than words, and a little smaller, but larger than the least number."""
    return min(size, max(round(1.1 * digit), round(0.84 * size)))


def _names_width(on: Board, found: Neurons, size: int, asker: str) -> float:
    names = (*found.words, asker)
    return min(max(approximate(n, "semibold", size) for n in names), 0.22 * on.room.width) + 0.7 * size


def fixed(value: float, decimals: int = 2) -> str:
    """With fixed decimals, or where that would be longer than its cell as a power of ten."""
    return compact(value) if LARGEST <= abs(value) < np.inf else plain(value, decimals)
