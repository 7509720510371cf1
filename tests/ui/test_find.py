"""Ctrl+F: a card to type in, a list to walk, Enter goes there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.links import whole
from transformer_lab.ui.deeds.finding import open_find
from transformer_lab.ui.find.panel import FindPanel
from transformer_lab.ui.window import MainWindow


@pytest.fixture
def card(window: MainWindow) -> FindPanel:
    """The card, open."""
    return open_find(window)


def test_the_command_opens_it_once(window: MainWindow, card: FindPanel) -> None:
    window.actions_["find"].trigger()
    assert window.frame.findChildren(FindPanel) == [card]
    assert card.isVisible()


def test_enter_goes_to_what_was_found_and_its_block_opens(window: MainWindow, card: FindPanel) -> None:
    QTest.keyClicks(card.line, "attention block 1 head 2 scared cat")
    QTest.keyClick(card.line, Qt.Key.Key_Return)
    assert window.focus.selected == Cell("block.0/attn/weights", (1, 7, 1))
    assert (window.focus.block, window.focus.head) == (0, 1)
    assert not card.isVisible()
    assert window.frame.wishes.inspector


def test_arrows_walk_and_ring_what_they_stand_on(window: MainWindow, card: FindPanel) -> None:
    QTest.keyClicks(card.line, "attention scared cat")
    first = card.current
    QTest.keyClick(card.line, Qt.Key.Key_Down)
    assert card.current != first
    assert window.focus.under_pointer == card.current.target
    QTest.keyClick(card.line, Qt.Key.Key_Up)
    assert card.current == first
    QTest.keyClick(card.line, Qt.Key.Key_Up)
    assert card.current == first


def test_a_parameter_comes_up_in_the_matrix_editor(window: MainWindow, card: FindPanel) -> None:
    QTest.keyClicks(card.line, "W_K block 1")
    QTest.keyClick(card.line, Qt.Key.Key_Enter)
    assert window.focus.subject == whole("block.0/attn/W_K")
    QApplication.processEvents()
    assert window.focus.parameter == "block.0/attn/W_K"


def test_escape_leaves_and_rings_nothing(window: MainWindow, card: FindPanel) -> None:
    QTest.keyClicks(card.line, "attention scared cat")
    QTest.keyClick(card.line, Qt.Key.Key_Escape)
    assert not card.isVisible()
    assert window.focus.under_pointer is None
    assert window.focus.selected is None


def test_nothing_found_is_said_and_enter_does_nothing(window: MainWindow, card: FindPanel) -> None:
    QTest.keyClicks(card.line, "no such thing")
    assert card.list.count() == 0
    QTest.keyClick(card.line, Qt.Key.Key_Return)
    assert window.focus.subject is None
    assert card.isVisible()


def test_what_was_typed_is_there_again(window: MainWindow, card: FindPanel) -> None:
    QTest.keyClicks(card.line, "W_Q")
    QTest.keyClick(card.line, Qt.Key.Key_Escape)
    window.lab.text = ""
    open_find(window)
    assert card.line.text() == "W_Q"
    assert card.line.selectedText() == "W_Q"
    assert card.list.count() == 0, "an empty text has nothing to find"
