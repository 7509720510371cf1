"""A place for a panel that is made when it is first needed, so that the window is there sooner."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.ui.theming import Theming


class Later(QWidget):
    """Shows the panel's ground, and the panel itself `wait` ms after it was first seen (0: at once)."""

    made = Signal()

    def __init__(self, theming: Theming, make: Callable[[], QWidget], wait: int = 0) -> None:
        super().__init__()
        self._theming, self._make, self._wait = theming, make, wait
        self._panel: QWidget | None = None
        self._seen = False
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    @property
    def is_made(self) -> bool:
        """Whether the panel has been made."""
        return self._panel is not None

    @property
    def panel(self) -> Any:
        """The panel, made now if it has not been."""
        if self._panel is None:
            self._panel = self._make()
            self._panel.setParent(self)
            self._panel.setGeometry(self.rect())
            self._panel.show()
            self.made.emit()
        return self._panel

    def showEvent(self, event: QShowEvent) -> None:
        if self._panel is not None or not self._wait:
            self._furnish()

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self._panel is not None:
            self._panel.setGeometry(self.rect())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._panel is None:
            with QPainter(self) as painter:
                painter.fillRect(self.rect(), self._theming.color("panel"))
            if not self._seen:
                self._seen = True
                QTimer.singleShot(self._wait, self, self._furnish)

    def _furnish(self) -> None:
        self.panel.show()
