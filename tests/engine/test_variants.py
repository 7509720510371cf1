"""Every choice of a description does what its name says."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.engine.worlds import World, leaves_for
from transformer_lab.engine import constants
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.check import head_width, warnings
from transformer_lab.engine.erf import erf
from transformer_lab.engine.maps import gelu, gelu_tanh
from transformer_lab.engine.model import (
    Attention,
    BlockSpec,
    CrossAttention,
    FeedForward,
    Model,
    Positions,
    SelfAttention,
)
from transformer_lab.engine.program import bind
from transformer_lab.engine.shapes import SHAPES
from transformer_lab.errors import LabError

A = "block.0/attn"


def made(model, words=5, vocabulary=7, seed=0, source=3):
    graph = build_graph(model, words, vocabulary, source)
    return World(model, bind(graph), leaves_for(model, graph, seed))


def one(**changes):
    return Model(6, (BlockSpec((replace(Attention(2, 4), **changes),)),))


def weights(model, painted=None):
    w = made(model)
    leaves = w.leaves if painted is None else {**w.leaves, f"{A}/painted": painted}
    return w.program.run(leaves)[f"{A}/weights"]


# --- activations ----------------------------------------------------------------------------------
def test_erf_is_exact_to_the_last_bits():
    x = np.concatenate([np.linspace(-9.0, 9.0, 9001), [0.0, -0.0, 1e-300, 1e308, -1e308, np.inf, -np.inf]])
    assert max(abs(a - math.erf(b)) for a, b in zip(erf(x), x, strict=True)) <= 1e-15
    assert np.isnan(erf(np.array([np.nan])))[0]
    assert np.signbit(erf(np.array([-0.0])))[0]


def test_the_two_gelus_differ_as_they_must():
    x = np.linspace(-6.0, 6.0, 12001)
    gap = np.abs(gelu(x) - gelu_tanh(x))
    assert gap.max() == pytest.approx(4.73e-4, rel=1e-3)
    assert abs(x[gap.argmax()]) == pytest.approx(2.699, abs=2e-3)


# --- masks ----------------------------------------------------------------------------------------
def seen(found):
    return (found > 0.0).astype(int)[0].tolist()


def test_windows_and_the_causal_mask():
    assert seen(weights(one(mask="causal", window=2))) == (np.tri(5) - np.tri(5, k=-2)).tolist()
    assert seen(weights(one(window=2))) == (np.tri(5, k=1) - np.tri(5, k=-2)).tolist()
    assert seen(weights(one(mask="causal", window=1))) == np.eye(5).tolist()


def test_painted_masks_name_their_polarity():
    keep = np.array([[1, 0, 1, 0, 0]] * 4 + [[0] * 5], dtype=float)
    kept = weights(one(painted="keep"), keep)
    dropped = weights(one(painted="drop"), 1.0 - keep)
    added = weights(one(painted="add"), np.where(keep == 1.0, 0.0, -np.inf))
    assert seen(kept) == keep.tolist()
    assert np.array_equal(kept, dropped)
    assert np.array_equal(kept, added)
    assert np.all(kept[:, 4] == 0.0)


def test_padding_is_seen_by_nobody():
    """What stands in the padding changes nothing at all, and there being padding at most the last bits."""
    model = SHAPES["bert-base"].reduced
    w = made(model, 6)
    w.leaves["real"] = np.array([1.0, 1, 1, 1, 0, 0])
    first = w.trace()
    tokens = w.leaves["tokens"].copy()
    tokens[4:] = np.roll(tokens[4:], 1, axis=1)
    other = w.program.run({**w.leaves, "tokens": tokens})
    assert np.array_equal(first["logits"][:4], other["logits"][:4])
    assert not np.array_equal(first["logits"][4:], other["logits"][4:])
    short = bind(build_graph(model, 4, 7))
    leaves = {
        **w.leaves,
        "tokens": w.leaves["tokens"][:4],
        "real": np.ones(4),
        "embed/positions": w.leaves["embed/positions"][:4],
    }
    assert np.abs(short.run(leaves)["logits"] - first["logits"][:4]).max() <= 1e-12


def test_padding_of_the_source_is_hidden_from_the_decoder():
    spec = (SelfAttention(1, 2), CrossAttention(1, 2, padding=True))
    model = Model(4, (BlockSpec(spec),), encoder=(BlockSpec((Attention(1, 2, padding=True),)),))
    w = made(model, 3, 7, source=4)
    w.leaves["encoder/real"] = np.array([1.0, 1, 0, 0])
    found = w.trace()["decoder.0/cross/weights"]
    assert found.shape == (1, 3, 4)
    assert np.all(found[..., 2:] == 0.0)
    assert np.abs(found.sum(axis=-1) - 1.0).max() < 1e-15


# --- positions ------------------------------------------------------------------------------------
@pytest.mark.parametrize("pairs", ["interleaved", "halves"])
def test_rotary_scores_know_only_distances(pairs):
    model = replace(one(), positions=Positions("rotary", pairs=pairs))
    near, far = (
        made(replace(model, positions=replace(model.positions, first=first))).trace() for first in (0, 11)
    )
    assert not np.allclose(near[f"{A}/q_turned"], far[f"{A}/q_turned"])
    assert np.abs(near[f"{A}/scores"] - far[f"{A}/scores"]).max() < 1e-13
    assert np.allclose(
        np.linalg.norm(near[f"{A}/q_turned"], axis=-1), np.linalg.norm(near[f"{A}/q"], axis=-1)
    )


def test_rotary_layouts_differ_by_an_order_of_slots():
    plain = one()
    one_by_one, halves = (
        made(replace(plain, positions=Positions("rotary", pairs=p))) for p in ("interleaved", "halves")
    )
    order = [0, 2, 1, 3]
    assert not np.allclose(one_by_one.trace()[f"{A}/scores"], halves.trace()[f"{A}/scores"])
    for name in ("W_Q", "W_K"):
        halves.leaves[f"{A}/{name}"] = one_by_one.leaves[f"{A}/{name}"][..., order]
    assert np.allclose(one_by_one.trace()[f"{A}/scores"], halves.trace()[f"{A}/scores"], rtol=0, atol=1e-14)


def test_rotary_turns_the_second_place_by_one():
    assert np.array_equal(constants.partners(4, "interleaved")[:, 0], [0, -1, 0, 0])
    assert np.array_equal(constants.partners(4, "halves")[:, 0], [0, 0, -1, 0])
    assert np.array_equal(constants.rates(4, 100.0, "interleaved"), [1, 1, 0.1, 0.1])
    assert np.array_equal(constants.rates(4, 100.0, "halves"), [1, 0.1, 1, 0.1])


@pytest.mark.parametrize(
    ("heads", "expected"),
    [(1, [2**-8]), (4, [2**-2, 2**-4, 2**-6, 2**-8]), (3, [2**-4, 2**-8, 2**-2]), (2, [2**-4, 2**-8])],
)
def test_slopes_of_alibi(heads, expected):
    assert constants.slopes((heads,)).tolist() == expected


def test_alibi_falls_with_distance():
    trace = made(replace(one(), positions=Positions("alibi"))).trace()
    assert np.array_equal(trace[f"{A}/slant"][0, 4], np.array([-4, -3, -2, -1, 0]) / 16)
    assert np.array_equal(trace[f"{A}/slanted"], trace[f"{A}/scaled"] + trace[f"{A}/slant"])


def test_waves_of_an_odd_width_end_with_a_sine():
    for pairs, last in (("interleaved", 4), ("halves", 2)):
        rows = made(Model(5, (), Positions("sinusoidal", 10.0, 1, pairs))).trace()["embed/positions"]
        assert np.allclose(rows[:, last], np.sin(np.arange(1, 6) * 10.0 ** (-4 / 5)), rtol=0, atol=1e-15)


# --- order, shared heads, output ------------------------------------------------------------------
def test_shuffled_words_give_shuffled_outputs():
    block = BlockSpec((Attention(2, 4, norm="before"), FeedForward(5, norm="after", activation="gelu")))
    w = made(Model(6, (block, block), norm_kind="rms"), seed=3)
    order = np.array([3, 1, 4, 0, 2])
    shuffled = w.program.run({**w.leaves, "tokens": w.leaves["tokens"][order]})
    assert np.abs(shuffled["logits"] - w.trace()["logits"][order]).max() < 1e-12


@pytest.mark.parametrize("groups", [1, 2, 4])
def test_shared_keys_and_values_are_repeated_ones(groups):
    shared = made(one(heads=4, kv_heads=groups, biases=True, mask="causal"))
    leaves = dict(shared.leaves)
    for name, axis in (("W_Q", 1), ("W_O", 0), ("b_Q", 0)):
        value = leaves[f"{A}/{name}"]
        leaves[f"{A}/{name}"] = value.reshape(*value.shape[:axis], 4, *value.shape[axis + 2 :])
    for name, axis in (("W_K", 1), ("W_V", 1), ("b_K", 0), ("b_V", 0)):
        leaves[f"{A}/{name}"] = np.repeat(leaves[f"{A}/{name}"], 4 // groups, axis)
    plain = bind(build_graph(one(heads=4, biases=True, mask="causal"), 5, 7)).run(leaves)
    trace = shared.trace()
    assert trace[f"{A}/weights"].shape == (groups, 4 // groups, 5, 5)
    assert np.abs(trace["logits"] - plain["logits"]).max() < 1e-13


def test_tied_output_reads_the_table_again():
    w = made(Model(3, (), tied=True, output_bias=True))
    trace = w.trace()
    assert "W_U" not in w.graph
    assert np.allclose(trace["logits"], trace["embed"] @ w.leaves["embed/W_E"].T + w.leaves["b_U"])


def test_temperature_and_loss():
    w = made(Model(3, (), temperature=0.5, loss=True))
    w.leaves["target"] = np.array([[0, 0, 1, 0, 0, 0, 0]] * 3 + [[0] * 7] * 2, dtype=float)
    trace = w.trace()
    powers = np.exp(trace["logits"] / 0.5)
    probs = powers / powers.sum(axis=1, keepdims=True)
    assert np.allclose(trace["probs"], probs, rtol=1e-13)
    assert trace["loss"] == pytest.approx(-np.log(probs[:3, 2]).mean(), rel=1e-13)
    assert w.program.run({**w.leaves, "target": np.zeros((5, 7))})["loss"] == 0.0


def test_single_precision_is_single_throughout():
    w = made(SHAPES["llama-like"].reduced)
    single = bind(w.graph, np.float32).run(w.leaves)
    double = w.trace()
    assert {value.dtype for value in single.values.values()} == {np.dtype(np.float32)}
    assert np.abs(single["logits"] - double["logits"]).max() < 1e-5 * np.abs(double["logits"]).max()


# --- what cannot be, and what is odd --------------------------------------------------------------
@pytest.mark.parametrize(
    ("model", "words"),
    [
        (one(window=0), "Block 1: the window .* from 1 on, not 0"),
        (one(heads=4, kv_heads=3), "4 heads cannot share 3 .*; choose a kv_heads that divides 4"),
        (one(kv_heads=0), "kv_heads, must be a whole number"),
        (one(divisor=0.0), "scores cannot be divided by 0.0; use a number that is not 0"),
        (one(painted="grey"), "the painted mask must be one of none, keep, drop, add"),
        (one(norm_kind="batch"), "the kind of norm must be one of layer, rms"),
        (one(epsilon=-1.0), "epsilon must be 0 or a small positive number"),
        (replace(one(d_head=3), positions=Positions("rotary")), "make d_head even, not 3"),
        (replace(one(), positions=Positions("rotary", pairs="threes")), "pairs .* interleaved, halves"),
        (Model(4, (BlockSpec((CrossAttention(),)),)), "reads an encoder, and there is none"),
        (Model(4, (), encoder=(BlockSpec((CrossAttention(),)),)), "Encoder block 1: cross-attention reads"),
        (
            Model(4, (BlockSpec((CrossAttention(mask="causal"),)),), encoder=(BlockSpec(()),)),
            "Decoder block 1: .* leave mask “causal” and the window out",
        ),
        (
            Model(4, (BlockSpec((FeedForward(activation="tanh"),)),)),
            "the activation must be one of relu, gelu",
        ),
        (Model(4, (), temperature=0.0), "temperature must be above 0"),
        (Model(4, (), output=False, loss=True), "switch the output on"),
        (
            Model(4, (BlockSpec((Attention(3, 2, output=False, residual=False),)),), tied=True),
            "the residual stream carries 6 .* switch tied off",
        ),
    ],
)
def test_what_cannot_be_is_named_with_the_remedy(model, words):
    with pytest.raises(LabError, match=words):
        build_graph(model, 3, 5, 2)


def test_an_encoder_needs_words():
    with pytest.raises(LabError, match="at least one word in the source"):
        build_graph(Model(4, (), encoder=(BlockSpec(()),)), 3, 5)


def test_heads_divide_the_width():
    assert head_width(512, 8) == 64
    with pytest.raises(LabError, match=r"3 heads do not divide d_model = 512; .*d_head"):
        head_width(512, 3)


def test_a_norm_after_a_norm_gets_a_warning():
    after, before = Attention(norm="after"), FeedForward(norm="before")
    assert not warnings(Model(4, (BlockSpec((after,)),)))
    assert warnings(Model(4, (BlockSpec((after,)),), final_norm=True))[0].startswith("The final norm: a norm")
    (text,) = warnings(Model(4, (BlockSpec((after,)), BlockSpec((before,)))))
    assert text.startswith("Block 2: a norm stands directly after a norm")
    assert len(warnings(Model(4, (BlockSpec((before,)),), embedding_norm=True))) == 1
    assert not warnings(Model(4, (BlockSpec((before, before)),), final_norm=True))
