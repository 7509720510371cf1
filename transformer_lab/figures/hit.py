"""From a place to the number drawn there, and back: everything that is drawn can be asked.

Walks items from the top. A batch answers for all its instances at once; a hit is a `Cell` of the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.measure import ASCENT, DESCENT, approximate
from transformer_lab.figures.picture import (
    Cells,
    Curves,
    Floats,
    Formula,
    Group,
    Hatch,
    Item,
    Layer,
    Picture,
    Rects,
    Ref,
    Stamps,
    Texts,
)

SLACK = 3.0
"""How far beside a thread a pointer still means it, in pixels."""
CHORDS = 24
Box = tuple[float, float, float, float]
Laid = Sequence[tuple[Layer, tuple[Item, ...]]]
"""Layers with their items, lowest first, as a device has laid them down."""
WHOLE = Layer(None, (0.0, 0.0, 0.0, 0.0), tuple)
"""What holds items that are in no layer."""
ANCHORS = MappingProxyType({"start": 0.0, "middle": 0.5, "end": 1.0})


class Place(NamedTuple):
    """Which instance of a batch, and which row and column of it."""

    instance: int
    row: int = 0
    column: int = 0


def hit(items: Iterable[Item], x: float, y: float) -> Cell | None:
    """The number drawn at (x, y), topmost first, or None."""
    for item in reversed(tuple(items)):
        if isinstance(item, Group):
            found = hit(item.items, x, y) if _inside(item.clip, x, y) else None
        else:
            found = _ask(item, x, y)
        if found is not None:
            return found
    return None


def hit_in(laid: Laid, x: float, y: float) -> Cell | None:
    """`hit` through layers, in coordinates of the picture; what a layer does not show is not there."""
    for layer, items in reversed(laid):
        local = y - layer.dy
        left, top, width, height = layer.box
        if left <= x <= left + width and top <= local <= top + height and local < layer.show:
            found = hit(items, x, local)
            if found is not None:
                return found
    return None


def locate(items: Iterable[Item], cell: Cell) -> Box | None:
    """Where a number is drawn: ``x y width height`` of its topmost box, or None. Threads are no boxes.

    A cell or key counts before the digits that are printed in it.
    """
    return locate_in(((WHOLE, tuple(items)),), cell)


def _locate(items: tuple[Item, ...], cell: Cell, shapes: bool) -> Box | None:
    for item in reversed(items):
        if isinstance(item, Group):
            found = _locate(item.items, cell, shapes)
            if found is not None and _inside(item.clip, found[0] + found[2] / 2.0, found[1] + found[3] / 2.0):
                return found
        elif (type(item) is not Texts) == shapes:
            boxes = _boxes_of(item, cell)
            if boxes is not None:
                return boxes
    return None


def locate_in(laid: Laid, cell: Cell) -> Box | None:
    """`locate` through layers, in coordinates of the picture; what a layer does not show is not there."""
    for shapes in (True, False):
        for layer, items in reversed(laid):
            found = _locate(items, cell, shapes)
            if found is not None and found[1] + found[3] / 2.0 < layer.show:
                return found[0], found[1] + layer.dy, found[2], found[3]
    return None


def thread_in(laid: Laid, cell: Cell) -> tuple[Floats, float] | None:
    """The topmost thread that stands for a number, ``42`` in coordinates of the picture, and its width."""
    for layer, items in reversed(laid):
        for item in reversed(items):
            batch = item if isinstance(item, Curves) else None
            i = _instance(batch, cell) if batch is not None else None
            if batch is not None and i is not None:
                return batch.points[i] + (0.0, layer.dy), float(batch.width[i])
    return None


def _instance(batch: Curves, cell: Cell) -> int | None:
    """Which of the threads is that of `cell`."""
    ref = batch.ref
    if ref is None or ref.node != cell.node or ref.index.shape[1] != len(cell.index):
        return None
    found = np.flatnonzero((ref.index == cell.index).all(1))
    return int(found[-1]) if len(found) else None


def laid_down(picture: Picture) -> Laid:
    """All layers of a picture with their items, for what no device has laid down."""
    return tuple((layer, layer.build()) for layer in picture.layers)


def _inside(box: Box | None, x: float, y: float) -> bool:
    return box is None or (box[0] <= x <= box[0] + box[2] and box[1] <= y <= box[1] + box[3])


# -- asking one batch ---------------------------------------------------------


def _ask(item: Any, x: float, y: float) -> Cell | None:
    ref: Ref | None = item.ref
    if ref is None:
        return None
    place = _in_curves(item, x, y) if type(item) is Curves else _in_boxes(item, x, y)
    return None if place is None else _cell(ref, place)


def _cell(ref: Ref, place: Place) -> Cell:
    start = tuple(int(i) for i in ref.index[place.instance])
    return Cell(ref.node, start + ref.ending(place.row, place.column))


def _in_boxes(item: Any, x: float, y: float) -> Place | None:
    if type(item) is Texts and item.angle:
        return _in_turned(item, x, y)
    boxes = BOXES[type(item)](item)
    if not len(boxes):
        return None
    past = np.array([x, y]) - boxes[:, :2]
    found = np.flatnonzero((past >= 0.0).all(1) & (past <= boxes[:, 2:]).all(1))
    if not len(found):
        return None
    i = int(found[-1])
    if type(item) is not Cells:
        return Place(i)
    rows, columns = item.values.shape[1:]
    column, row = past[i] / item.size[i]
    return Place(i, min(int(row), rows - 1), min(int(column), columns - 1))


def _in_turned(item: Texts, x: float, y: float) -> Place | None:
    """Turned texts: each point is turned back about the anchor, then asked as if the text stood level."""
    turn = np.deg2rad(-item.angle)
    past = np.array([x, y]) - item.at
    level = past @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    box = _text_boxes(item)
    start = box[:, :2] - item.at
    found = np.flatnonzero((level >= start).all(1) & (level <= start + box[:, 2:]).all(1))
    return Place(int(found[-1])) if len(found) else None


def _in_curves(item: Curves, x: float, y: float) -> Place | None:
    """The nearest thread within `SLACK`; only those whose x and y range holds the point are sampled."""
    if not len(item.points):
        return None
    reach = item.width / 2.0 + SLACK
    low, high = item.points.min(1) - reach[:, None], item.points.max(1) + reach[:, None]
    near = np.flatnonzero(((low <= (x, y)) & (high >= (x, y))).all(1))
    if not len(near):
        return None
    away = _distance(item.points[near], x, y) - item.width[near] / 2.0
    best = int(away.argmin())
    return Place(int(near[best])) if away[best] < SLACK else None


def _distance(points: Floats, x: float, y: float) -> Floats:
    """From (x, y) to each cubic, by chords: (N, 4, 2) → (N,)."""
    t = np.linspace(0.0, 1.0, CHORDS + 1)
    base = np.stack([(1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3], 1)
    along = base @ points
    start, step = along[:, :-1], np.diff(along, axis=1)
    past = np.array([x, y]) - start
    share = (past * step).sum(-1) / np.maximum((step * step).sum(-1), 1e-9)
    gap = past - np.clip(share, 0.0, 1.0)[..., None] * step
    distance: Floats = np.sqrt((gap * gap).sum(-1)).min(1)
    return distance


# -- boxes of the instances of a batch: (N, 4) --------------------------------


def _cells_boxes(item: Cells) -> Floats:
    rows, columns = item.values.shape[1:]
    return np.concatenate([item.at, item.size * (columns, rows)], 1)


def _own_boxes(item: Rects | Hatch) -> Floats:
    return item.box


def _text_boxes(item: Texts) -> Floats:
    width = np.array([approximate(text, item.face, item.size) for text in item.text]).reshape(-1)
    left = item.at[:, 0] - ANCHORS[item.anchor] * width
    height = np.full(len(width), item.size * (ASCENT + DESCENT))
    return np.stack([left, item.at[:, 1] - item.size * ASCENT, width, height], 1)


def _stamp_boxes(item: Stamps) -> Floats:
    points = np.array(
        [p for _, *numbers in item.outline for p in zip(numbers[::2], numbers[1::2], strict=True)]
    )
    low, high = points.min(0), points.max(0)
    return np.concatenate([item.at + low, np.broadcast_to(high - low, item.at.shape)], 1)


def _formula_boxes(item: Formula) -> Floats:
    x, y = item.at
    return np.array([[x, y - item.size, 0.4 * item.size * len(item.latex), 1.4 * item.size]])


BOXES: Mapping[type, Callable[[Any], Floats]] = MappingProxyType(
    {
        Cells: _cells_boxes,
        Rects: _own_boxes,
        Hatch: _own_boxes,
        Texts: _text_boxes,
        Stamps: _stamp_boxes,
        Formula: _formula_boxes,
    }
)


def _boxes_of(item: Any, cell: Cell) -> Box | None:
    """The box of `cell` in one batch, the last instance if several show it."""
    ref: Ref | None = item.ref
    if ref is None or ref.node != cell.node or type(item) not in BOXES:
        return None
    start = len(cell.index) - len(ref.tail)
    if start != ref.index.shape[1]:
        return None
    found = np.flatnonzero((ref.index == cell.index[:start]).all(1))
    if not len(found):
        return None
    i, tail = int(found[-1]), cell.index[start:]
    if type(item) is Cells:
        return _cell_box(item, ref, i, tail)
    x, y, w, h = BOXES[type(item)](item)[i].tolist()
    return x, y, w, h


def _cell_box(item: Cells, ref: Ref, i: int, tail: tuple[int, ...]) -> Box | None:
    rows, columns = item.values.shape[1:]
    (x, y), (w, h) = item.at[i].tolist(), item.size[i].tolist()
    if not tail:
        return x, y, w * columns, h * rows
    row, column = ref.drawn(tail)
    return (x + column * w, y + row * h, w, h) if row < rows and 0 <= column < columns else None
