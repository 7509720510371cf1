"""What the tests of the engine are made from: random models and leaves, every preset, single operations."""

import math
from dataclasses import dataclass, replace

import numpy as np
from hypothesis import strategies as st

from transformer_lab import session
from transformer_lab.document.presets import PRESETS
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.graph import Builder
from transformer_lab.engine.model import Attention, BlockSpec, CrossAttention, FeedForward, Model, Positions
from transformer_lab.engine.ops import OPS
from transformer_lab.engine.program import bind

FEW = st.integers(1, 4)
NORMS = st.sampled_from(["none", "before", "after"])


@st.composite
def sublayers(draw, width, causal=None):
    """A sublayer for a wire of `width`, and the width behind it."""
    norm, residual, biases = draw(NORMS), draw(st.booleans()), draw(st.booleans())
    if draw(st.booleans()):
        return FeedForward(draw(st.integers(1, 5)), biases, residual, norm), width
    heads, d_head, output = draw(st.integers(1, 3)), draw(st.integers(1, 4)), draw(st.booleans())
    behind = width if output else heads * d_head
    mask = draw(st.sampled_from(["none", "causal"])) if causal is None else "causal" if causal else "none"
    residual = residual and behind == width
    return Attention(heads, d_head, mask, draw(st.booleans()), biases, output, residual, norm), behind


@st.composite
def models(draw, causal=None):
    """Any model: norm before, after or none; residual, scale, mask, biases, W_O, positions or not."""
    d_model = width = draw(st.integers(1, 6))
    blocks = []
    for _ in range(draw(st.integers(0, 2))):
        subs = []
        for _ in range(draw(st.integers(0, 3))):
            sub, width = draw(sublayers(width, causal))
            subs.append(sub)
        blocks.append(BlockSpec(tuple(subs)))
    kind = draw(st.sampled_from(["none", "table", "sinusoidal"]))
    positions = Positions(kind, draw(st.sampled_from([100.0, 10_000.0])), draw(st.integers(0, 1)))
    return Model(d_model, tuple(blocks), positions, draw(st.booleans()), draw(st.booleans()))


def leaves_for(model, graph, seed):
    """Random numbers for every parameter, also gains and biases, and the right constants."""
    rng = np.random.default_rng(seed)
    return {node.id: leaf(model, graph, node, rng) for node in graph.leaves()}


@st.composite
def wide_attention(draw, of=Attention, rotary=False):
    """Attention with any choice that fits on every wire."""
    plain = of is CrossAttention
    heads, groups = draw(st.sampled_from([(1, None), (2, None), (2, 1), (4, 2), (3, 3)]))
    return of(
        heads,
        draw(st.sampled_from([2, 4] if rotary else [1, 3])),
        "none" if plain else draw(st.sampled_from(["none", "causal"])),
        scale=draw(st.booleans()),
        biases=draw(st.booleans()),
        residual=draw(st.booleans()),
        norm=draw(NORMS),
        kv_heads=groups,
        divisor=draw(st.sampled_from([None, 3.0])),
        window=None if plain else draw(st.sampled_from([None, 1, 2])),
        padding=draw(st.booleans()),
        painted=draw(st.sampled_from(["none", "keep", "drop", "add"])),
        norm_kind=draw(st.sampled_from([None, "layer", "rms"])),
        epsilon=draw(st.sampled_from([None, 1e-12, 0.1])),
    )


@st.composite
def wide_blocks(draw, rotary, decoder):
    """One block of one to three sublayers in any order."""
    kinds = [
        wide_attention(rotary=rotary),
        st.builds(
            FeedForward,
            st.integers(1, 4),
            biases=st.booleans(),
            norm=NORMS,
            activation=st.sampled_from(["relu", "gelu", "gelu_tanh", "silu"]),
            gated=st.booleans(),
        ),
        *([wide_attention(CrossAttention, rotary)] if decoder else []),
    ]
    return BlockSpec(tuple(draw(st.lists(st.one_of(*kinds), min_size=1, max_size=3))))


@st.composite
def wide_models(draw):
    """Any model of the papers, with everything that a description can tell."""
    kind = draw(st.sampled_from(["none", "table", "sinusoidal", "rotary", "alibi"]))
    rotary, encoder, output = kind == "rotary", draw(st.booleans()), draw(st.booleans())
    blocks = st.lists(wide_blocks(rotary, encoder), min_size=1, max_size=2).map(tuple)
    own = st.lists(wide_blocks(rotary, False), min_size=1, max_size=1).map(tuple)
    return Model(
        draw(st.integers(2, 5)),
        draw(blocks),
        Positions(kind, 100.0, draw(st.integers(0, 1)), draw(st.sampled_from(["interleaved", "halves"]))),
        final_norm=draw(st.booleans()),
        output=output,
        encoder=draw(own) if encoder else (),
        encoder_norm=draw(st.booleans()),
        norm_kind=draw(st.sampled_from(["layer", "rms"])),
        embedding_scale=draw(st.booleans()),
        embedding_norm=draw(st.booleans()),
        tied=draw(st.booleans()),
        output_bias=draw(st.booleans()),
        temperature=draw(st.sampled_from([1.0, 0.5])),
        loss=output and draw(st.booleans()),
    )


def looking_back(model):
    """The same model with a causal mask in each self-attention of its blocks."""

    def change(sub):
        return replace(sub, mask="causal") if type(sub) is Attention else sub

    return replace(model, blocks=tuple(BlockSpec(tuple(map(change, b.sublayers))) for b in model.blocks))


@st.composite
def wide_worlds(draw, causal=False):
    model = draw(wide_models())
    model = looking_back(model) if causal else model
    words = draw(st.integers(2, 4) if causal else FEW)
    graph = build_graph(model, words, draw(FEW), draw(FEW), draw(st.integers(0, 3)))
    return World(model, bind(graph), leaves_for(model, graph, draw(st.integers(0, 2**32 - 1))))


CONSTANTS_OF_OLD = ("root_d_k", "epsilon", "join")


def leaf(model, graph, node, rng):
    path, _, name = node.id.rpartition("/")
    if node.kind == "parameter":
        return rng.normal(size=node.shape)
    if node.id in graph.constants and name not in CONSTANTS_OF_OLD:
        return graph.constants[node.id]()
    if name == "real":
        return (np.arange(node.shape[0]) < max(1, node.shape[0] - 1)).astype(float)
    if name == "painted":
        return rng.integers(0, 2, size=node.shape).astype(float)
    if name in ("tokens", "target"):
        return np.eye(node.shape[1])[rng.integers(0, node.shape[1], node.shape[0])]
    return {
        "root_d_k": lambda: np.array(math.sqrt(graph[f"{path}/q"].shape[-1])),
        "epsilon": lambda: graph.constants[node.id](),
        "join": lambda: np.eye(node.shape[-1]).reshape(node.shape),
    }[name]()


@dataclass
class World:
    """A model that runs."""

    model: Model
    program: object
    leaves: dict

    @property
    def graph(self):
        return self.program.graph

    def trace(self):
        return self.program.run(self.leaves)


def world(model, words, vocabulary, seed):
    graph = build_graph(model, words, vocabulary)
    return World(model, bind(graph), leaves_for(model, graph, seed))


@st.composite
def worlds(draw, causal=None, words=FEW):
    model = draw(models(causal))
    return world(model, draw(words), draw(FEW), draw(st.integers(0, 2**32 - 1)))


def preset_world(name):
    """A preset with its own text and numbers."""
    snapshot = session.new(name).snapshot
    leaves = {node.id: snapshot.trace[node.id] for node in snapshot.graph.leaves()}
    return World(snapshot.state.model, bind(snapshot.graph), leaves)


def preset_names():
    return sorted(PRESETS)


@dataclass
class Signature:
    """An operation under letters, with their sizes."""

    op: str
    inputs: tuple
    out: str
    size: dict

    def shapes(self):
        return [tuple(self.size[a] for a in axes) for axes in self.inputs]

    def graph(self):
        g = Builder()
        ids = [
            g.leaf(f"operand.{i}", axes, shape, "parameter")
            for i, (axes, shape) in enumerate(zip(self.inputs, self.shapes(), strict=True))
        ]
        g.add("result", self.op, ",".join(self.inputs) + "->" + self.out, *ids)
        return g.freeze()


@st.composite
def signatures(draw, op):
    """An operation under any letters that it allows; sizes of one included."""
    op = OPS[op]
    letters = "abcd"
    size = {a: draw(st.integers(1, 3)) for a in letters}
    inputs = tuple(
        "".join(draw(st.permutations(letters))[: draw(st.integers(0, 3))]) for _ in range(len(op.partials))
    )
    union = sorted(set("".join(inputs)))
    kept = [a for a in union if op.reduce is None or draw(st.booleans())]
    return Signature(op.name, inputs, "".join(draw(st.permutations(kept))), size)


def scattered(array, order):
    """The same numbers, lying in memory in another order of axes."""
    return np.array(array.transpose(order), order="C").transpose(np.argsort(order).astype(int))
