"""How much room items take at most: generous, quick, and without Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np

from transformer_lab.figures.picture import (
    Cells,
    Curves,
    Floats,
    Formula,
    Group,
    Hatch,
    Item,
    Rects,
    Stamps,
    Texts,
)
from transformer_lab.render.formula import typeset

Box = tuple[float, float, float, float]
EM = 1.3
"""Widest character in sizes of the type; no script is wider on the average of a word."""


def bounds(items: Iterable[Item]) -> Box | None:
    """X y width height around all items, strokes included; None if nothing is drawn."""
    corners = [found for item in items if (found := BOUNDS[type(item)](item)) is not None]
    if not corners:
        return None
    low = np.min([first for first, _ in corners], 0)
    high = np.max([last for _, last in corners], 0)
    return float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])


Corners = tuple[Floats, Floats] | None


def _around(first: Floats, last: Floats, margin: float = 1.0) -> Corners:
    """(N, 2) upper left and lower right corners to those of all, and some more room."""
    if not first.size:
        return None
    return first.min(0) - margin, last.max(0) + margin


def _cells(batch: Cells) -> Corners:
    _, rows, columns = batch.values.shape
    return _around(batch.at, batch.at + batch.size * np.array([columns, rows]))


def _boxes(batch: Rects | Hatch) -> Corners:
    margin = 1.0 + (batch.width if isinstance(batch, Rects) and batch.stroke else 0.0)
    return _around(batch.box[:, :2], batch.box[:, :2] + batch.box[:, 2:], margin)


def _curves(batch: Curves) -> Corners:
    points = batch.points.reshape(-1, 2)
    return _around(points, points, 1.0 + float(batch.width.max(initial=0.0)) / 2)


def _texts(batch: Texts) -> Corners:
    reach = EM * batch.size * (1 + max(map(len, batch.text), default=0))
    if batch.angle:
        return _around(batch.at, batch.at, reach)
    beside = np.array([reach, 1.5 * batch.size])
    return _around(batch.at - beside, batch.at + beside)


def _stamps(batch: Stamps) -> Corners:
    numbers = [abs(part) for step in batch.outline for part in step if not isinstance(part, str)]
    return _around(batch.at, batch.at, 1.0 + batch.width + max(numbers, default=0.0))


def _formula(item: Formula) -> Corners:
    x, y, width, height = typeset(item.latex, item.size, "#000000").box
    first = np.array([[item.at[0] + x, item.at[1] + y]])
    return _around(first, first + np.array([width, height]))


def _group(group: Group) -> Corners:
    found = group.clip or bounds(group.items)
    return found and _around(np.array([found[:2]]), np.array([[found[0] + found[2], found[1] + found[3]]]))


BOUNDS: Mapping[type, Callable[[Any], Corners]] = {
    Cells: _cells,
    Rects: _boxes,
    Hatch: _boxes,
    Curves: _curves,
    Texts: _texts,
    Stamps: _stamps,
    Formula: _formula,
    Group: _group,
}
