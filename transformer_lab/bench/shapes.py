"""The sizes at which the engine is held to its marks, with random weights in single precision."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from transformer_lab.engine.build import build_graph
from transformer_lab.engine.fold import fold
from transformer_lab.engine.graph import Graph
from transformer_lab.engine.model import Attention, BlockSpec, FeedForward, Model, Positions
from transformer_lab.engine.ops import Array
from transformer_lab.engine.shapes import Sizes, gpt2


class Shape(NamedTuple):
    """A model, the length of its text, and how often it is run for a median."""

    name: str
    model: Model
    words: int
    rounds: int


def encoder_2017(n: Sizes) -> Model:
    """The encoder alone: norms after each sum, waves, ReLU (Vaswani et al. 2017)."""
    block = BlockSpec((Attention(n.heads, n.d_head, norm="after"), FeedForward(n.width, norm="after")))
    return Model(n.d_model, (block,) * n.layers, Positions("sinusoidal"), output=False)


SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        shape.name: shape
        for shape in (
            Shape("toy", gpt2(Sizes(2, 2, 8, 32)), 6, 1500),
            Shape("small", gpt2(Sizes(4, 4, 64, 256)), 32, 400),
            Shape("base", encoder_2017(Sizes(6, 8, 512, 2048)), 64, 25),
            Shape("causal base", gpt2(Sizes(6, 8, 512, 2048)), 64, 25),
            Shape("GPT-2", gpt2(Sizes(12, 12, 768, 3072)), 64, 9),
        )
    }
)


def folded(shape: Shape, known: int | None = None) -> Graph:
    """The graph with softmax and norms in one node each; as many words are known as the text has, or `known`
    of them.
    """
    return fold(build_graph(shape.model, shape.words, known or shape.words))


def random_leaves(graph: Graph) -> dict[str, Array]:
    """Small random parameters, words all different; what has no letters of its own is ones."""
    rng = np.random.default_rng(0)
    found: dict[str, Array] = {}
    for node in graph.leaves():
        if node.kind == "input":
            rows = np.arange(node.shape[0]) % node.shape[1]
            found[node.id] = np.eye(node.shape[1], dtype=np.float32)[rows]  # type: ignore[assignment]
        elif node.kind == "parameter":
            around = 1.0 if node.id.endswith("gain") else 0.0
            found[node.id] = (around + 0.05 * rng.normal(size=node.shape)).astype(np.float32)
    return found
