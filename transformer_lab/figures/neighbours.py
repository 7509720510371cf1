"""From a number that is drawn to the next one left, right, above or below: walking a picture by keyboard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.hit import BOXES, Box
from transformer_lab.figures.picture import Cells, Floats, Group, Hatch, Item, Layer, Rects, Ref, Texts

WALKED = (Cells, Rects, Hatch, Texts)
SEEN = 0.3  # fainter layers are on their way in or out
ROW = 6.0  # numbers this close in height stand in one row


class Spots(NamedTuple):
    """The numbers of one batch: where they are, and which instance, row and column each is."""

    ref: Ref
    box: Floats
    """(N, 4)"""
    place: Any
    """(N, 3) whole numbers"""

    def cell(self, i: int) -> Cell:
        """The number at spot i."""
        instance, row, column = (int(n) for n in self.place[i])
        tail = self.ref.ending(row, column)
        return Cell(self.ref.node, tuple(int(n) for n in self.ref.index[instance]) + tail)


def neighbour(
    live: Sequence[tuple[Layer, Sequence[Item]]],
    box: Box,
    down: int,
    right: int,
    within: tuple[float, float] = (-np.inf, np.inf),
) -> Cell | None:
    """The number next to the one drawn in `box`; one of `down` and `right` is −1 or 1, the other 0.

    Sideways it is the nearest in the same row, up and down the nearest column of the next row that lies
    between the two x of `within`: rows of two towers stand at heights of their own.
    """
    spots = [found for layer, items in live if layer.opacity > SEEN for found in _spots(layer, items)]
    if not spots:
        return None
    boxes = np.concatenate([found.box for found in spots])
    away = boxes[:, :2] + boxes[:, 2:] / 2.0 - (box[0] + box[2] / 2.0, box[1] + box[3] / 2.0)
    best = _beside(away, box, right) if right else _below(away, boxes, box, down, within)
    if best is None:
        return None
    for found in spots:
        if best < len(found.box):
            return found.cell(best)
        best -= len(found.box)
    return None


def _beside(away: Floats, box: Box, right: int) -> int | None:
    """In one row: the least step sideways."""
    step = away[:, 0] * right
    near = np.flatnonzero((step > 0.6 * box[2]) & (np.abs(away[:, 1]) <= box[3] / 2.0 + 1.0))
    return int(near[step[near].argmin()]) if len(near) else None


def _below(away: Floats, boxes: Floats, box: Box, down: int, within: tuple[float, float]) -> int | None:
    """The next row, and in it the nearest column."""
    step = away[:, 1] * down
    inside = (boxes[:, 0] >= within[0]) & (boxes[:, 0] <= within[1])
    beyond = np.flatnonzero(inside & (step > (boxes[:, 3] + box[3]) / 2.0 - 1.0))
    if not len(beyond):
        return None
    row = beyond[step[beyond] <= step[beyond].min() + ROW]
    return int(row[np.abs(away[row, 0]).argmin()])


def _spots(layer: Layer, items: Sequence[Item]) -> Iterator[Spots]:
    for item in items:
        if isinstance(item, Group):
            yield from _spots(layer, item.items)
        elif isinstance(item, WALKED) and item.ref is not None:
            yield _shown(item.ref, layer, *_split(item))


def _shown(ref: Ref, layer: Layer, box: Floats, place: Any) -> Spots:
    """Those that the layer shows, in coordinates of the picture."""
    shown = box[:, 1] + box[:, 3] / 2.0 < layer.show
    return Spots(ref, box[shown] + (0.0, layer.dy, 0.0, 0.0), place[shown])


def _split(item: Any) -> tuple[Floats, Any]:
    """Boxes and places of a batch; a batch of cells is taken apart where each cell is a number."""
    ref: Ref = item.ref
    if type(item) is not Cells or not ref.tail:
        box = BOXES[type(item)](item)
        return box, np.stack([np.arange(len(box)), *(np.zeros((2, len(box)), int))], 1)
    place = np.stack([axis.ravel() for axis in np.indices(item.values.shape)], 1)
    size = item.size[place[:, 0]]
    return np.concatenate([item.at[place[:, 0]] + place[:, :0:-1] * size, size], 1), place
