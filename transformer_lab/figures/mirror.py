"""Maps of words turned round: reflected where words run from right to left, or laid on their side.

Places turn, what stands at them does not: numbers and words stay upright, and each cell still answers for the
number it shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from transformer_lab.figures.measure import CAP
from transformer_lab.figures.picture import (
    Cells,
    Curves,
    Floats,
    Formula,
    Group,
    Hatch,
    Item,
    Path,
    Rects,
    Stamps,
    Texts,
)

MAPS = ("rc", "cr")
"""Tails of batches of cells whose columns are words."""
ANCHORS = MappingProxyType({"start": "end", "middle": "middle", "end": "start"})


def mirrored(items: Iterable[Item], left: float, right: float) -> tuple[Item, ...]:
    """The items reflected between `left` and `right`, strips of features in their own order."""
    return tuple(MIRRORS[type(item)](item, left + right) for item in items)


def laid(items: Iterable[Item], x: float, y: float) -> tuple[Item, ...]:
    """A map with its corner at (x, y) whose rows become columns: cells, hatch, frames, and numbers that stand
    in the middle of their cells.
    """
    return tuple(LAID[type(item)](item, np.array([x, y])) for item in items)


def _laid_boxes(item: Any, corner: Floats) -> Item:
    start = (item.box[:, :2] - corner)[:, ::-1] + corner
    return replace(item, box=np.concatenate([start, item.box[:, :1:-1]], 1))  # type: ignore[no-any-return]


def _laid_cells(item: Cells, corner: Floats) -> Item:
    ref = item.ref if item.ref is None or item.ref.tail != "rc" else replace(item.ref, tail="cr")
    at = (item.at - corner)[:, ::-1] + corner
    return replace(item, values=item.values.transpose(0, 2, 1), at=at, size=item.size[:, ::-1], ref=ref)


def _laid_texts(item: Texts, corner: Floats) -> Item:
    base = np.array([0.0, CAP / 2.0 * item.size])
    return replace(item, at=(item.at - base - corner)[:, ::-1] + corner + base)


def _boxes(item: Any, both: float) -> Item:
    box: Floats = item.box.copy()
    box[:, 0] = both - box[:, 0] - box[:, 2]
    return replace(item, box=box)  # type: ignore[no-any-return]


def _hatch(item: Hatch, both: float) -> Item:
    turned = _boxes(item, both)
    assert isinstance(turned, Hatch)
    return replace(turned, mirrored=not item.mirrored)


def _cells(item: Cells, both: float) -> Item:
    at = item.at.copy()
    columns = item.values.shape[2]
    at[:, 0] = both - at[:, 0] - columns * item.size[:, 0]
    if item.ref is None or item.ref.tail not in MAPS:
        return replace(item, at=at)
    ref = replace(item.ref, columns=0 if item.ref.columns else columns)
    return replace(item, at=at, values=item.values[:, :, ::-1], ref=ref)


def _texts(item: Texts, both: float) -> Item:
    anchor: Any = ANCHORS[item.anchor]
    return replace(item, at=item.at * (-1.0, 1.0) + (both, 0.0), anchor=anchor, angle=-item.angle)


def _curves(item: Curves, both: float) -> Item:
    return replace(item, points=item.points * (-1.0, 1.0) + (both, 0.0))


def _stamps(item: Stamps, both: float) -> Item:
    outline: Path = tuple((str(step[0]), *_back(step[1:])) for step in item.outline)
    return replace(item, outline=outline, at=item.at * (-1.0, 1.0) + (both, 0.0))


def _back(points: tuple[str | float, ...]) -> tuple[float, ...]:
    """X y x y … with every x negative."""
    return tuple(float(n) * (1.0 if i % 2 else -1.0) for i, n in enumerate(points))


def _group(item: Group, both: float) -> Item:
    clip = item.clip and (both - item.clip[0] - item.clip[2], *item.clip[1:])
    return replace(item, items=tuple(MIRRORS[type(part)](part, both) for part in item.items), clip=clip)


def _formula(item: Formula, both: float) -> Item:
    raise TypeError("A formula has no width of its own and is never reflected.")


MIRRORS: Mapping[type, Callable[[Any, float], Item]] = MappingProxyType(
    {
        Cells: _cells,
        Rects: _boxes,
        Hatch: _hatch,
        Texts: _texts,
        Curves: _curves,
        Stamps: _stamps,
        Group: _group,
        Formula: _formula,
    }
)
LAID: Mapping[type, Callable[[Any, Floats], Item]] = MappingProxyType(
    {Cells: _laid_cells, Rects: _laid_boxes, Hatch: _laid_boxes, Texts: _laid_texts}
)
