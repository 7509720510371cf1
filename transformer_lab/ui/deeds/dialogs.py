"""Opening what lies over the window: the gallery of presets, the export dialog, help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from transformer_lab.ui.deeds import exporting

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


def choose_preset(window: MainWindow) -> None:
    """The gallery of presets, the shipped ones and one's own."""
    from transformer_lab.ui.dialogs.gallery import Gallery

    window.player.pause()
    Gallery(window.lab, window.projects, window.theming, window, window.preferences).open()


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
