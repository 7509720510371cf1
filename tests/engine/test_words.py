"""Texts that change from some word on, or grow by words: only what is new runs, and equals a full pass."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.test_owner import BLOCK, MODEL, assert_equal
from tests.engine.worlds import leaves_for, wide_worlds, world
from transformer_lab.engine import one_word, storage
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.fold import fold
from transformer_lab.engine.graph import Builder
from transformer_lab.engine.keeping import met_by_name
from transformer_lab.engine.model import BlockSpec, FeedForward, Model
from transformer_lab.engine.owner import own
from transformer_lab.engine.program import bind
from transformer_lab.engine.shapes import SHAPES
from transformer_lab.engine.storage import in_columns


def changed_from(leaves, name, row, rng):
    array = leaves[name].copy()
    array[row:] = np.eye(array.shape[1])[rng.integers(0, array.shape[1], len(array) - row)]
    return {**leaves, name: array}


@given(wide_worlds(causal=True), st.data())
@settings(max_examples=30)
def test_in_a_causal_model_only_words_from_the_change_on_run(w, data):
    graph = fold(w.graph)
    count = graph["tokens"].shape[0]
    owner = own(graph, keep=data.draw(st.sampled_from([None, met_by_name(graph)])))
    rng, leaves = np.random.default_rng(0), w.leaves
    for _ in range(5):
        trace = owner.run(leaves, words=count)
        assert_equal(trace, bind(graph).run(leaves))
        leaves = changed_from(leaves, "tokens", data.draw(st.integers(0, count)), rng)


@pytest.mark.parametrize("sides", [1, 2])
@pytest.mark.parametrize("narrowest", [2, 64])
@pytest.mark.parametrize("columns", [False, True])
@pytest.mark.parametrize("name", ["gpt2-small", "llama-like"])
def test_an_appended_word_runs_alone_and_equals_a_full_pass(name, sides, narrowest, columns, monkeypatch):
    monkeypatch.setattr(one_word, "NARROWEST", narrowest)
    monkeypatch.setattr(storage, "LARGE", 10)
    model, room = SHAPES[name].reduced, 7
    graph = fold(build_graph(model, room, 9))
    leaves = leaves_for(model, graph, 1)
    leaves = in_columns(graph, leaves) if columns else leaves
    few = ("logits", "probs", "block.1/resid_post", "block.1/attn/weights")
    owner = own(graph, keep=few if columns else None, sides=sides)
    for words in (3, 4, 5, 6, 7, 4, 5):
        text = leaves["tokens"].copy()
        text[words:] = 0.0
        trace = owner.run({**leaves, "tokens": text}, words=words)
        short = fold(build_graph(model, words, 9))
        given = {i: array for i, array in leaves.items() if i in short and i not in short.constants}
        given |= {i: given[i][:words] for i in given if short[i].axes[:1] == "t"}
        expected = bind(short).run(given)
        for i in ("logits", "probs", "block.1/resid_post"):
            np.testing.assert_allclose(trace[i][:words], expected[i], rtol=1e-12, atol=1e-12)
        weights = trace["block.1/attn/weights"][..., :words, :words]
        np.testing.assert_allclose(weights, expected["block.1/attn/weights"], rtol=1e-12, atol=1e-12)


def test_a_word_that_overflowed_leaves_nothing_behind():
    graph = fold(build_graph(SHAPES["gpt2-small"].reduced, 5, 7))
    leaves = leaves_for(SHAPES["gpt2-small"].reduced, graph, 1)
    table = leaves["embed/W_E"].copy()
    table[6] = 1e308
    leaves["embed/W_E"] = table
    owner, texts = own(graph, keep=met_by_name(graph), sides=1), [[0, 1, 2], [0, 1, 2, 6], [0, 1, 3]]
    for text in texts:
        tokens = np.zeros((5, 7))
        tokens[range(len(text)), text] = [10.0 if word == 6 else 1.0 for word in text]
        trace = owner.run({**leaves, "tokens": tokens}, words=len(text))
        assert np.isfinite(trace["block.1/resid_post"][:3]).all()
        assert np.isfinite(trace["block.1/resid_post"][: len(text)]).all() == (6 not in text)


def test_large_weights_lie_in_columns_and_are_the_same_numbers():
    graph = build_graph(Model(256, (BLOCK,), final_norm=True, tied=True), 2, 300)
    leaves = {n.id: np.random.default_rng(0).normal(size=n.shape) for n in graph.leaves()}
    turned = in_columns(graph, leaves)
    assert all(np.array_equal(turned[i], leaves[i]) for i in leaves)
    graph = build_graph(Model(256, (BlockSpec((FeedForward(300),)),)), 2, 3)
    leaves = {n.id: np.zeros(n.shape) for n in graph.leaves()}
    turned = in_columns(graph, leaves)
    assert turned["block.0/ffn/W_1"].strides == (8, 256 * 8)
    assert turned["embed/W_E"] is leaves["embed/W_E"]


def test_words_before_a_change_do_not_run():
    w = world(MODEL, 5, 7, 0)
    owner = own(w.graph, sides=1)
    owner.run(w.leaves, words=5)
    node = owner.calls("block.1/ffn/act")[0][1][-1]
    node[:3] = 7.0
    trace = owner.run(changed_from(w.leaves, "tokens", 3, np.random.default_rng(5)), words=5)
    assert (trace["block.1/ffn/act"][:3] == 7.0).all()
    assert (trace["block.1/ffn/act"][3:] != 7.0).all()


@pytest.mark.parametrize("name", ["gpt2-small", "llama-like"])
@pytest.mark.parametrize("folded", [False, True])
def test_scores_that_the_mask_hides_follow_the_change_too(name, folded):
    graph = build_graph(SHAPES[name].reduced, 5, 7)
    graph = fold(graph) if folded else graph
    leaves = leaves_for(SHAPES[name].reduced, graph, 1)
    for keep, first in ((None, 3), (None, 4), (met_by_name(graph), 3), (met_by_name(graph), 4)):
        owner = own(graph, keep=keep, sides=1)
        owner.run(leaves, words=5)
        other = changed_from(leaves, "tokens", first, np.random.default_rng(5))
        assert_equal(owner.run(other, words=5), bind(graph).run(other))


def test_words_that_were_left_out_run_when_they_are_asked_for():
    w = world(MODEL, 5, 7, 0)
    owner = own(w.graph, sides=1)
    owner.run(w.leaves)
    other = changed_from(w.leaves, "tokens", 1, np.random.default_rng(5))
    owner.run(other, words=3)
    heavier = edited(other, "block.1/ffn/b_1")
    assert_equal(owner.run(heavier, words=5), w.program.run(heavier))
    owner.run(w.leaves, words=2)
    assert_equal(owner.run(w.leaves), w.trace())


def edited(leaves, name):
    return {**leaves, name: leaves[name] + 1.0}


def test_a_word_alone_is_computed_in_single_precision():
    model = SHAPES["gpt2-small"].reduced
    graph = fold(build_graph(model, 5, 7))
    owner = own(graph, np.float32, met_by_name(graph), sides=1)
    leaves = leaves_for(model, graph, 1)
    for words in (3, 4):
        text = leaves["tokens"].copy()
        text[words:] = 0.0
        owner.run({**leaves, "tokens": text}, words=words)
    (one,) = owner._sides[0]._one.values()
    arrays = [a for calls in one._fixed for _, args in calls for a in args if isinstance(a, np.ndarray)]
    assert {a.dtype for a in arrays} == {np.dtype(np.float32)}


def test_tables_and_weights_of_many_experts_stay_as_they_lie():
    graph = build_graph(Model(256, ()), 2, 300)
    table, out = (np.zeros(graph[name].shape) for name in ("embed/W_E", "W_U"))
    turned = in_columns(graph, {"embed/W_E": table, "W_U": out})
    assert turned["embed/W_E"] is table, "a row of it is looked up"
    assert turned["W_U"].strides == (8, 256 * 8)
    g = Builder()
    x = g.leaf("x", "et", (2, 256), "input")
    g.add("y", "dot", "et,etf->ef", x, g.leaf("W", "etf", (2, 256, 256), "parameter"))
    weights = np.zeros((2, 256, 256))
    assert in_columns(g.freeze(), {"W": weights})["W"] is weights
