"""Typeset formulas on a QPainter."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer

from transformer_lab.figures.picture import Formula
from transformer_lab.render.formula import typeset
from transformer_lab.render.painting.device import Device


def draw_formula(painter: QPainter, item: Formula, device: Device) -> None:
    color = device.theme.color(item.color)
    x, y, width, height = typeset(item.latex, item.size, color).box
    box = QRectF(item.at[0] + x, item.at[1] + y, width, height)
    _renderer(item.latex, item.size, color).render(painter, box)


@lru_cache(maxsize=256)
def _renderer(latex: str, size: int, color: str) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(typeset(latex, size, color).svg.encode()))
