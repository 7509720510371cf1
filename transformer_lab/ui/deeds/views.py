"""Opening views, the list of them, and exporting what a view shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from transformer_lab.ui.views.view import View
    from transformer_lab.ui.window import MainWindow

OF_THE_DIALOG = {"block", "head", "query", "size", "title", "notes"}
"""Options that the dialog offers itself or takes from what is looked at."""


def choose_view(window: MainWindow) -> QMenu:
    """The list of views over the stage; the chosen one gets a dock."""
    from transformer_lab.ui.views.header import fill_picker

    menu = QMenu(window)
    fill_picker(menu, window.theming, "", lambda name: show_view(window, name))
    menu.aboutToHide.connect(menu.deleteLater)
    area = window.frame.stage_area
    size = menu.sizeHint()
    menu.popup(window.frame.mapToGlobal(QPoint(area.center().x() - size.width() // 2, area.y() + 24)))
    menu.setActiveAction(menu.actions()[0])
    return menu


def show_view(window: MainWindow, name: str) -> None:
    """Open a view, or bring it forward, and give it the keys."""
    dock = window.docks.open(name)
    dock.activateWindow()
    dock.view.stop.setFocus(Qt.FocusReason.OtherFocusReason)


def export_view(window: MainWindow, view: View) -> None:
    """The export dialog, opened on the figure of this view as it is shown."""
    from transformer_lab.figures.options import Options
    from transformer_lab.figures.registry import FIGURES
    from transformer_lab.ui.deeds.exporting import export_dialog

    dialog = export_dialog(window)
    shown, usual = view.options(960.0, 540.0), Options()
    names = (name for name in FIGURES[view.figure].options if name not in OF_THE_DIALOG)
    given = {name: getattr(shown, name) for name in names if getattr(shown, name) != getattr(usual, name)}
    dialog.start_from(view.figure, given)
    dialog.open()
