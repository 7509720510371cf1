"""The inspector answers for the selected number, follows edits, and its doors open by mouse and by key."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.hit import laid_down, locate_in
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.inspector.panel import Inspector
from transformer_lab.ui.theming import Theming

WEIGHT, MIX = Cell("block.1/attn/weights", (0, 7, 1)), Cell("block.1/attn/mixed", (0, 7, 0))


@pytest.fixture
def inspector(qtbot: QtBot, lab: Lab, focus: Focus, dressed: Theming) -> Iterator[Inspector]:
    made = Inspector(lab, focus, dressed)
    qtbot.addWidget(made)
    made.resize(360, 776)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_it_invites_until_a_number_is_asked(inspector: Inspector, focus: Focus) -> None:
    assert inspector.answer is None
    focus.select(WEIGHT)
    assert inspector.answer is not None
    assert inspector.view.accessibleName() == "How much scared looks at cat"
    focus.select(None)
    assert inspector.answer is None


def test_an_edit_shows_at_once(inspector: Inspector, focus: Focus, lab: Lab) -> None:
    focus.select(WEIGHT)
    before = inspector.answer
    lab.set_cell("block.1/attn/W_Q", (2, 0, 0), 0.0)
    assert before is not None
    assert inspector.answer is not None
    assert inspector.answer.value == lab[WEIGHT.node][WEIGHT.index] != before.value


def test_a_click_on_a_number_opens_it_and_the_link_leads_back(
    inspector: Inspector, focus: Focus, qtbot: QtBot
) -> None:
    focus.select(WEIGHT)
    QApplication.processEvents()  # a person clicks what is painted
    door = inspector.view.answer.doors[0]
    x, y, width, height = locate_in(laid_down(inspector.view.picture), door)
    qtbot.mouseClick(
        inspector.view, Qt.MouseButton.LeftButton, pos=QPoint(int(x + width / 2), int(y + height / 2))
    )
    assert focus.selected == door
    assert inspector.back.isVisible()
    assert inspector.back.text() == "How much scared looks at cat"
    qtbot.mouseClick(inspector.back, Qt.MouseButton.LeftButton)
    assert focus.selected == WEIGHT
    assert not inspector.back.isVisible()


def test_keys_walk_the_doors_and_enter_opens(inspector: Inspector, focus: Focus, qtbot: QtBot) -> None:
    focus.select(MIX)
    inspector.view.setFocus()
    qtbot.keyClick(inspector.view, Qt.Key.Key_Down)
    first = inspector.view.door
    assert first == inspector.view.answer.doors[0]
    assert focus.under_pointer == first
    qtbot.keyClick(inspector.view, Qt.Key.Key_Tab)
    second = inspector.view.door
    assert second not in (None, first)
    qtbot.keyClick(inspector.view, Qt.Key.Key_Up)
    assert inspector.view.door == first
    qtbot.keyClick(inspector.view, Qt.Key.Key_Return)
    assert focus.selected == first


def test_the_value_is_copied_in_full(inspector: Inspector, focus: Focus, lab: Lab, qtbot: QtBot) -> None:
    focus.select(WEIGHT)
    qtbot.keyClick(inspector.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert float(QGuiApplication.clipboard().text()) == lab[WEIGHT.node][WEIGHT.index]


def test_a_number_that_an_edit_takes_away_is_let_go(inspector: Inspector, focus: Focus, lab: Lab) -> None:
    focus.select(Cell("block.1/attn/weights", (0, 7, 7)))
    lab.text = "one word"
    assert inspector.answer is None
    lab.text = ""
    assert inspector.answer is None
