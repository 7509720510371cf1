"""The canvas of the stage: a pyqtgraph view with one item that covers it and paints by our own camera.

It takes no events; those belong to the `StageView` around it. Importing pyqtgraph takes as long as the
rest together, so this module is imported only when the window has been seen.
"""

from __future__ import annotations

from collections.abc import Callable

import pyqtgraph as pg
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

Paint = Callable[[QPainter], None]


class StageItem(pg.GraphicsObject):
    """Covers the viewport; what it paints is decided by the stage."""

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
        painter.resetTransform()  # logical pixels: our zoom changes the lanes, never the type
        self._paint(painter)


class Canvas(pg.GraphicsView):
    """Holds the item; pyqtgraph's own mouse and keys are off."""

    item: StageItem | None = None  # pyqtgraph resizes before it has been made

    def __init__(self, paint: Paint, parent: QWidget) -> None:
        super().__init__(parent, background=None)
        self.setFrameShape(self.Shape.NoFrame)
        self.setViewportUpdateMode(self.ViewportUpdateMode.FullViewportUpdate)
        self.enableMouse(False)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.item = StageItem(paint)
        self.addItem(self.item)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        if self.item is not None:
            self.item.cover(self.width(), self.height())
