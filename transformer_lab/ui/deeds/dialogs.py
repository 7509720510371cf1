"""Opening what lies over the window: the list of presets, the export dialog, help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QMenu

from transformer_lab.ui.deeds import exporting

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


def choose_preset(window: MainWindow) -> None:
    """The list of presets under the project's name."""
    button = window.frame.header.project
    menu: QMenu = window.frame.header.new_menu
    menu.popup(button.mapToGlobal(QRect(button.rect()).bottomLeft()))


def export_figure(window: MainWindow) -> None:
    """The export dialog, for what is looked at."""
    exporting.export_dialog(window).open()


def open_help(window: MainWindow) -> None:
    """Shortcuts, the log's place, versions, licences."""
    from transformer_lab.ui.dialogs.help import HelpDialog

    HelpDialog(window.theming, window).open()


def open_history(window: MainWindow) -> None:
    """The list of steps, beside the window."""
    from transformer_lab.ui.history.panel import HistoryPanel

    open_already = window.findChild(HistoryPanel)
    panel = open_already or HistoryPanel(window.lab, window.theming, window)
    panel.show()
    panel.raise_()
    panel.activateWindow()


def open_preferences(window: MainWindow) -> None:
    """Theme, motion, text size and notation."""
    from transformer_lab.ui.dialogs.preferences import PreferencesDialog

    PreferencesDialog(window).open()
