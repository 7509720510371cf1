"""Two towers from near and from closest by: numbers in cells, cross-attention on the words that are read."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import transformer_lab as tl
from tests.figures.as_text import to_text
from tests.figures.goldens import check
from tests.figures.lawful import unknown_tokens
from tests.figures.stage_frames import assert_refs_are_cells, timeline, written_texts
from tests.figures.two_towers import ALL, at, frame, shown, some
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.hit import hit_in, laid_down, locate_in
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.registry import draw_figure
from transformer_lab.figures.timeline import Cursor


def near(snapshot: Snapshot, cursor: Cursor, **changes: Any) -> Picture:
    return frame(snapshot, cursor, **{"level": "near", "lane": 160.0, **changes})


def test_the_finished_frame_and_a_move_are_those_that_were_looked_at() -> None:
    snapshot = shown("small-red-house")
    check("towers-near-rest", near(snapshot, timeline(snapshot).end, query=2))
    check("towers-near-mix", near(snapshot, at(snapshot, "decoder.0/cross", "mix", 0.7), query=2))


@pytest.mark.parametrize("level", ["near", "closest"])
@pytest.mark.parametrize("name", ALL)
def test_frames_have_true_references_and_backwards_is_forwards(name: str, level: str) -> None:
    snapshot = shown(name)
    run = some(snapshot, 5, 0.4, 1.0)
    there = [near(snapshot, cursor, level=level) for cursor in run]
    for picture in there:
        assert_refs_are_cells(snapshot, picture)
        assert not unknown_tokens(picture)
        assert np.isfinite(picture.size).all()
    back = [near(snapshot, cursor, level=level) for cursor in reversed(run)]
    assert [to_text(picture) for picture in there] == [to_text(picture) for picture in back[::-1]]


def test_numbers_of_both_towers_answer_where_they_stand() -> None:
    snapshot = shown("small-red-house")
    live = laid_down(near(snapshot, timeline(snapshot).end, query=2, openness=(1.0, 1.0)))
    for cell in (
        Cell("encoder.0/attn/k", (0, 3, 2)),
        Cell("decoder.0/cross/k", (0, 3, 2)),
        Cell("decoder.0/cross/scores", (0, 2, 3)),
        Cell("decoder.0/cross/weights", (0, 2, 0)),
        Cell("decoder.0/cross/mixed", (0, 2, 1)),
    ):
        box = locate_in(live, cell)
        assert box is not None, cell
        assert hit_in(live, box[0] + box[2] / 2, box[1] + box[3] / 2) == cell


def test_scores_and_weights_across_are_written_out_for_the_word_that_asks() -> None:
    snapshot = shown("small-red-house")
    said = written_texts(near(snapshot, timeline(snapshot).end, query=2))
    for name in ("scores", "scaled", "weights"):
        for value in snapshot[f"decoder.0/cross/{name}"][0, 2].tolist():
            assert f"{abs(value):.3f}" in {text.lstrip("−") for text in said}, name


def test_a_decoder_of_few_words_has_room_for_all_that_it_reads() -> None:
    snapshot = shown("three write of twelve")
    picture = near(snapshot, timeline(snapshot).end)
    _, asks, count = snapshot["decoder.2/cross/weights"].shape
    assert asks < count
    live = laid_down(picture)
    box = locate_in(live, Cell("decoder.2/cross/weights", (0, asks - 1, count - 1)))
    assert box is not None
    assert box[0] + box[2] < picture.size[0] - 300.0


def test_the_figure_takes_every_zoom_and_every_face() -> None:
    snapshot = shown("small-red-house")
    for zoom in ("far", "middle", "near", "closest"):
        assert draw_figure("stage", snapshot, zoom=zoom).layers
    texts = {
        face: to_text(draw_figure("stage", snapshot, face=face)) for face in ("threads", "matrix", "both")
    }
    assert len(set(texts.values())) == 3


def test_in_the_matrix_the_empty_band_of_a_cross_attention_folds() -> None:
    snapshot = shown("small-red-house")
    end = timeline(snapshot).end
    y = {
        face: locate_in(laid_down(frame(snapshot, end, face=face)), Cell("decoder.0/cross/q", (0, 2, 0)))
        for face in ("threads", "matrix")
    }
    assert y["threads"] is not None
    assert y["matrix"] is not None
    assert y["threads"][1] - y["matrix"][1] > 40.0


def test_heads_are_laid_over_each_other_in_the_exported_stage() -> None:
    snapshot = tl.new("tiny-gpt").snapshot
    alone = draw_figure("stage", snapshot, head=0)
    together = draw_figure("stage", snapshot, heads=(0, 1))
    assert to_text(alone) != to_text(together)
    assert "Head 2" in written_texts(together)
    with pytest.raises(LabError, match="goes from 0 to 1"):
        draw_figure("stage", snapshot, heads=(0, 5))
