"""Opening the search, and going to what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from transformer_lab.figures.links import WHOLE
from transformer_lab.ui.deeds import looking

if TYPE_CHECKING:
    from transformer_lab.figures.find import Found
    from transformer_lab.ui.find.panel import FindPanel
    from transformer_lab.ui.window import MainWindow


def open_find(window: MainWindow) -> FindPanel:
    """The card over the stage; it is made when it is first needed and keeps what was typed."""
    from transformer_lab.ui.find.panel import FindPanel

    panel = window.frame.findChild(FindPanel)
    if panel is None:
        panel = FindPanel(window.lab, window.focus, window.theming, window.frame)
        panel.chosen.connect(lambda found: go_to(window, found))
        panel.left.connect(window.stage.setFocus)
    panel.first = window.preferences.manner.first
    panel.open_over(window.frame.stage_area)
    return panel


def go_to(window: MainWindow, found: Found) -> None:
    """Select it, with its block open; a parameter comes up in the matrix editor."""
    from transformer_lab.figures.find import strongest

    target = found.target
    window.stage.setFocus()
    if target.node.startswith(WHOLE):
        node_id = target.node.removeprefix(WHOLE)
        if looking.is_parameter(window, node_id):
            window.focus.open_parameter(node_id)
        window.focus.ask_whole(node_id, strongest(window.lab.snapshot, node_id))
    else:
        window.focus.select(target)
