"""Showing and hiding parts, theme and motion, asking for the number in focus."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from transformer_lab.ui.theming import Mode

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


def toggle(window: MainWindow, part: str) -> None:
    """Show or hide outline, editors or inspector."""
    wishes = window.frame.wishes
    window.frame.show_parts(replace(wishes, **{part: not getattr(wishes, part)}))
    window.refresh_actions()


def shows(window: MainWindow, part: str) -> bool:
    """Whether outline, editors or inspector are wanted."""
    return bool(getattr(window.frame.wishes, part))


def explain(window: MainWindow) -> None:
    """Ask for the number under the pointer, or the strongest weight of the row; arrows then walk."""
    from transformer_lab.ui.first_run import strongest

    pointed = None if window.walk.walking else window.focus.under_pointer
    cell = pointed or window.focus.selected or strongest(window.lab, window.focus)
    if cell is not None:
        window.focus.select(cell)
        window.frame.show_parts(replace(window.frame.wishes, inspector=True))
        window.walk.start()


def close_one(window: MainWindow) -> None:
    """Esc: a notice first, then the explanation, then the editors."""
    wishes = window.frame.wishes
    if window.notice.isVisible():
        window.notice.dismiss()
    elif wishes.inspector:
        window.focus.select(None)
        window.frame.show_parts(replace(wishes, inspector=False))
    elif wishes.editors:
        window.frame.show_parts(replace(wishes, editors=False))
    window.refresh_actions()


def wear(window: MainWindow, mode: Mode) -> None:
    """Another theme, remembered."""
    window.settings.mode = mode
    window.theming.use(mode)
    window.refresh_actions()


def set_calm(window: MainWindow, on: bool) -> None:
    """Reduce motion, or not; remembered."""
    window.settings.calm = on
    window.scene.calm = window.player.calm = on
    window.refresh_actions()
