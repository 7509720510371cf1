"""Products of one call: the same numbers, under edits of each part, and only where that is allowed."""

import numpy as np
import pytest

from tests.engine.test_owner import assert_equal
from tests.engine.worlds import leaves_for
from transformer_lab.engine import beside
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.fold import fold
from transformer_lab.engine.gradient import differentiate
from transformer_lab.engine.keeping import met_by_name, worth_keeping
from transformer_lab.engine.model import Attention, BlockSpec, FeedForward, Model
from transformer_lab.engine.owner import own
from transformer_lab.engine.places import Places
from transformer_lab.engine.program import bind
from transformer_lab.engine.shapes import SHAPES
from transformer_lab.engine.side import WIDEST, can_be_spread


def gated(*, biases=True):
    parts = (
        Attention(2, 2, "causal", norm="before", biases=biases),
        FeedForward(5, biases=biases, activation="silu", gated=True, norm="before"),
    )
    return Model(4, (BlockSpec(parts),) * 2, final_norm=True)


def grown(model, words=5):
    graph = fold(build_graph(model, words, 7))
    return graph, leaves_for(model, graph, 1)


def test_queries_and_values_are_one_call_and_so_are_their_biases():
    graph, leaves = grown(gated())
    owner = own(graph, keep=met_by_name(graph))
    trace = owner.run(leaves)
    block = "block.0/attn"
    assert [len(owner.calls(f"{block}/{name}")) for name in ("q/product", "v/product", "q", "v")] == [
        1,
        0,
        1,
        0,
    ]
    assert len(owner.calls("block.0/ffn/gate/product")) == 0
    assert np.may_share_memory(owner.calls(f"{block}/q/product")[0][1][-1], trace[f"{block}/v"])


@pytest.mark.parametrize("biases", [True, False])
@pytest.mark.parametrize("name", ["W_Q", "W_V", "W_K", "b_Q", "b_V", "b_K"])
def test_an_edit_of_any_part_gives_what_a_fresh_run_gives(name, biases):
    if name.startswith("b") and not biases:
        return
    graph, leaves = grown(gated(biases=biases))
    for keep in (None, met_by_name(graph), worth_keeping(graph, 8, 0), ["probs"]):
        owner = own(graph, keep=keep)
        for step in range(4):
            owner.run(leaves)
            leaves = {**leaves, f"block.1/attn/{name}": leaves[f"block.1/attn/{name}"] + 0.5 * step}
            assert_equal(owner.run(leaves), bind(graph).run(leaves))


def test_large_weights_and_values_that_share_rooms_keep_their_own_calls(monkeypatch):
    graph, _ = grown(gated())
    assert Places(graph, met_by_name(graph)).beside
    assert not Places(graph, ["probs"]).beside
    monkeypatch.setattr(beside, "LARGEST", 3)
    assert not Places(graph, met_by_name(graph)).beside


def test_weights_that_are_read_twice_and_towers_with_one_memory():
    model = SHAPES["transformer-2017"].reduced
    graph = fold(build_graph(model, 5, 7, 4))
    whole = differentiate(graph, "logits")
    leaves = leaves_for(model, whole, 1)
    groups = Places(whole, None).beside
    names = [name for group in groups for name in group.weights]
    assert len(names) == len(set(names)), "no weight has two places"
    assert all(len({name.rpartition("/")[0] for name in group.weights}) == 1 for group in groups)
    assert_equal(own(whole).run(leaves), bind(whole).run(leaves))


def test_biases_and_gains_of_small_models_stand_once_for_each_row():
    graph, leaves = grown(gated())
    for name, yes in (
        ("block.0/norm_1", True),
        ("block.0/attn/masked", True),
        ("block.0/attn/scaled", False),
        ("block.0/resid_mid", False),
        ("block.0/attn/weights", False),
    ):
        assert any(can_be_spread(graph, graph[name], read) for read in graph[name].reads) == yes, name
    wide = fold(build_graph(Model(256, gated().blocks, final_norm=True), 1 + WIDEST // 256, 7))
    node = wide["block.0/norm_1"]
    assert not any(can_be_spread(wide, node, read) for read in node.reads)
    owner = own(graph, keep=met_by_name(graph), sides=1)
    owner.run(leaves)
    edited = {**leaves, "block.0/norm_1/gain": leaves["block.0/norm_1/gain"] * 2.0}
    assert_equal(owner.run(edited), bind(graph).run(edited))
