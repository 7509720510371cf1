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


def test_two_towers_have_nothing_nearer_than_the_middle(towers: MainWindow) -> None:
    for _ in range(20):
        towers.walk.zoom(1)
    dive_into_number(towers.scene)
    assert towers.scene.level == "middle"
    assert towers.scene.lane <= 160.0


def test_a_word_is_hit_from_far(towers: MainWindow) -> None:
    from transformer_lab.ui.stage.places import _word_at

    out(towers)
    scene = towers.scene
    left = scene.towers[1][0]
    at = left + scene.gutter + scene.lane * 2.5
    assert _word_at(scene, scene.look(), at).word == 2
    assert _word_at(scene, scene.look(), scene.gutter + scene.lane * 1.5).source == 1
