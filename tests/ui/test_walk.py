"""The stage by keyboard alone: onto a number, from number to number, off again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.timeline import Cursor
from transformer_lab.ui.deeds import looking
from transformer_lab.ui.window import MainWindow

WEIGHTS = "block.1/attn/weights"


@pytest.fixture
def walker(window: MainWindow) -> MainWindow:
    """A window whose stage has been drawn, with the strongest weight explained by Enter."""
    draw_all(window)
    QTest.keyClick(window.stage, Qt.Key.Key_Return)
    draw_all(window)
    return window


def draw_all(window: MainWindow) -> None:
    window.stage.grab()
    while window.stage.painter.more:
        window.stage.grab()


def press(window: MainWindow, key: Qt.Key) -> Cell | None:
    """One key on the stage; the number that is selected then."""
    QTest.keyClick(window.stage, key)
    draw_all(window)
    return window.focus.selected


def see_a_step_back(window: MainWindow, before: Cursor | None) -> None:
    """A step is seen moving, so it takes a moment; whoever stops time is there at once."""
    window.player.pause()
    now = window.player.cursor
    assert before is not None
    assert now is not None
    assert now.beat < before.beat


def test_arrows_walk_along_the_row_of_weights(walker: MainWindow) -> None:
    at_end = walker.player.cursor
    assert walker.focus.selected == Cell(WEIGHTS, (0, 7, 1))
    assert press(walker, Qt.Key.Key_Right) == Cell(WEIGHTS, (0, 7, 2))
    assert press(walker, Qt.Key.Key_Left) == Cell(WEIGHTS, (0, 7, 1))
    assert press(walker, Qt.Key.Key_Left) == Cell(WEIGHTS, (0, 7, 0))
    assert press(walker, Qt.Key.Key_Left) == Cell(WEIGHTS, (0, 7, 0)), "the row ends here"
    assert walker.player.cursor == at_end, "no key has moved the timeline"
    assert walker.frame.inspector.panel.answer.cell == Cell(WEIGHTS, (0, 7, 0))


def test_arrows_walk_through_every_row_of_the_open_block(walker: MainWindow) -> None:
    nodes = []
    for key in (Qt.Key.Key_Up,) * 6 + (Qt.Key.Key_Down,) * 14:
        cell = press(walker, key)
        assert cell is not None
        nodes.append(cell.node.rpartition("/")[2])
    assert {"resid_pre", "k", "weights", "q", "mixed", "resid_mid", "resid_post"} <= set(nodes)
    assert {"act", "probs"} & set(nodes)


def test_a_screen_reader_hears_each_number(walker: MainWindow) -> None:
    press(walker, Qt.Key.Key_Right)
    assert walker.stage.accessibleDescription().startswith("scared → that: 0.06")


def test_escape_steps_off_and_the_arrows_are_the_timelines_again(walker: MainWindow) -> None:
    assert press(walker, Qt.Key.Key_Escape) is None
    assert not walker.walk.walking
    before = walker.player.cursor
    press(walker, Qt.Key.Key_Left)
    see_a_step_back(walker, before)


def test_a_click_does_not_take_the_arrows_from_the_timeline(window: MainWindow) -> None:
    window.focus.select(Cell(WEIGHTS, (0, 7, 1)))
    before = window.player.cursor
    press(window, Qt.Key.Key_Left)
    see_a_step_back(window, before)
    assert window.focus.selected == Cell(WEIGHTS, (0, 7, 1))


def test_walking_scrolls_to_what_it_reaches(walker: MainWindow) -> None:
    walker.typing.typed(" ".join(f"word{i}" for i in range(40)))
    looking.set_calm(walker, True)
    walker.focus.select(None)
    walker.focus.choose_word(0)
    walker.focus.select(Cell(WEIGHTS, (0, 0, 0)))
    walker.walk.start()
    draw_all(walker)
    for _ in range(30):
        press(walker, Qt.Key.Key_Right)
    selected = walker.focus.selected
    assert selected is not None
    place = walker.stage.place_of(selected)
    assert place is not None
    assert 0 <= place[0] <= walker.stage.width() - place[2]
    assert walker.scene.camera.x > 0


def test_words_are_chosen_the_stage_scrolls_and_zooms_by_keys(window: MainWindow) -> None:
    draw_all(window)
    QTest.keyClick(window.stage, Qt.Key.Key_Up, Qt.KeyboardModifier.ShiftModifier)
    assert window.focus.query == 6
    QTest.keyClick(window.stage, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert window.focus.query == 7
    lane = window.scene.lane
    QTest.keyClick(window.stage, Qt.Key.Key_Minus, Qt.KeyboardModifier.ControlModifier)
    assert window.scene.lane < lane
    QTest.keyClick(window.stage, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert window.scene.lane == pytest.approx(lane)
    window.scene.move(window.scene.goal, at_once=True)
    draw_all(window)
    before = window.scene.goal.y
    QTest.keyClick(window.stage, Qt.Key.Key_Down)
    assert window.scene.goal.y > before
