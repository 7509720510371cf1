"""Where a block of numbers goes in a matrix, and what happens to what does not fit. Pure."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.engine.ops import Array
from transformer_lab.language import tr

Shape = tuple[int, int]


class Way(NamedTuple):
    """One way to put a block in: where its first cell lands, the numbers that land, and in words."""

    title: str
    top: int
    left: int
    values: Array
    lost: int
    """numbers of the block that have no place"""
    turned: bool = False


def fits(shape: Shape, region: tuple[int, int, int, int], table: Shape) -> bool:
    """Whether there is only one thing that can be meant: a number for all that is chosen, a block of the size
    of what is chosen, or a block that has room from the one chosen key on.
    """
    top, left, bottom, right = region
    chosen = (bottom - top + 1, right - left + 1)
    if shape in ((1, 1), chosen):
        return True
    return chosen == (1, 1) and top + shape[0] <= table[0] and left + shape[1] <= table[1]


def placed(values: Array, region: tuple[int, int, int, int]) -> Array:
    """The numbers that land from the first chosen key on, of a block which `fits`."""
    top, left, bottom, right = region
    return np.broadcast_to(values, (bottom - top + 1, right - left + 1)) if values.size == 1 else values


def ways(values: Array, table: Shape, top: int = 0, left: int = 0) -> tuple[Way, ...]:
    """The ways to put a block into a table, the one that loses least first: as the whole, from the chosen key
    on, turned, and in the order of the numbers where their count is that of the table.
    """
    found = [_from(tr("From the chosen key on"), values, table, top, left)]
    if (top, left) != (0, 0):
        found.append(_from(tr("From the first key on"), values, table, 0, 0))
    if min(values.shape) >= 1 and values.shape != values.T.shape:
        turned = _from(tr("Turned (rows become columns)"), values.T, table, top, left)
        found.append(turned._replace(turned=True))
    if values.size == table[0] * table[1] and values.shape not in (table, table[::-1]):
        found.append(Way(tr("One after the other"), 0, 0, values.reshape(table), 0))
    return tuple(sorted(found, key=lambda way: way.lost))


def _from(title: str, values: Array, table: Shape, top: int, left: int) -> Way:
    kept = values[: max(0, table[0] - top), : max(0, table[1] - left)]
    return Way(title, top, left, kept, values.size - kept.size)


def flat(array: Array) -> Array:
    """Any array as rows × columns: one axis is a row, further ones follow each other down."""
    return array.reshape(1, -1) if array.ndim < 2 else array.reshape(-1, array.shape[-1])
