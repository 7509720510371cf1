"""From near the view shows whole words: after a notch, and after a scroll has come to rest."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from transformer_lab.ui.stage.whole_words import EDGE, REST_MS
from transformer_lab.ui.window import MainWindow


def first_word(window: MainWindow) -> float:
    scene = window.scene
    return scene.goal.x / scene.lane


def near(window: MainWindow) -> None:
    for _ in range(12):
        if window.scene.level != "near":
            window.walk.zoom(1)
    assert window.scene.level == "near"


@pytest.mark.parametrize("width", [1180, 1280, 1440])
def test_a_notch_to_near_cuts_no_word(window: MainWindow, width: int) -> None:
    window.resize(width, 900)
    near(window)
    shown = (window.scene.size[0] - window.scene.gutter) / window.scene.lane
    assert first_word(window) == pytest.approx(round(first_word(window)))
    assert (shown % 1.0) * window.scene.lane == pytest.approx(EDGE)
    asks = window.focus.asking
    assert first_word(window) <= asks <= first_word(window) + shown


def test_a_scroll_comes_to_rest_on_a_word(window: MainWindow, qtbot: QtBot) -> None:
    near(window)
    goal, lane = window.scene.goal, window.scene.lane
    window.scene.move(goal._replace(x=1.3 * lane))
    qtbot.waitUntil(lambda: abs(first_word(window) - 1.0) < 1e-6, timeout=20 * REST_MS)
