"""Showing and hiding parts, theme and motion, asking for the number in focus."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.links import WORD
from transformer_lab.ui.deeds import building, lecturing
from transformer_lab.ui.stage import altitude
from transformer_lab.ui.stage.faces import turn_to
from transformer_lab.ui.theming import Mode

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


def toggle(window: MainWindow, part: str) -> None:
    """Show or hide outline, builder, editors or inspector."""
    wishes = window.frame.wishes
    if part == "build":
        building.toggle_builder(window)
        return
    if part == "editors" and wishes.build and wishes.strip:  # they change places with the strip
        wishes = replace(wishes, strip=False, editors=False)
    window.frame.show_parts(replace(wishes, **{part: not getattr(wishes, part)}))
    window.refresh_actions()


def shows(window: MainWindow, part: str) -> bool:
    """Whether outline, editors or inspector are wanted."""
    return bool(getattr(window.frame.wishes, part))


def explain(window: MainWindow) -> None:
    """Ask for the number under the pointer, or the strongest weight of the row; arrows then walk.

    Asked again of a number that one has walked to, it is worked out on the stage.
    """
    from transformer_lab.ui.first_run import strongest

    pointed = None if window.walk.walking else window.focus.under_pointer
    cell = pointed or window.focus.selected or strongest(window.lab, window.focus)
    if cell is not None and window.walk.walking and cell == window.focus.selected:
        altitude.dive_into_number(window.scene)
    elif cell is not None:
        window.focus.select(cell)
        window.frame.show_parts(replace(window.frame.wishes, inspector=True))
        window.walk.start()


def close_one(window: MainWindow) -> None:
    """Esc: a notice first, then the last dive, then a loop, then the explanation, then the editors."""
    wishes = window.frame.wishes
    if window.notice.isVisible():
        window.notice.dismiss()
    elif lecturing.lectures(window):
        lecturing.show_lecture(window, on=False)
    elif altitude.come_back(window.scene):
        window.stage.draft()
    elif window.player.loop is not None:
        window.player.set_loop(None)
    elif wishes.inspector:
        window.focus.select(None)
        window.frame.show_parts(replace(wishes, inspector=False))
    elif wishes.build:
        building.show_builder(window, on=False)
    elif wishes.editors:
        window.frame.show_parts(replace(wishes, editors=False))
    window.refresh_actions()


def show_what_is_asked(window: MainWindow) -> None:
    """Bring up the inspector for what is asked, and the matrix editor for a parameter.

    The path of a word is told where the inspector stands already: choosing a word opens nothing.
    """
    selected, subject = window.focus.selected, window.focus.subject
    if subject is None or (selected is None and subject.node.startswith(WORD)):
        return
    wishes = replace(window.frame.wishes, inspector=True)
    parameter = selected is not None and is_parameter(window, selected.node)
    window.frame.show_parts(replace(wishes, editors=True, strip=False) if parameter else wishes)


def is_parameter(window: MainWindow, node_id: str) -> bool:
    """Whether an address is that of a parameter of the present model."""
    graph = window.lab.snapshot.graph
    return graph is not None and node_id in graph and graph[node_id].kind == "parameter"


def offer(window: MainWindow, cell: Cell, at: QPoint) -> None:
    """The menu of a number, at this point of the screen."""
    from transformer_lab.ui.menus.number_menu import pop_up

    pop_up(window, cell, at)


def turn_face(window: MainWindow) -> None:
    """The next face of attention: threads, matrix, both."""
    turn_to(window.scene, window.scene.faces.next_face())


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
