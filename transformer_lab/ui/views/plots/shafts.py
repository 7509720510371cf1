"""How arrows of a plane are painted: shafts with heads, the arrows of a pinned state behind, and names."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF

from transformer_lab.figures.picture import Floats
from transformer_lab.figures.plates.arrow_labels import Label
from transformer_lab.render.fonts import font
from transformer_lab.ui.views.plots.board import Board

THIN, LOUD, TIP = 1.4, 2.6, 9.0
MOVED = 3.0
"""Pixels; a tip that moved less stays where it was."""


def shaft(
    painter: QPainter,
    board: Board,
    origin: Floats,
    tip: Floats,
    ink: str,
    width: float,
    *,
    dashed: bool = False,
) -> None:
    """An arrow from `origin` to `tip`, a ring where it has no length."""
    way = tip - origin
    length = float(np.hypot(*way))
    color = board.color(ink)
    if length < 4.0:
        painter.setPen(QPen(color, width))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(*tip.tolist()), 5.0, 5.0)
        return
    way = way / length
    size = min(TIP * (0.7 + 0.2 * width), 0.6 * length)
    base, aside = tip - way * size, np.array([-way[1], way[0]]) * size * 0.36
    style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
    painter.setPen(QPen(color, width, style))
    painter.drawLine(QPointF(*origin.tolist()), QPointF(*base.tolist()))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawPolygon(QPolygonF([QPointF(*p.tolist()) for p in (tip, base + aside, base - aside)]))


def ghosts(painter: QPainter, board: Board, origin: Floats, old: Floats) -> None:
    """Arrows of the pinned state in grey; `old` are their tips ``n2``, NaN where it has none."""
    painter.setOpacity(0.8)
    for tip in old[np.isfinite(old).all(1)]:
        if np.hypot(*(tip - origin)) >= 4.0:
            shaft(painter, board, origin, tip, "ink3", THIN, dashed=True)
    painter.setOpacity(1.0)


def moves(painter: QPainter, board: Board, old: Floats, now: Floats, inks: list[str]) -> None:
    """From the tip in A to the tip in B, where it moved."""
    for before, after, ink in zip(old, now, inks, strict=True):
        if np.isfinite(before).all() and np.hypot(*(after - before)) > MOVED:
            shaft(painter, board, before, after, ink, LOUD)


def name(painter: QPainter, board: Board, label: Label, ink: str, loud: bool) -> None:
    """A name on a ground of its own."""
    letters = font("semibold" if loud else "regular", label.size)
    halo = QPainterPath()
    halo.addText(QPointF(label.x, label.y), letters, label.text)
    painter.strokePath(halo, QPen(board.color("panel"), 3.0))
    painter.setFont(letters)
    painter.setPen(board.color(ink))
    painter.drawText(QPointF(label.x, label.y), label.text)
