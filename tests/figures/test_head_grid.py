"""The grid of heads: every head has a map, a click on it gives one of its weights, nothing collides."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import transformer_lab as tl
from tests.figures import lawful
from tests.figures.goldens import check
from tests.figures.models import model_of, snapshot_of
from transformer_lab.document import edits
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.state import Recipe
from transformer_lab.engine.model import Attention, BlockSpec, FeedForward
from transformer_lab.figures.heads import all_heads
from transformer_lab.figures.hit import hit_in, laid_down
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Cells, Hatch, Rects, Texts
from transformer_lab.figures.registry import FIGURES, draw_figure
from transformer_lab.figures.thumbnails import pooled
from transformer_lab.session import Lab

LONG = " ".join(f"w{i}" for i in range(64))


@cache
def snapshot(blocks: int, heads: int, text: str = "a b c d", mask: str = "causal") -> Snapshot:
    """Random heads without names."""
    state = tl.new(text=text).state
    spec = BlockSpec((Attention(heads, 2, mask), FeedForward(4)))  # type: ignore[arg-type]
    model = replace(state.model, blocks=(spec,) * blocks)
    parameters = MappingProxyType({"embed/positions": Recipe("normal", 1.0)})
    return Lab(replace(state, model=model, parameters=parameters, head_names=MappingProxyType({}))).snapshot


@cache
def named() -> Snapshot:
    """Many heads, of which a few have names of their own."""
    lab = tl.new(text=LONG)
    lab.do(edits.switch("layers", 8))
    lab.do(edits.switch("heads", 8))
    return lab.snapshot


CASES = {
    "the first sentence": lambda: tl.new().snapshot,
    "one head": lambda: snapshot(1, 1),
    "four by four, unmasked": lambda: snapshot(4, 4, mask="none"),
    "twelve by eight": lambda: snapshot(12, 8),
    "twelve by eight, 64 words": lambda: snapshot(12, 8, LONG),
    "eight by eight, some with names": named,
}
SIZES = ["16:9", "4:3", "420x320", "310x196"]


def test_golden() -> None:
    check("head-grid-16x9", draw_figure("head-grid", tl.new().snapshot))


@pytest.mark.parametrize("notes", [True, False])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("make", CASES.values(), ids=CASES.keys())
def test_nothing_sticks_out_and_no_texts_collide(make, size: str, notes: bool) -> None:
    picture = draw_figure("head-grid", make(), size=size, notes=notes)
    assert lawful.outside(picture) == []
    assert lawful.overlapping(picture) == []
    assert lawful.unknown_tokens(picture) == set()


@pytest.mark.parametrize("make", CASES.values(), ids=CASES.keys())
def test_a_click_on_a_map_gives_a_weight_of_that_head(make) -> None:
    shown = make()
    picture = draw_figure("head-grid", shown, size="960x540")
    laid = laid_down(picture)
    frames = next(i for i in laid[0][1] if isinstance(i, Rects) and i.stroke == "line2" and not i.radius)
    places = [(row.weights, h) for row in all_heads(shown) for h in range(len(row.names))]
    for (x, y, w, h), (node, head) in zip(frames.box.tolist(), places, strict=True):
        for across, down in ((0.03, 0.03), (0.5, 0.5), (0.97, 0.97)):
            cell = hit_in(laid, x + across * w, y + down * h)
            assert cell is not None
            assert (cell.node, cell.index[0]) == (node, head)


def test_every_weight_of_small_maps_answers_where_it_stands() -> None:
    picture = draw_figure("head-grid", tl.new().snapshot)
    assert len({*lawful.cells(picture)}) == 2 * 2 * 64
    assert lawful.lost(picture) == []


def test_a_map_with_more_words_than_pixels_says_so() -> None:
    notice = "Each dot: the largest of several, square root."
    assert notice in " ".join(lawful.texts(draw_figure("head-grid", snapshot(12, 2, LONG), size="16:9")))
    assert notice not in " ".join(lawful.texts(draw_figure("head-grid", snapshot(2, 2), size="16:9")))


def test_the_ring_stands_round_the_chosen_head_alone() -> None:
    picture = draw_figure("head-grid", tl.new().snapshot, block=0, head=1)
    rings = [i for i in lawful.items(picture) if isinstance(i, Rects) and i.stroke == "select"]
    x, y, w, h = rings[0].box[0].tolist()
    cell = hit_in(laid_down(picture), x + w / 2, y + h / 2)
    assert len(rings) == 1
    assert cell is not None
    assert (cell.node, cell.index[0]) == ("block.0/attn/weights", 1)


def test_names_of_heads_stand_under_their_maps() -> None:
    written = lawful.texts(draw_figure("head-grid", tl.new().snapshot))
    assert {"inside?", "word before", "who?", "nearby", "Block 1", "Block 2", "Head 1", "Head 2"} <= {
        *written
    }


def test_an_unmasked_model_has_no_hatch() -> None:
    assert not any(
        isinstance(i, Hatch) for i in lawful.items(draw_figure("head-grid", snapshot(2, 2, mask="none")))
    )


@given(st.integers(1, 20), st.integers(1, 12), st.integers(0, 99))
def test_pooling_keeps_the_sharpest_link_of_each_patch(n: int, side: int, seed: int) -> None:
    values = np.random.default_rng(seed).random((n, n))
    small, index = pooled(values, side)
    assert len(small) <= max(side, 1) or index is None
    assert small.max() == values.max()
    if index is not None:
        assert np.array_equal(values[index[:, 0], index[:, 1]], small.ravel())


def test_a_patch_that_is_hidden_all_over_stays_hidden() -> None:
    values = np.where(np.triu(np.ones((6, 6)), 1) > 0, np.nan, 0.5)
    small, index = pooled(values, 3)
    assert index is not None
    assert np.isnan(small).tolist() == [[False, True, True], [False, False, True], [False, False, False]]
    assert index[1].tolist() == [0, 2]


def test_other_weights_are_another_layer() -> None:
    lab = tl.new()
    before = draw_figure("head-grid", lab.snapshot).layers[0].key
    assert draw_figure("head-grid", lab.snapshot).layers[0].key == before
    lab.set_cell("block.0/attn/W_Q", (0, 0, 0), 3.0)
    assert draw_figure("head-grid", lab.snapshot).layers[0].key != before


@pytest.mark.parametrize("size", ["200x200", "84mm", "320x240", "16:9"])
def test_names_of_many_heads_are_thinned_before_they_run_into_each_other(size: str) -> None:
    model = model_of(*[BlockSpec((Attention(12, 1, "causal"),))] * 12, width=12)
    picture = draw_figure("head-grid", snapshot_of(model), size=size)
    assert lawful.overlapping(picture) == []
    assert lawful.outside(picture) == []
    thinned = "11" not in lawful.texts(picture) or "Block 2" not in lawful.texts(picture)
    assert thinned == ("Some names left out" in " ".join(lawful.texts(picture)))


def maps(options: Options, figure: str = "head-grid") -> list[Cells]:
    """The maps that are drawn, whole ones."""
    picture = FIGURES[figure].drawn(tl.new().snapshot, options)
    items = [item for layer in picture.layers for item in layer.build()]
    return [i for i in items if isinstance(i, Cells) and i.ref is not None and i.values.shape[1] > 1]


def test_maps_share_one_scale_or_each_has_its_own_by_choice() -> None:
    shared, own = maps(Options()), maps(Options(ramp="own"))
    assert len(shared) == len(own) == 2
    for a, b in zip(shared, own, strict=True):
        largest = np.nanmax(a.values, (1, 2), keepdims=True)
        np.testing.assert_allclose(b.values, a.values / largest)
    said = " ".join(
        text
        for layer in FIGURES["head-grid"].drawn(tl.new().snapshot, Options(ramp="own")).layers
        for item in layer.build()
        if isinstance(item, Texts)
        for text in item.text
    )
    assert "Each map ends at its own largest weight." in said
