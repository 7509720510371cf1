"""How this person likes to see things: remembered, and told to everybody who shows something."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.ui.settings import Settings


def manner_of(preferences: Preferences | None) -> Manner:
    """How things are written; the usual way where nobody was asked."""
    return USUAL if preferences is None else preferences.manner


class Preferences(QObject):
    """The manner of writing. Theme, motion and text size are kept by `Settings` alone."""

    changed = Signal()

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._manner = settings.manner

    @property
    def manner(self) -> Manner:
        """How things are written."""
        return self._manner

    def use(self, manner: Manner) -> None:
        """Write everything this way from now on; remembered."""
        if manner != self._manner:
            self._manner = self._settings.manner = manner
            self.changed.emit()
