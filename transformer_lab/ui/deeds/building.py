"""Opening and leaving the builder, and undo while something in it does not work yet."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from transformer_lab.ui.deeds import retracing

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


def show_builder(window: MainWindow, *, on: bool) -> None:
    """The builder in the outline's place, with the strip under the stage; or the outline again."""
    wishes = replace(window.frame.wishes, build=on, strip=on)
    window.frame.show_parts(replace(wishes, inspector=False) if on else wishes)
    window.frame.outline.panel.show_builder(on=on)
    if on:
        window.frame.outline.panel.builder.panel.list.setFocus()
    else:
        window.draft.drop()
        window.stage.setFocus()
    window.refresh_actions()


def toggle_builder(window: MainWindow) -> None:
    """Ctrl+4."""
    show_builder(window, on=not window.frame.wishes.build)


def undo(window: MainWindow) -> None:
    """What does not work yet goes first; then the last step."""
    if not window.draft.drop():
        before = window.lab.snapshot
        window.attempt(window.lab.undo)
        retracing.show_changed(window, before)


def redo(window: MainWindow) -> None:
    """One step on again; the grid shows what changed."""
    before = window.lab.snapshot
    window.attempt(window.lab.redo)
    retracing.show_changed(window, before)


def edit_by_hand(window: MainWindow, parameter: str) -> None:
    """New weights are set in the matrix editor, in the place of the strip."""
    window.frame.show_parts(replace(window.frame.wishes, strip=False, editors=True))
    window.focus.open_parameter(parameter)
    window.refresh_actions()


def show_strip(window: MainWindow) -> None:
    """A change of the model brings the strip back."""
    if window.frame.wishes.build:
        window.frame.show_parts(replace(window.frame.wishes, strip=True))
