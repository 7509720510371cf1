"""The foot of a plate: the printed scales at the right, and what must be said at the left or under them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from transformer_lab.figures.measure import approximate
from transformer_lab.figures.picture import Item
from transformer_lab.figures.plates.board import Board, said
from transformer_lab.figures.scales import bar_width, colour_bar

BARS = (3.6, 2.4)
"""How long a scale is drawn, in sizes of type: shorter where that lets all stand in one line."""
LINE = 1.5
"""From one line of the foot to the next, in sizes of type."""


class Scale(NamedTuple):
    """A scale to be printed: its ramp, its limit, and what it is of."""

    ramp: str
    limit: float
    name: str
    root: bool = False
    """whether its colours follow the square root"""


def foot_lines(on: Board, scales: Sequence[Scale], notice: str) -> int:
    """How many lines the foot takes: one, or two where notice and scales have no room beside each other."""
    taken = _taken(on, notice)
    return 1 if not scales or _bar(on, scales, taken) else 2 if notice else 1


def foot_scales(on: Board, scales: Sequence[Scale], notice: str = "") -> tuple[Item, ...]:
    """Ramp, limit and name of scales, beside the notice or in a line above it, as many as fit."""
    lines = foot_lines(on, scales, notice)
    taken = _taken(on, notice) if lines == 1 else 0.0
    bar = _bar(on, scales, taken) or BARS[-1]
    y = on.room.low - (lines - 1) * LINE * on.small
    items: list[Item] = []
    x = on.room.right
    for scale in scales:
        start = x - _width(on, scale, bar)
        if start < on.room.x + taken - 1.0:
            break
        items += _scale(on, scale, bar, start, y)
        x = start - 1.6 * on.small
    return tuple(items)


def _taken(on: Board, notice: str) -> float:
    return approximate(notice, "regular", on.small) + 1.2 * on.small if notice else 0.0


def _bar(on: Board, scales: Sequence[Scale], taken: float) -> float:
    """The longest bar with which all scales have room in one line; 0 if none has."""

    def needed(bar: float) -> float:
        return sum(_width(on, scale, bar) for scale in scales) + 1.6 * on.small * (len(scales) - 1)

    return next((bar for bar in BARS if needed(bar) <= on.room.width - taken), 0.0)


def _width(on: Board, scale: Scale, bar: float) -> float:
    low, reach = bar_width(scale.ramp, scale.limit, bar * on.small, on.small)
    return approximate(scale.name, "regular", on.small) + 0.4 * on.small + low + reach


def _scale(on: Board, scale: Scale, bar: float, x: float, y: float) -> list[Item]:
    size, long = on.small, bar * on.small
    low, _ = bar_width(scale.ramp, scale.limit, long, size)
    after = x + approximate(scale.name, "regular", size) + 0.4 * size + low
    drawn = colour_bar(scale.ramp, scale.limit, after, y - 0.72 * size, long, 0.7 * size, size, scale.root)
    return [*drawn, said(scale.name, x, y, size, "ink2")]
