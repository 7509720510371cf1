"""Positions of every kind are drawn, and what falls with distance is what the model computes."""

from __future__ import annotations

import numpy as np
import pytest

import transformer_lab as tl
from tests.figures import lawful
from tests.figures.models import TEXT, TOWERS, UNUSUAL, snapshot_of
from transformer_lab.figures.options import Options
from transformer_lab.figures.plates.positions_values import told_positions
from transformer_lab.figures.registry import draw_figure

POSITIONS = {
    **{
        name: snapshot_of(UNUSUAL[name])
        for name in ("rotary", "slanted", "slanted, shared keys", "norm after")
    },
    "waves": tl.new("tiny-encoder").snapshot,
    "two towers": snapshot_of(TOWERS["two towers"]),
}


@pytest.mark.parametrize("show", ["waves", "distance"])
@pytest.mark.parametrize("size", ["16:9", "84mm"])
@pytest.mark.parametrize("name", POSITIONS)
def test_positions_of_every_kind_are_drawn(name: str, size: str, show: str) -> None:
    picture = draw_figure("positions", POSITIONS[name], show=show, size=size)
    assert lawful.outside(picture) == []
    assert lawful.overlapping(picture) == []
    assert lawful.lost(picture) == []


def test_what_falls_with_distance_is_the_dot_product_of_the_rows() -> None:
    for name, even in (("waves", True), ("norm after", False)):  # of waves it depends on distance alone
        told = told_positions(POSITIONS[name], Options())
        assert told is not None
        rows, fall = POSITIONS[name]["embed/positions"], told.falls[0]
        products = [rows[i] @ rows[i + 1] for i in range(len(rows) - 1)]
        np.testing.assert_allclose(
            (fall.mean[1], fall.low[1], fall.high[1]), (np.mean(products), min(products), max(products))
        )
        assert np.allclose(fall.low, fall.high) == even


def test_the_turn_of_rotary_positions_is_what_scores_of_equal_vectors_would_be() -> None:
    snapshot = POSITIONS["rotary"]
    told = told_positions(snapshot, Options())
    assert told is not None
    rate = snapshot["block.0/attn/rotary/rate"]
    np.testing.assert_allclose(told.falls[0].mean, [np.cos(d * rate).sum() for d in range(len(TEXT.split()))])


def test_a_slant_is_drawn_for_every_head_and_none_is_a_card() -> None:
    told = told_positions(POSITIONS["slanted"], Options(head=1))
    assert told is not None
    np.testing.assert_array_equal(told.values, POSITIONS["slanted"]["block.0/attn/slant"][1])
    assert [fall.name for fall in told.falls] == ["head 1", "head 2"]
    card = draw_figure("positions", tl.new("worked-example").snapshot)
    assert any("has no positions" in text for text in lawful.texts(card))


def test_each_tower_has_its_own_positions() -> None:
    both = [told_positions(POSITIONS["two towers"], Options(block=block)) for block in (None, 0)]
    assert [told.node for told in both if told] == ["embed/positions", "encoder/embed/positions"]
