"""Threads: the dearest thing to draw, so each gets the cheapest way that looks the same.

A line of at most one device pixel takes Qt's fast path; others are filled outlines; where they are many or
long they are drawn larger without antialiasing and scaled down smoothly.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import shiboken6
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPolygonF

from transformer_lab.figures.picture import Curves, Floats
from transformer_lab.render.outlines import outlines, samples
from transformer_lab.render.painting.device import Device, antialias, page_of, pen

THIN = 1.6  # device pixels: up to here one device pixel, and fainter or stronger, looks the same
LONG = 5000.0  # device pixels of all curves together, sideways: from here supersampling is cheaper
TILE = 1024  # logical pixels; one long strip is slower than two shorter ones
MARGIN = 8.0


def draw_curves(painter: QPainter, batch: Curves, device: Device) -> None:
    """N cubic curves with butt ends."""
    batch = _seen(batch)
    if not len(batch.width):
        return
    if device.quality == "file":
        _stroke(painter, batch, device)
        return
    batch = _in_sight(painter, batch, device)
    thin = batch.width * device.dpr <= THIN
    _hairlines(painter, _part(batch, thin), device)
    antialias(painter, device.quality == "full")  # hairlines are faster with it
    _thick(painter, _part(batch, ~thin), device)
    antialias(painter)


def _thick(painter: QPainter, batch: Curves, device: Device) -> None:
    if not len(batch.width):
        return
    if device.quality == "moving":
        _lines(painter, batch, device)
        return
    long = np.abs(batch.points[:, 0] - batch.points[:, 3]).sum() * device.dpr > LONG
    if long:
        _supersample(painter, batch, device)
    else:
        _ink(painter, batch, device)


def _seen(batch: Curves) -> Curves:
    kept = (batch.width > 0) & (batch.opacity > 0) & np.isfinite(batch.points).all((1, 2))
    return batch if kept.all() else _part(batch, kept)


def _in_sight(painter: QPainter, batch: Curves, device: Device) -> Curves:
    """Those that may leave ink on this device: a tile of a wide layer shows few of them."""
    back, possible = painter.worldTransform().inverted()
    if not possible:
        return batch
    page = back.mapRect(page_of(painter, device))
    margin = MARGIN + batch.width[:, None]
    low, high = batch.points.min(1) - margin, batch.points.max(1) + margin
    kept = (high > [page.left(), page.top()]).all(1) & (low < [page.right(), page.bottom()]).all(1)
    return batch if kept.all() else _part(batch, kept)


def _part(batch: Curves, kept: NDArray[np.bool_]) -> Curves:
    return replace(
        batch, points=batch.points[kept], width=batch.width[kept], opacity=batch.opacity[kept], ref=None
    )


def _stroke(painter: QPainter, batch: Curves, device: Device) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    rows = zip(batch.points.tolist(), batch.width.tolist(), batch.opacity.tolist(), strict=True)
    for points, width, alpha in rows:
        painter.setPen(pen(device.color(batch.color, alpha), width, batch.dash))
        painter.drawPath(cubic(points))


def _hairlines(painter: QPainter, batch: Curves, device: Device) -> None:
    """One device pixel wide; a width other than that is told by opacity."""
    one = 1 / device.dpr
    opacity = np.minimum(1.0, batch.opacity * batch.width * device.dpr)
    _lines(painter, replace(batch, width=np.full(len(opacity), one), opacity=opacity), device)


def _lines(painter: QPainter, batch: Curves, device: Device) -> None:
    """As short straight lines, which Qt draws in half the time that it takes for the curve."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    rows = zip(samples(batch.points), batch.width.tolist(), batch.opacity.tolist(), strict=True)
    for points, width, alpha in rows:
        painter.setPen(pen(device.color(batch.color, alpha), width, batch.dash))
        painter.drawPolyline(_polygon(points))


def cubic(points: list[list[float]]) -> QPainterPath:
    """Four points as a path."""
    start, one, two, end = (QPointF(*point) for point in points)
    path = QPainterPath(start)
    path.cubicTo(one, two, end)
    return path


def _outlined(points: Floats) -> QPainterPath:
    """A closed path; Qt fills it in half the time that it takes for a polygon."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    path.addPolygon(_polygon(points))
    path.closeSubpath()
    return path


def _polygon(points: Floats) -> QPolygonF:
    """A QPolygonF filled in one go: ten times faster than from a list."""
    made = QPolygonF()
    made.resize(len(points))
    pointer: Any = shiboken6.VoidPtr  # its stub knows only plain addresses
    np.frombuffer(pointer(made.data(), 16 * len(points), True)).reshape(-1, 2)[:] = points
    return made


def _ink(painter: QPainter, batch: Curves, device: Device, least: float = 0.0) -> None:
    """Draw them as they are; what is narrower than `least` becomes fainter instead."""
    width = np.maximum(batch.width, least)
    batch = replace(batch, width=width, opacity=batch.opacity * batch.width / width)
    (_stroke if batch.dash else _fill)(painter, batch, device)


def _fill(painter: QPainter, batch: Curves, device: Device) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    for outline, alpha in zip(outlines(batch.points, batch.width), batch.opacity.tolist(), strict=True):
        painter.setBrush(device.color(batch.color, alpha))
        painter.drawPath(_outlined(outline))


def _supersample(painter: QPainter, batch: Curves, device: Device) -> None:
    times = 3 if device.dpr < 1.5 else 2  # twice shows steps on shallow threads at dpr 1
    low = np.floor(batch.points.min((0, 1)) - MARGIN)
    high = np.ceil(batch.points.max((0, 1)) + MARGIN)
    left, right = batch.points[..., 0].min(1) - MARGIN, batch.points[..., 0].max(1) + MARGIN
    for x in np.arange(low[0], high[0], TILE).tolist():
        box = QRectF(x, float(low[1]), min(TILE, float(high[0]) - x), float(high[1] - low[1]))
        part = _part(batch, (right > x) & (left < x + box.width()))
        if len(part.width):
            painter.drawImage(box, _tile(box, part, device, times))


def _tile(box: QRectF, batch: Curves, device: Device, times: int) -> QImage:
    """The curves in a box at the device's size, drawn `times` as large without antialiasing."""
    wide, high = (max(1, round(side * device.dpr)) for side in (box.width(), box.height()))
    image = QImage(wide * times, high * times, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        painter.scale(image.width() / box.width(), image.height() / box.height())
        painter.translate(-box.left(), -box.top())
        _ink(painter, batch, device, least=1.5 / (times * device.dpr))  # else threads get gaps
    smooth = Qt.TransformationMode.SmoothTransformation
    return image.scaled(wide, high, Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
