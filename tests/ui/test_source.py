"""A second sentence field for what an encoder reads, and the stage of two towers in the window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from tests.figures.as_text import to_text
from transformer_lab import session
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.look import tower_spans
from transformer_lab.ui.stage.places import Spot
from transformer_lab.ui.window import MainWindow

Open = Callable[..., MainWindow]


@pytest.fixture
def house(open_window: Open) -> MainWindow:
    window = open_window(session.new("small-red-house"))
    QTest.qWait(30)
    return window


def painted(window: MainWindow) -> MainWindow:
    """A window whose stage has laid down all of its layers."""
    window.stage.painter.budget_ms = None
    window.stage.grab()
    return window


def test_it_is_there_with_an_encoder_alone(house: MainWindow, open_window: Open) -> None:
    header = house.frame.header
    assert header.source.text() == "the small red house"
    assert header.source.count_text() == "reads · 4 words"
    assert header.sentence.count_text() == "writes · 5 words"
    assert header.source.geometry().right() < header.sentence.x()
    plain = open_window().frame.header
    assert plain.source.isHidden()
    assert plain.sentence.count_text() == "8 words"


def test_another_project_takes_it_away_and_brings_it_back(house: MainWindow) -> None:
    house.projects.ask_unsaved = lambda *_: "discard"
    house.projects.new("tiny-gpt")
    assert house.frame.header.source.isHidden()
    house.projects.new("small-red-house")
    assert not house.frame.header.source.isHidden()


def test_strokes_are_one_step_of_its_own(house: MainWindow) -> None:
    field = house.frame.header.source
    QTest.keyClicks(field, " now")
    QTest.keyClicks(house.frame.header.sentence, " la")
    assert house.lab.source == "the small red house now"
    house.undo()
    assert house.lab.source == "the small red house now"
    assert not house.lab.text.endswith(" la")
    house.undo()
    assert house.lab.source == field.text() == "the small red house"


def test_words_beyond_the_cap_are_told(house: MainWindow) -> None:
    field = house.frame.header.source
    field.selectAll()
    field.insert("a " * 67)
    QTest.keyClicks(field, "a a a ")
    assert field.count_text() == "70 words, the first 64 are shown"
    assert "64 of 70" in field.toolTip()
    assert house.lab["encoder.0/attn/q"].shape[1] == 64


def test_an_emptied_source_can_be_typed_again(house: MainWindow) -> None:
    field = house.frame.header.source
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert house.lab.snapshot.trace is None
    painted(house)
    QTest.keyClicks(field, "red")
    assert house.lab["encoder.0/attn/q"].shape[1] == 1


def test_keys_reach_both_fields(house: MainWindow) -> None:
    header = house.frame.header
    house.to_sentence()
    assert header.sentence.hasFocus()
    house.to_sentence()
    assert header.source.hasFocus(), "once more goes to the other one"
    QTest.keyClick(header.source, Qt.Key.Key_Tab)
    assert header.sentence.hasFocus()
    QTest.keyClick(header.source, Qt.Key.Key_Escape)
    assert house.stage.hasFocus()


def test_the_presets_of_well_known_shapes_are_offered(house: MainWindow) -> None:
    offered = {action.data() for action in house.frame.header.new_menu.actions()}
    assert {"small-red-house", "tiny-bert", "tiny-llama", "tiny-gpt"} <= offered


def test_a_word_of_either_tower_can_be_asked(house: MainWindow) -> None:
    painted(house)
    lane = house.scene.lane
    (_, _), (left, _) = tower_spans(house.lab.snapshot, lane)
    assert house.stage.spot(QPointF(118.0 + 1.5 * lane, 20.0)) == Spot(source=1)
    assert house.stage.spot(QPointF(left + 118.0 + 2.5 * lane, 20.0)) == Spot(word=2)
    house.focus.choose_source(1)
    assert house.focus.attention == "encoder.0/attn"
    assert house.scene.folds.goal[1:] == (1.0, 0.0)
    house.focus.choose_word(2)
    assert house.focus.attention == "decoder.0/cross"
    assert (house.focus.source, house.focus.query) == (1, 2)


def test_titles_of_both_towers_fold_their_own_blocks(house: MainWindow) -> None:
    painted(house)
    (_, _), (left, _) = tower_spans(house.lab.snapshot, house.scene.lane)
    y = house.scene.look().scroll + 66.0
    assert house.stage.spot(QPointF(60.0, y)) == Spot(block=0)
    assert house.stage.spot(QPointF(left + 60.0, y)) == Spot(block=1)


def test_a_weight_across_is_chosen_by_a_click_and_walked_from(house: MainWindow) -> None:
    painted(house)
    house.focus.select(Cell("decoder.0/cross/weights", (0, 2, 3)))
    assert (house.focus.query, house.focus.attention) == (2, "decoder.0/cross")
    painted(house)
    house.stage.setFocus()
    house.actions_["explain"].trigger()
    QTest.keyClick(house.stage, Qt.Key.Key_Up)
    assert house.focus.selected == Cell("decoder.0/cross/weights", (0, 1, 3))
    QTest.keyClick(house.stage, Qt.Key.Key_Left)
    assert house.focus.selected == Cell("decoder.0/cross/weights", (0, 1, 2))


def test_the_word_before_asks_in_the_tower_that_is_looked_at(house: MainWindow) -> None:
    house.walk.ask_word(-1)
    assert (house.focus.query, house.focus.source) == (3, 3)
    house.focus.choose_head(0, 0)
    house.walk.ask_word(-1)
    assert (house.focus.query, house.focus.source) == (3, 2)


def test_playing_through_both_towers_and_back_ends_as_it_began(house: MainWindow) -> None:
    scene, player = house.scene, house.player
    scene.calm = True
    player.to_end()
    scene.fit()
    before = to_text(scene.picture())
    beats = len(player.timeline.beats)  # type: ignore[union-attr]
    for direction in (-1, 1):
        for _ in range(beats + 1):
            house.step(direction)
        QTest.qWait(1)
    assert player.at_end
    scene.fit()
    assert to_text(scene.picture()) == before


def test_lanes_that_do_not_fit_scroll_and_labels_stay(open_window: Open) -> None:
    lab = session.new("small-red-house")
    lab.text = " ".join([lab.text] * 2)
    house = open_window(lab, 960, 700)
    house.focus.choose_word(4)
    for _ in range(4):
        house.scene.zoom(120.0, 900.0)
    assert house.scene.level == "middle"
    camera = house.scene.goal
    (_, _), (left, _) = house.scene.towers
    house.scene.move(camera._replace(x=left + 10.0), at_once=True)
    painted(house)
    assert house.scene.camera.x == left + 10.0
    point = house.stage.spot(QPointF(60.0, house.scene.look().scroll + 66.0))
    assert point == Spot(block=1), "the decoder's labels are pinned at the left edge"


def test_follow_goes_to_the_tower_that_acts(house: MainWindow) -> None:
    house.scene.calm = True
    for _ in range(12):
        house.scene.zoom(120.0, 400.0)
    house.player.to_start()
    house.scene.follow_acting()
    assert house.scene.goal.x < house.scene.towers[0][1]
    index = house.player.timeline.index["decoder.0/cross", "mix"]  # type: ignore[union-attr]
    house.player.scrub(house.player.timeline.starts[index])  # type: ignore[union-attr]
    house.scene.follow_acting()
    right = house.scene.towers[1][0] + 118.0 + house.scene.lane * (house.focus.query + 1)
    assert house.scene.goal.x + house.scene.size[0] >= right


def test_while_the_last_word_of_the_source_asks_a_new_one_takes_over(house: MainWindow) -> None:
    assert house.focus.source == 3
    QTest.keyClicks(house.frame.header.source, " now")
    assert house.focus.source == 4
    house.focus.choose_source(1)
    QTest.keyClicks(house.frame.header.source, " again")
    assert house.focus.source == 1, "a word that was chosen by hand stays"
