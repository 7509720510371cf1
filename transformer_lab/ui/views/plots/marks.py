"""What is painted over the cells of a zoomed matrix: numbers where they fit, and marks for unusual values."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF

from transformer_lab.figures.heads import Bools
from transformer_lab.figures.numbers import number
from transformer_lab.figures.picture import Floats
from transformer_lab.figures.scales import shade
from transformer_lab.render.fonts import advance, font
from transformer_lab.render.theme import Theme
from transformer_lab.ui.views.plots.board import Board

LEAST_WIDTH, LEAST_HEIGHT = 30.0, 15.0
"""A cell in which a number can be read."""
LEAST_MARK, MOST_MARKS = 7.0, 6000
"""Pixels of a cell that can carry a mark; more marks than this in sight would be a texture."""


class Shown(NamedTuple):
    """A matrix ``rc`` with its ramp and limit."""

    values: Floats
    ramp: Literal["seq", "div"]
    limit: float
    hidden: Bools
    """what a mask hides ``rc``"""
    root: bool = False
    """whether colours follow the square root (attention)"""
    blank: Bools | None = None
    """where no number stands at all ``rc``"""


class Window(NamedTuple):
    """The cells that are in sight: first row and column, their values, and the pixels of the first cell."""

    row: int
    column: int
    values: NDArray[Any]
    x: float
    y: float
    wide: float
    high: float

    def box(self, row: int, column: int) -> QRectF:
        """The cell in that row and column of the window."""
        return QRectF(self.x + column * self.wide, self.y + row * self.high, self.wide, self.high)


def in_sight(board: Board, values: NDArray[Any]) -> Window:
    """The part of the matrix that is not scrolled away."""
    (left, right), (low, high) = board.camera.viewRange()
    first = max(0, int(np.floor(low + 0.5))), max(0, int(np.floor(left + 0.5)))
    last = int(np.ceil(high + 0.5)), int(np.ceil(right + 0.5))
    corner = board.pixels(np.array([[first[1] - 0.5, first[0] - 0.5], [first[1] + 0.5, first[0] + 0.5]]))
    (x, y), (x2, y2) = corner.tolist()
    return Window(*first, values[first[0] : last[0], first[1] : last[1]], x, y, x2 - x, y2 - y)


def numbers(painter: QPainter, board: Board, theme: Theme, shown: Shown, decimals: int) -> None:
    """Every number in sight, if each has room."""
    seen = in_sight(board, shown.values)
    if seen.wide < LEAST_WIDTH or seen.high < LEAST_HEIGHT or not seen.values.size:
        return
    decimals = decimals if seen.wide >= 46.0 else min(2, decimals)
    gone = in_sight(board, shown.hidden).values | ~np.isfinite(seen.values)
    gone |= False if shown.blank is None else in_sight(board, shown.blank).values
    texts = [
        ["" if hid else number(v, decimals) for v, hid in zip(*pair, strict=True)]
        for pair in zip(seen.values.tolist(), gone.tolist(), strict=True)
    ]
    if max(advance(text, "regular", 11) for row in texts for text in row) > seen.wide - 4.0:
        return
    places = theme.index(shown.ramp, shade(seen.values, shown.root), shown.limit)
    palette = theme.palette(shown.ramp)
    painter.setFont(font("regular", 11))
    for r, row in enumerate(texts):
        for c, text in enumerate(row):
            if text:
                painter.setPen(theme_ink(theme, palette, int(places[r, c]), shown.ramp))
                painter.drawText(seen.box(r, c), Qt.AlignmentFlag.AlignCenter, text)


def theme_ink(theme: Theme, palette: tuple[str, ...], place: int, ramp: str) -> str:
    """The ink to be read on a place of the ramp."""
    return theme.color(f"on:{ramp}:{place / (len(palette) - 1):.3f}")


def special(painter: QPainter, board: Board, shown: Shown) -> None:
    """−∞ and what a mask hides: hatch; NaN: a cross in an error frame; outside the scale: an arrowhead."""
    seen = in_sight(board, shown.values)
    if min(seen.wide, seen.high) < LEAST_MARK:
        return
    values, gone = seen.values, in_sight(board, shown.hidden).values
    for mark, which in (
        (_hatch, np.isneginf(values) | gone),
        (_cross, np.isnan(values)),
        (_over, (values > shown.limit)),
        (_under, np.isfinite(values) & (values < (-shown.limit if shown.ramp == "div" else 0.0))),
    ):
        for r, c in np.argwhere(which)[:MOST_MARKS].tolist():
            mark(painter, board, seen.box(r, c))


def _hatch(painter: QPainter, board: Board, box: QRectF) -> None:
    painter.save()
    painter.setClipRect(box, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(board.color("mask"), 1.0))
    painter.setOpacity(0.5)
    first = int(np.floor((box.x() + box.y()) / 7.0)) * 7
    for total in range(first, int(box.right() + box.bottom()) + 7, 7):
        painter.drawLine(QPointF(total - box.y(), box.y()), QPointF(total - box.bottom(), box.bottom()))
    painter.restore()


def _cross(painter: QPainter, board: Board, box: QRectF) -> None:
    painter.setPen(QPen(board.color("error"), 1.2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    inner = box.adjusted(1.5, 1.5, -1.5, -1.5)
    painter.drawRect(inner)
    painter.drawLine(inner.topLeft(), inner.bottomRight())
    painter.drawLine(inner.topRight(), inner.bottomLeft())


def _over(painter: QPainter, board: Board, box: QRectF) -> None:
    _head(painter, board, box, 1.0)


def _under(painter: QPainter, board: Board, box: QRectF) -> None:
    _head(painter, board, box, -1.0)


def _head(painter: QPainter, board: Board, box: QRectF, way: float) -> None:
    """In the upper right corner, pointing up for more and down for less."""
    size = min(3.0, 0.2 * min(box.width(), box.height()))
    x, y = box.right() - 1.8 * size, box.y() + 1.8 * size
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(board.color("canvas"))
    painter.drawPolygon(
        QPolygonF(
            [QPointF(x, y - way * size), QPointF(x - size, y + way * size), QPointF(x + size, y + way * size)]
        )
    )
