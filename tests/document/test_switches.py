"""Design choices: what fits is kept, the overlap too, the rest comes from recipes; back by undo is exact."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import transformer_lab as tl
from transformer_lab.document import edits
from transformer_lab.document.presets import PRESETS
from transformer_lab.document.project import Project, to_bytes
from transformer_lab.document.switches import SWITCHES

EVERY = [(name, choice.value) for name, switch in SWITCHES.items() for choice in switch.choices]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(("name", "value"), EVERY, ids=str)
def test_every_choice_works_on_every_preset_and_comes_back_exactly(
    preset: str, name: str, value: Any
) -> None:
    lab = tl.new(preset)
    before, values = (
        to_bytes(Project(lab.state)),
        {node.id: lab[node.id] for node in lab.snapshot.graph or ()},
    )
    try:
        lab.do(edits.switch(name, value))
    except tl.LabError:
        assert preset in ("worked-example", "three-tokens")  # without W_O the widths may not allow a residual
        assert to_bytes(Project(lab.state)) == before
        return
    assert SWITCHES[name].read(lab.state.model) == value
    lab.undo()
    assert to_bytes(Project(lab.state)) == before
    assert all(lab[i].tobytes() == v.tobytes() for i, v in values.items())


def test_heads_keep_their_width_and_the_old_ones_their_numbers() -> None:
    lab = tl.new()
    old = lab["block.1/attn/W_Q"]
    lab.do(edits.switch("heads", 3))
    assert lab["block.1/attn/W_Q"].shape == (8, 3, 4)
    assert np.array_equal(lab["block.1/attn/W_Q"][:, :2], old)
    assert lab["block.1/attn/W_Q"][:, 2].any()
    assert lab.undo_label == "Heads: 3"


def test_a_new_layer_is_built_as_the_last_one() -> None:
    lab = tl.new("tiny-gpt")
    lab.do(edits.switch("layers", 3))
    assert lab.state.model.blocks[2] == lab.state.model.blocks[1]
    assert not np.array_equal(lab["block.2/attn/W_Q"], lab["block.1/attn/W_Q"])


def test_what_was_switched_off_comes_back_with_its_numbers(tmp_path: Any) -> None:
    lab = tl.new()
    before = {i: lab[i] for i in ("block.0/ffn/W_1", "block.1/ffn/W_2", "probs", "embed/positions")}
    lab.do(edits.switch("feed-forward", False))
    lab.do(edits.switch("positions", "none"))
    assert "block.0/ffn/out" not in lab.snapshot
    lab.save(tmp_path / "a.tlab")
    again = tl.open(tmp_path / "a.tlab")
    again.do(edits.switch("feed-forward", True))
    again.do(edits.switch("positions", "table"))
    assert all(np.array_equal(again[i], value) for i, value in before.items())


def test_norms_begin_with_one_and_zero() -> None:
    lab = tl.new()
    lab.do(edits.switch("norm", "after"))
    assert (lab["block.0/norm_1/gain"] == 1.0).all()
    assert (lab["block.1/norm_2/bias"] == 0.0).all()
    lab.do(edits.switch("norm", "before"))
    assert "final_norm" in lab.snapshot


def test_a_residual_where_widths_differ_is_refused_with_the_reason() -> None:
    lab = tl.new("worked-example")
    with pytest.raises(tl.LabError, match="residual"):
        lab.do(edits.switch("residual", True))


def test_heads_without_w_o_widen_the_wire() -> None:
    lab = tl.new("worked-example")
    lab.do(edits.switch("heads", 2))
    assert lab["block.0/resid_post"].shape == (3, 4)
    assert lab.names("block.0/resid_post")[1] == ("feature 1", "feature 2", "feature 3", "feature 4")


@pytest.mark.parametrize(
    ("name", "value"), [("nope", 1), ("heads", 0), ("heads", 9), ("heads", True), ("norm", "x"), ("scale", 1)]
)
def test_what_is_no_choice_is_refused(name: str, value: Any) -> None:
    with pytest.raises(tl.LabError):
        edits.switch(name, value)
