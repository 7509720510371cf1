"""Descriptions: what each part adds, and what cannot be is said with the remedy."""

from dataclasses import replace

import numpy as np
import pytest

from tests.engine.worlds import world
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.model import Attention, BlockSpec, FeedForward, Model, Positions
from transformer_lab.errors import LabError

PLAIN = Model(4, (BlockSpec((Attention(2, 2), FeedForward(8))),))


def with_attention(**changes):
    return replace(
        PLAIN, blocks=(BlockSpec((Attention(),)), BlockSpec((replace(Attention(2, 2), **changes),)))
    )


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (with_attention(heads=0), "Block 2: the number of heads must be a whole number from 1 on, not 0"),
        (with_attention(d_head=0), "Block 2: the width of a head, d_head, must be a whole number"),
        (with_attention(heads=1.5), "Block 2: the number of heads .* not 1.5"),
        (with_attention(heads=True), "the number of heads"),
        (with_attention(mask="caussal"), "Block 2: the mask must be one of none, causal, not “caussal”"),
        (with_attention(norm="later"), "Block 2: the place of the norm must be one of none, before, after"),
        (
            with_attention(output=False, heads=3),
            "block.1/resid_post: the residual stream carries 4 .* gives 6.*W_O",
        ),
        (replace(PLAIN, d_model=0), "The width d_model must be a whole number from 1 on, not 0"),
        (replace(PLAIN, blocks=(BlockSpec((FeedForward(0),)),)), "Block 1: the number of hidden units"),
        (replace(PLAIN, positions=Positions("spiral")), "positions must be one of none, table, sinusoidal"),
        (replace(PLAIN, positions=Positions("sinusoidal", 0.0)), "base of the position waves"),
        (replace(PLAIN, epsilon=float("nan")), "Epsilon"),
        (replace(PLAIN, epsilon=-1.0), "Epsilon"),
    ],
)
def test_what_cannot_be_is_named_with_the_remedy(model, words):
    with pytest.raises(LabError, match=words):
        build_graph(model, 3, 5)


@pytest.mark.parametrize(("words", "vocabulary"), [(0, 5), (3, 0)])
def test_a_text_and_a_vocabulary_are_needed(words, vocabulary):
    with pytest.raises(LabError, match="at least one word"):
        build_graph(PLAIN, words, vocabulary)


def test_a_model_without_blocks_is_embedding_and_next_word():
    w = world(Model(3, ()), 2, 4, 0)
    trace = w.trace()
    assert np.array_equal(trace["logits"], w.leaves["tokens"] @ w.leaves["embed/W_E"] @ w.leaves["W_U"])
    nothing = world(Model(3, (), output=False), 2, 4, 0)
    assert list(nothing.trace().values) == ["tokens", "embed/W_E", "embed/tokens", "embed"]


def test_an_empty_block_lets_the_wire_through():
    trace = world(Model(3, (BlockSpec(()),)), 2, 4, 0).trace()
    assert trace["block.0/resid_post"] is trace["embed"]


def test_the_final_norm_needs_no_output():
    assert "final_norm" in build_graph(Model(3, (), final_norm=True, output=False), 2, 4)


def test_sublayers_of_one_kind_are_numbered():
    graph = build_graph(Model(4, (BlockSpec((Attention(), Attention(), FeedForward(), Attention())),)), 2, 4)
    names = {"attn/out", "attn_2/out", "ffn/out", "attn_3/out", "resid_pre", "resid_mid", "resid_mid_2"}
    assert {f"block.0/{n}" for n in names | {"resid_mid_3", "resid_post"}} <= set(graph.nodes)


def test_heads_without_an_output_matrix_stand_side_by_side():
    trace = world(Model(4, (BlockSpec((Attention(3, 2, output=False, residual=False),)),)), 2, 4, 0).trace()
    mixed = trace["block.0/attn/mixed"]
    assert trace["block.0/resid_post"].shape == (2, 6)
    assert np.array_equal(trace["block.0/attn/out"], np.concatenate(list(mixed), axis=1))


def test_blocks_hold_what_was_added_for_them():
    graph = build_graph(PLAIN, 3, 5)
    kinds = {block.path: block for block in graph.blocks}
    assert kinds["block.0"].inner == graph.below("block.0")
    assert kinds["block.0/attn/weights"].inner == graph.below("block.0/attn/weights")[:-1]
    assert kinds["probs"].kind == "softmax"
