"""The window without a mouse: Tab reaches every control, each shows its ring and has a name."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QTableView, QWidget

from transformer_lab.ui.deeds import looking
from transformer_lab.ui.inspector.answer_view import AnswerView
from transformer_lab.ui.stage.view import StageView
from transformer_lab.ui.window import MainWindow

MOST_STOPS = 90
OWN_SIGN = (StageView, AnswerView, QLineEdit)  # a whole region, a list of doors, a caret


def stops(window: MainWindow) -> Iterator[QWidget]:
    """The focus on its way by Tab, once round."""
    for _ in range(MOST_STOPS):
        here = QApplication.focusWidget()
        assert here is not None
        yield here
        if here is QApplication.focusWidget():
            QTest.keyClick(here, Qt.Key.Key_Tab)
        if QApplication.focusWidget() is window.stage:
            return
    raise AssertionError("Tab never comes round")


def furnished(window: MainWindow) -> MainWindow:
    """All panels are there, the strongest weight is explained, the stage has the focus."""
    window.stage._furnish()
    looking.explain(window)
    for later in (window.frame.outline, window.frame.editors, window.frame.inspector):
        assert later.panel.isVisible()
    window.grab()  # pictures are named by what they show
    window.stage.setFocus()
    return window


def test_tab_reaches_every_control(window: MainWindow) -> None:
    reached = set(stops(furnished(window)))
    wanted = {
        part
        for part in window.frame.findChildren(QWidget)
        if part.isVisible()
        and part.focusPolicy() & Qt.FocusPolicy.TabFocus
        and part.parent() != canvas(window)
    }
    assert wanted <= reached, [(type(part).__name__, part.accessibleName()) for part in wanted - reached]


def canvas(window: MainWindow) -> QWidget:
    """pyqtgraph's view; it and its viewport take no part."""
    return window.stage.viewport()


def test_every_stop_has_a_name(window: MainWindow) -> None:
    for part in stops(furnished(window)):
        text = part.text() if isinstance(part, QAbstractButton) else ""
        assert part.accessibleName() or text, type(part).__name__


def test_every_stop_shows_that_it_has_the_focus(window: MainWindow) -> None:
    for part in stops(furnished(window)):
        if isinstance(part, OWN_SIGN):
            continue
        shown = part.viewport() if isinstance(part, QTableView) else part
        focused = shown.grab().toImage()
        QTest.keyClick(part, Qt.Key.Key_Tab)
        assert shown.grab().toImage() != focused, (type(part).__name__, part.accessibleName())
