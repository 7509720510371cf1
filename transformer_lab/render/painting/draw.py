"""The table from types of items to their drawers, and groups of items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from transformer_lab.figures.picture import (
    Cells,
    Curves,
    Formula,
    Group,
    Hatch,
    Item,
    Layer,
    Rects,
    Stamps,
    Texts,
)
from transformer_lab.render.bounds import bounds
from transformer_lab.render.painting.cells import draw_cells
from transformer_lab.render.painting.curves import draw_curves
from transformer_lab.render.painting.device import Device
from transformer_lab.render.painting.formulas import draw_formula
from transformer_lab.render.painting.shapes import draw_hatch, draw_rects, draw_stamps
from transformer_lab.render.painting.texts import draw_texts


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
    seen = QRectF(painter.viewport())
    if painter.hasClipping():
        seen &= world.mapRect(painter.clipBoundingRect())
    box = (seen & world.mapRect(QRectF(*room))).toAlignedRect() if room else QRect()
    if box.isEmpty():
        return
    size = (box.size() * device.dpr).expandedTo(QSize(1, 1))  # a small preview may round a sliver away
    sheet = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    sheet.setDevicePixelRatio(device.dpr)
    sheet.fill(Qt.GlobalColor.transparent)
    with QPainter(sheet) as aside:
        aside.setRenderHints(painter.renderHints())
        aside.translate(-QPointF(box.topLeft()))
        aside.setWorldTransform(world, True)
        draw_items(aside, items, device)
    painter.resetTransform()
    painter.setOpacity(painter.opacity() * opacity)
    painter.drawImage(box.topLeft(), sheet)


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
