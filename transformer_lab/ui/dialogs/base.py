"""What all dialogs share: they delete themselves, and they look like the rest."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QLabel, QWidget

from transformer_lab.language import tr

TITLE_BAR = QSize(8, 40)  # what a window manager may add round a window


class Sheet(QDialog):
    """A dialog that is gone once it is closed. It is modal for its window, but does not block the caller."""

    def __init__(self, parent: QWidget, title: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"{title} · " + tr("Transformer Lab"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)

    def done(self, result: int) -> None:
        """Close, and give the keys back: without a window manager nobody else does it."""
        super().done(result)
        window = self.parentWidget().window()
        window.activateWindow()
        before = window.focusWidget()
        if before is not None:
            before.setFocus()

    def fit(self, width: int, height: int) -> None:
        """This large, or as large as the screen allows."""
        room = self.screen().availableGeometry().size() - TITLE_BAR
        self.resize(QSize(width, height).boundedTo(room))


def voiced(text: str, voice: str) -> QLabel:
    """A label in one of the style sheet's voices: title, head, quiet."""
    label = QLabel(text)
    label.setProperty("voice", voice)
    label.setWordWrap(voice == "quiet")
    return label
