"""How a vector stands on its lane from near: how many numbers to a line, how many lines and decimals."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from transformer_lab.figures.measure import approximate
from transformer_lab.figures.numbers import fixed

SIZE = 12
PAD = 7.0
"""What a number keeps from the edges of its cell, both together."""
SHARE = 0.88
"""The part of a lane that a vector may fill."""
SPINE_ROOM = 8.0
TALL, LOW, BARE = 26.0, 20.0, 14.0
"""Height of a line of cells: alone, one of several, without numbers."""
WIDEST = 72.0
MOST_LINES = 8
"""Longer vectors are shown as colours; each number is told where it is pointed at."""
SINGLE = 28.0
"""Height of a cell that stands alone."""


class Form(NamedTuple):
    """How a vector stands on its lane."""

    columns: int
    lines: int
    width: float
    """of one cell"""
    height: float
    """of one line"""
    decimals: int
    """−1: no numbers"""

    @property
    def tall(self) -> float:
        """Height of all lines."""
        return self.lines * self.height


@lru_cache(maxsize=256)
def form_of(lane: float, count: int, decimals: int) -> Form:
    """One line if all numbers fit, else as many as needed; beyond `MOST_LINES` colours alone."""
    room = lane * SHARE - SPINE_ROOM
    if count * _need(decimals) <= room:
        return Form(count, 1, min(WIDEST, math.floor(room / count)), TALL, decimals)
    columns = max(1, int(room // _need(2)))
    lines = math.ceil(count / columns)
    if lines > MOST_LINES:
        return Form(count, 1, room / count, BARE, -1)
    columns = math.ceil(count / lines)
    return Form(columns, lines, min(WIDEST, math.floor(room / columns)), TALL if lines == 1 else LOW, 2)


def _need(decimals: int) -> float:
    return approximate(fixed(-1.0, decimals), "regular", SIZE) + PAD
