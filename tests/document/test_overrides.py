"""Computed values set by hand: undone, saved, kept when a text changes, let go again."""

import numpy as np
import pytest

import transformer_lab as tl
from transformer_lab.document import overrides
from transformer_lab.document.overriding import freeze, override_cell, release, scale_head
from transformer_lab.errors import LabError

W = "block.1/attn/weights"


def test_a_weight_is_set_undone_and_let_go():
    lab = tl.new()
    plain, probs = lab[W], lab["probs"]
    lab.do(override_cell(W, (0, 7, 1), 0.0))
    assert lab.undo_label.startswith("Set weights, block 2, head 1")
    assert lab[W][0, 7, 1] == 0.0
    assert np.array_equal(lab[f"{W}|computed"], plain)
    assert lab.explain(W, (0, 7, 1)).set_by_you
    assert not lab.explain(W, (0, 7, 2)).set_by_you
    assert not np.array_equal(lab["probs"][7], probs[7])
    assert np.array_equal(lab["probs"][:7], probs[:7])
    lab.do(override_cell(W, (0, 7, 2), 1.0))
    assert lab[W][0, 7, 1:3].tolist() == [0.0, 1.0]
    lab.do(release(W))
    assert np.array_equal(lab["probs"], probs)
    lab.undo()
    assert lab[W][0, 7, 1:3].tolist() == [0.0, 1.0]
    lab.undo()
    lab.undo()
    assert np.array_equal(lab["probs"], probs)


def test_what_was_set_is_saved_and_comes_back(tmp_path):
    lab = tl.new()
    lab.do(override_cell(W, (0, 7, 1), 0.25))
    lab.do(scale_head("block.0/attn/mixed", 1, 0.0))
    lab.save(tmp_path / "hand.tlab")
    again = tl.open(tmp_path / "hand.tlab")
    assert np.array_equal(again["probs"], lab["probs"])
    assert again[W][0, 7, 1] == 0.25
    lab.save(tmp_path / "again.tlab")
    assert (tmp_path / "again.tlab").read_bytes() == (tmp_path / "hand.tlab").read_bytes()


def test_a_head_is_switched_off_and_on():
    lab = tl.new()
    probs = lab["probs"]
    lab.do(scale_head("block.1/attn/mixed", 0, 0.0))
    assert np.all(lab["block.1/attn/mixed"][0] == 0.0)
    assert np.array_equal(lab["block.1/attn/mixed"][1], lab["block.1/attn/mixed|computed"][1])
    lab.do(scale_head("block.1/attn/mixed", 0, 1.0))
    assert np.array_equal(lab["probs"], probs)
    assert not lab.state.overrides


def test_the_wire_of_another_text_is_patched_in():
    lab, other = tl.new(), tl.new()
    other.text = lab.text.replace("cat", "dog", 1)
    lab.do(freeze("block.0/resid_post", other["block.0/resid_post"]))
    assert np.array_equal(lab["block.1/resid_post"], other["block.1/resid_post"])


def test_cells_beyond_a_shorter_text_wait():
    lab = tl.new()
    lab.do(override_cell(W, (0, 7, 1), 0.0))
    text = lab.text
    lab.text = "the cat"
    assert lab[W].shape == (2, 2, 2)
    assert np.array_equal(lab[W], lab[f"{W}|computed"])
    lab.text = text
    assert lab[W][0, 7, 1] == 0.0


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (override_cell("block.0/attn/W_Q", (0, 0, 0), 1.0), "W_Q is not computed; set it as a parameter"),
        (override_cell(W, (0, 99, 1), 1.0), "99 is outside"),
        (override_cell(W, (0, 7, 1), float("nan")), "cannot be computed with"),
        (scale_head("block.0/resid_mid", 0, 0.0), "has no head 1"),
        (scale_head(W, 2, 0.0), "has no head 3"),
        (freeze(W, np.zeros((2, 2))), "has the shape"),
    ],
)
def test_what_cannot_be_set_is_refused(edit, words):
    lab = tl.new()
    state = lab.state
    with pytest.raises(LabError, match=words):
        lab.do(edit)
    assert lab.state is state


@pytest.mark.parametrize(
    "data",
    [
        [],
        {"x": []},
        {"x": {"cells": 3}},
        {"x": {"cells": [[[0], "1"]]}},
        {"x": {"cells": [[[-1], 1]]}},
        {"x": {"cells": [[[0] * 9, 1]]}},
        {"x": {"cells": [[[0], 1, 2]]}},
        {"x": {"heads": [[True, 1]]}},
        {"x": {"other": []}},
        {"x": {"cells": [[[0], 10**400]]}},
    ],
)
def test_a_hostile_file_is_refused(data):
    with pytest.raises(LabError, match="must be"):
        overrides.from_json(data, "overrides")
