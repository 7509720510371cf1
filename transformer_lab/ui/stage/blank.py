"""An empty sheet over the stage, so that a room looks at its lecturer; any key or click takes it away."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.language import tr
from transformer_lab.ui.theming import Theming


class Blank(QWidget):
    """Covers its stage while it is shown, and has the keys meanwhile."""

    def __init__(self, stage: QWidget, theming: Theming) -> None:
        super().__init__(stage)
        self._stage, self._theming = stage, theming
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("The stage is blank: any key brings it back"))
        self.hide()
        stage.installEventFilter(self)

    def cover(self) -> None:
        """Blank the stage."""
        self.setGeometry(self._stage.rect())
        self.show()
        self.raise_()
        self.setFocus()

    def uncover(self) -> None:
        """The stage is back, and has the keys again."""
        self.hide()
        self._stage.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The sheet is as large as the stage, also when the window changes."""
        if watched is self._stage and event.type() == QEvent.Type.Resize:
            self.setGeometry(self._stage.rect())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("canvas"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.uncover()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.uncover()
