"""The small signs before the rows of the builder: those of the stage, drawn with a pen."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from transformer_lab.ui.theming import Theming

SIDE = 16.0


def draw_glyph(painter: QPainter, theming: Theming, kind: str, x: float, y: float) -> None:
    """The sign of a kind of row in a square of 16 with its corner at (x, y)."""
    if kind not in GLYPHS:
        return
    token, draw = GLYPHS[kind]
    painter.save()
    painter.translate(x, y)
    pen = QPen(theming.color(token), 1.4)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    draw(painter)
    painter.restore()


def _table(painter: QPainter) -> None:
    painter.drawRect(QRectF(1, 4, 14, 8))
    for x in (5.67, 10.33):
        painter.drawLine(QPointF(x, 4), QPointF(x, 12))


def _wave(painter: QPainter) -> None:
    painter.drawEllipse(QRectF(1, 1, 14, 14))
    path = QPainterPath(QPointF(4, 8))
    path.cubicTo(QPointF(5.5, 3.5), QPointF(6.5, 3.5), QPointF(8, 8))
    path.cubicTo(QPointF(9.5, 12.5), QPointF(10.5, 12.5), QPointF(12, 8))
    painter.drawPath(path)


def _threads(painter: QPainter) -> None:
    for left in (2.5, 6.5, 11.0):
        path = QPainterPath(QPointF(left, 3))
        path.cubicTo(QPointF(left, 9), QPointF(13, 7), QPointF(13, 13.5))
        painter.drawPath(path)
    painter.drawLine(QPointF(13, 3), QPointF(13, 13.5))


def _trapezoid(painter: QPainter) -> None:
    corners = ((4.5, 4), (11.5, 4), (15, 12), (1, 12))
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))


def _sum(painter: QPainter) -> None:
    painter.drawEllipse(QRectF(2, 2, 12, 12))
    painter.drawLine(QPointF(8, 5), QPointF(8, 11))
    painter.drawLine(QPointF(5, 8), QPointF(11, 8))


def _norm(painter: QPainter) -> None:
    painter.drawRoundedRect(QRectF(1, 4, 14, 8), 4, 4)
    painter.drawLine(QPointF(5, 8), QPointF(11, 8))


def _bars(painter: QPainter) -> None:
    brush = painter.pen().color()
    for x, high in ((2.0, 5.0), (6.5, 10.0), (11.0, 3.5)):
        painter.fillRect(QRectF(x, 14 - high, 3.2, high), brush)


def _tower(painter: QPainter) -> None:
    for y in (2.0, 7.0, 12.0):
        painter.drawRoundedRect(QRectF(2, y, 12, 3), 1, 1)


GLYPHS: dict[str, tuple[str, Callable[[QPainter], None]]] = {
    "words": ("residual", _table),
    "positions": ("position", _wave),
    "norms": ("ink2", _norm),
    "norm": ("ink2", _norm),
    "tower": ("ink2", _tower),
    "attention": ("out", _threads),
    "ffn": ("ffn", _trapezoid),
    "add": ("residual", _sum),
    "output": ("out", _bars),
}
