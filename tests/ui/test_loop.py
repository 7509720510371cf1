"""A range of the timeline that is played again and again; rests that no speed makes too short."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from transformer_lab.figures.timeline import LEAST_REST, Cursor
from transformer_lab.figures.timeline_bar import x_at
from transformer_lab.ui.player import SPEEDS
from transformer_lab.ui.timeline.loop import Loop
from transformer_lab.ui.window import MainWindow

CTRL = Qt.KeyboardModifier.ControlModifier


def put(window: MainWindow, beat: int) -> None:
    window.player.scrub(window.player.timeline.time(Cursor(beat, 1.0)))


def test_playing_comes_back_at_the_end_of_a_loop(window: MainWindow) -> None:
    player = window.player
    player.set_loop(Loop(3, 5))
    put(window, 9)
    player.play()
    assert player.cursor == Cursor(3, 0.0), "from outside it starts at its beginning"
    whole = player.timeline.starts[6] - player.timeline.starts[3]
    player.advance(whole - 1.0)
    assert player.cursor == Cursor(5, 1.0), "its last rest is played out"
    player.advance(2.0)
    assert player.playing
    assert player.cursor.beat == 3
    player.set_loop(None)
    player.advance(1e9)
    assert player.at_end


def test_keys_set_both_ends_switch_and_clear(window: MainWindow) -> None:
    stage, player = window.stage, window.player
    for beat, key in ((4, Qt.Key.Key_BracketLeft), (7, Qt.Key.Key_BracketRight)):
        put(window, beat)
        QTest.keyClick(stage, key, CTRL)
    assert player.loop == Loop(4, 7)
    QTest.keyClick(stage, Qt.Key.Key_Backslash, CTRL)
    assert player.loop == Loop(4, 7, on=False)
    put(window, 2)
    QTest.keyClick(stage, Qt.Key.Key_BracketRight, CTRL)
    assert player.loop == Loop(2, 2), "an end before the beginning leaves one operation"
    QTest.keyClick(stage, Qt.Key.Key_Escape)
    assert player.loop is None
    QTest.keyClick(stage, Qt.Key.Key_Backslash, CTRL)
    section = player.timeline.beats[2].section
    assert {player.timeline.beats[i].section for i in range(player.loop.first, player.loop.last + 1)} == {
        section
    }


def test_a_drag_with_shift_marks_a_range_and_moves_no_playhead(window: MainWindow) -> None:
    bar, player = window.frame.timeline.bar, window.player
    before = player.cursor
    timeline = player.timeline

    def place(beat: int) -> QPoint:
        return QPoint(round(x_at(timeline, bar.width(), timeline.time(Cursor(beat, 0.5)))), bar.height() // 2)

    QTest.mousePress(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, place(8))
    QTest.mouseMove(bar, place(5))
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, place(5))
    assert player.loop is not None
    assert player.loop.last == 8
    assert player.cursor == before


def test_another_model_with_fewer_operations_forgets_a_loop_beyond_them(window: MainWindow) -> None:
    from transformer_lab.document import edits

    last = len(window.player.timeline.beats) - 1
    window.player.set_loop(Loop(last - 1, last))
    window.lab.do(edits.switch("layers", 1))
    assert window.player.loop is None


@pytest.mark.parametrize("speed", SPEEDS)
def test_no_speed_makes_a_rest_too_short(window: MainWindow, speed: float) -> None:
    timeline = window.player.timeline
    for own, paced in zip(timeline.beats, timeline.paced(speed).beats, strict=True):
        assert paced.move == pytest.approx(own.move / speed)
        assert paced.rest >= min(own.rest, LEAST_REST)
        assert paced.rest == pytest.approx(max(own.rest / speed, LEAST_REST))


def test_another_speed_while_playing_stays_at_the_moment(window: MainWindow) -> None:
    player = window.player
    player.to_start()
    player.play()
    player.advance(player.timeline.starts[6] + 100.0)
    here = player.cursor
    player.set_speed(4.0)
    player.advance(0.0)
    assert player.cursor.beat == here.beat
    assert player.cursor.u == pytest.approx(here.u)
    player.pause()
