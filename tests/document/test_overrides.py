"""Computed values set by hand: undone, saved, kept when a text changes, let go again."""

import json

import numpy as np
import pytest

import transformer_lab as tl
from transformer_lab.document import overrides
from transformer_lab.document.archive import JSON, unpack
from transformer_lab.document.overriding import (
    cut_edge,
    freeze,
    override_cell,
    release,
    release_cell,
    restore_edge,
    scale_head,
    scale_node,
    switch_off,
)
from transformer_lab.document.project import MAJOR, MINOR, Project, to_bytes
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


def test_cells_heads_and_a_factor_hold_in_one_value():
    lab, mixed = tl.new(), "block.1/attn/mixed"
    plain = lab[mixed]
    lab.do(override_cell(mixed, (0, 7, 1), 9.0))
    lab.do(scale_head(mixed, 1, 0.5))
    lab.do(scale_node(mixed, 2.0))
    expected = plain * np.array([2.0, 1.0])[:, None, None]
    assert np.array_equal(lab[f"{mixed}|computed"], plain)
    assert np.array_equal(lab[f"{mixed}|scaled"], expected)
    expected[0, 7, 1] = 9.0
    assert np.array_equal(lab[mixed], expected)
    assert lab.explain(mixed, (0, 7, 1)).set_by_you
    assert not lab.explain(mixed, (0, 7, 2)).set_by_you
    lab.undo()
    lab.undo()
    assert lab[mixed][0, 7, 1] == 9.0
    assert np.array_equal(lab[mixed][1], plain[1])
    lab.undo()
    assert np.array_equal(lab[mixed], plain)


@pytest.mark.parametrize("path", ["block.0/attn", "block.1/ffn", "block.1/ffn/out"])
def test_a_sublayer_is_switched_off_and_on(path):
    lab = tl.new()
    probs, out = lab["probs"], path.removesuffix("/out") + "/out"
    lab.do(switch_off(path))
    assert lab.undo_label.startswith("Switch")
    assert not lab[out].any()
    assert not np.array_equal(lab["probs"], probs)
    block, sub = path.split("/")[:2]
    before, after = ("resid_pre", "resid_mid") if sub == "attn" else ("resid_mid", "resid_post")
    assert np.array_equal(lab[f"{block}/{after}"], lab[f"{block}/{before}"])
    lab.do(scale_node(path, 1.0))
    assert np.array_equal(lab["probs"], probs)
    assert not lab.state.overrides


@pytest.mark.parametrize("preset", ["first-sentence", "tiny-llama", "tiny-encoder"])
def test_an_edge_is_cut_and_restored(preset):
    lab = tl.new(preset)
    plain = lab[W]
    index = (*np.unravel_index(1, plain.shape[:-2]), 3, 1)
    lab.do(cut_edge("block.1/attn", 1, 3, 1))
    assert lab.undo_label.startswith("Cut weights, block 2, head 2")
    assert lab[W][index] == 0.0
    rest = np.delete(plain[index[:-1]], 1)
    np.testing.assert_allclose(np.delete(lab[W][index[:-1]], 1), rest / rest.sum(), rtol=1e-12, atol=0)
    others = np.ones(plain.shape[:-1], bool)
    others[index[:-1]] = False
    assert np.array_equal(lab[W][others], plain[others])
    assert lab.explain(W, index).cut_by_you
    assert "cut by you" in repr(lab.explain(W, index))
    assert not lab.explain(W, (*index[:-1], 0)).cut_by_you
    lab.do(restore_edge("block.1/attn", 1, 3, 1))
    assert np.array_equal(lab[W], plain)
    lab.undo()
    assert lab[W][index] == 0.0
    lab.undo()
    assert np.array_equal(lab[W], plain)


def test_a_word_cut_from_all_it_sees_looks_at_nothing():
    lab = tl.new()
    for head in range(2):
        lab.do(cut_edge("block.0/attn", head, 0, 0))
    assert not lab["block.0/attn/weights"][:, 0].any()
    assert np.isfinite(lab["probs"]).all()
    assert np.isfinite(lab.gradient("logits", (0, 0))["grad/embed/W_E"]).all()


@pytest.mark.parametrize("edit", [cut_edge("block.0/attn", 1, 3, 2), switch_off("block.1/ffn"), None])
def test_an_old_file_becomes_a_newer_one_only_if_it_says_more(edit):
    lab = tl.new()
    if edit is not None:
        lab.do(edit)
    data = unpack(to_bytes(Project(lab.state, minor=0)))[JSON]
    assert json.loads(data)["version"] == [MAJOR, 0 if edit is None else MINOR]


def test_edges_and_factors_are_saved(tmp_path):
    lab = tl.new()
    lab.do(cut_edge("block.0/attn", 1, 3, 2))
    lab.do(switch_off("block.1/ffn"))
    lab.save(tmp_path / "hand.tlab")
    again = tl.open(tmp_path / "hand.tlab")
    assert np.array_equal(again["probs"], lab["probs"])
    assert again["block.0/attn/weights"][1, 3, 2] == 0.0


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
        (cut_edge("block.0/ffn", 0, 0, 0), "no attention at block.0/ffn"),
        (cut_edge("block.0/attn", 2, 0, 0), "has no head 3"),
        (cut_edge("block.0/attn", 0, 99, 0), "99 is outside"),
        (switch_off("block.0/attn/W_Q"), "W_Q is not computed"),
        (scale_node("block.0/attn", float("inf")), "cannot be computed with"),
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
        {"x": {"factor": "1"}},
        {"x": {"factor": None}},
        {"x": {"cut": [3]}},
        {"x": {"cut": [[0, -1]]}},
        {"x": {"cut": {}}},
        {"x": {"cells": [[[0], 10**400]]}},
    ],
)
def test_a_hostile_file_is_refused(data):
    with pytest.raises(LabError, match="must be"):
        overrides.from_json(data, "overrides")


def test_a_cell_beyond_the_present_text_can_be_let_go() -> None:
    lab = tl.new("empty", text="a a b")
    lab.do(freeze("embed/tokens", lab["embed/tokens"]))
    lab.text = ""
    lab.do(release_cell("embed/tokens", (2, 4)))
    assert lab.undo_label == "Compute embed tokens: place 2 → feature 5 again"
    assert (2, 4) not in lab.state.overrides["embed/tokens"].cells


@pytest.mark.parametrize("step", ["", "/exp", "/shifted"])
def test_a_link_whose_weight_is_set_by_hand_is_not_cut_in_vain(step):
    lab, held = tl.new("worked-example"), f"block.0/attn/weights{step}"
    lab.do(freeze(held, lab[held]))
    before = lab.history
    with pytest.raises(LabError, match="set by hand"):
        lab.do(cut_edge("block.0/attn", 0, 0, 2))
    assert lab.history is before
    lab.do(release(held))
    lab.do(cut_edge("block.0/attn", 0, 0, 2))
    assert lab["block.0/attn/weights"][0, 0, 2] == 0.0
