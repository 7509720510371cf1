"""The stage as an exported figure: its scales are printed, and it says which moment it shows."""

from __future__ import annotations

import pytest

import transformer_lab as tl
from tests.figures import lawful
from transformer_lab.document import edits
from transformer_lab.engine.graph import Cell
from transformer_lab.engine.model import BlockSpec, FeedForward, Model
from transformer_lab.errors import LabError
from transformer_lab.figures.hit import hit_in, laid_down, locate_in
from transformer_lab.figures.registry import draw_figure


def test_both_scales_stand_over_the_stage() -> None:
    written = lawful.texts(draw_figure("stage", tl.new().snapshot, parts="all"))
    assert {"values", "−2", "+2", "attention", "0", "1", "Block 2, head 1 · who?"} <= {*written}


def test_without_attention_its_scale_is_not_there() -> None:
    lab = tl.new()
    lab.do(edits.set_model(Model(8, (BlockSpec((FeedForward(8),)),)), "no attention"))
    written = lawful.texts(draw_figure("stage", lab.snapshot))
    assert "values" in written
    assert "attention" not in written


@pytest.mark.parametrize(
    ("step", "size", "said"),
    [
        (1, "16:9", "Sentence · add positions, 2 of 2"),
        (7, "1280x720", "Block 1, head 1 · inside? · mix values, 6 of 12"),
        (10, "16:9", "Block 1 · widen, 9 of 12"),
        (7, "580x540", "Mix values, 6 of 12"),
    ],
)
def test_a_step_is_named(step: int, size: str, said: str) -> None:
    picture = draw_figure("stage", tl.new(text="The cat").snapshot, step=step, size=size, parts="all")
    assert said in lawful.texts(picture)
    assert lawful.overlapping(picture) == []


def test_a_step_that_does_not_exist_is_said_with_the_range() -> None:
    with pytest.raises(LabError, match=r"The timeline has 28 steps, so --step goes from 0 to 27\."):
        draw_figure("stage", tl.new().snapshot, step=28)


def test_the_stage_answers_below_its_head_line() -> None:
    picture = draw_figure("stage", tl.new().snapshot, parts="all")
    cell = Cell("block.1/attn/weights", (0, 7, 1))
    laid = laid_down(picture)
    x, y, w, h = locate_in(laid, cell) or pytest.fail("the weight is nowhere")
    assert hit_in(laid, x + w / 2, y + h / 2) == cell
    plain = draw_figure("stage", tl.new().snapshot, title=False, size="960x496", parts="all")
    assert locate_in(laid_down(plain), cell) == pytest.approx((x, y - 44.0, w, h))


@pytest.mark.parametrize("size", ["16:9", "4:3", "84mm", "500x400"])
def test_closest_by_long_vectors_stay_on_the_page(size: str) -> None:
    snapshot = tl.new("tiny-encoder").snapshot
    picture = draw_figure("stage", snapshot, zoom="closest", size=size)
    assert any("feature 16" in text for text in lawful.texts(picture))
    assert [what for what in lawful.outside(picture) if "feature" in what] == []
