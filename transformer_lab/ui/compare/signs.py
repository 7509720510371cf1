"""The letter of a state, and the line of the wipe with its handle."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from transformer_lab.render.fonts import font
from transformer_lab.ui.theming import Theming

BESIDE = 84.0
"""Where the letter stands beside the name of a tower."""


def paint_letter(painter: QPainter, theming: Theming, box: QRectF, letter: str, dx: float = 14.0) -> None:
    """The chip in the corner of `box`: which state this is."""
    paint_chip(painter, theming, QRectF(box.x() + dx, box.y() + 12.0, 22.0, 22.0), letter)


def paint_chip(painter: QPainter, theming: Theming, chip: QRectF, letter: str) -> None:
    """The same in a box of its own."""
    filled = letter == "B"
    painter.setPen(QPen(theming.color("ink"), 1.25))
    painter.setBrush(theming.color("ink" if filled else "canvas"))
    painter.drawRoundedRect(chip, 5.0, 5.0)
    painter.setFont(font("semibold", max(9, round(0.6 * chip.height()))))
    painter.setPen(theming.color("canvas" if filled else "ink"))
    painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, letter)


def paint_line(painter: QPainter, theming: Theming, x: float, high: float) -> None:
    """The line from top to foot, in its middle a handle between the letters of both sides."""
    painter.fillRect(QRectF(x - 1.0, 0.0, 2.0, high), theming.color("ink"))
    painter.setPen(QPen(theming.color("ink"), 1.5))
    painter.setBrush(theming.color("raised"))
    knob = QPointF(x, high / 2.0)
    painter.drawEllipse(knob, 11.0, 11.0)
    for letter, side in (("A", -52.0), ("B", 2.0)):
        paint_letter(painter, theming, QRectF(x + side, high / 2.0 - 23.0, 50.0, 46.0), letter)
    painter.setPen(QPen(theming.color("ink"), 1.5))
    for sign in (-1.0, 1.0):
        tip = knob + QPointF(sign * 6.0, 0.0)
        painter.drawLine(tip, tip + QPointF(-sign * 3.0, -3.0))
        painter.drawLine(tip, tip + QPointF(-sign * 3.0, 3.0))
