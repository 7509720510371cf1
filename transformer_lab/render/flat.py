"""What lies still beneath the motion, as one pixmap: while playing, a frame is one blit and what moves."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPixmap

from transformer_lab.render.pixmaps import Box


class Flat:
    """The pixmap of what has been the same for two frames; a sign tells what a frame shows."""

    def __init__(self) -> None:
        self._sign: object = None
        self._pixmap: QPixmap | None = None

    def still(self, sign: object) -> bool:
        """Whether the frame before had this sign too; if not, the pixmap is of no use any more."""
        same = sign == self._sign
        self._sign = sign
        if not same:
            self._pixmap = None
        return same

    def draw(self, painter: QPainter, view: Box, dpr: float, paint: Callable[[QPainter], None]) -> bool:
        """Draw the pixmap of `view`, made by `paint` at first; False if pixels would not meet pixels."""
        x, y, width, height = view
        if (x * dpr) % 1 or (y * dpr) % 1:
            return False
        if self._pixmap is None:
            self._pixmap = QPixmap(ceil(width * dpr), ceil(height * dpr))
            self._pixmap.setDevicePixelRatio(dpr)
            self._pixmap.fill(Qt.GlobalColor.transparent)
            with QPainter(self._pixmap) as aside:
                aside.translate(-x, -y)
                paint(aside)
        painter.drawPixmap(QPointF(x, y), self._pixmap)
        return True
