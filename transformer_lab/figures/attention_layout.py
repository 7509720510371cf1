"""Where the parts of the attention figure go: the largest type and cells with which all words stay whole.

Every size of type and every tilt of the column labels is tried; the best plan wins. Only when no plan has
room for each word are labels left out, evenly, and the figure says so.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from transformer_lab.figures.direction import joined, set_size
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.options import slide_shaped

TILTS = {0: 1.0, 45: 0.9, 60: 0.82, 90: 0.7}
"""Degrees by which column labels may tilt, and how much one likes to read them."""
SMALLEST_TYPE = 11
"""On a screen; on a slide of 960 × 540 it is 18."""
SLIDE = 640.0
"""From this width on a figure is a slide, and its height alone decides how far off it can be read."""
LARGEST_LABEL = (0.34, 0.58)
"""The part of a side that labels may take before long words are cut: first modest, then as a last resort."""
LARGEST_CELL = 5.5
"""in sizes of the type"""


class Frame(NamedTuple):
    """The room for labels and matrix, and the range of type sizes."""

    x: float
    y: float
    width: float
    height: float
    largest: int
    smallest: int


class Plan(NamedTuple):
    """The matrix at (x, y) with square cells; labels of one size and tilt, every `every`-th of them shown."""

    x: float
    y: float
    cell: float
    rows: int
    size: int
    small: int
    """size of the axis names"""
    tilt: int
    every: int
    words: tuple[str, ...]
    """the labels: whole words unless one is too long for any plan"""
    overhang: float
    """how far tilted labels reach beyond the right edge"""
    read: tuple[str, ...]
    """the labels of the columns"""
    left: float
    """room that the labels of the rows take"""
    across: int
    """every how many columns are named"""

    @property
    def side(self) -> float:
        """Width of the matrix."""
        return self.cell * len(self.read)

    @property
    def down(self) -> float:
        """Height of the matrix."""
        return self.cell * self.rows

    @property
    def reach(self) -> tuple[float, float]:
        """Left and right end with the labels of the rows and tilted ones: what is reflected."""
        return self.x - self.left, self.x + self.side + self.overhang

    def shown(self, always: int = -1, columns: bool = False) -> tuple[int, ...]:
        """Which labels of the rows (or columns) are shown: even ones, and `always` (−1: none) in place of its
        nearest neighbours.
        """
        every, count = (self.across, len(self.read)) if columns else (self.every, self.rows)
        even = range(0, count, every)
        if always < 0 or every == 1:
            return tuple(even)
        return tuple(sorted({i for i in even if abs(i - always) >= every} | {always}))


def type_range(width: float, height: float, least: int = 18) -> tuple[int, int]:
    """Largest and smallest type for a figure: 24 and `least` on slides, on a small panel 12 and 11."""
    scale = min(width / (720.0 if width >= SLIDE else 960.0), height / 540.0)
    return max(12, round(24 * scale)), max(SMALLEST_TYPE, round(least * scale))


def digit_size(width: float, height: float) -> int:
    """The smallest digits in a cell: 18 on slides 540 high; elsewhere they may be smaller than words."""
    small = type_range(width, height)[1]
    return small if slide_shaped(width, height) else max(9, round(0.6 * small))


def plan(words: Sequence[str], read: Sequence[str], frame: Frame, axes: tuple[str, str]) -> Plan:
    """The best plan for a matrix with `words` as rows and `read` as columns; `axes` names both, columns
    first.
    """
    return _best(tuple(words), tuple(read), frame, axes)


@lru_cache(maxsize=32)
def _best(words: tuple[str, ...], read: tuple[str, ...], frame: Frame, axes: tuple[str, str]) -> Plan:
    """An edit of numbers moves no label, so the plan is looked for once."""
    return max(_plans(words, read, frame, axes), key=lambda plan: _quality(plan, words, read, frame))


def _quality(plan: Plan, words: Sequence[str], read: Sequence[str], frame: Frame) -> tuple[int, float]:
    """More whole words first, then large type, level labels and large cells."""
    whole = sum(plan.words[i] == words[i] for i in range(0, plan.rows, plan.every))
    whole += sum(plan.read[i] == read[i] for i in range(0, len(read), plan.across))
    roomy = min(1.0, plan.cell / (2.0 * frame.largest)) ** 0.5
    return whole, plan.size / frame.largest * TILTS[plan.tilt] * roomy


def _plans(words: Sequence[str], read: Sequence[str], frame: Frame, axes: tuple[str, str]) -> Iterator[Plan]:
    for size in range(frame.largest, frame.smallest - 1, -1):
        for tilt, part in product((0,) if any(map(joined, read)) else TILTS, LARGEST_LABEL):
            rise = math.sin(math.radians(tilt)) or 0.1
            cap = part * min(frame.width, frame.height / rise)
            labels = _cut(words, cap, size)
            above = labels if read == words else _cut(read, cap, size)
            found = _plan(labels, above, frame, size, tilt, axes)
            if found is not None:
                yield found


def _cut(words: Sequence[str], cap: float, size: int) -> tuple[str, ...]:
    """Labels no wider than `cap`."""
    return tuple(shorten(word, cap, "semibold", set_size(word, size)) for word in words)


def _plan(
    labels: tuple[str, ...],
    above: tuple[str, ...],
    frame: Frame,
    size: int,
    tilt: int,
    axes: tuple[str, str],
) -> Plan | None:
    """The plan with this size and tilt; None if level labels do not fit above their columns.

    Words of Arabic never tilt: there some are left out.
    """
    rows, columns = len(labels), len(above)
    small = min(size, max(frame.smallest, round(0.75 * size)))
    names = axes if tilt else axes[1:]
    widest = max(_width(label, size) for label in above)
    left = max(
        widest if labels is above else max(_width(label, size) for label in labels),
        *(approximate(name, "medium", small) for name in names),
    ) + label_gap(size)
    top = head_room(widest, size, small, tilt)
    turn = math.radians(tilt)
    reach = widest * math.cos(turn) + 0.36 * size * math.sin(turn) if tilt else 0.0
    across = (frame.width - left - reach) / max(columns - 0.5 * bool(tilt), 0.5)
    cell = max(0.5, min(across, (frame.height - top) / rows, LARGEST_CELL * size))
    every = max(1, math.ceil(1.12 * size / (cell * (math.sin(turn) if tilt else 1.0)) - 1e-9))
    named = every
    if not tilt and widest > cell - 0.3 * size and (columns > 1 or widest > frame.width - left):
        if not any(map(joined, above)):
            return None
        named = max(every, math.ceil((widest + 0.3 * size) / cell))
    overhang = max(0.0, reach - cell / 2.0)
    return Plan(
        frame.x + left,
        frame.y + top,
        cell,
        rows,
        size,
        small,
        tilt,
        every,
        labels,
        overhang,
        above,
        left,
        named,
    )


def _width(label: str, size: int) -> float:
    return approximate(label, "semibold", set_size(label, size))


def label_gap(size: int) -> float:
    """Between labels and matrix."""
    return max(6.0, 0.5 * size)


def tilt_gap(size: int, tilt: int) -> float:
    """From the matrix up to the middle line of a tilted label, so that its feet stay clear."""
    return 0.6 * size * math.cos(math.radians(tilt)) + max(3.0, 0.2 * size)


def head_room(widest: float, size: int, small: int, tilt: int) -> float:
    """Height above the matrix that column labels and axis names need."""
    if not tilt:
        return 1.5 * size + 1.6 * small
    turn = math.radians(tilt)
    return max(tilt_gap(size, tilt) + widest * math.sin(turn) + 0.5 * size * math.cos(turn), 3.2 * small)
