"""While there is no sentence: one example to click, under the card that asks for one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QPushButton, QWidget

from transformer_lab.language import tr
from transformer_lab.ui.theming import Theming

BELOW = 0.36  # the card begins at this share of the stage's height
GAP = 84


class Example(QPushButton):
    """Keeps to the middle of the stage."""

    def __init__(self, theming: Theming, stage: QWidget, do: Callable[[], None]) -> None:
        super().__init__(tr("or try an example"), stage)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFlat(True)
        self._theming = theming
        self.clicked.connect(do)
        stage.installEventFilter(self)
        theming.changed.connect(self._dress)
        self._dress()
        self.hide()

    def eventFilter(self, stage: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(stage, QWidget):
            size = self.sizeHint()
            top = max(24.0, stage.height() * BELOW) + GAP
            self.setGeometry((stage.width() - size.width()) // 2, round(top), size.width(), size.height())
        return False

    def _dress(self) -> None:
        ink = self._theming.theme.color("ink2")
        plain = "background: transparent; border: none; text-decoration: underline;"
        self.setStyleSheet(f"QPushButton {{ {plain} color: {ink}; }}")
