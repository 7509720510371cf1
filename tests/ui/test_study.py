"""Closer looks in the window: pages of values and words, pins, gradients, a link removed, a number's menu."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from transformer_lab import session
from transformer_lab.document.overriding import override_cell
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.ask.drawing import FOLD
from transformer_lab.figures.hit import laid_down, locate_in
from transformer_lab.figures.links import deed, whole
from transformer_lab.figures.numbers import percent_texts
from transformer_lab.ui.inspector import errand
from transformer_lab.ui.inspector.study import pins_in
from transformer_lab.ui.window import MainWindow

WEIGHT = Cell("block.1/attn/weights", (0, 7, 1))
QUERY = Cell("block.1/attn/q", (0, 7, 0))


def press(qtbot: QtBot, view: QWidget, target: Cell) -> None:
    """Click on what is drawn for a target; a person clicks what is painted."""
    QApplication.processEvents()
    x, y, width, height = locate_in(laid_down(view.picture), target)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(int(x + width / 2), int(y + height / 2)))


def sections(window: MainWindow) -> list[str]:
    answer = window.frame.inspector.panel.answer
    return [section.title for section in answer.sections]


# -- pages ----------------------------------------------------------------------------------------------


def test_a_whole_value_is_a_page_and_the_link_leads_back(window: MainWindow, qtbot: QtBot) -> None:
    window.focus.select(WEIGHT)
    inspector = window.frame.inspector.panel
    press(qtbot, inspector.view, whole(WEIGHT.node))
    assert window.focus.subject == whole(WEIGHT.node)
    assert window.focus.selected == WEIGHT, "the number stays ringed"
    assert inspector.answer.headline == "2 × 8 × 8"
    assert inspector.back.text() == "How much scared looks at cat"
    window.focus.back()
    assert window.focus.subject == WEIGHT


def test_a_word_is_told_where_the_inspector_stands_and_opens_nothing(window: MainWindow) -> None:
    window.focus.ask_word(3)
    assert not window.frame.wishes.inspector
    window.focus.select(WEIGHT)
    window.focus.ask_word(4)
    assert window.frame.inspector.panel.answer.question == "The path of dog"
    assert window.focus.query == 4
    window.lab.text = "two words"
    assert window.focus.subject is None


def test_a_row_of_the_outline_tells_of_the_whole_value(window: MainWindow) -> None:
    tree = window.frame.outline.panel.tree
    index = next(tree.rows.find(row.key) for row in tree.rows.all() if row.node == "block.1/attn/mixed")
    tree.open_row(tree.rows.row_at(index), index)
    assert window.focus.subject == whole("block.1/attn/mixed")
    assert window.focus.selected.node == "block.1/attn/mixed"


def test_sections_fold_and_stay_folded(window: MainWindow, qtbot: QtBot) -> None:
    window.focus.select(QUERY)
    view = window.frame.inspector.panel.view
    high = view.picture.size[1]
    press(qtbot, view, deed(FOLD + "feeds"))
    assert view.picture.size[1] < high
    window.focus.select(Cell("block.1/attn/k", (0, 1, 0)))
    assert view.stops[view.stops.index(deed(FOLD + "feeds")) + 1] == whole("block.1/attn/k")


def test_a_reader_who_does_not_see_hears_the_whole_page(window: MainWindow) -> None:
    window.focus.select(WEIGHT)
    told = window.frame.inspector.panel.view.accessibleDescription()
    for part in ("Attention weight, block 2", "6.227 / 9.346 = 0.666", "cat 6.227 67%", "not yet a cause"):
        assert part in told


def test_the_inspector_follows_the_preferences(window: MainWindow) -> None:
    window.focus.select(QUERY)
    panel = window.frame.inspector.panel
    exact = window.lab[QUERY.node][QUERY.index]
    assert panel.answer.headline == f"{exact:.3f}"
    window.preferences.use(window.preferences.manner._replace(decimals=2))
    assert panel.answer.headline == f"{exact:.2f}"


# -- a link removed -------------------------------------------------------------------------------------


def test_what_would_be_without_a_link_is_told_and_can_be_done(window: MainWindow, qtbot: QtBot) -> None:
    window.focus.select(WEIGHT)
    view = window.frame.inspector.panel.view
    told = view.answer.trial.results[0]
    assert told.startswith("Without it: cat\N{NO-BREAK SPACE}88%")
    press(qtbot, view, deed("remove-link"))
    assert window.lab[WEIGHT.node][WEIGHT.index] == 0.0
    assert window.lab.undo_label.startswith("Cut ")
    after = percent_texts(window.lab["probs"][7])[window.lab.snapshot.vocabulary.index("cat")]
    assert f"→\N{NO-BREAK SPACE}{after}" in told
    assert "you removed this link" in " ".join(window.frame.inspector.panel.answer.sections[0].notes)
    press(qtbot, view, deed("put-back"))
    assert window.lab[WEIGHT.node][WEIGHT.index] > 0.6


def test_a_number_that_was_set_offers_to_be_computed_again(window: MainWindow, qtbot: QtBot) -> None:
    before = window.lab[QUERY.node][QUERY.index]
    window.lab.do(override_cell(QUERY.node, QUERY.index, 5.0))
    window.lab.do(override_cell(QUERY.node, (0, 7, 1), 6.0))
    window.focus.select(QUERY)
    view = window.frame.inspector.panel.view
    assert view.answer.sections[0].title == "Set by you"
    press(qtbot, view, deed("restore"))
    assert window.lab[QUERY.node][QUERY.index] == before
    assert window.lab[QUERY.node][0, 7, 1] == 6.0


def test_large_models_are_computed_aside(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errand, "AT_ONCE", 0)
    window.focus.select(WEIGHT)
    window.study.show_gradients(True)
    panel = window.frame.inspector.panel
    qtbot.waitUntil(lambda: bool(panel.answer.trial.results) and "Its gradient" in sections(window))


# -- gradients ------------------------------------------------------------------------------------------


def test_gradients_are_told_for_the_likeliest_word_or_a_chosen_number(window: MainWindow) -> None:
    window.focus.select(QUERY)
    assert "Its gradient" not in sections(window)
    window.study.show_gradients(True)
    panel = window.frame.inspector.panel
    gradient = next(s for s in panel.answer.sections if s.key == "gradient")
    assert gradient.aside == "logit of cat"
    window.study.aim(Cell("probs", (7, 2)))
    gradient = next(s for s in panel.answer.sections if s.key == "gradient")
    assert gradient.aside.startswith("probability of ")
    slope = window.lab.gradient("probs", (7, 2))["grad/block.1/attn/q"][0, 7, 0]
    assert slope == window.study.slopes().snapshot["grad/block.1/attn/q"][0, 7, 0]


def test_a_gradient_is_a_number_like_others_and_goes_with_the_switch(window: MainWindow) -> None:
    window.study.show_gradients(True)
    window.focus.select(Cell("grad/block.1/attn/q", (0, 7, 0)))
    panel = window.frame.inspector.panel
    assert panel.answer.question == "Query of scared, slot 1: its gradient"
    window.study.show_gradients(False)
    assert window.focus.selected == QUERY


def test_gradients_of_an_empty_text_are_refused_with_a_sentence(window: MainWindow, qtbot: QtBot) -> None:
    window.focus.select(QUERY)
    foot = window.frame.inspector.panel.foot
    window.lab.text = ""
    qtbot.mouseClick(foot.switch, Qt.MouseButton.LeftButton)
    assert "type a sentence first" in window.notice.text
    assert not window.study.gradients


def test_an_edit_renews_gradients(window: MainWindow) -> None:
    window.focus.select(QUERY)
    window.study.show_gradients(True)
    before = window.study.slopes()
    window.lab.set_cell("W_U", (0, 0), 3.0)
    after = window.study.slopes()
    assert after.snapshot is not before.snapshot
    np.testing.assert_array_equal(
        after.snapshot["grad/block.1/attn/q"],
        window.lab.gradient(*after.target)["grad/block.1/attn/q"],
    )


# -- pins -----------------------------------------------------------------------------------------------


def test_pinned_numbers_follow_edits_and_their_cross_lets_go(window: MainWindow, qtbot: QtBot) -> None:
    window.focus.select(QUERY)
    window.study.pin(WEIGHT)
    strip = window.frame.inspector.panel.pins
    assert strip.isVisible()
    assert "0.666" in strip.accessibleDescription()
    window.lab.set_cell("block.1/attn/W_Q", (2, 0, 0), 0.0)
    qtbot.waitUntil(lambda: "0.666" not in strip.accessibleDescription())
    assert f"{window.lab[WEIGHT.node][WEIGHT.index]:.3f}" in strip.accessibleDescription()
    press(qtbot, strip, WEIGHT)
    assert window.focus.selected == WEIGHT
    press(qtbot, strip, deed("unpin:0"))
    assert not strip.isVisible()
    assert window.study.pins == ()


def test_a_pin_that_the_text_lost_comes_back_with_it(window: MainWindow) -> None:
    window.study.pin(WEIGHT)
    window.lab.text = "one"
    assert window.study.pins == ()
    window.lab.undo()
    assert window.study.pins == (WEIGHT,)


def test_pins_are_saved_with_the_project_and_another_has_its_own(window: MainWindow, tmp_path: Path) -> None:
    window.study.pin(WEIGHT)
    window.lab.save(tmp_path / "pinned.tlab")
    window.projects.new("tiny-gpt")
    assert window.study.pins == ()
    assert window.projects.open(tmp_path / "pinned.tlab")
    assert window.study.pins == (WEIGHT,)


@pytest.mark.parametrize("view", [{}, {"pins": 3}, {"pins": [3, ["q", "x"], ["q", [-1]], ["q", [1.5]], []]}])
def test_what_looks_like_no_pin_is_left_out(view: dict[str, object]) -> None:
    assert pins_in(view) == ()


def test_a_pinned_gradient_says_so_while_there_are_none() -> None:
    from transformer_lab.figures.ask.pins import pins_picture

    picture = pins_picture(session.new().snapshot, [Cell("grad/block.1/attn/q", (0, 7, 0))], 360.0)
    assert "–" in picture.description
