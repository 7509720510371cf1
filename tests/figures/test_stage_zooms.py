"""What each level of the stage shows: strips from far, numbers from near, terms from closest by."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.figures.goldens import check
from tests.figures.stage_frames import (
    at,
    beat,
    leaves,
    look_at,
    timeline,
    written_texts,
)
from transformer_lab import session
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.geometry import DOWN, UP
from transformer_lab.figures.hit import hit_in, laid_down, locate_in
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.picture import Stamps, Texts
from transformer_lab.figures.stage import row_span
from transformer_lab.figures.stage.far.strips import binned, slots_per_cell
from transformer_lab.figures.stage.headings import named
from transformer_lab.figures.stage.near.form import MOST_LINES, form_of
from transformer_lab.figures.stage.near.reveal import written
from transformer_lab.figures.timeline import Cursor


def test_following_brings_the_rows_that_a_beat_writes_and_no_others() -> None:
    snapshot = session.new().snapshot
    look = look_at(snapshot, timeline(snapshot).end, level="near", lane=160.0)
    spans = {
        name: row_span(snapshot, look, timeline(snapshot), Cursor(beat(snapshot, name, 1), 0.5))
        for name in ("scores", "softmax", "mix", "join")
    }
    tops = [top for top, _ in spans.values()]
    assert tops == sorted(set(tops)), "each stands below the one before"
    assert spans["scores"][1] < spans["mix"][0]
    assert all(bottom - top < 330.0 for top, bottom in spans.values()), spans


def test_an_arrowhead_stands_beside_the_digits_of_its_number() -> None:
    snapshot = session.new().snapshot
    picture = at(snapshot, timeline(snapshot).end, "near")
    met = 0
    for layer in picture.layers:
        items = list(leaves(layer.build()))
        heads = [
            p for item in items if isinstance(item, Stamps) and item.outline in (UP, DOWN) for p in item.at
        ]
        digits = [item for item in items if isinstance(item, Texts) and item.anchor == "middle"]
        for x, y in heads:
            for words in digits:
                half = np.array([approximate(t, words.face, words.size) for t in words.text]) / 2.0
                away = np.abs(words.at - (x, y + 9.0))
                assert not ((away[:, 0] < half) & (away[:, 1] < 9.0)).any(), words.text
                met += 1
    assert met


# --- far -----------------------------------------------------------------------------------------------


def test_from_far() -> None:
    snapshot = session.new(text="The cat was").snapshot
    check("stage-far-rest", at(snapshot, timeline(snapshot).end, "far"))
    check("stage-far-softmax", at(snapshot, Cursor(beat(snapshot, "softmax", 1), 0.5), "far"))


def test_the_largest_of_each_cell_survives_binning() -> None:
    values = np.zeros((2, 40))
    values[0, 7], values[1, 39] = -3.0, 2.0
    shown_, slot = binned(values)
    assert slots_per_cell(40) == 3
    assert shown_.shape == (2, 14)
    assert (shown_[0, 2], slot[0, 2]) == (-3.0, 7)
    assert (shown_[1, 13], slot[1, 13]) == (2.0, 39)
    assert np.isnan(binned(np.where(values == -3.0, np.nan, values))[0][0, 2]), "NaN is not lost"


def test_far_cells_are_asked_for_the_number_they_show() -> None:
    snapshot = session.new("tiny-gpt").snapshot
    picture = at(snapshot, timeline(snapshot).end, "far")
    live = laid_down(picture)
    for cell in (Cell("block.0/resid_post", (2, 5)), Cell("block.1/attn/weights", (1, 4, 0))):
        box = locate_in(live, cell)
        assert box is not None
        assert hit_in(live, box[0] + box[2] / 2, box[1] + box[3] / 2) == cell


def test_words_are_thinned_but_the_one_that_asks_is_named() -> None:
    assert named(8, 20.0, 3) == tuple(range(8))
    assert named(8, 10.0, 3) == (0, 3, 6)
    assert named(16, 5.0, 9) == (0, 4, 9)


def test_many_words_from_far_fit_the_view() -> None:
    snapshot = session.new(text="word " * 64).snapshot
    assert at(snapshot, timeline(snapshot).end, "far", width=1200.0).size[0] <= 1200.0


# --- near ----------------------------------------------------------------------------------------------


def test_near_by() -> None:
    snapshot = session.new("worked-example").snapshot
    check("stage-near-rest", at(snapshot, timeline(snapshot).end, "near", query=0))
    check("stage-near-mix", at(snapshot, Cursor(beat(snapshot, "mix"), 0.7), "near", query=0))


def test_the_worked_example_reads_as_by_hand() -> None:
    snapshot = session.new("worked-example").snapshot
    said = written_texts(at(snapshot, timeline(snapshot).end, "near", query=0))
    for number in ("0.707", "2.028", "4.669", "0.434", "0.214", "0.351", "0.869", "1.220", "0.780", "1.000"):
        assert number in said, number


def test_a_row_is_written_lane_by_lane() -> None:
    assert written(0.0, 4).begun == 0
    assert written(1.0, 4).full == 4
    half = written(0.6, 4)
    assert (half.full, half.now) == (2, 2)
    assert half.share == pytest.approx(0.4)
    assert written(0.5, 4).now is None, "a step by cell ends between two cells"


def test_while_scores_are_written_only_the_first_words_have_theirs() -> None:
    snapshot = session.new("worked-example").snapshot
    picture = at(snapshot, Cursor(beat(snapshot, "scores"), 2.0 / 3.0), "near", query=0)
    live = laid_down(picture)
    assert locate_in(live, Cell("block.0/attn/scores", (0, 0, 1))) is not None
    assert locate_in(live, Cell("block.0/attn/scores", (0, 0, 2))) is None


@given(st.floats(160.0, 320.0), st.integers(1, 400))
def test_vectors_fit_their_lanes(lane: float, count: int) -> None:
    form = form_of(lane, count, 3)
    assert form.columns * form.width <= lane
    assert form.columns * form.lines >= count
    assert form.lines <= MOST_LINES


def test_numbers_from_near_answer_where_they_stand() -> None:
    snapshot = session.new().snapshot
    live = laid_down(at(snapshot, timeline(snapshot).end, "near"))
    for cell in (
        Cell("block.1/attn/k", (0, 3, 2)),
        Cell("block.1/attn/scaled", (0, 7, 4)),
        Cell("block.1/attn/weights", (0, 7, 1)),
        Cell("block.1/ffn/act", (5, 6)),
    ):
        box = locate_in(live, cell)
        assert box is not None, cell
        assert hit_in(live, box[0] + box[2] / 2, box[1] + box[3] / 2) == cell


# --- closest -------------------------------------------------------------------------------------------


def test_closest_by() -> None:
    snapshot = session.new("worked-example").snapshot
    cell = Cell("block.0/attn/mixed", (0, 0, 0))
    check("stage-closest-rest", at(snapshot, timeline(snapshot).end, "closest", cell=cell))
    moving = Cursor(beat(snapshot, "mix"), 0.5)
    check("stage-closest-mix", at(snapshot, moving, "closest", cell=cell))


def test_every_term_is_a_line() -> None:
    snapshot = session.new("tiny-gpt").snapshot
    cell = Cell("block.0/attn/scores", (0, 4, 1))
    said = written_texts(at(snapshot, timeline(snapshot).end, "closest", cell=cell))
    assert {f"slot {i}" for i in range(1, 9)} <= said
    assert "4.337" in said
    live = laid_down(at(snapshot, timeline(snapshot).end, "closest", cell=cell))
    assert locate_in(live, Cell("block.0/attn/q", (0, 4, 5))) is not None


def test_terms_come_one_after_the_other() -> None:
    snapshot = session.new("tiny-gpt").snapshot
    cell = Cell("block.0/attn/scores", (0, 4, 1))
    number = beat(snapshot, "scores")
    counts = [
        sum(
            text.startswith("= ")
            for text in written_texts(at(snapshot, Cursor(number, u), "closest", cell=cell))
        )
        for u in (0.0, 0.3, 0.6, 1.0)
    ]
    assert counts == sorted(counts)
    assert counts[0] == 0
    assert counts[-1] == 8


def test_the_formula_of_a_share_stands_over_the_numbers_that_are_divided() -> None:
    snapshot = session.new().snapshot
    cell = Cell("block.1/attn/weights", (0, 7, 1))
    texts = written_texts(at(snapshot, timeline(snapshot).end, "closest", cell=cell))
    total = f"{float(snapshot['block.1/attn/weights/sum'][0, 7]):.3f}"
    assert total in texts
    assert "9.346" not in texts, "the sum of what was not computed"
    assert {"e to it · cat", "Sum · scared"} <= texts, "in words, no names of arrays"
