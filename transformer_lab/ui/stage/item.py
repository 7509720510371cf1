"""The one thing in the graphics view: paints the scene's Picture in logical pixels, by our own camera."""

from __future__ import annotations

from collections.abc import Callable

import pyqtgraph as pg
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

Paint = Callable[[QPainter], None]


class StageItem(pg.GraphicsObject):
    """Covers the viewport; what it paints is decided by the view."""

    def __init__(self, paint: Paint) -> None:
        super().__init__()
        self._paint = paint
        self._box = QRectF()

    def cover(self, width: float, height: float) -> None:
        """The viewport has another size."""
        self.prepareGeometryChange()
        self._box = QRectF(0, 0, width, height)

    def boundingRect(self) -> QRectF:
        return self._box

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        painter.resetTransform()
        self._paint(painter)
