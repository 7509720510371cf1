"""Masks painted by hand, padding, gradients and cost, through the lab."""

from dataclasses import replace

import numpy as np
import pytest

import transformer_lab as tl
from transformer_lab.document import edits
from transformer_lab.document.painting import paint
from transformer_lab.engine.explain import explain
from transformer_lab.engine.model import BlockSpec
from transformer_lab.errors import LabError

A = "block.0/attn"


def painted_lab(kind, text="a b c"):
    lab = tl.new("tiny-encoder", text=text)
    model = lab.state.model
    attention, *rest = model.blocks[0].sublayers
    first = BlockSpec((replace(attention, painted=kind, padding=True), *rest))
    lab.do(edits.set_model(replace(model, blocks=(first, *model.blocks[1:])), "Paint"))
    return lab


@pytest.mark.parametrize(("kind", "value"), [("keep", 0.0), ("drop", 1.0)])
def test_a_painted_cell_is_hidden_and_seen_again(kind, value, tmp_path):
    lab = painted_lab(kind)
    assert np.all(lab[f"{A}/weights"] > 0.0)
    lab.do(paint(f"{A}/painted", (1, 2), value))
    assert lab.undo_label.startswith("Paint painted, block 1")
    assert np.all(lab[f"{A}/weights"][:, 1, 2] == 0.0)
    assert np.count_nonzero(lab[f"{A}/weights"]) == lab[f"{A}/weights"].size - 2
    lab.save(tmp_path / "a.tlab")
    assert np.array_equal(tl.open(tmp_path / "a.tlab")[f"{A}/weights"], lab[f"{A}/weights"])
    lab.undo()
    assert np.all(lab[f"{A}/weights"] > 0.0)


def test_what_was_painted_waits_for_a_longer_text():
    lab = painted_lab("keep")
    lab.do(paint(f"{A}/painted", (2, 0), 0.0))
    lab.text = "a b"
    assert np.all(lab[f"{A}/painted"] == 1.0)
    lab.do(paint(f"{A}/painted", (0, 1), 0.0))
    lab.text = "a b c d"
    expected = np.ones((4, 4))
    expected[2, 0] = expected[0, 1] = 0.0
    assert np.array_equal(lab[f"{A}/painted"], expected)


def test_padding_is_painted_too():
    lab = painted_lab("add")
    lab.do(paint("real", (2,), 0.0))
    lab.do(paint(f"{A}/painted", (0, 0), 2.5))
    assert np.all(lab[f"{A}/weights"][..., 2] == 0.0)
    assert lab[f"{A}/masked"][0, 0, 0] == lab[f"{A}/scaled"][0, 0, 0] + 2.5


def test_other_inputs_are_not_painted():
    lab = painted_lab("keep")
    with pytest.raises(LabError, match="tokens is no mask"):
        lab.do(paint("tokens", (0, 0), 1.0))
    with pytest.raises(LabError, match="outside axis"):
        lab.do(paint(f"{A}/painted", (0, 9), 1.0))


def test_gradients_of_one_cell_are_explained():
    lab = tl.new()
    trace = lab.gradient("logits", (7, 3))
    assert np.array_equal(trace["logits"], lab["logits"])
    assert trace["block.0/attn/weights"] is lab["block.0/attn/weights"]
    found = explain(trace, "grad/block.1/attn/W_Q", (0, 0, 0))
    assert found.value == pytest.approx(sum(term.value for term in found.terms), abs=1e-12)
    moved, step = lab["block.1/attn/W_Q"][0, 0, 0], 1e-6
    values = []
    for sign in (1.0, -1.0):
        lab.set_cell("block.1/attn/W_Q", (0, 0, 0), moved + sign * step)
        values.append(lab["logits"][7, 3])
    assert found.value == pytest.approx((values[0] - values[1]) / (2 * step), rel=1e-5, abs=1e-8)
    with pytest.raises(LabError, match="outside axis"):
        lab.gradient("logits", (99, 0))
    lab.text = ""
    with pytest.raises(LabError, match="no values yet"):
        lab.gradient("logits")


def test_cost_of_a_lab():
    lab = tl.new("tiny-gpt")
    parameters = [n for n in lab.snapshot.graph if n.kind == "parameter"]
    assert lab.cost().parameters == sum(lab[n.id].size for n in parameters)
    assert 0 < lab.cost("block.0").multiply_adds < lab.cost().multiply_adds
    assert lab.cost("nowhere").bytes == 0


def test_when_painted_numbers_mean_something_else_what_nobody_painted_follows() -> None:
    lab = tl.new("worked-example")
    lab.do(edits.configure("block.0/attn", "painted", "add"))
    assert not lab["block.0/attn/painted"].any()
    lab.do(edits.configure("block.0/attn", "painted", "keep"))
    assert (lab["block.0/attn/painted"] == 1.0).all(), "1 may look"
