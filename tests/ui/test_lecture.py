"""Lecture: the stage alone, larger; the keys of a clicker act; Esc brings everything back."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from transformer_lab import session
from transformer_lab.engine.graph import Cell
from transformer_lab.ui.deeds.lecturing import LARGER, toggle_lecture
from transformer_lab.ui.theming import Theming
from transformer_lab.ui.window import MainWindow


def _window(qtbot: QtBot) -> MainWindow:
    window = MainWindow(session.new(), Theming("paper"))
    qtbot.addWidget(window)
    window.show()
    window.player.to_end()
    return window


def test_the_stage_stands_alone_and_escape_brings_the_rest_back(qtbot: QtBot, qapp: QApplication) -> None:
    window = _window(qtbot)
    before = window.frame.wishes
    toggle_lecture(window)
    QTest.qWait(50)
    assert window.isFullScreen()
    assert window.stage.width() == window.frame.width()
    assert not window.frame.header.isVisible()
    assert not window.frame.crumbs.isVisible()
    assert window.frame.timeline.height() == 24
    cursor = window.player.cursor
    QTest.keyClick(window.stage, Qt.Key.Key_PageUp)
    qtbot.waitUntil(lambda: window.player.cursor != cursor)
    QTest.keyClick(window.stage, Qt.Key.Key_Escape)
    assert not window.isFullScreen()
    assert window.frame.wishes == before
    assert window.frame.header.isVisible()
    assert window.stage.magnified == 1.0


def test_a_number_is_found_where_it_is_drawn_larger(qtbot: QtBot, qapp: QApplication) -> None:
    window = _window(qtbot)
    toggle_lecture(window)
    QTest.qWait(700)
    window.grab()
    cell = Cell("block.1/attn/weights", (0, 7, 1))
    box = window.stage.place_of(cell)
    assert box is not None
    assert box[2] > 20.0 * LARGER
    found = window.stage.spot(QPointF(box[0] + box[2] / 2.0, box[1] + box[3] / 2.0))
    assert found.cell == cell
