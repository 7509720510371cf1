"""Folds, camera, amber frames and following: what the stage does between two pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.timeline import Cursor
from transformer_lab.ui.stage.camera import LEAST, Camera, bars, clamped, following, glide, in_sight, zoomed
from transformer_lab.ui.stage.changed import change_between, changed_boxes
from transformer_lab.ui.stage.folds import OPENING_MS, Folds, only
from transformer_lab.ui.window import MainWindow


def draw_all(window: MainWindow) -> None:
    """Paint until nothing is left for a later frame."""
    window.stage.grab()
    while window.stage.painter.more:
        window.stage.grab()


def test_folds_move_from_where_they_are() -> None:
    folds = Folds(only(0, 2), only(0, 2)).toward(only(1, 2), 1000.0)
    assert folds.at(1000.0) == (1.0, 0.0)
    half = folds.at(1000.0 + OPENING_MS / 2)
    assert 0.0 < half[0] < 1.0
    assert sum(half) == pytest.approx(1.0)
    turned = folds.toward(only(0, 2), 1000.0 + OPENING_MS / 2)
    assert turned.at(1000.0 + OPENING_MS / 2) == half
    assert folds.at(1000.0 + OPENING_MS) == (0.0, 1.0)
    assert not folds.moving(1000.0 + OPENING_MS)
    assert folds.toward(only(0, 3), 0.0).at(0.0) == only(0, 3), "another model opens at once"


def test_zoom_keeps_the_lane_under_the_pointer() -> None:
    camera = zoomed(Camera(100.0, 40.0, 0.0), 100.0, 120.0, 500.0)
    before, after = (500.0 + 40.0 - 118.0) / 100.0, (500.0 + camera.x - 118.0) / camera.lane
    assert after == pytest.approx(before)
    assert camera.lane > 100.0
    assert zoomed(camera, camera.lane, -1e5, 0.0).lane == LEAST


def test_following_leaves_the_middle_alone() -> None:
    camera = Camera(0.0, 0.0, 100.0)
    assert following(camera, 500.0, 50.0, 320.0, 380.0) is camera
    assert following(camera, 500.0, 50.0, 700.0, 760.0).y > 100.0
    assert following(camera, 500.0, 50.0, 90.0, 120.0).y < 100.0


def test_camera_stays_on_the_picture() -> None:
    assert clamped(Camera(0.0, -5.0, 900.0), (100.0, 100.0), (80.0, 300.0)) == Camera(0.0, 0.0, 200.0)
    assert in_sight(Camera(), 400.0, 60.0, 20).x > 0
    assert in_sight(Camera(), 400.0, 60.0, 2) == Camera()
    assert bars(Camera(), (100.0, 100.0), (90.0, 80.0)) == []
    assert len(bars(Camera(), (100.0, 100.0), (200.0, 300.0))) == 2
    assert glide(0.0, 100.0, 16.0) < glide(0.0, 100.0, 32.0) < 100.0
    assert glide(99.8, 100.0, 1.0) == 100.0


def test_amber_frames_stand_round_what_changed(window: MainWindow) -> None:
    before = window.lab.snapshot.trace
    window.lab.set_cell("block.1/ffn/b_1", (0,), 3.0)
    change = change_between(before, window.lab.snapshot.trace, 0.0)
    assert change is not None
    window.scene.folds = replace(window.scene.folds, start=window.scene.folds.goal)
    draw_all(window)
    boxes = changed_boxes(change, window.stage.painter.live)
    assert len(boxes) > 0
    assert np.isfinite(boxes).all()
    weights = window.stage.place_of(Cell("block.1/attn/weights", (0, 7, 1)))
    assert weights is not None
    assert boxes[:, 1].min() > weights[1], "attention came before the change and has no frame"
    assert change.opacity(0.0) == 1.0
    assert change.opacity(1400.0) == pytest.approx(0.5)
    assert change.opacity(5000.0) == 0.0


def test_the_block_being_played_opens_and_the_others_fold(window: MainWindow) -> None:
    timeline = window.player.timeline
    assert timeline is not None
    first = next(i for i, beat in enumerate(timeline.beats) if beat.section == "block.0")
    window.focus.move_cursor(Cursor(first, 0.5))
    assert window.scene.folds.goal == (0.0, 1.0, 0.0)
    window.player.to_end()
    assert window.scene.folds.goal == (0.0, 0.0, 1.0)
    window.scene.set_follow(False)
    window.focus.move_cursor(Cursor(first, 0.5))
    assert window.scene.folds.goal == (0.0, 0.0, 1.0), "without following nothing opens by itself"


def test_a_click_opens_a_folded_block(window: MainWindow) -> None:
    window.stage.grab()
    QTest.mouseClick(window.stage.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(40, 70))
    assert window.scene.folds.goal == (0.0, 1.0, 1.0)
    QTest.mouseDClick(window.stage.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(40, 70))
    assert window.scene.folds.goal == (0.0, 1.0, 1.0), "the second press does not fold it again"


def test_the_wheel_scrolls_and_with_control_zooms(window: MainWindow) -> None:
    window.resize(1280, 600)
    window.scene.folds = Folds((0.0, 1.0, 1.0), (0.0, 1.0, 1.0))
    window.stage.grab()
    lane = window.scene.lane
    _turn(window, -120, Qt.KeyboardModifier.NoModifier)
    assert window.scene.goal.y > 0
    _turn(window, -120, Qt.KeyboardModifier.ControlModifier)
    assert window.scene.lane < lane
    QTest.keyClick(window.stage, Qt.Key.Key_0)
    assert window.scene.lane == lane


def test_zooming_is_drawn_fine_again_once_it_rests(window: MainWindow, qtbot: object) -> None:
    _turn(window, -120, Qt.KeyboardModifier.ControlModifier)
    assert window.stage.painter.quality == "moving"
    qtbot.waitUntil(lambda: window.stage.painter.quality == "full", timeout=2000)  # type: ignore[attr-defined]


def test_space_pans_while_held_and_plays_when_tapped(window: MainWindow) -> None:
    view = window.stage.viewport()
    window.typing.typed(" ".join(["cat"] * 40))
    window.scene.move(window.scene.goal, at_once=True)
    window.stage.grab()
    start = window.scene.goal.x
    QTest.keyPress(window.stage, Qt.Key.Key_Space)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(300, 200))
    QTest.mouseMove(view, QPoint(400, 200))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(400, 200))
    QTest.keyRelease(window.stage, Qt.Key.Key_Space)
    assert window.scene.goal.x == pytest.approx(start - 100.0)
    assert not window.player.playing


def _turn(window: MainWindow, delta: int, keys: Qt.KeyboardModifier) -> None:
    at = QPointF(400, 200)
    event = QWheelEvent(
        at,
        window.stage.mapToGlobal(at),
        QPoint(),
        QPoint(0, delta),
        Qt.MouseButton.NoButton,
        keys,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    window.stage.wheelEvent(event)


def test_a_batch_of_a_longer_text_gets_no_amber_frames(window: MainWindow) -> None:
    """Layers that wait to be drawn anew are still those of the text before."""
    draw_all(window)
    stale = list(window.stage.painter.live)
    window.typing.typed("a cat")
    before = window.lab.snapshot.trace
    window.lab.set_cell("block.0/attn/W_Q", (0, 0, 0), 5.0)
    change = change_between(before, window.lab.snapshot.trace, 0.0)
    assert change is not None
    assert changed_boxes(change, stale).shape[1] == 4
    window.projects.ask_unsaved = lambda *_: "discard"
    window.projects.new("tiny-gpt")
    before = window.lab.snapshot.trace
    window.lab.set_cell("block.0/attn/W_Q", (0, 0, 0), 5.0)
    change = change_between(before, window.lab.snapshot.trace, 0.0)
    assert change is not None
    assert changed_boxes(change, stale).shape[1] == 4


def test_what_acts_stays_open_when_a_block_is_added_meanwhile(window: MainWindow) -> None:
    from transformer_lab.document import edits

    draw_all(window)
    window.player.to_start()
    for _ in range(2):
        window.step(1, "block")
    assert window.scene.folds.goal[1] == 1.0, "block 1 acts and is open"
    window.lab.do(edits.switch("layers", 3))
    assert window.scene.folds.goal[1] == 1.0
    assert len(window.scene.folds.goal) == 4


def test_the_sentence_at_the_pointer_goes_when_the_picture_moves(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw_all(window)
    monkeypatch.setattr(window.stage, "underMouse", lambda: True)
    window.focus.hover(Cell("block.1/attn/weights", (0, 7, 1)))
    assert window.hover.tip.isVisible()
    window.step(-1)
    window.player.advance(20.0)
    assert not window.hover.tip.isVisible()
