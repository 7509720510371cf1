"""A widget painted by hand that knows which of its parts is under the pointer."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget


class Pointed(QWidget):
    """Its parts have numbers; `near` is the one under the pointer. `part_at` says where they lie."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.near: int | None = None
        self.setMouseTracking(True)

    def part_at(self, point: QPointF) -> int | None:
        """The part at this place, if there is one."""
        raise NotImplementedError

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point_at(self.part_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._point_at(None)

    def _point_at(self, part: int | None) -> None:
        if part != self.near:
            self.near = part
            self.update()
