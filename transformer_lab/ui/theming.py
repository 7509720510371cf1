"""The window's theme: Paper, Slate, the system's, high contrast; palette, style sheet and icons follow it."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from transformer_lab.render.theme import Theme, theme
from transformer_lab.ui import icons
from transformer_lab.ui.style import palette, style_sheet

Mode = Literal["system", "paper", "slate", "contrast"]
MODES: tuple[Mode, ...] = ("system", "paper", "slate", "contrast")


class Theming(QObject):
    """One for each application; whoever paints reads `theme` and repaints on `changed`."""

    changed = Signal()

    def __init__(self, mode: Mode = "system", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mode: Mode = mode
        self.theme: Theme = theme(_name(mode))
        self._dress()
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._system_changed)

    @property
    def mode(self) -> Mode:
        """What was chosen: system, paper, slate or contrast."""
        return self._mode

    def use(self, mode: Mode) -> None:
        """Wear another theme from now on."""
        self._mode = mode
        if _name(mode) != self.theme.name:
            self.theme = theme(_name(mode))
            self._dress()
            self.changed.emit()

    def color(self, token: str) -> QColor:
        """The colour of a token as a QColor."""
        return QColor(self.theme.color(token))

    def icon(self, name: str, colour: str = "ink") -> QIcon:
        """A shipped icon in the colour of a token."""
        return icons.icon(name, self.theme.color(colour), self.theme.color("line2"))

    def _dress(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.setPalette(palette(self.theme))
            app.setStyleSheet(style_sheet(self.theme))

    def _system_changed(self) -> None:
        self.use(self._mode)


def _name(mode: Mode) -> str:
    """The theme that a mode means right now: high contrast is light or dark as the system is."""
    if mode in ("paper", "slate"):
        return mode
    dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
    shade = "slate" if dark else "paper"
    return f"{shade}-contrast" if mode == "contrast" else shade
