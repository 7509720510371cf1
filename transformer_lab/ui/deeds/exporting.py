"""What leaves the window: the export dialog, a copy of what is looked at, scripts of the model."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from transformer_lab.figures.options import PROPORTIONS
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.ringed import ringed
from transformer_lab.language import tr

if TYPE_CHECKING:
    from transformer_lab.ui.dialogs.export import ExportDialog
    from transformer_lab.ui.window import MainWindow


def export_dialog(window: MainWindow) -> ExportDialog:
    """The dialog, for what is looked at; time rests meanwhile."""
    from transformer_lab.ui.dialogs.export import ExportDialog

    window.player.pause()
    parts = (window.lab, window.focus, window.scene, window.theming, window, window.settings)
    dialog = ExportDialog(*parts)
    if window.comparing.view:
        dialog.follow_view(window.comparing.view, window.comparing.split)
    dialog.exported.connect(lambda path, more: say_written(window, Path(path), more))
    return dialog


def say_written(window: MainWindow, path: Path, more: str = "") -> None:
    """Where the file is, with a way to open it and its folder."""
    text = " ".join((tr("Exported to {path}", path=str(path)), more)).strip()
    choices = (
        (tr("Open"), lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))),
        (tr("Show in its folder"), lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))),
    )
    window.notice.say(text, "info", choices)


def copy_figure(window: MainWindow) -> None:
    """Put the view that has the focus, or the stage as shown, on the clipboard."""
    from transformer_lab.ui.leaving import copy_figure as copy

    drawn, name = looked_at(window)
    theme = window.theming.theme.plain_name
    if window.attempt(lambda: copy(drawn, theme, "white" if theme == "paper" else "theme")):
        window.notice.say(tr("Copied: {name}, as SVG, PNG and PDF.", name=name), "info")


def looked_at(window: MainWindow) -> tuple[Picture, str]:
    """The figure of the view in which the focus is, at the size of a slide; else the stage as it is shown."""
    from transformer_lab.figures.registry import FIGURES
    from transformer_lab.ui.dialogs.export.shown import Seen, shown_stage
    from transformer_lab.ui.views.figure_view import FigureView

    focus, snapshot = window.focus, window.lab.snapshot
    view = _view_of(QApplication.focusWidget())
    if view is not None and view.figure in FIGURES and snapshot.trace is not None:
        options = replace(view.options(*PROPORTIONS["16:9"]), title=True, notes=True)
        draw = view.picture_of if isinstance(view, FigureView) else FIGURES[view.figure].draw
        drawn, name = draw(snapshot, options), tr(FIGURES[view.figure].title)
    else:
        look = window.scene.look()._replace(scroll=0.0)
        seen = Seen(window.comparing.view, window.comparing.split)
        drawn = shown_stage(window.lab, look, window.player.timeline, window.player.cursor, seen)
        name = tr("the stage as shown")
    return ringed(drawn, focus.selected, focus.under_pointer), name


def _view_of(widget: QWidget | None) -> Any:
    from transformer_lab.ui.views.view import View

    while widget is not None and not isinstance(widget, View):
        widget = widget.parentWidget()
    return widget


def ask_script(window: MainWindow, suggestion: str) -> str:
    """Where the script is to be written; empty for nowhere."""
    return QFileDialog.getSaveFileName(window, tr("Export the model as a script"), suggestion)[0]


def export_script(window: MainWindow, dialect: str) -> None:
    """The model on screen as a script that checks its own numbers."""
    from transformer_lab.render.twin import write_twin
    from transformer_lab.ui.targets import ask_for_target, file_name

    folder = window.lab.path.parent if window.lab.path is not None else Path.home()
    suggestion = folder / f"{file_name(window.projects.name).replace(' ', '_')}_{dialect}.py"
    path = ask_for_target(lambda name: ask_script(window, name), suggestion, (".py",))
    if path is None:
        return

    def write() -> None:
        write_twin(window.lab.snapshot, path, dialect)

    if window.attempt(write):
        say_written(window, path)
