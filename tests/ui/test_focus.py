"""What is looked at: it follows the document, never points at what is gone, and finds its way back."""

from __future__ import annotations

import pytest

from transformer_lab import session
from transformer_lab.document import edits
from transformer_lab.engine.graph import Cell
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus

pytestmark = pytest.mark.usefixtures("qapp")
WEIGHT = Cell("block.0/attn/weights", (1, 5, 1))
VALUE = Cell("block.1/attn/v", (0, 1, 2))


@pytest.fixture
def lab() -> Lab:
    return session.new()


@pytest.fixture
def focus(lab: Lab) -> Focus:
    found = Focus(lab)
    lab.watch(lambda _snapshot: found.follow_document())
    return found


def place(focus: Focus) -> tuple[int, int, int]:
    return focus.block, focus.head, focus.query


def test_it_starts_with_the_last_block_and_word(focus: Focus) -> None:
    assert place(focus) == (1, 0, 7)
    assert focus.selected is None


def test_a_weight_chooses_block_head_and_word_and_a_value_leaves_the_word(focus: Focus) -> None:
    focus.select(WEIGHT)
    assert place(focus) == (0, 1, 5)
    focus.select(VALUE)
    assert place(focus) == (1, 0, 5)


def test_the_way_back_leads_through_what_was_asked(focus: Focus) -> None:
    focus.select(WEIGHT)
    assert not focus.can_go_back
    focus.select(VALUE)
    assert focus.previous == WEIGHT
    focus.back()
    assert (focus.selected, place(focus)) == (WEIGHT, (0, 1, 5))
    assert not focus.can_go_back
    focus.select(VALUE)
    focus.select(None)
    assert not focus.can_go_back, "closing the explanation ends the way"


def test_the_way_back_has_an_end(focus: Focus) -> None:
    for step in range(200):
        focus.select(Cell("block.1/attn/v", (step % 2, step % 8, step % 4)))
    steps = 0
    while focus.can_go_back:
        focus.back()
        steps += 1
    assert steps == 64


def test_places_beyond_the_model_are_the_nearest_there_are(focus: Focus) -> None:
    focus.choose_head(9, 9)
    focus.choose_word(99)
    assert place(focus) == (1, 1, 7)
    focus.choose_head(-1, -1)
    assert place(focus) == (0, 0, 7)


def test_what_an_edit_takes_away_is_let_go(lab: Lab, focus: Focus) -> None:
    focus.open_parameter("block.1/ffn/W_1")
    focus.select(Cell("block.1/ffn/act", (0, 0)))
    focus.select(VALUE)
    lab.do(edits.switch("feed-forward", False))
    assert focus.parameter is None
    assert not focus.can_go_back
    assert focus.selected == VALUE
    lab.do(edits.switch("layers", 1))
    assert focus.selected is None
    assert focus.block == 0


def test_a_parameter_brings_its_block(focus: Focus) -> None:
    opened: list[str] = []
    focus.opened.connect(opened.append)
    focus.open_parameter("block.0/attn/W_K")
    assert (focus.parameter, focus.block, opened) == ("block.0/attn/W_K", 0, ["block.0/attn/W_K"])


def test_the_last_word_hands_on_to_the_next_one_typed_and_others_stay(lab: Lab, focus: Focus) -> None:
    lab.text += " today"
    assert focus.query == 8
    focus.choose_word(2)
    lab.text += " again"
    assert focus.query == 2


def test_walking_stays_on_the_array_and_asks_for_no_way_back(focus: Focus) -> None:
    focus.select(Cell("block.0/attn/weights", (1, 0, 0)))
    focus.walk(-1, 0)
    focus.walk(1, 0)
    focus.walk(0, 1)
    assert focus.selected == Cell("block.0/attn/weights", (1, 1, 1))
    assert focus.query == 1
    assert not focus.can_go_back


def test_nothing_is_told_where_nothing_changed(focus: Focus) -> None:
    told: list[int] = []
    focus.changed.connect(lambda: told.append(1))
    focus.hovered.connect(lambda _cell: told.append(2))
    focus.choose_word(7)
    focus.select(None)
    focus.hover(None)
    assert told == []
    focus.hover(WEIGHT)
    focus.hover(WEIGHT)
    assert told == [2]


def test_another_project_starts_over(lab: Lab, focus: Focus) -> None:
    focus.select(WEIGHT)
    focus.select(VALUE)
    focus.hover(VALUE)
    lab.adopt(session.new("tiny-gpt"))
    focus.start_over()
    assert place(focus) == (1, 0, 4)
    assert (focus.selected, focus.under_pointer, focus.can_go_back) == (None, None, False)
