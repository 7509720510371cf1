"""A small card on the stage: the matrix that acts as keys, its acting column lit, and the running sum."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from transformer_lab.figures.measure import shorten
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.picture import Cells, Floats, Item, Rects, Ref, Texts, table
from transformer_lab.figures.stage.motion.product import Bias, Factor, Moment
from transformer_lab.figures.stage.scene import Scene

PAD, HEAD, FOOT, SPACE = 12.0, 22.0, 20.0, 26.0
"""Air inside the card, room for names above and for sums below, and between two matrices."""
CELL, WIDE, LEAST_WIDE = 11.0, 15.0, 44.0
MOST_KEYS = 512
"""Above this many numbers a matrix is drawn as one image, without gaps."""
MOST_SIDE = 300.0
APART = 5.0
"""From a matrix to the biases below it."""


def card_size(factors: tuple[Factor, ...], room: float) -> tuple[float, float]:
    """Width and height of the card where `room` is left for it."""
    high = _cell(factors, room)[1] * len(factors[0].matrix)
    wide = sum(_width(factor, factors, room) for factor in factors) + SPACE * len(factors)
    return PAD * 2.0 + 46.0 + wide - SPACE, HEAD + high + _added(factors, room) + FOOT + PAD


def _added(factors: tuple[Factor, ...], room: float) -> float:
    """Height of the row of what is added behind the matrices; 0 without biases."""
    return APART + max(4.0, _cell(factors, room)[1]) if any(factor.bias for factor in factors) else 0.0


def _cell(factors: tuple[Factor, ...], room: float) -> tuple[float, float]:
    rows = max(len(factor.matrix) + (1.5 if factor.bias else 0.0) for factor in factors)
    columns = max(factor.matrix.shape[1] for factor in factors)
    high = min(CELL, max(1.5, (room - HEAD - FOOT - PAD) / rows))
    return min(WIDE, MOST_SIDE / columns), float(np.floor(high)) if high >= 2.0 else high


def _width(factor: Factor, factors: tuple[Factor, ...], room: float) -> float:
    return max(LEAST_WIDE, len(factor.matrix[0]) * _cell(factors, room)[0])


def card(
    scene: Scene, factors: tuple[Factor, ...], moment: Moment, at: tuple[float, float], room: float
) -> Iterator[Item]:
    """The vector that goes in at the left, each matrix with its acting column, below it the sum so far."""
    width, height = card_size(factors, room)
    x, y = at
    yield Rects(table([x], y, width, height), fill="raised", stroke="line2", width=1.0, radius=8.0)
    cell, added = _cell(factors, room), _added(factors, room)
    top, left = y + HEAD, x + PAD
    foot = top + cell[1] * len(factors[0].matrix) + added + 15.0
    yield from _vector(scene, factors[0], moment, left, top, cell[1], foot)
    left += 46.0
    for factor in factors:
        yield from _factor(scene, factor, moment, left, top, cell, foot)
        if factor.bias is not None:
            below = top + cell[1] * len(factor.matrix) + APART
            yield from _biases(factor.bias, moment, left, below, (cell[0], max(4.0, cell[1])))
        left += _width(factor, factors, room) + SPACE


def _vector(
    scene: Scene, factor: Factor, moment: Moment, x: float, top: float, high: float, foot: float
) -> Iterator[Item]:
    """The word's vector, standing, so that its slots lie beside the rows of the matrices."""
    values = factor.vectors[moment.lane]
    word = shorten(scene.words[moment.lane], 40.0, "medium", 11) if moment.lane < scene.n else ""
    yield Texts((word,), table([x], top - 8.0), 11, "medium", "ink2")
    yield Cells(values[None, :, None], table([x + 8.0], top), table([14.0], high), limit=scene.limit)
    yield Rects(table([x + 8.0], top, 14.0, high * len(values)), stroke="line2", width=0.75)
    if moment.term is not None:
        yield _lit(table([x + 8.0], top + moment.term * high, 14.0, high))
        said = fixed(float(values[moment.term]), 2) + " ×"
        yield Texts((said,), table([x], foot), 11, "medium", "now")


def _factor(
    scene: Scene,
    factor: Factor,
    moment: Moment,
    x: float,
    top: float,
    cell: tuple[float, float],
    foot: float,
) -> Iterator[Item]:
    rows = len(factor.matrix)
    wide, high = cell
    yield from _name(factor, x, top - 8.0)
    yield _keys(scene, factor, x, top, cell)
    yield _lit(table([x + moment.column * wide], top, wide, high * rows))
    if moment.term is not None:
        yield _lit(table([x + moment.column * wide], top + moment.term * high, wide, high), fill=True)
    sign = "= " if moment.term is None or moment.term + 1 == rows else "… "
    said = sign + fixed(factor.partial(moment), 2)
    color = "ink" if moment.term is None else "now"
    yield Texts((said,), table([x], foot), 11, "medium", color)


def _biases(bias: Bias, moment: Moment, x: float, top: float, cell: tuple[float, float]) -> Iterator[Item]:
    """A row of keys below the matrix, with a plus; the acting one is lit once its sum is complete."""
    wide, high = cell
    count = len(bias.values)
    limit = max(1e-9, float(np.nanmax(np.abs(bias.values), initial=0.0)))
    at = table(x + np.arange(count) * wide + 0.5, top + 0.5)
    size = table(np.full(count, max(1.0, wide - 1.0)), high - 1.0)
    yield Texts(("+",), table([x - 8.0], top + high / 2.0 + 4.0), 11, "medium", "ink2", "middle")
    ref = Ref(bias.node, bias.places)
    yield Cells(bias.values.reshape(-1, 1, 1), at, size, limit=limit, radius=2.0, ref=ref)
    if wide >= 3.0:  # biases start as zeros, which are as pale as the card
        yield Rects(np.concatenate([at, size], 1), stroke="line2", width=0.75, radius=2.0)
    if moment.term is None:
        yield _lit(table([x + moment.column * wide], top, wide, high))


def _keys(scene: Scene, factor: Factor, x: float, top: float, cell: tuple[float, float]) -> Item:
    """Separate keys where there are few; an image where there are many."""
    rows, columns = factor.matrix.shape
    wide, high = cell
    limit = max(1e-9, float(np.nanmax(np.abs(factor.matrix), initial=0.0)))
    if rows * columns > MOST_KEYS or high < 3.0 or wide < 3.0:
        return Cells(factor.matrix[None], table([x], top), table([wide], high), limit=limit)
    r, c = (axis.ravel() for axis in np.indices(factor.matrix.shape))
    places: Floats = table(x + c * wide + 0.5, top + r * high + 0.5)
    size = table(np.full(len(r), wide - 1.0), high - 1.0)
    ref = Ref(factor.node, factor.places.reshape(len(r), -1))
    return Cells(factor.matrix.reshape(-1, 1, 1), places, size, limit=limit, radius=2.0, ref=ref)


def _name(factor: Factor, x: float, y: float) -> Iterator[Item]:
    letter, _, low = factor.name.partition("_")
    yield Texts((letter,), table([x], y), 14, "math-italic", factor.role)
    yield Texts((low,), table([x + 13.0], y + 3.0), 11, "math", factor.role)


def _lit(box: Floats, *, fill: bool = False) -> Rects:
    """Amber: this acts now."""
    grown = box + np.array([-1.0, -1.0, 2.0, 2.0])
    return Rects(grown, stroke="now_fill", width=2.0 if fill else 1.5, radius=2.0)
