"""Edits: what they change, what they refuse and why, and how they are called."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import transformer_lab as tl
from transformer_lab.document import edits
from transformer_lab.document.history import begin
from transformer_lab.document.presets import PRESETS
from transformer_lab.document.state import ByWord, Recipe
from transformer_lab.engine.model import Model

W_Q = "block.1/attn/W_Q"


@pytest.fixture
def lab() -> tl.Lab:
    return tl.new()


def test_a_cell_is_set_and_named_for_people(lab: tl.Lab) -> None:
    lab.set_cell(W_Q, (2, 0, 0), -3.0)
    assert lab[W_Q][2, 0, 0] == -3.0
    assert lab.undo_label == "Set W_Q, block 2, head 1 · who?: state → slot 1 to −3"
    lab.set_cell("embed/W_E", (1, 0), 1 / 3)
    assert lab.undo_label == "Set embed W_E: the → noun to 0.333333"


def test_the_same_number_again_is_no_step_but_another_zero_is(lab: tl.Lab) -> None:
    assert lab[W_Q][0, 0, 0] == 0.0
    lab.set_cell(W_Q, (0, 0, 0), 0.0)
    assert lab.undo_label is None
    lab.set_cell(W_Q, (0, 0, 0), -0.0)
    assert lab.undo_label is not None
    assert np.signbit(lab[W_Q][0, 0, 0])


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf"), "text", None, 10**400, [1, 2]])
def test_what_is_no_finite_number_is_refused(lab: tl.Lab, value: Any) -> None:
    before = lab.snapshot
    with pytest.raises(tl.LabError, match="W_Q"):
        lab.set_cell(W_Q, (0, 0, 0), value)
    assert lab.snapshot is before
    assert lab.undo_label is None


@pytest.mark.parametrize(
    ("node_id", "why"),
    [
        ("block.0/attn/scores", "computed from block.0/attn/q and block.0/attn/k"),
        ("tokens", "made from the text"),
        ("block.0/attn/mask", "design of the model"),
        ("nope", "nope"),
    ],
)
def test_what_cannot_be_set_says_why(lab: tl.Lab, node_id: str, why: str) -> None:
    with pytest.raises(tl.LabError, match=why):
        lab.set_cell(node_id, (0,), 1.0)
    with pytest.raises(tl.LabError, match=why):
        lab.set(node_id, [1.0])


@pytest.mark.parametrize("index", [(0, 0), (8, 0, 0), (-1, 0, 0), (0, 0, 0, 0), ()])
def test_an_index_outside_is_refused(lab: tl.Lab, index: tuple[int, ...]) -> None:
    with pytest.raises(tl.LabError, match="W_Q"):
        lab.set_cell(W_Q, index, 1.0)


def test_a_drag_is_one_step_and_two_drags_are_two(lab: tl.Lab) -> None:
    for value in (1.0, 2.0, 3.0):
        lab.set_cell(W_Q, (0, 0, 0), value, "drag 1")
    lab.set_cell(W_Q, (0, 0, 0), 4.0, "drag 2")
    lab.undo()
    assert lab[W_Q][0, 0, 0] == 3.0
    lab.undo()
    assert lab[W_Q][0, 0, 0] == 0.0
    assert lab.undo_label is None


def test_typing_is_one_step_until_something_else_or_a_pause(lab: tl.Lab) -> None:
    first = lab.text
    for text in ("a", "a c", "a cat"):
        lab.do(edits.set_text(text))
    lab.set_cell(W_Q, (0, 0, 0), 1.0)
    lab.do(edits.set_text("a dog"))
    lab.do(edits.set_text("a dog ran", "after a pause"))
    undone = []
    while lab.undo_label:
        lab.undo()
        undone.append(lab.text)
    assert undone == ["a dog", "a cat", "a cat", first]


def test_typing_after_saving_leaves_the_saved_text_in_reach(lab: tl.Lab, tmp_path: Any) -> None:
    lab.do(edits.set_text("a"))
    lab.save(tmp_path / "a.tlab")
    lab.do(edits.set_text("a b"))
    assert lab.modified
    lab.undo()
    assert lab.text == "a"
    assert not lab.modified


def test_a_word_with_an_edited_row_stays(lab: tl.Lab) -> None:
    lab.text = "the zebra ran"
    lab.set_cell("W_U", (0, lab.snapshot.vocabulary.index("zebra")), 7.0)
    lab.text = "the cat"
    assert "zebra" in lab.snapshot.vocabulary
    assert "ran" not in lab.snapshot.vocabulary
    lab.undo()
    lab.undo()
    lab.text = "the cat"
    assert "zebra" not in lab.snapshot.vocabulary


def test_words_that_stay_stand_in_one_order(lab: tl.Lab) -> None:
    words = ("yak", "gnu", "emu", "asp", "eel", "koi", "zho")
    lab.text = " ".join(words)
    for word in words:
        lab.set_cell("embed/W_E", (lab.snapshot.vocabulary.index(word), 0), 7.0)
    lab.text = "the cat"
    assert lab.snapshot.vocabulary[-len(words) :] == tuple(sorted(words))


def test_a_refilled_table_lets_its_words_go(lab: tl.Lab) -> None:
    lab.text = "the zebra"
    lab.set_cell("embed/W_E", (lab.snapshot.vocabulary.index("zebra"), 0), 7.0)
    lab.do(edits.set_recipe("embed/W_E", Recipe("zero")))
    lab.text = "the cat"
    assert "zebra" not in lab.snapshot.vocabulary
    assert not lab["embed/W_E"].any()


def test_a_whole_parameter_is_set_in_one_step(lab: tl.Lab) -> None:
    array = np.arange(64.0).reshape(8, 2, 4)
    lab.set(W_Q, array)
    array[:] = 9.0
    assert lab[W_Q].ravel().tolist() == list(range(64))
    assert lab.undo_label == "Set W_Q, block 2"
    with pytest.raises(ValueError, match="read-only"):
        lab[W_Q][0, 0, 0] = 1.0


@pytest.mark.parametrize(
    "array",
    [np.zeros((8, 8)), np.zeros((8, 2, 3)), np.full((8, 2, 4), np.nan), [["a"]], [[1], [1, 2]], None, 1j],
    ids=["rank", "shape", "nan", "text", "ragged", "none", "complex"],
)
def test_a_parameter_that_does_not_fit_is_refused(lab: tl.Lab, array: Any) -> None:
    with pytest.raises(tl.LabError, match="W_Q"):
        lab.set(W_Q, array)
    assert lab.undo_label is None


def test_setting_a_table_keeps_only_the_rows_that_differ(lab: tl.Lab) -> None:
    lab.text = "the zebra ran"
    table = lab["embed/W_E"].copy()
    table[lab.snapshot.vocabulary.index("ran")] += 1.0
    lab.set("embed/W_E", table)
    held = lab.state.parameters["embed/W_E"]
    assert isinstance(held, ByWord)
    assert "ran" in held.rows
    assert "zebra" not in held.rows
    assert np.array_equal(lab["embed/W_E"], table)


def test_positions_beyond_the_text_are_kept(lab: tl.Lab) -> None:
    lab.text = "a b c"
    ninth = tl.new(text="x " * 9)["embed/positions"][8]
    lab.set("embed/positions", np.ones((3, 8)))
    lab.set_cell("embed/positions", (1, 0), 5.0)
    lab.text = "x " * 9
    assert lab["embed/positions"][1, 0] == 5.0
    assert lab["embed/positions"][2, 0] == 1.0
    assert np.array_equal(lab["embed/positions"][8], ninth)


def test_names_can_be_changed(lab: tl.Lab) -> None:
    lab.do(edits.rename_feature(0, "thing"))
    assert lab.undo_label == "Rename feature 1 to “thing”"
    assert lab.names(W_Q)[0][0] == "thing"
    lab.do(edits.rename_head("block.0/attn", 1, ""))
    assert lab.names("block.0/attn/q")[0] == ("head 1 · inside?", "head 2")
    lab.do(edits.set_title("Mine"))
    assert lab.state.title == "Mine"
    for wrong in (
        edits.rename_feature(8, "x"),
        edits.rename_head("block.0/attn", 2, "x"),
        edits.rename_head("ffn", 0, "x"),
    ):
        with pytest.raises(tl.LabError):
            lab.do(wrong)


def test_a_seed_changes_only_what_nobody_has_set() -> None:
    lab = tl.new("tiny-gpt")
    lab.set_cell("block.0/attn/W_K", (0, 0, 0), 1.0)
    kept, random = lab["block.0/attn/W_K"], lab["block.0/attn/W_Q"]
    lab.do(edits.set_seed(5))
    assert lab["block.0/attn/W_K"] is kept
    assert not np.array_equal(lab["block.0/attn/W_Q"], random)
    with pytest.raises(tl.LabError):
        lab.do(edits.set_seed(-1))


@pytest.mark.parametrize("init", ["zero", "one", "identity", "one-hot", "normal", "xavier"])
@pytest.mark.parametrize("name", PRESETS)
def test_every_parameter_can_be_filled_afresh(name: str, init: Any) -> None:
    lab = tl.new(name)
    assert lab.snapshot.graph is not None
    for node in lab.snapshot.graph.leaves():
        if node.kind == "parameter":
            lab.do(edits.set_recipe(node.id, Recipe(init, 2.0)))
            assert np.isfinite(lab[node.id]).all()


def test_one_hot_has_one_number_in_each_row_told_by_name_and_seed() -> None:
    lab = tl.new("tiny-gpt")
    for node_id, inputs in (("block.0/attn/W_Q", 1), ("block.0/attn/W_O", 2), ("block.0/ffn/b_1", 0)):
        lab.do(edits.set_recipe(node_id, Recipe("one-hot")))
        rows = lab[node_id].reshape(math.prod(lab[node_id].shape[:inputs]), -1)
        assert (np.sort(rows, axis=1)[:, -1] == 1.0).all()
        assert (rows.sum(axis=1) == 1.0).all()
    lab.do(edits.set_recipe("embed/W_E", Recipe("one-hot")))
    assert (lab["embed/W_E"].sum(axis=1) == 1.0).all()
    same = lab["block.0/attn/W_Q"]
    lab.do(edits.set_recipe("block.0/attn/W_Q", Recipe("one-hot", seed=5)))
    assert not np.array_equal(lab["block.0/attn/W_Q"], same)
    lab.do(edits.set_recipe("block.0/attn/W_Q", Recipe("one-hot", seed=0)))
    assert np.array_equal(lab["block.0/attn/W_Q"], same)


def test_a_norm_directly_after_a_norm_is_told() -> None:
    lab = tl.new("tiny-gpt")
    assert lab.snapshot.notice == ""
    lab.do(edits.switch("norm", "after"))
    assert lab.snapshot.notice == ""
    lab.do(edits.set_model(replace(lab.state.model, final_norm=True), "A last norm"))
    assert lab.snapshot.notice.startswith("The final norm: a norm stands directly after a norm")
    lab.undo()
    assert lab.snapshot.notice == ""


def test_xavier_is_as_wide_as_inputs_and_outputs_say() -> None:
    lab = tl.new("tiny-gpt")
    lab.do(edits.set_recipe("block.0/ffn/W_1", Recipe("xavier", 1.0)))
    assert lab["block.0/ffn/W_1"].std() == pytest.approx(np.sqrt(2 / (16 + 32)), rel=0.1)
    assert lab["block.0/attn/W_O"].std() == pytest.approx(np.sqrt(2 / 32), rel=0.15)


def test_a_model_that_cannot_be_built_is_refused(lab: tl.Lab) -> None:
    before = lab.snapshot
    with pytest.raises(tl.LabError):
        lab.do(edits.set_model(Model(0, ()), "Break it"))
    assert lab.snapshot is before


def test_an_edit_that_fails_midway_changes_nothing(lab: tl.Lab) -> None:
    def broken(state: Any) -> Any:
        raise RuntimeError("halfway")

    from transformer_lab.document.history import Edit

    before, history = lab.snapshot, lab.history
    with pytest.raises(RuntimeError):
        lab.do(Edit("Break", broken))
    assert (lab.snapshot, lab.history) == (before, history)


def test_history_at_its_ends_stays(lab: tl.Lab) -> None:
    history = begin(lab.state)
    assert history.undo().state is lab.state
    assert history.redo().state is lab.state
    assert (history.undo_label, history.redo_label, history.modified) == (None, None, False)
