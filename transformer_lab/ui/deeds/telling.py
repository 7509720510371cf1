"""All numbers of the view that has the keys, as a plain table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QApplication, QWidget

from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Sheet
from transformer_lab.language import tr

if TYPE_CHECKING:
    from transformer_lab.ui.dialogs.numbers import NumbersDialog
    from transformer_lab.ui.views.view import View
    from transformer_lab.ui.window import MainWindow


def open_numbers(window: MainWindow) -> NumbersDialog | None:
    """The table of the view with the focus; on the stage that of the value that is looked at."""
    from transformer_lab.ui.dialogs.numbers import NumbersDialog

    try:
        title, numbers = _told(window)
    except LabError as error:
        window.notice.say(str(error))
        return None
    dialog = NumbersDialog(title, numbers, window)
    dialog.open()
    return dialog


def _told(window: MainWindow) -> tuple[str, Sheet]:
    from transformer_lab.figures.told import value_told
    from transformer_lab.ui.stage.row_table import looked_at

    view = _view(QApplication.focusWidget())
    if view is not None:
        return _of_view(view)
    cell = looked_at(window.lab, window.focus)
    if cell is None:
        raise LabError(tr("There are no numbers yet: type a sentence, or choose one to start with."))
    return value_told(window.lab.snapshot, cell, window.preferences.manner)


def _of_view(view: View) -> tuple[str, Sheet]:
    """The table behind a view's figure."""
    from transformer_lab.figures.registry import FIGURES

    figure = FIGURES.get(view.figure)
    if figure is None or view.snapshot.trace is None:
        raise LabError(tr("This view has no table of numbers."))
    drawn = figure.drawn(view.snapshot, view.options(960.0, 540.0))
    if drawn.sheet is None:
        raise LabError(tr("This view has no table of numbers."))
    return drawn.title or tr(figure.title), drawn.sheet


def _view(widget: QWidget | None) -> View | None:
    """The view that a widget belongs to."""
    from transformer_lab.ui.views.view import View

    while widget is not None and not isinstance(widget, View):
        widget = widget.parentWidget()
    return widget
