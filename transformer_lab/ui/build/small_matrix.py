"""A parameter as a small matrix: what stayed plain, what is new in amber, what was cut off dashed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QRegion

from transformer_lab.document.building.kept import KeptPart
from transformer_lab.figures.ask.mathbox import Setting, typeset
from transformer_lab.figures.ask.symbols import role_of, symbol_of
from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.symbols import paint_marks
from transformer_lab.ui.theming import Theming

MOST_DOTS = 48
HEAD = 30.0
"""Room for the symbol and the shape above the matrix."""


class Sheet(NamedTuple):
    """Numbers with room for both shapes (rows, columns); marks for what is new and what was cut."""

    values: np.ndarray
    new: np.ndarray
    cut: np.ndarray
    shape: tuple[int, int]

    def laid(self) -> Sheet:
        """Inputs as columns; a single row stays one."""
        if min(self.values.shape, default=0) <= 1:
            return self
        return Sheet(self.values.T, self.new.T, self.cut.T, self.shape[::-1])


def sheet_of(part: KeptPart) -> Sheet:
    """A parameter as rows of inputs and columns of outputs, old numbers where they have no place any more."""
    now = _flat(part.now) if part.now is not None else np.zeros((0, 0))
    stayed = _flat(part.stayed) if part.stayed is not None else np.zeros((0, 0), bool)
    old = _flat(part.old) if part.old is not None else np.zeros((0, 0))
    cut = _flat(part.cut) if part.cut is not None else np.zeros((0, 0), bool)
    high, wide = max(len(now), len(old)), max(now.shape[1], old.shape[1])
    values, new, gone = np.zeros((high, wide)), np.zeros((high, wide), bool), np.zeros((high, wide), bool)
    if cut.any():
        values[: old.shape[0], : old.shape[1]] = old
        gone[: cut.shape[0], : cut.shape[1]] = cut
    values[: now.shape[0], : now.shape[1]] = now
    new[: now.shape[0], : now.shape[1]] = ~stayed
    gone[: now.shape[0], : now.shape[1]] = False
    return Sheet(values, new, gone, (now if part.now is not None else old).shape)


def paint_part(
    painter: QPainter, theming: Theming, part: KeptPart, box: QRectF, limit: float, aside: bool = False
) -> None:
    """One parameter in `box`: symbol and shape above, the matrix below, on its side if that is asked."""
    sheet = sheet_of(part).laid() if aside else sheet_of(part)
    _head(painter, theming, part, sheet, box)
    room = box.adjusted(0, HEAD, 0, 0)
    values, new, cut = (_few(a) for a in (sheet.values, sheet.new, sheet.cut))
    if not values.size:
        return
    side = min(room.width() / values.shape[1], room.height() / len(values), 11.0)
    wide, high = values.shape[1] * side, len(values) * side
    place = QRectF(room.left(), room.top(), wide, high)
    _cells(painter, theming, values, cut, place, limit)
    if side >= 3.0:
        _grid(painter, theming, place, side)
    whole = QRectF(place.left(), place.top(), sheet.shape[1] * side, sheet.shape[0] * side)
    if values.shape == sheet.values.shape:
        painter.setPen(QPen(theming.color("line2"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(whole)
    if new.any():
        _outline(painter, new, place, side, theming.color("now_fill"), dashed=False)
    if cut.any():
        _outline(painter, cut, place, side, theming.color("ink2"), dashed=True)


def _head(painter: QPainter, theming: Theming, part: KeptPart, sheet: Sheet, box: QRectF) -> None:
    symbol = typeset(symbol_of(part.node_id), advance, (), Setting(15, "math-italic", role_of(part.node_id)))
    paint_marks(painter, theming, symbol.marks, box.left(), box.top() + 15)
    painter.setFont(font("regular", 11))
    painter.setPen(theming.color("ink2"))
    said = " × ".join(str(n) for n in sheet.shape) if part.now is not None else "gone"
    wide = advance(said, "regular", 11)
    x = max(box.left() + symbol.width + 6, box.left() + min(box.width(), 84.0) - wide)
    painter.drawText(QPointF(x, box.top() + 15), said)


def _cells(
    painter: QPainter, theming: Theming, values: np.ndarray, cut: np.ndarray, place: QRectF, limit: float
) -> None:
    index = theming.theme.index("div", np.where(cut, np.nan, values), limit)
    dots = np.ascontiguousarray(theming.theme.lut("div")[index])
    high, wide = dots.shape
    image = QImage(dots.data, wide, high, wide * 4, QImage.Format.Format_ARGB32_Premultiplied).copy()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
    painter.drawImage(place, image)


def _grid(painter: QPainter, theming: Theming, place: QRectF, side: float) -> None:
    painter.setPen(QPen(theming.color("line"), 1))
    for i in range(1, round(place.width() / side)):
        x = place.left() + i * side
        painter.drawLine(QPointF(x, place.top()), QPointF(x, place.bottom()))
    for j in range(1, round(place.height() / side)):
        y = place.top() + j * side
        painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y))


def _outline(
    painter: QPainter, marks: np.ndarray, place: QRectF, side: float, color: QColor, *, dashed: bool
) -> None:
    """A line around all marked cells."""
    region = QRegion()
    for row, line in enumerate(marks):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(np.int8), [0]])))
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            region = region.united(QRegion(int(start), row, int(end - start), 1))
    path = QPainterPath()
    path.addRegion(region)
    pen = QPen(color, 1.0 if dashed else 2.0)
    pen.setCosmetic(True)
    if dashed:
        pen.setDashPattern([3, 3])
    painter.save()
    painter.translate(place.topLeft())
    painter.scale(side, side)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path.simplified())
    painter.restore()


def _flat(array: np.ndarray) -> np.ndarray:
    """Seen as rows and columns: a vector is one row, heads stand side by side."""
    if array.ndim < 2:
        return array.reshape(1, -1)
    if array.ndim == 3 and array.shape[2] >= array.shape[0] and array.shape[0] <= array.shape[1]:
        return array.reshape(-1, array.shape[2])
    return array.reshape(array.shape[0], -1)


def _few(array: np.ndarray) -> np.ndarray:
    """At most MOST_DOTS rows and columns, evenly chosen."""
    rows = np.unique(np.linspace(0, max(0, len(array) - 1), MOST_DOTS).round().astype(int))
    columns = np.unique(np.linspace(0, max(0, array.shape[1] - 1), MOST_DOTS).round().astype(int))
    return array[np.ix_(rows, columns)] if array.size else array
