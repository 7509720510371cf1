"""Constants that follow from the design, against numbers worked out elsewhere."""

from __future__ import annotations

import numpy as np

import transformer_lab as tl
from transformer_lab.document import edits
from transformer_lab.engine.model import Attention, BlockSpec, Model, Positions


def test_waves_of_positions_are_those_of_the_paper() -> None:
    lab = tl.new("three-tokens", text="a b c d")
    lab.do(edits.set_model(Model(4, lab.state.model.blocks, Positions("sinusoidal"), output=False), "Waves"))
    expected = [
        [0, 1, 0, 1],
        [0.841471, 0.540302, 0.010000, 0.999950],
        [0.909297, -0.416147, 0.019999, 0.999800],
        [0.141120, -0.989992, 0.029996, 0.999550],
    ]
    np.testing.assert_allclose(lab["embed/positions"], expected, atol=5.1e-7)


def test_places_may_be_counted_from_another_number() -> None:
    lab = tl.new("three-tokens", text="a b")
    rows = []
    for first in (0, 1):
        positions = Positions("sinusoidal", first=first)
        lab.do(edits.set_model(Model(4, lab.state.model.blocks, positions, output=False), "Waves"))
        rows.append(lab["embed/positions"])
    np.testing.assert_array_equal(rows[1][0], rows[0][1])


def test_the_scale_is_that_of_its_own_attention() -> None:
    block = BlockSpec((Attention(1, 4), Attention(1, 9)))
    lab = tl.new("three-tokens")
    lab.do(edits.set_model(Model(4, (block, BlockSpec((Attention(1, 16),)))), "Three widths"))
    roots = [lab[f"{path}/root_d_k"].item() for path in ("block.0/attn", "block.0/attn_2", "block.1/attn")]
    assert roots == [2.0, 3.0, 4.0]


def test_the_mask_hides_what_comes_later_and_nothing_else() -> None:
    mask = tl.new(text="a b c")["block.0/attn/mask"]
    assert np.isneginf(mask).tolist() == [[False, True, True], [False, False, True], [False, False, False]]
