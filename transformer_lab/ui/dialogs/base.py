"""What all dialogs share: they delete themselves, and they look like the rest."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel, QWidget

from transformer_lab.language import tr


class Sheet(QDialog):
    """A dialog that is gone once it is closed. It is modal for its window, but does not block the caller."""

    def __init__(self, parent: QWidget, title: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(f"{title} · " + tr("Transformer Lab"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)


def voiced(text: str, voice: str) -> QLabel:
    """A label in one of the style sheet's voices: title, head, quiet."""
    label = QLabel(text)
    label.setProperty("voice", voice)
    label.setWordWrap(voice == "quiet")
    return label
