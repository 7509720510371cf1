"""The slider under the next words: the model's temperature, set while one looks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from transformer_lab.document import edits
from transformer_lab.ui.views.next_word import STEPS, NextWordView, step_of, temperature_at
from transformer_lab.ui.window import MainWindow


@pytest.fixture
def view(window: MainWindow) -> NextWordView:
    dock = window.docks.open("probabilities")
    dock.setFloating(True)
    dock.resize(480, 400)
    dock.grab()
    assert isinstance(dock.view, NextWordView)
    return dock.view


def test_steps_run_from_a_quarter_to_four() -> None:
    assert [temperature_at(step) for step in (-STEPS, 0, STEPS)] == [0.25, 1.0, 4.0]
    assert all(step_of(temperature_at(step)) == step for step in range(-STEPS, STEPS + 1))


def test_a_drag_changes_the_temperature_as_one_step(window: MainWindow, view: NextWordView) -> None:
    before = window.lab["probs"].copy()
    slider = view.slider
    assert slider.isVisible()
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() // 2, 13))
    for x in (0.7, 0.8, 1.0):
        QTest.mouseMove(slider, QPoint(round(x * slider.width()), 13))
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width(), 13))
    assert window.lab.state.model.temperature == 4.0
    assert window.lab["probs"][7].max() < before[7].max()
    assert len(window.lab.history.steps) == 2
    window.lab.undo()
    assert (window.lab["probs"] == before).all()
    assert slider.value() == 0, "the slider follows undo"


def test_keys_move_it_and_other_edits_move_it(window: MainWindow, view: NextWordView) -> None:
    QTest.keyClick(view.slider, Qt.Key.Key_Left)
    assert window.lab.state.model.temperature == temperature_at(-1)
    window.lab.do(edits.configure("", "temperature", 100.0))
    assert view.slider.value() == STEPS
    assert window.lab.state.model.temperature == 100.0, "a value beyond the slider stays"


def test_without_next_words_there_is_no_slider(window: MainWindow, view: NextWordView) -> None:
    window.lab.do(edits.configure("", "output", "none"))
    view.grab()
    assert not view.slider.isVisible()
    window.lab.undo()
    view.grab()
    assert view.slider.isVisible()
