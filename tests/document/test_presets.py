"""The presets give the numbers known from outside: worked examples and the hand-set first sentence."""

from __future__ import annotations

import numpy as np
import pytest

import transformer_lab as tl
from transformer_lab.document.presets import PRESETS, preset, preset_data


@pytest.mark.parametrize("name", ["worked-example", "three-tokens"])
def test_worked_examples_hold_to_six_decimals(name: str) -> None:
    lab = tl.new(name)
    expected = preset_data(name)["expected"]
    assert len(expected) >= 2
    for node_id, values in expected.items():
        np.testing.assert_allclose(lab[node_id], values, atol=5.1e-7, rtol=0, err_msg=node_id)


def test_scared_finds_the_cat() -> None:
    lab, expected = tl.new(), preset_data("who-was-scared")["expected"]
    for block, weights in enumerate(expected["weights"]):
        np.testing.assert_allclose(lab[f"block.{block}/attn/weights"], weights, atol=1e-9, rtol=0)
    probabilities = dict(zip(lab.names("probs")[1], lab["probs"][-1], strict=True))
    for word, value in expected["next_word_after_last"].items():
        assert probabilities[word] == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("text", ["x", "👍 שלום 我 क्‍ष \ud800", "a " * 64, "the the the"])
def test_every_preset_takes_every_text(name: str, text: str) -> None:
    lab = tl.new(name, text=text)
    assert lab.snapshot.graph is not None
    assert not any(np.isnan(lab[node.id]).any() for node in lab.snapshot.graph)
    assert np.isfinite(lab["block.0/resid_post"]).all()


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_says_what_it_is(name: str) -> None:
    assert PRESETS[name].title
    assert PRESETS[name].about
    assert preset(name).title == PRESETS[name].title


@pytest.mark.parametrize("name", ["tiny-encoder", "tiny-gpt"])
def test_the_tiny_models_are_as_promised(name: str) -> None:
    lab = tl.new(name)
    assert lab["block.1/attn/W_Q"].shape == (16, 2, 8)
    assert len(lab.state.model.blocks) == 2
    assert not any(isinstance(p, np.ndarray) for p in lab.state.parameters.values())


@pytest.mark.parametrize(
    ("name", "seed"), [("nope", 0), ("tiny-gpt", -1), ("tiny-gpt", True), ("tiny-gpt", 2**70)]
)
def test_what_is_not_there_is_refused(name: str, seed: int) -> None:
    with pytest.raises(tl.LabError):
        tl.new(name, seed=seed)
