"""Typeset symbols painted straight onto a widget: the outline's arrays, the editor's tabs."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from transformer_lab.figures.ask.mathbox import Mark
from transformer_lab.render.fonts import font
from transformer_lab.ui.theming import Theming


def paint_marks(painter: QPainter, theming: Theming, marks: Iterable[Mark], x: float, y: float) -> None:
    """Texts and ruled lines with the baseline's start at (x, y)."""
    for mark in marks:
        color = theming.color(mark.color)
        if mark.text:
            painter.setFont(font(mark.face, mark.size))
            painter.setPen(color)
            painter.drawText(QPointF(x + mark.x, y + mark.y), mark.text)
        else:
            painter.fillRect(QRectF(x + mark.x, y + mark.y - 0.5, mark.width, 1.0), color)
