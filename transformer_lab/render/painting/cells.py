"""Matrices of values: crisp ribbons as one image, and rounded keys."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform

from transformer_lab.figures.picture import Cells, Floats
from transformer_lab.render.painting.device import Device, antialias, pen
from transformer_lab.render.theme import NOTHING, Theme

LEAST_FOR_GRID = 4.0  # pixels of a cell: below, grid lines would be all that is seen
MOST_SHAPES = 2000  # more cells than this are an image in a file too
MOST_KEPT = 1024  # cells of a batch whose places are kept for the next time
OVERLAP = 0.3  # in files each cell reaches under its neighbours, or viewers show the page between them


def draw_cells(painter: QPainter, batch: Cells, device: Device) -> None:
    if not batch.values.size:
        return
    if batch.radius > 0:
        _draw_keys(painter, batch, device)
    elif device.quality == "file" and batch.values.size <= MOST_SHAPES:
        _draw_shapes(painter, batch, device)
    else:
        _draw_ribbons(painter, batch, device)


def cell_image(theme: Theme, batch: Cells) -> QImage:
    """All matrices of a batch below one another, one pixel for each cell."""
    matrices, rows, columns = batch.values.shape
    indices = theme.index(batch.ramp, batch.values.reshape(matrices * rows, columns), batch.limit)
    pixels = np.ascontiguousarray(theme.lut(batch.ramp)[indices])
    image = QImage(
        pixels.data, columns, matrices * rows, 4 * columns, QImage.Format.Format_ARGB32_Premultiplied
    )
    return image.copy()  # a QImage does not own the buffer it was made from


def cell_corners(batch: Cells) -> tuple[Floats, Floats]:
    """(N, 2) upper left and lower right corners of the matrices."""
    _, rows, columns = batch.values.shape
    return batch.at, batch.at + batch.size * np.array([columns, rows])


def _draw_ribbons(painter: QPainter, batch: Cells, device: Device) -> None:
    image = cell_image(device.theme, batch)
    laid = _laid_out(painter, batch, device.dpr)
    opacity = (np.broadcast_to(batch.opacity, len(laid.targets)) * painter.opacity()).tolist()
    painter.save()
    painter.setWorldTransform(QTransform())
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    for target, source, alpha in zip(laid.targets, laid.sources, opacity, strict=True):
        painter.setOpacity(alpha)
        painter.drawImage(target, image, source)
    if batch.grid:
        painter.setOpacity(max(opacity))
        _draw_grid(painter, laid.lines, device)
    painter.restore()


class Laid(NamedTuple):
    """Where matrices lie on a device, their parts of the common image, and the lines between their cells."""

    targets: list[QRectF]
    sources: list[QRectF]
    lines: list[QLineF]


def _laid_out(painter: QPainter, batch: Cells, dpr: float) -> Laid:
    """The places of a batch; an edit changes values, seldom places, so they are kept."""
    world = painter.worldTransform()
    at, size = (np.ascontiguousarray(part, dtype=float).tobytes() for part in (batch.at, batch.size))
    lies = (world.m11(), world.m22(), world.dx(), world.dy(), dpr)
    find = _laid_once if batch.values.size <= MOST_KEPT else _laid_once.__wrapped__
    return find(at, size, batch.values.shape, lies, batch.grid)


@lru_cache(maxsize=128)
def _laid_once(
    at: bytes, size: bytes, shape: tuple[int, int, int], lies: tuple[float, ...], grid: bool
) -> Laid:
    """Edges fall on whole device pixels: crisp at any zoom."""
    n, rows, columns = shape
    places, sizes = (np.frombuffer(part).reshape(-1, 2) for part in (at, size))
    scale, move, dpr = np.array(lies[:2]), np.array(lies[2:4]), lies[4]
    corners = (places, places + sizes * np.array([columns, rows]))
    first, last = (np.rint((corner * scale + move) * dpr) / dpr for corner in corners)
    boxes = np.concatenate([first, last - first], 1)
    targets = [QRectF(*box) for box in boxes.tolist()]
    sources = [QRectF(0, i * rows, columns, rows) for i in range(n)]
    return Laid(targets, sources, _grid_lines(boxes, rows, columns) if grid else [])


def _grid_lines(boxes: Floats, rows: int, columns: int) -> list[QLineF]:
    lines: list[QLineF] = []
    for x, y, w, h in boxes.tolist():
        if w / columns > LEAST_FOR_GRID and h / rows > LEAST_FOR_GRID:
            lines += [QLineF(x + w * c / columns, y, x + w * c / columns, y + h) for c in range(1, columns)]
            lines += [QLineF(x, y + h * r / rows, x + w, y + h * r / rows) for r in range(1, rows)]
    return lines


def _draw_grid(painter: QPainter, lines: list[QLineF], device: Device) -> None:
    painter.setPen(pen(device.color("line2", 0.7), 1 / device.dpr))
    antialias(painter, False)
    painter.drawLines(lines)
    antialias(painter)


def each_cell(batch: Cells, indices: NDArray[np.uint8]) -> list[tuple[int, float, float, float, float, int]]:
    """(matrix, x, y, width, height, colour index) of every cell that has a colour."""
    n, r, c = np.nonzero(indices != NOTHING)
    x = batch.at[n, 0] + c * batch.size[n, 0]
    y = batch.at[n, 1] + r * batch.size[n, 1]
    columns = (n, x, y, batch.size[n, 0], batch.size[n, 1], indices[n, r, c])
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _draw_keys(painter: QPainter, batch: Cells, device: Device) -> None:
    indices = device.theme.index(batch.ramp, batch.values, batch.limit)
    opacity = np.broadcast_to(batch.opacity, len(batch.values)).tolist()
    palette = device.theme.palette(batch.ramp)
    painter.setPen(Qt.PenStyle.NoPen)
    for n, x, y, w, h, index in each_cell(batch, indices):
        painter.setBrush(device.plain(palette[index], opacity[n]))
        painter.drawRoundedRect(QRectF(x, y, w, h), batch.radius, batch.radius)


def _draw_shapes(painter: QPainter, batch: Cells, device: Device) -> None:
    """Every cell a rectangle, for files: an image of few pixels is blurred by many viewers."""
    indices = device.theme.index(batch.ramp, batch.values, batch.limit)
    opacity = np.broadcast_to(batch.opacity, len(batch.values)).tolist()
    palette = device.theme.palette(batch.ramp)
    shown = indices != NOTHING
    right, below = np.zeros_like(shown), np.zeros_like(shown)
    right[:, :, :-1], below[:, :-1] = shown[:, :, 1:], shown[:, 1:]
    reach = list(zip(right[shown].tolist(), below[shown].tolist(), strict=True))
    painter.setPen(Qt.PenStyle.NoPen)
    for (n, x, y, w, h, index), (more_x, more_y) in zip(each_cell(batch, indices), reach, strict=True):
        alpha = opacity[n]
        over = OVERLAP if alpha == 1.0 else 0.0
        painter.setBrush(device.plain(palette[index], alpha))
        painter.drawRect(QRectF(x, y, w + over * more_x, h + over * more_y))
    if batch.grid:
        first, last = cell_corners(batch)
        _, rows, columns = batch.values.shape
        boxes = np.concatenate([first, last - first], 1)
        _draw_grid(painter, _grid_lines(boxes, rows, columns), device)
