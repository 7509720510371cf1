"""The stage can be blanked while somebody speaks, and a clicker's keys step it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from transformer_lab.ui.pictures import PictureView
from transformer_lab.ui.window import MainWindow


def test_b_blanks_the_stage_and_any_key_brings_it_back(window: MainWindow) -> None:
    before, text = window.player.cursor, window.lab.text
    QTest.keyClick(window.stage, Qt.Key.Key_B)
    assert window.blank.isVisible()
    assert window.blank.geometry() == window.stage.rect()
    colors = {window.blank.grab().toImage().pixelColor(x, 200).name() for x in range(0, 800, 7)}
    assert colors == {window.theming.color("canvas").name()}
    window.resize(1100, 700)
    assert window.blank.geometry() == window.stage.rect()
    QTest.keyClick(window.blank, Qt.Key.Key_Right)
    assert not window.blank.isVisible()
    assert (window.player.cursor, window.lab.text) == (before, text)


def test_a_click_brings_the_stage_back_and_does_nothing_else(window: MainWindow) -> None:
    QTest.keyClick(window.stage, Qt.Key.Key_B)
    QTest.mouseClick(window.blank, Qt.MouseButton.LeftButton, pos=QPoint(300, 200))
    assert not window.blank.isVisible()
    assert window.focus.selected is None


def test_a_clicker_steps(window: MainWindow) -> None:
    window.player.to_end()
    assert window.player.timeline is not None
    QTest.keyClick(window.stage, Qt.Key.Key_PageUp)
    window.player.advance(1e9)
    assert window.player.cursor == (len(window.player.timeline.beats) - 2, 1.0)


def test_a_presenters_keys_work_wherever_the_focus_is(window: MainWindow) -> None:
    window.player.to_end()
    assert window.player.timeline is not None
    view = next(
        view for view in window.findChildren(PictureView) if view.isVisible() and view is not window.stage
    )
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_PageUp)
    window.player.advance(1e9)
    assert window.player.cursor == (len(window.player.timeline.beats) - 2, 1.0)
    QTest.keyClick(view, Qt.Key.Key_B)
    assert window.blank.isVisible()


def test_a_field_keeps_the_letters_of_a_presenter(window: MainWindow) -> None:
    field = window.frame.header.sentence
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_B, Qt.KeyboardModifier.NoModifier)
    assert not window.blank.isVisible()
