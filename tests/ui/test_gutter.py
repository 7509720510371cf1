"""Row labels stay at the left while lanes scroll, and a chosen block comes into sight."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF, QRect
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from transformer_lab import session
from transformer_lab.figures.look import GUTTER
from transformer_lab.ui.stage.camera import Camera, in_sight, into_sight
from transformer_lab.ui.stage.gutter import unscrolled
from transformer_lab.ui.stage.minimap import HEIGHT as MAP
from transformer_lab.ui.window import MainWindow


def test_what_stands_in_the_gutter_has_not_moved() -> None:
    camera = Camera(52.0, 400.0, 0.0)
    assert unscrolled(camera, 20.0) == 20.0
    assert unscrolled(camera, GUTTER + 1.0) == GUTTER + 401.0


@pytest.mark.parametrize("start", [0.0, 700.0, 5000.0])
def test_a_word_in_sight_lies_beside_the_gutter_and_inside(start: float) -> None:
    for word in (0, 7, 30, 63):
        x = in_sight(Camera(52.0, start, 0.0), 800.0, 52.0, word).x
        left = GUTTER + 52.0 * word - max(0.0, x)
        assert left >= GUTTER
        assert left + 52.0 <= 800.0


def test_a_block_comes_whole_into_sight_and_else_with_its_top() -> None:
    assert into_sight(Camera(), 500.0, 48.0, 100.0, 400.0).y == 0.0
    moved = into_sight(Camera(), 500.0, 48.0, 300.0, 700.0)
    assert moved.y == 208.0
    assert into_sight(Camera(), 500.0, 48.0, 300.0, 900.0).y == 300.0 - 48.0 - 8.0


def test_labels_are_drawn_over_scrolled_lanes(open_window: Callable[..., MainWindow], qtbot: QtBot) -> None:
    window = open_window(session.new(text="the cat that the dog chased was scared " * 8))
    window.player.to_end()
    stage = window.stage
    qtbot.waitUntil(lambda: stage.viewport() is not stage)  # the canvas paints from now on

    def strip(x: float) -> QImage:
        stage.state.move(stage.state.goal._replace(x=x), at_once=True)
        qtbot.waitUntil(lambda: not (stage.painter.more or stage.state.moving()))
        return stage.grab(QRect(20, 60, int(GUTTER) - 24, stage.height() - 64 - MAP)).toImage()

    unmoved = strip(0.0)
    qtbot.waitUntil(lambda: strip(900.0) == unmoved)
    assert stage.spot(QPointF(60.0, 75.0)).block == 0
