"""Typeset formulas on a QPainter."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter

from transformer_lab.figures.picture import Formula
from transformer_lab.render.formula import typeset
from transformer_lab.render.painting.device import Device
from transformer_lab.render.painting.shapes import outline_path


def draw_formula(painter: QPainter, item: Formula, device: Device) -> None:
    made = typeset(item.latex, item.size, device.theme.color(item.color))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.translate(*item.at)
    for shape in made.shapes:
        painter.setBrush(QColor(shape.fill))
        painter.drawPath(outline_path(shape.outline))
    painter.translate(-item.at[0], -item.at[1])
