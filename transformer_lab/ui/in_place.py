"""A field that lies over a name while it is changed: Enter takes it, Escape and leaving keep the old one."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from transformer_lab.language import tr
from transformer_lab.ui.theming import Theming


class InPlace(QLineEdit):
    """Goes when it is done."""

    def __init__(
        self, over: QWidget, theming: Theming, box: QRectF, text: str, take: Callable[[str], object]
    ) -> None:
        super().__init__(text, over)
        self._take = take
        self.setFrame(False)
        self.setAccessibleName(tr("Name"))
        theme = theming.theme
        self.setStyleSheet(
            f"QLineEdit {{ background: {theme.color('raised')}; border: 2px solid {theme.color('select')};"
            f" border-radius: 5px; padding: 0 3px; min-height: 0; font-size: 12px; }}"
        )
        room = QRectF(over.rect())
        wide = min(max(box.width(), 88.0), room.width())
        left = max(0.0, min(box.left(), room.right() - wide))
        high = max(20.0, box.height())
        self.setGeometry(QRectF(left, max(0.0, min(box.top(), room.bottom() - high)), wide, high).toRect())
        self.selectAll()
        self.show()
        self.setFocus()
        self.returnPressed.connect(self._done)

    def _done(self) -> None:
        text = self.text()
        self.leave()
        self._take(text)

    def leave(self) -> None:
        """Keep what was."""
        self.hide()
        parent = self.parentWidget()
        if parent is not None and parent.parentWidget() is not None:
            parent.parentWidget().setFocus()
        self.deleteLater()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason and not self.isHidden():
            self.hide()
            self.deleteLater()
