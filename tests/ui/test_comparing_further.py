"""Comparing before anything differs, with many numbers set, scrolled sideways, and across files."""

from __future__ import annotations

import numpy as np

from tests.figures.test_comparison import edited
from tests.ui.test_comparing import comparing, overlay  # noqa: F401  a fixture
from transformer_lab import session
from transformer_lab.ui.window import MainWindow


def test_until_something_differs_the_ordinary_stage_stays_with_one_sentence(window: MainWindow) -> None:
    window.actions_["pin-state"].trigger()
    note = window.comparison.note
    assert note is not None
    assert note.isVisible()
    assert not overlay(window).isVisible()
    assert window.scene.size[1] == window.stage.height() - note.height()
    edited(window.lab)
    assert not note.isVisible()
    assert overlay(window).isVisible()
    assert window.scene.size[1] == window.stage.height()
    while window.lab.undo_label:
        window.undo()
    assert note.isVisible()
    window.comparing.let_go()
    assert not note.isVisible()


def test_more_than_four_numbers_unfold_behind_their_door(window: MainWindow) -> None:
    window.actions_["pin-state"].trigger()
    window.lab.set("block.1/attn/W_K", np.asarray(window.lab["block.1/attn/W_K"]) * 0.5)
    page = window.frame.inspector.panel.changes
    window.frame.inspector.panel.refresh()
    before = len(page.doors)
    page.go(page.doors[0])
    assert len(page.doors) > before + 4
    assert page.doors[1].node == "block.1/attn/W_K"
    page.go(page.doors[0])
    assert len(page.doors) == before


def test_names_of_rows_stay_while_lanes_scroll_under_them(window: MainWindow) -> None:
    window.lab.text = "the cat that the dog chased was scared " * 4
    window.comparing.pin()
    edited(window.lab)
    over = overlay(window)
    over.grab()
    names = over.grab().copy(0, 160, 90, 40).toImage()
    over.scroll_by(0.0, 300.0)
    over.grab()
    assert over._across > 0.0
    assert over.grab().copy(0, 160, 90, 40).toImage() == names


def test_a_file_that_is_opened_stands_beside_the_pinned_state(comparing: MainWindow) -> None:  # noqa: F811
    comparing.lab.adopt(session.new("tiny-gpt"))
    comparing.stage.grab()
    assert comparing.comparing.pinned
    assert comparing.comparing.pair is not None
    overlay(comparing).grab()
