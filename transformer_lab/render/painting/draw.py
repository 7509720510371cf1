"""The table from types of items to their drawers, and groups of items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QTransform

from transformer_lab.figures.picture import (
    Cells,
    Curves,
    Formula,
    Group,
    Hatch,
    Item,
    Layer,
    Path,
    Rects,
    Stamps,
    Texts,
)
from transformer_lab.render.bounds import bounds
from transformer_lab.render.painting.cells import draw_cells
from transformer_lab.render.painting.curves import draw_curves
from transformer_lab.render.painting.device import Device, page_of
from transformer_lab.render.painting.formulas import draw_formula
from transformer_lab.render.painting.shapes import draw_hatch, draw_rects, draw_stamps
from transformer_lab.render.painting.texts import draw_texts

MOST_KEPT = 100_000
"""pixels of an image that is kept for the next time"""


def draw_items(painter: QPainter, items: Iterable[Item], device: Device) -> None:
    """Draw items in order, in the painter's coordinates."""
    for item in items:
        DRAWERS[type(item)](painter, item, device)


def draw_layer(painter: QPainter, layer: Layer, items: Iterable[Item], device: Device) -> None:
    """Draw the built items of a layer in its place, with its opacity and only as far down as it shows."""
    painter.save()
    painter.translate(0, layer.dy)
    x, y, width, height = layer.box
    if layer.show < y + height:
        painter.setClipRect(QRectF(x, y, width, max(0.0, layer.show - y)), Qt.ClipOperation.IntersectClip)
    _with_opacity(painter, items, layer.opacity, device)
    painter.restore()


def draw_group(painter: QPainter, group: Group, device: Device) -> None:
    painter.save()
    if group.clip:
        painter.setClipRect(QRectF(*group.clip), Qt.ClipOperation.IntersectClip)
    _with_opacity(painter, group.items, group.opacity, device)
    painter.restore()


def _with_opacity(painter: QPainter, items: Iterable[Item], opacity: float, device: Device) -> None:
    """One opacity for the whole: where its parts overlap nothing shines through."""
    if opacity <= 0:
        return
    if opacity >= 1 or device.quality == "file":  # a page knows no groups: there each part gets the opacity
        painter.setOpacity(painter.opacity() * min(1.0, opacity))
        draw_items(painter, items, device)
        return
    _draw_aside(painter, items, opacity, device)


def _draw_aside(painter: QPainter, items: Iterable[Item], opacity: float, device: Device) -> None:
    """Draw on a sheet of its own, then lay the sheet on the painting."""
    items = tuple(items)
    room = bounds(items)
    world = painter.worldTransform()
    seen = page_of(painter, device)
    if painter.hasClipping():
        seen &= world.mapRect(painter.clipBoundingRect())
    box = (seen & world.mapRect(QRectF(*room))).toAlignedRect() if room else QRect()
    if box.isEmpty():
        return
    view = world * QTransform.fromTranslate(-box.x(), -box.y())
    sheet = _sheet(items, box.size(), view, painter.renderHints(), device)
    painter.resetTransform()
    painter.setOpacity(painter.opacity() * opacity)
    painter.drawImage(box.topLeft(), sheet)


def _sheet(
    items: tuple[Item, ...], size: QSize, view: QTransform, hints: QPainter.RenderHint, device: Device
) -> QImage:
    """The items as an image; stamps alone, as the pluses of a row, are the same after every edit."""
    alone = items[0] if len(items) == 1 else None
    if isinstance(alone, Stamps) and size.width() * size.height() <= MOST_KEPT:
        own = (alone.fill, alone.stroke, alone.width, alone.opacity)
        at = np.ascontiguousarray(alone.at, dtype=float).tobytes()
        lies = (view.m11(), view.m12(), view.m21(), view.m22(), view.dx(), view.dy())
        return _stamped(alone.outline, at, own, (size.width(), size.height()), lies, hints.value, device)
    return _drawn(items, size, view, hints, device)


@lru_cache(maxsize=32)
def _stamped(
    outline: Path,
    at: bytes,
    own: tuple[str, str, float, float],
    size: tuple[int, int],
    lies: tuple[float, float, float, float, float, float],
    hints: int,
    device: Device,
) -> QImage:
    stamps = Stamps(outline, np.frombuffer(at).reshape(-1, 2), *own)
    return _drawn((stamps,), QSize(*size), QTransform(*lies), QPainter.RenderHint(hints), device)


def _drawn(
    items: tuple[Item, ...], size: QSize, view: QTransform, hints: QPainter.RenderHint, device: Device
) -> QImage:
    """The items as an image of so many logical pixels."""
    sheet = QImage((size * device.dpr).expandedTo(QSize(1, 1)), QImage.Format.Format_ARGB32_Premultiplied)
    sheet.setDevicePixelRatio(device.dpr)  # a small preview may round a sliver away
    sheet.fill(Qt.GlobalColor.transparent)
    with QPainter(sheet) as aside:
        aside.setRenderHints(hints)
        aside.setWorldTransform(view)
        draw_items(aside, items, device)
    return sheet


DRAWERS: Mapping[type, Callable[[QPainter, Any, Device], None]] = {
    Cells: draw_cells,
    Rects: draw_rects,
    Curves: draw_curves,
    Texts: draw_texts,
    Stamps: draw_stamps,
    Hatch: draw_hatch,
    Formula: draw_formula,
    Group: draw_group,
}
