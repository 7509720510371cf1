"""Rectangles, stamps and hatches."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from transformer_lab.figures.picture import Floats, Hatch, Path, Rects, Stamps
from transformer_lab.render.outlines import hatch_lines
from transformer_lab.render.painting.device import Device, antialias, pen

THIN = 4.0  # device pixels
MOST_KEPT = 256  # rectangles of a batch that are kept for the next time
WIDEST_SNAPPED = 2.0  # wider strokes may lie between pixels; nobody sees it


def draw_rects(painter: QPainter, batch: Rects, device: Device) -> None:
    world = painter.worldTransform()
    on_pixels = device.snap and not world.isScaling()
    rects = _on_pixels(batch, device.dpr, world.dx(), world.dy()) if on_pixels else _plain(batch.box)
    if on_pixels and batch.fill and batch.radius <= 0 and not batch.stroke:
        _fill(painter, rects, device.color(batch.fill, batch.opacity))
        return
    painter.setBrush(device.brush(batch.fill, batch.opacity))
    painter.setPen(_outline(batch, device))
    if batch.radius <= 0:
        painter.drawRects(rects)
        return
    for rect in rects:
        radius = min(batch.radius, rect.width() / 2, rect.height() / 2)
        painter.drawRoundedRect(rect, radius, radius)


def _plain(boxes: Floats) -> list[QRectF]:
    return [QRectF(*row) for row in boxes.tolist()]


def _on_pixels(batch: Rects, dpr: float, dx: float, dy: float) -> list[QRectF]:
    """The rectangles as they lie on the device; frames and spines are the same ones after every edit."""
    if len(batch.box) > MOST_KEPT:
        return _plain(snapped(batch, dpr, (dx, dy)))
    boxes = np.ascontiguousarray(batch.box, dtype=float).tobytes()
    return _snapped_once(boxes, batch.width if batch.stroke else None, dpr, (dx, dy))


@lru_cache(maxsize=256)
def _snapped_once(
    boxes: bytes, stroke: float | None, dpr: float, origin: tuple[float, float]
) -> list[QRectF]:
    batch = Rects(
        np.frombuffer(boxes).reshape(-1, 4), stroke="" if stroke is None else "line", width=stroke or 0.0
    )
    return _plain(snapped(batch, dpr, origin))


def _fill(painter: QPainter, rects: list[QRectF], color: QColor) -> None:
    """Rectangles with their edges on pixels have nothing to smooth, and filled so they cost a tenth."""
    antialias(painter, False)
    for rect in rects:
        painter.fillRect(rect, color)
    antialias(painter)


def _outline(batch: Rects, device: Device) -> QPen | Qt.PenStyle:
    if not batch.stroke:
        return Qt.PenStyle.NoPen
    return pen(device.color(batch.stroke, batch.opacity), device.width(batch.width), batch.dash)


def snapped(batch: Rects, dpr: float, origin: tuple[float, float] = (0.0, 0.0)) -> Floats:
    """Boxes with edges on device pixels: between two for a fill, in the middle of one for a thin stroke.

    `origin` is where the zero of the boxes lies on the device.
    """
    if batch.stroke and batch.width > WIDEST_SNAPPED:
        return batch.box
    move = np.array(origin)
    shift = (round(batch.width * dpr) % 2) / 2 if batch.stroke else 0.0
    first = np.rint((batch.box[:, :2] + move) * dpr - shift) + shift
    last = np.rint((batch.box[:, :2] + batch.box[:, 2:] + move) * dpr - shift) + shift
    wanted = batch.box[:, 2:] * dpr
    size = np.where(wanted < THIN, np.rint(wanted), last - first)  # or equal lines come out unequal
    size = np.where(wanted > 0, np.maximum(size, 1), 0)
    return np.concatenate([first / dpr - move, size / dpr], 1)


def draw_stamps(painter: QPainter, batch: Stamps, device: Device) -> None:
    painter.setBrush(device.brush(batch.fill, batch.opacity))
    painter.setPen(Qt.PenStyle.NoPen)
    if batch.stroke:
        stroke = QPen(pen(device.color(batch.stroke, batch.opacity), device.width(batch.width)))
        stroke.setCapStyle(Qt.PenCapStyle.RoundCap)
        stroke.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(stroke)
    path = outline_path(batch.outline)
    for x, y in batch.at.tolist():
        painter.translate(x, y)
        painter.drawPath(path)
        painter.translate(-x, -y)


@lru_cache(maxsize=2048)
def outline_path(outline: Path) -> QPainterPath:
    """An outline as a path of Qt."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)  # as in SVG; even-odd opens holes where strokes cross
    steps: dict[str, Callable[..., None]] = {
        "M": path.moveTo,
        "L": path.lineTo,
        "C": path.cubicTo,
        "Z": path.closeSubpath,
    }
    for letter, *numbers in outline:
        steps[str(letter)](*numbers)
    return path


def draw_hatch(painter: QPainter, batch: Hatch, device: Device) -> None:
    painter.setPen(pen(device.color(batch.color, batch.opacity), 1.0))
    painter.drawLines(_hatched(np.ascontiguousarray(batch.box, dtype=float).tobytes(), batch.mirrored))


@lru_cache(maxsize=64)
def _hatched(boxes: bytes, mirrored: bool) -> list[QLineF]:
    """The lines in (N, 4) boxes: hundreds, and the same ones after every edit."""
    box = np.frombuffer(boxes).reshape(-1, 4)
    return [QLineF(*row) for row in hatch_lines(box, mirrored).tolist()]
