"""Levels in the window: wheel, pinch, diving and coming back, finer steps, and memory that stays flat."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest

from tests.figures.models import TOWERS, snapshot_of
from transformer_lab.bench.zoom import grown
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.stage import section_spans
from transformer_lab.figures.stage.near.reveal import written
from transformer_lab.figures.timeline import Cursor
from transformer_lab.session import Lab
from transformer_lab.ui.stage.altitude import TURN_MS, Turn, come_back, dive, dive_into_number, risen
from transformer_lab.ui.stage.minimap import HEIGHT as MAP
from transformer_lab.ui.stage.pinch import units
from transformer_lab.ui.window import MainWindow

LEFT = Qt.MouseButton.LeftButton


def zoom_to(window: MainWindow, level: str, notch: float) -> None:
    """Turn the wheel until the level is reached."""
    for _ in range(40):
        if window.scene.level == level:
            return
        window.scene.zoom(notch, 400.0, 200.0)
    raise AssertionError(level)


def test_zooming_enters_one_level_after_the_other() -> None:
    assert risen("middle", 150.0, 170.0) == ("near", 170.0)
    assert risen("middle", 150.0, 400.0) == ("near", 332.0), "one level at most"
    assert risen("near", 158.0, 156.0) == ("near", 156.0), "held within the band"
    assert risen("near", 158.0, 150.0) == ("middle", 150.0)
    assert risen("middle", 240.0, 200.0)[0] == "middle", "zooming out never shows more"
    assert risen("middle", 240.0, 290.0, 210.0) == ("near", 210.0), "over-wide lanes start anew"
    assert risen("far", 6.0, 1.0) == ("far", 6.0)


def test_a_change_of_level_takes_a_moment() -> None:
    turn = Turn("middle", 1000.0)
    assert turn.share(1000.0) == 0.0
    assert turn.share(1000.0 + TURN_MS / 2) == pytest.approx(0.5)
    assert turn.share(5000.0) == 1.0


def test_the_wheel_leads_through_all_levels_and_back(window: MainWindow) -> None:
    for level, notch in (
        ("far", -120.0),
        ("middle", 60.0),
        ("near", 60.0),
        ("closest", 60.0),
        ("near", -60.0),
    ):
        zoom_to(window, level, notch)
        window.stage.grab()
        assert window.scene.look().level == level
    QTest.keyClick(window.stage, Qt.Key.Key_0)
    assert window.scene.level == "middle"


def test_few_words_from_far_take_the_width_there_is(window: MainWindow) -> None:
    scene = window.scene
    for _ in range(6):
        scene.zoom(-120.0, 400.0, 200.0)
    assert scene.level == "far"
    assert scene.lane > 56.0, "no narrower than the words need"
    assert scene.picture().size[0] <= window.stage.width() + 1.0
    scene.zoom(120.0, 400.0, 200.0)
    assert (scene.level, scene.lane) == ("middle", scene.resting_lane)


def test_the_lane_under_the_pointer_stays_there_across_levels(window: MainWindow) -> None:
    scene = window.scene
    zoom_to(window, "near", 60.0)
    before = (500.0 + scene.goal.x - scene.gutter) / scene.lane
    scene.zoom(60.0, 500.0, 200.0)
    assert (500.0 + scene.goal.x - scene.gutter) / scene.lane == pytest.approx(before)


def test_many_words_are_all_seen_from_far_and_again_at_rest(window: MainWindow) -> None:
    window.typing.typed(" ".join(["cat"] * 40))
    window.scene.fit()
    assert window.scene.level == "far"
    assert window.scene.picture().size[0] <= window.stage.width() + 1.0
    window.scene.fit()
    assert window.scene.level == "middle"


def test_a_double_click_dives_and_escape_comes_back(window: MainWindow) -> None:
    zoom_to(window, "far", -120.0)
    start = window.scene.goal
    window.stage.grab()
    QTest.mouseDClick(window.stage.viewport(), LEFT, pos=QPoint(500, 110))
    assert window.scene.level == "middle"
    assert window.scene.folds.goal[1] == 1.0
    dive(window.scene, 400.0, 1)
    assert window.scene.level == "near"
    QTest.keyClick(window.stage, Qt.Key.Key_Escape)
    assert window.scene.level == "middle"
    QTest.keyClick(window.stage, Qt.Key.Key_Escape)
    assert (window.scene.goal.level, window.scene.goal.lane) == (start.level, start.lane)
    assert not come_back(window.scene)


def test_escape_leads_out_of_the_closest_level_that_the_wheel_has_reached(window: MainWindow) -> None:
    zoom_to(window, "closest", 120.0)
    QTest.keyClick(window.stage, Qt.Key.Key_Escape)
    assert window.scene.level == "middle"
    assert not come_back(window.scene)


def test_enter_twice_works_a_number_out(window: MainWindow) -> None:
    QTest.keyClick(window.stage, Qt.Key.Key_Return)
    asked = window.focus.selected
    assert asked is not None
    assert window.scene.level == "middle"
    QTest.keyClick(window.stage, Qt.Key.Key_Return)
    assert window.scene.level == "closest"
    assert window.scene.look().cell == asked
    window.stage.grab()
    assert window.stage.painter.live, "the terms are drawn"


def test_a_number_at_the_closest_level_is_a_door(window: MainWindow) -> None:
    window.focus.select(Cell("block.1/attn/scores", (0, 7, 1)))
    dive_into_number(window.scene)
    window.stage.grab()
    box = window.stage.place_of(Cell("block.1/attn/k", (0, 1, 0)))
    assert box is not None
    at = QPoint(round(box[0] + box[2] / 2), round(box[1] + box[3] / 2))
    QTest.mouseClick(window.stage.viewport(), LEFT, pos=at)
    assert window.focus.selected == Cell("block.1/attn/k", (0, 1, 0))


def test_the_nearer_the_finer_a_step(window: MainWindow) -> None:
    timeline = window.player.timeline
    assert timeline is not None
    scores = next(i for i, beat in enumerate(timeline.beats) if beat.name == "scores")
    window.focus.move_cursor(Cursor(scores, 0.0))
    zoom_to(window, "near", 60.0)
    window.step(1)
    assert window.player.cursor == Cursor(scores, 1.0 / 8.0), "one word’s score"
    zoom_to(window, "far", -120.0)
    window.step(1)
    cursor = window.player.cursor
    assert cursor is not None
    assert cursor.u == 1.0
    assert timeline.sections["block.0"][-1] == cursor.beat, "to the end of the block"


def test_two_fingers_zoom(window: MainWindow) -> None:
    lane, at = window.scene.lane, QPointF(400.0, 200.0)
    device = QPointingDevice.primaryPointingDevice()
    kind = Qt.NativeGestureType.ZoomNativeGesture
    pinch = QNativeGestureEvent(kind, device, 2, at, at, at, 0.25, QPointF())
    assert window.stage.event(pinch)
    assert window.scene.lane == pytest.approx(1.25 * lane)
    assert units(1.0) == 0.0
    assert pinch.type() == QEvent.Type.NativeGesture


def test_an_encoder_and_a_decoder_change_by_one_level_in_a_turn_of_the_wheel(open_window: object) -> None:
    window = open_window(Lab(snapshot_of(next(iter(TOWERS.values()))).state))  # type: ignore[operator]
    for notch, level in ((-20.0, "middle"), (900.0, "near"), (900.0, "closest")):
        window.scene.zoom(notch, 400.0, 200.0)
        assert window.scene.level == level
        window.stage.grab()


@pytest.mark.parametrize("level", ["far", "near"])
def test_frames_leave_nothing_behind(window: MainWindow, level: str) -> None:
    zoom_to(window, level, -120.0 if level == "far" else 60.0)
    assert grown(window, 200, 500) < 2.0, "percent of memory"


def test_a_map_of_all_words_comes_when_lanes_are_many(window: MainWindow) -> None:
    minimap = window.stage.minimap
    assert not minimap.isVisible()
    window.typing.typed(" ".join(["cat"] * 60))
    window.scene.move(window.scene.goal._replace(lane=80.0, x=0.0), at_once=True)
    window.stage.grab()
    assert minimap.isVisible()
    QTest.mouseClick(minimap, LEFT, pos=QPoint(minimap.width() - 12, 12))
    window.stage.grab()
    assert window.scene.goal.x > 2000.0
    QTest.mouseClick(minimap, LEFT, pos=QPoint(10, 12))
    assert window.scene.goal.x == 0.0
    window.scene.fit()
    assert not minimap.isVisible(), "from far all words are in sight"
    assert window.scene.size == (window.stage.width(), window.stage.height())


def test_nothing_of_the_stage_hides_behind_the_map(window: MainWindow) -> None:
    window.typing.typed(" ".join(["cat"] * 60))
    window.stage.grab()
    assert window.stage.minimap.isVisible()
    assert window.scene.size[1] == window.stage.minimap.y()
    assert window.scene.picture().size[1] <= window.stage.minimap.y(), "the next words stand above it"
    window.resize(1280, 720)
    window.stage.grab()
    assert window.scene.size[1] == window.stage.minimap.y() == window.stage.height() - MAP


def test_stepping_by_cell_from_near_shows_each_lane_that_is_written(window: MainWindow) -> None:
    zoom_to(window, "near", 60.0)
    scene, player = window.scene, window.player
    player.to_start()
    seen = set()
    for _ in range(60):
        window.step(1)
        scene.move(scene.goal, at_once=True)
        word = written(player.cursor.u, 8).begun - 1
        if word >= 0:
            left = scene.gutter + word * scene.lane - scene.goal.x
            assert scene.gutter <= left + 1.0, word
            assert left + scene.lane <= scene.size[0] + 1.0, word
            seen.add(word)
    assert len(seen) == 8


def test_a_click_beside_the_picture_while_the_camera_glides_hits_nothing(window: MainWindow) -> None:
    scene, stage = window.scene, window.stage
    y = next(iter(section_spans(window.lab.snapshot, scene.look()).values()))[1] + 60.0
    scene.camera = scene.goal = scene.goal._replace(x=-150.0)
    assert stage.spot(QPointF(20.0, y)).cell is None


def test_a_dive_from_the_title_of_a_block_shows_the_word_that_asks(window: MainWindow) -> None:
    """No lane was meant there; the last word asks, and its numbers are the loud ones."""
    scene = window.scene
    dive(scene, 60.0, 1)
    assert scene.level == "near"
    left = scene.gutter + window.focus.query * scene.lane - scene.goal.x
    assert scene.gutter <= left
    assert left + scene.lane <= scene.size[0] + 1.0
