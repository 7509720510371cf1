"""Two towers from far: one level out by the wheel, back again, and by a double-click into a block."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtTest import QTest

from tests.figures.stage_frames import assert_refs_are_cells
from transformer_lab import session
from transformer_lab.ui.stage.altitude import come_back, dive, dive_into_number
from transformer_lab.ui.window import MainWindow


@pytest.fixture
def towers(open_window: Callable[..., MainWindow]) -> MainWindow:
    window = open_window(session.new("small-red-house"))
    QTest.qWait(30)
    return window


def out(window: MainWindow) -> None:
    for _ in range(12):
        window.walk.zoom(-1)


def test_zooming_out_leads_to_the_far_level_and_in_back_to_the_middle(towers: MainWindow) -> None:
    scene = towers.scene
    out(towers)
    assert scene.level == "far"
    assert scene.lane < scene.resting_lane
    for _ in range(8):
        if scene.level == "far":
            towers.walk.zoom(1)
    assert scene.level == "middle"


def test_from_far_every_number_is_a_cell_and_all_words_stand_in_their_towers(towers: MainWindow) -> None:
    out(towers)
    QTest.qWait(200)
    scene = towers.scene
    picture = scene.picture()
    assert_refs_are_cells(towers.lab.snapshot, picture)
    (_, left), (start, right) = scene.towers
    assert left < start
    assert right <= picture.size[0] + 0.5


def test_a_double_click_dives_and_escape_leads_back(towers: MainWindow) -> None:
    scene = towers.scene
    out(towers)
    dive(scene, 300.0, 0)
    assert scene.level == "middle"
    assert come_back(scene)
    assert scene.level == "far"


def nearer(window: MainWindow, at: float) -> None:
    """Turn the wheel at x = `at` of the view until numbers stand in cells."""
    for _ in range(20):
        if window.scene.level != "near":
            window.scene.zoom(120.0, at, 200.0)
    assert window.scene.level == "near"


@pytest.mark.parametrize("tower", [0, 1])
def test_from_near_the_tower_under_the_pointer_is_in_view(towers: MainWindow, tower: int) -> None:
    scene = towers.scene
    left, right = scene.towers[tower]
    nearer(towers, (left + right) / 2.0)
    left, right = scene.towers[tower]
    assert left <= scene.goal.x + 0.5
    assert scene.goal.x <= max(left, right - scene.size[0]) + 0.5
    other = towers.stage.beside[1 - tower]
    assert not other.isHidden()
    assert towers.stage.beside[tower].isHidden()


def test_the_lane_under_the_pointer_stays_there(towers: MainWindow) -> None:
    scene = towers.scene
    nearer(towers, scene.size[0] - 200.0)
    scene.move(scene.goal._replace(x=scene.towers[1][0] + 150.0), at_once=True)
    before = (500.0 + scene.goal.x - scene.towers[1][0] - scene.gutter) / scene.lane
    scene.zoom(60.0, 500.0, 200.0)
    after = (500.0 + scene.goal.x - scene.towers[1][0] - scene.gutter) / scene.lane
    assert after == pytest.approx(before)


def test_the_mark_at_the_edge_leads_to_the_other_tower_and_back(towers: MainWindow) -> None:
    scene = towers.scene
    nearer(towers, scene.size[0] - 200.0)
    encoder, decoder = towers.stage.beside
    encoder.click()
    assert scene.goal.x < scene.towers[0][1] - scene.size[0] + 1.0 or scene.goal.x == 0.0
    assert encoder.isHidden()
    decoder.click()
    assert scene.goal.x == pytest.approx(scene.towers[1][0], abs=1.0)


def test_a_double_click_leads_into_a_block_of_the_decoder_and_escape_out_of_it(towers: MainWindow) -> None:
    scene, blocks = towers.scene, len(towers.lab.state.model.encoder)
    dive(scene, 900.0, blocks)
    assert scene.level == "near"
    assert scene.goal.x >= scene.towers[1][0] - 0.5
    dive_into_number(scene)
    assert scene.level == "closest"
    assert come_back(scene)
    assert scene.level == "near"
    assert come_back(scene)
    assert scene.level == "middle"


def test_a_word_is_hit_from_far(towers: MainWindow) -> None:
    from transformer_lab.ui.stage.places import _word_at

    out(towers)
    scene = towers.scene
    left = scene.towers[1][0]
    at = left + scene.gutter + scene.lane * 2.5
    assert _word_at(scene, scene.look(), at).word == 2
    assert _word_at(scene, scene.look(), scene.gutter + scene.lane * 1.5).source == 1
