"""Lecture: the stage alone on the whole screen, its type larger; the keys of a clicker act as always."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow

LARGER = 1.3
"""So much larger than at a desk the stage is drawn."""


def toggle_lecture(window: MainWindow) -> None:
    """To the lecture, or back from it."""
    show_lecture(window, on=not lectures(window))


def lectures(window: MainWindow) -> bool:
    """Whether the stage stands alone."""
    return window.frame.wishes.lecture


def show_lecture(window: MainWindow, *, on: bool) -> None:
    """Panels go or come back as they were; what is open and chosen stays."""
    if on == lectures(window):
        return
    window.stage.magnify(LARGER if on else 1.0)
    window.frame.show_parts(replace(window.frame.wishes, lecture=on))
    state = window.windowState()
    full = Qt.WindowState.WindowFullScreen
    window.setWindowState(state | full if on else state & ~full)
    window.stage.setFocus()
    window.refresh_actions()
