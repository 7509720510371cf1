"""Type that is too small for a slide: told by kind, made larger where there is room, or fewer words shown."""

from __future__ import annotations

import numpy as np
import pytest

from tests.figures.lawful import texts
from transformer_lab import session
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.cropping import ROWS, around
from transformer_lab.figures.enlarging import culprits, enlarged
from transformer_lab.figures.hit import hit_in
from transformer_lab.figures.legibility import smallest, texts_of, type_sizes
from transformer_lab.figures.numbers import percent_texts
from transformer_lab.figures.picture import Rects, Texts, picture, table
from transformer_lab.figures.registry import draw_figure

LONG = session.new(text=" ".join(["the cat that the dog chased was scared"] * 6))
SLIDE = (960.0, 540.0)


def test_kinds_of_text_are_told_by_their_smallest_size() -> None:
    drawn = picture(
        SLIDE,
        Texts(("67", "−0.5", ""), table([10, 50, 90], 100), 14),
        Texts(("cat",), table(10, 150), 22),
        Texts(("cat",), table(10, 180), 20),
        Texts(("Who",), table(10, 60), 30, "display"),
    )
    found = {kind.text: round(kind.points) for kind in type_sizes(drawn, ("cat", "dog"))}
    assert found == {"numbers": 14, "words": 20, "title": 30}


def test_small_type_grows_as_far_as_there_is_room() -> None:
    free = Texts(("67",), table(10, 100), 12)
    crowded = Texts(("100", "100"), table([310, 338], 300), 12, anchor="middle")
    drawn = picture(SLIDE, free, crowded, Texts(("Title",), table(10, 40), 30, "display"))
    sizes = [batch.size for batch in texts_of(enlarged(drawn))]
    assert sizes[0] == 18
    assert 12 <= sizes[1] < 18
    assert sizes[2] == 30
    assert len(culprits(drawn)) == 2


def test_lines_that_stand_alike_stay_of_one_size_and_cross_no_edge() -> None:
    column = (
        Texts(("Key",), table(90, 100), 12, anchor="end"),
        Texts(("Value",), table(130, 100), 12, anchor="end"),
    )
    longest = Texts(("Feed-forward",), table(130, 200), 12, anchor="end")
    free = picture(SLIDE, *column, longest)
    framed = picture(SLIDE, *column, longest, Rects(table(52, 60, 400, 300), stroke="line"))
    for drawn, most in ((free, 18), (framed, 12)):
        sizes = {batch.size for batch in texts_of(enlarged(drawn))}
        assert len(sizes) == 1
        assert max(sizes) <= most
    stage = draw_figure("stage", session.new().snapshot, size="16:9")
    before = {(b.size, b.anchor) for b in texts_of(stage)}
    after = {(b.size, b.anchor) for b in texts_of(enlarged(stage))}
    assert len(after) <= len(before)


def test_an_enlarged_figure_is_another_layer_with_the_same_items() -> None:
    drawn = draw_figure("attention", session.new("tiny-encoder").snapshot, size="960x500")
    grown = enlarged(drawn)
    before, after = smallest(drawn), smallest(grown)
    assert before is not None
    assert after is not None
    assert before.points < 16.0 <= after.points
    assert sorted(texts(grown)) == sorted(texts(drawn))
    assert grown.layers[0].key != drawn.layers[0].key


def test_a_part_of_a_long_sentence_is_large_and_says_so() -> None:
    shown = draw_figure("attention", LONG.snapshot, block=1, head=0, query=40, words=around(40, 48))
    said = texts(shown)
    assert "Words 25 to 40 of 48; shares count all." in " ".join(said)
    found = smallest(shown)
    assert found is not None
    assert found.points >= 17.5


def test_the_percents_of_a_part_are_shares_of_the_whole_row() -> None:
    shown = draw_figure("attention", LONG.snapshot, block=1, head=0, query=40, words=(33, 40))
    row = percent_texts(LONG["block.1/attn/weights"][0, 40], "")
    assert "3" in row[33:41]
    assert set(row[33:41]) <= set(texts(shown))


def test_cells_of_a_part_answer_as_themselves() -> None:
    shown = draw_figure("attention", LONG.snapshot, block=1, head=0, query=40, words=(25, 40))
    live = [(layer, layer.build()) for layer in shown.layers]
    found = {hit_in(live, x, y) for x in np.arange(0.0, 960.0, 6.0) for y in np.arange(0.0, 540.0, 6.0)}
    assert Cell("block.1/attn/weights", (0, 40, 25)) in found
    assert Cell("block.1/attn/weights", (0, 0, 0)) not in found


def test_words_that_are_not_there_are_refused() -> None:
    for words in ((3, 99), (5, 2), (-1, 3)):
        with pytest.raises(LabError, match="0:47"):
            draw_figure("attention", LONG.snapshot, words=words)
    with pytest.raises(LabError, match="such as 2:7"):
        draw_figure("attention", LONG.snapshot, words="3")
    assert around(3, 48) == (0, ROWS - 1)
