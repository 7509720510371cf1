"""Typeset symbols painted straight onto a widget: the outline's arrays, the editor's tabs."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from transformer_lab.figures.ask.mathbox import Mark
from transformer_lab.figures.ask.page import root_sign
from transformer_lab.render.fonts import font
from transformer_lab.ui.theming import Theming


def paint_marks(painter: QPainter, theming: Theming, marks: Iterable[Mark], x: float, y: float) -> None:
    """Texts and ruled lines with the baseline's start at (x, y)."""
    for mark in marks:
        color = theming.color(mark.color)
        if mark.text == "√":
            _root(painter, mark, x, y, color)
        elif mark.text:
            painter.setFont(font(mark.face, mark.size))
            painter.setPen(color)
            painter.drawText(QPointF(x + mark.x, y + mark.y), mark.text)
        else:
            painter.fillRect(QRectF(x + mark.x, y + mark.y - 0.5, mark.width, 1.0), color)


def _root(painter: QPainter, mark: Mark, x: float, y: float, color: QColor) -> None:
    """A root sign as tall as what stands under it: drawn, because no glyph fits every height."""
    steps = root_sign(mark.size, mark.width)
    corners = [QPointF(x + mark.x + float(step[1]), y + mark.y + float(step[2])) for step in steps]
    painter.setPen(QPen(color, 1.1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolyline(corners)
