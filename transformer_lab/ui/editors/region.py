"""A rectangle of keys: what is chosen together. Pure."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Region(NamedTuple):
    """Rows `top` to `bottom` and columns `left` to `right`, both ends included."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.bottom - self.top + 1, self.right - self.left + 1

    @property
    def many(self) -> bool:
        """Whether it is more than one key."""
        return self.shape != (1, 1)

    @property
    def slices(self) -> tuple[slice, slice]:
        """To cut it out of an array of rows × columns."""
        return slice(self.top, self.bottom + 1), slice(self.left, self.right + 1)

    @property
    def rows(self) -> np.ndarray:
        """Its rows, from 0."""
        return np.arange(self.top, self.bottom + 1)

    @property
    def columns(self) -> np.ndarray:
        """Its columns, from 0."""
        return np.arange(self.left, self.right + 1)

    def contains(self, row: int, column: int) -> bool:
        """Whether a key is part of it."""
        return self.top <= row <= self.bottom and self.left <= column <= self.right

    def within(self, rows: int, columns: int) -> Region:
        """What of it lies on a table of this size."""
        return Region(
            min(self.top, rows - 1),
            min(self.left, columns - 1),
            min(self.bottom, rows - 1),
            min(self.right, columns - 1),
        )


def spanning(one: tuple[int, int], other: tuple[int, int]) -> Region:
    """The rectangle between two keys."""
    (top, bottom), (left, right) = (sorted(pair) for pair in zip(one, other, strict=True))
    return Region(top, left, bottom, right)


def sized(top: int, left: int, shape: tuple[int, int]) -> Region:
    """The rectangle of this shape that begins at a key."""
    return Region(top, left, top + shape[0] - 1, left + shape[1] - 1)
