"""Masks by rule and by hand: strokes, blocks, and meanings that hide the same pairs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import transformer_lab as tl
from transformer_lab.document import masking
from transformer_lab.errors import LabError

A = "block.1/attn"


def hidden(lab: tl.Lab) -> np.ndarray:
    return lab[f"{A}/weights"].max(0) == 0.0


@pytest.mark.parametrize("kind", masking.MEANINGS)
def test_a_stroke_hides_whatever_the_numbers_mean(kind: str) -> None:
    lab = tl.new()
    lab.do(masking.mean(A, kind))
    before = hidden(lab)
    lab.do(masking.stroke(A, [(7, 1), (6, 1)], True))
    np.testing.assert_array_equal(np.argwhere(hidden(lab) & ~before), [[6, 1], [7, 1]])
    out = masking.painted_out(lab.snapshot, A)
    assert out is not None
    np.testing.assert_array_equal(np.argwhere(out), [[6, 1], [7, 1]])
    lab.do(masking.stroke(A, [(7, 1), (6, 1)], False))
    np.testing.assert_array_equal(hidden(lab), before)


@pytest.mark.parametrize("other", masking.MEANINGS)
@pytest.mark.parametrize("kind", masking.MEANINGS)
def test_another_meaning_hides_the_same_pairs(kind: str, other: str) -> None:
    lab = tl.new()
    lab.do(masking.mean(A, kind))
    lab.do(masking.blocks(A, 3))
    weights = lab[f"{A}/weights"].copy()
    assert (hidden(lab)[np.tril_indices(8)]).sum() == 21
    lab.do(masking.mean(A, other))
    np.testing.assert_allclose(lab[f"{A}/weights"], weights, atol=1e-12)


def test_the_first_stroke_turns_painting_on_and_one_stroke_is_one_step(tmp_path: Path) -> None:
    lab = tl.new()
    before = lab[f"{A}/weights"].copy()
    assert masking.painted_out(lab.snapshot, A) is None
    lab.do(masking.stroke(A, [(7, 1)], True, 1))
    assert lab.undo_label == "Hide cat from scared"
    lab.do(masking.stroke(A, [(7, 2)], True, 1))
    lab.save(tmp_path / "a.tlab")
    np.testing.assert_array_equal(tl.open(tmp_path / "a.tlab")[f"{A}/weights"], lab[f"{A}/weights"])
    lab.undo()
    np.testing.assert_array_equal(lab[f"{A}/weights"], before)
    assert lab.undo_label is None


def test_a_number_is_added_to_the_score() -> None:
    lab = tl.new()
    scaled = lab[f"{A}/scaled"].copy()
    lab.do(masking.stroke(A, [(7, 1)], -2.0))
    masked = lab[f"{A}/masked"]
    np.testing.assert_allclose(masked[:, 7, 1], scaled[:, 7, 1] - 2.0)
    assert masking.painted(lab.snapshot, A)[0] == "add"


def test_old_paint_does_not_come_back_after_clearing() -> None:
    lab = tl.new()
    before = hidden(lab)
    lab.do(masking.mean(A, "drop"))
    lab.do(masking.stroke(A, [(7, 1)], True))
    lab.do(masking.clear(A))
    lab.do(masking.mean(A, "keep"))
    np.testing.assert_array_equal(hidden(lab), before)


def test_what_cannot_be_painted_is_refused() -> None:
    lab = tl.new()
    for edit in (masking.stroke(A, [(8, 0)], True), masking.stroke("block.1/ffn", [(0, 0)], True)):
        with pytest.raises(LabError):
            lab.do(edit)
    with pytest.raises(LabError):
        masking.blocks(A, 0)
    with pytest.raises(LabError):
        masking.mean(A, "maybe")
    assert lab.undo_label is None
