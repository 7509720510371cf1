"""The well-known shapes and the hand-set encoder–decoder."""

import json

import numpy as np
import pytest

from tests.engine.worlds import leaves_for
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.check import warnings
from transformer_lab.engine.model import Attention, BlockSpec, CrossAttention, FeedForward, Model
from transformer_lab.engine.program import bind
from transformer_lab.engine.shapes import SHAPES
from transformer_lab.paths import resource


def parameters(graph):
    return sum(int(np.prod(node.shape)) for node in graph.leaves() if node.kind == "parameter")


@pytest.mark.parametrize(
    ("name", "count"),
    [
        # 124,439,808 of the published GPT-2 small, whose table of positions has 1,024 rows
        ("gpt2-small", 124_439_808 - (1024 - 5) * 768),
        # 109,482,240 of bert-base-uncased: less pooler (590,592), less 507 positions, token types, plus b_U
        ("bert-base", 109_482_240 - 590_592 - 507 * 768 - 2 * 768 + 30_522),
        ("llama-like", 12 * (2 * 768**2 + 2 * 768 * 256 + 3 * 768 * 2048 + 2 * 768) + 768 + 2 * 32_000 * 768),
        # the base model with one table of 37,000 words and no biases in attention
        ("transformer-2017", 37_000 * 512 + 6 * (12 * 512**2 + 4 * 512 * 2048 + 2 * (2048 + 512) + 10 * 512)),
    ],
)
def test_full_shapes_have_the_parameters_of_their_papers(name, count):
    shape = SHAPES[name]
    assert parameters(build_graph(shape.model, 5, shape.vocabulary, 5)) == count


@pytest.mark.parametrize("name", SHAPES)
def test_reduced_shapes_run(name):
    model = SHAPES[name].reduced
    graph = build_graph(model, 4, 7, 3)
    trace = bind(graph).run(leaves_for(model, graph, 0))
    assert trace["probs"].shape == (4, 7)
    assert np.abs(trace["probs"].sum(axis=1) - 1.0).max() < 1e-14
    assert not warnings(model)


HOUSE = json.loads(resource("presets/small-red-house.json").read_text(encoding="utf-8"))


def house_leaves():
    data = HOUSE
    leaves = {
        "tokens": np.eye(5),
        "embed/W_E": data["target_vectors"],
        "encoder/tokens": np.eye(4),
        "encoder/embed/W_E": data["source_vectors"],
        "W_U": data["unembedding"],
    }
    towers = {
        "encoder.0/attn": data["encoder"]["self"],
        "decoder.0/self": data["decoder"]["self (causal)"],
        "decoder.0/cross": data["decoder"]["cross"],
    }
    for path, weights in towers.items():
        leaves |= {f"{path}/W_{n}": np.array(weights[f"W_{n}"])[:, None, :] for n in "QKV"}
        leaves[f"{path}/W_O"] = np.array(weights["W_O"])[None]
    for tower in ("encoder.0", "decoder.0"):
        leaves |= {f"{tower}/ffn/{n}": data["ffn"][n] for n in ("W_1", "b_1", "W_2", "b_2")}
        for n in (1, 2, 3):
            leaves |= {f"{tower}/norm_{n}/gain": np.ones(12), f"{tower}/norm_{n}/bias": np.zeros(12)}
    return {name: np.array(value, dtype=float) for name, value in leaves.items()}


def test_the_small_red_house():
    seeing, causal = (Attention(1, 4, mask, norm="after") for mask in ("none", "causal"))
    cross, forward = CrossAttention(1, 4, norm="after"), FeedForward(16, norm="after")
    model = Model(12, (BlockSpec((causal, cross, forward)),), encoder=(BlockSpec((seeing, forward)),))
    graph = build_graph(model, 5, 5, 4, 4)
    trace = bind(graph).run({k: v for k, v in house_leaves().items() if k in graph})
    for node, name in (
        ("encoder.0/attn/weights", "encoder_self"),
        ("decoder.0/self/weights", "decoder_self"),
        ("decoder.0/cross/weights", "cross"),
    ):
        assert np.abs(trace[node][0] - HOUSE["expected"][name]).max() <= 1e-9, node
    assert np.abs(trace["probs"] - HOUSE["expected"]["probabilities"]).max() <= 1e-9
