"""With everything open, no control is without a name, and none takes the keys without showing it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QDialog,
    QLabel,
    QLineEdit,
    QWidget,
)

from transformer_lab.ui.deeds import building, finding, looking, telling
from transformer_lab.ui.dialogs.help import HelpDialog
from transformer_lab.ui.dialogs.preferences import PreferencesDialog
from transformer_lab.ui.stage.view import StageView
from transformer_lab.ui.views.table import VIEWS
from transformer_lab.ui.window import MainWindow

Opener = Callable[..., MainWindow]
CARET = (QLineEdit,)
"""A caret shows where one is."""


def full(window: MainWindow) -> MainWindow:
    """Inspector, editors, outline, views in docks."""
    window.stage._furnish()
    looking.explain(window)
    for name in VIEWS:
        window.docks.open(name)
    QTest.qWait(1)
    window.grab()
    return window


def built(window: MainWindow) -> MainWindow:
    """The builder with its strip."""
    window.stage._furnish()
    building.show_builder(window, on=True)
    QTest.qWait(1)
    window.grab()
    return window


def controls(window: QWidget) -> Iterator[QWidget]:
    """Everything seen that takes keys, of the window and what floats beside it."""
    for part in window.findChildren(QWidget):
        area = part.parentWidget()
        if isinstance(area, QAbstractScrollArea) and part is area.viewport():
            continue
        if part.isVisible() and part.isEnabled() and part.focusPolicy() & Qt.FocusPolicy.TabFocus:
            yield part


def name_of(part: QWidget) -> str:
    return part.accessibleName() or (part.text() if isinstance(part, QAbstractButton) else "")


def called(part: QWidget) -> str:
    return f"{type(part).__name__} in {type(part.parentWidget()).__name__}: {name_of(part)}"


@pytest.mark.parametrize("opened", [full, built])
def test_every_control_of_the_window_has_a_name(
    open_window: Opener, opened: Callable[[MainWindow], MainWindow]
) -> None:
    window = opened(open_window())
    nameless = [called(part) for part in controls(window) if not name_of(part)]
    assert nameless == []


@pytest.mark.parametrize(
    "make",
    [PreferencesDialog, lambda w: HelpDialog(w.theming, w), telling.open_numbers, finding.open_find],
)
def test_every_control_of_a_dialog_has_a_name(open_window: Opener, make: Callable[..., QWidget]) -> None:
    window = open_window()
    dialog = make(window)
    dialog.show()
    assert [called(part) for part in controls(dialog) if not name_of(part)] == []
    if isinstance(dialog, QDialog):
        dialog.close()


@pytest.mark.parametrize("opened", [full, built])
def test_assistive_technology_hears_what_every_control_is(
    open_window: Opener, opened: Callable[[MainWindow], MainWindow]
) -> None:
    window = opened(open_window())
    silent = []
    for part in controls(window):
        told = QAccessible.queryAccessibleInterface(part)
        if told.role() == QAccessible.Role.Client or not told.text(QAccessible.Text.Name):
            silent.append(called(part))
    assert silent == []


def test_a_choice_painted_by_hand_tells_what_is_chosen(open_window: Opener) -> None:
    faces = open_window().frame.crumbs.faces
    told = QAccessible.queryAccessibleInterface(faces)
    assert told.role() == QAccessible.Role.ComboBox
    assert told.text(QAccessible.Text.Value) == "Threads"
    faces.choose(1)
    assert told.text(QAccessible.Text.Value) == "Matrix"


def shown(part: QWidget) -> QImage:
    seen = part.viewport() if isinstance(part, QAbstractScrollArea) else part
    return seen.grab().toImage()


@pytest.mark.parametrize("opened", [full, built])
def test_every_control_of_the_window_shows_its_focus(
    open_window: Opener, opened: Callable[[MainWindow], MainWindow]
) -> None:
    window = opened(open_window())
    silent = []
    for part in list(controls(window)):
        if isinstance(part, (*CARET, StageView)) or part is window.stage.viewport():
            continue
        if isinstance(part, QAbstractItemView) and part.model().rowCount() == 0:
            continue
        part.window().activateWindow()
        part.setFocus(Qt.FocusReason.TabFocusReason)
        if QApplication.focusWidget() is not part:
            continue
        before = shown(part)
        part.clearFocus()
        QApplication.processEvents()
        if shown(part) == before:
            silent.append(called(part))
    assert silent == []


def test_labels_are_not_controls(open_window: Opener) -> None:
    window = full(open_window())
    assert not [part for part in controls(window) if isinstance(part, QLabel)]


def test_tab_goes_through_the_window_in_reading_order_and_comes_round(open_window: Opener) -> None:
    window = full(open_window())
    header, dock = window.frame.header, window.docks.all[0]
    assert header.compare is not None
    order = [
        header.sentence,
        header.compare.findChild(QAbstractButton),
        header.export,
        header.more,
        window.stage,
        dock.view.stop,
    ]
    places = [_steps(header.project, part) for part in order]
    assert places == sorted(places)
    assert _steps(dock.header.more, dock.view.stop) < _steps(dock.view.stop, dock.header.more)


def _steps(start: QWidget, end: QWidget) -> int:
    """How many widgets lie between two on the way that Tab goes."""
    at, count = start, 0
    while at is not end:
        at, count = at.nextInFocusChain(), count + 1
    return count
