"""Configurations that are compared with PyTorch: what they are, and the same thing as a description of ours.

Everything follows from a plain dictionary (kept in the file of reference arrays) and a seed; no parameter is
left at its default, since biases of zero and gains of one hide mistakes. Knows nothing of PyTorch.
"""

import math
import random
from dataclasses import dataclass

import numpy as np

from transformer_lab.document.randomness import normals
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.model import Attention, BlockSpec, CrossAttention, FeedForward, Model, Positions

COUNTS = {
    "mha": 60,
    "encoder-layer": 45,
    "decoder-layer": 40,
    "transformer": 20,
    "gpt2": 20,
    "bert": 20,
    "llama": 25,
}


def cases(first=0, counts=COUNTS):
    """Random configurations of every family."""
    return [_case(family, first + i) for family, count in counts.items() for i in range(count)]


def _case(family, seed):
    chance = random.Random(f"{family} {seed}")  # noqa: S311  the same in every run
    pick = chance.choice
    heads = pick([1, 2, 3, 4])
    case = {
        "family": family,
        "seed": seed,
        "heads": heads,
        "d": heads * pick([2, 4]),
        "words": pick([3, 4, 5, 6]),
        "source": pick([2, 3, 5]),
        "width": pick([3, 8, 13]),
        "layers": pick([1, 2]),
        "bias": pick([True, True, False]),
        "before": pick([True, False]),
        "act": pick(["relu", "gelu"]),
        "eps": pick([1e-5, 1e-12, 1e-2]),
        "causal": pick([True, False]),
        "padding": pick([0, 0, 1, 2]),
        "paint": pick(["none", "none", "drop", "add"]),
        "cross": pick([True, False]),
        "blind": False,
    }
    return case | FURTHER.get(family, lambda *_: {})(case, pick)


def _mha(case, pick):
    """Cross-attention has no order; sometimes a row may see nothing."""
    cross = case["cross"]
    blind = case["seed"] % 6 == 5
    return {
        "causal": case["causal"] and not cross,
        "paint": "drop" if blind else case["paint"],
        "blind": blind,
    }


def _hugging_face(case, pick):
    return {"bias": True, "vocabulary": pick([5, 9]), "paint": "none"}


def _gpt2(case, pick):
    act, tied, scale = (
        pick(["gelu_tanh", "relu", "silu", "gelu"]),
        pick([True, False]),
        pick([True, True, False]),
    )
    return _hugging_face(case, pick) | {"act": act, "tied": tied, "scale": scale, "padding": 0}


def _bert(case, pick):
    return _hugging_face(case, pick) | {"act": pick(["gelu", "gelu_tanh", "relu"])}


def _llama(case, pick):
    heads, groups = pick([(2, 1), (4, 2), (6, 2), (4, 4), (6, 3), (3, 1)])
    return _hugging_face(case, pick) | {
        "heads": heads,
        "groups": groups,
        "d": heads * pick([2, 3]),
        "d_head": pick([2, 4, 6]),
        "base": pick([10.0, 10_000.0]),
        "act": pick(["silu", "gelu", "relu"]),
        "tied": pick([True, False]),
        "bias": pick([True, False]),
        "padding": 0,
    }


FURTHER = {"mha": _mha, "gpt2": _gpt2, "bert": _bert, "llama": _llama}


@dataclass
class Ours:
    """A configuration as a description, its graph, its leaves, and the ids of what is compared."""

    model: Model
    graph: object
    leaves: dict
    outputs: dict


def ours(case):
    """The description, with every parameter told by the seed."""
    model, outputs = MODELS[case["family"]](case)
    of_rows = "vocabulary" not in case
    words, source = case["words"], case["source"]
    graph = build_graph(
        model, words, words if of_rows else case["vocabulary"], source, source if of_rows else 0
    )
    leaves = {node.id: leaf(case, node) for node in graph.leaves() if node.id not in graph.constants}
    outputs = {name: node or list(graph.nodes)[-1] for name, node in outputs.items()}
    return Ours(model, graph, leaves, outputs)


def leaf(case, node):
    name = node.id.rsplit("/", 1)[-1]
    if node.kind == "parameter":
        return parameter(case, node.id, name, node.shape)
    return INPUTS[name](case, node)


def parameter(case, node_id, name, shape):
    numbers = normals(math.prod(shape), case["seed"], case["family"], node_id).reshape(shape)
    if name == "gain":
        return 1.0 + 0.3 * numbers
    if name == "bias" and not case["bias"]:
        return np.zeros(shape)
    return numbers * (1.0 if "embed" in node_id else 0.4)


def tokens(case, node):
    rows, known = node.shape
    if "vocabulary" not in case:
        return np.eye(rows)
    return np.eye(known)[(np.abs(normals(rows, case["seed"], node.id)) * 1e6).astype(int) % known]


def real(case, node):
    """At least the first word is one."""
    count = node.shape[0]
    return (np.arange(count) < max(1, count - case["padding"])).astype(float)


def painted(case, node):
    """The same in every layer, since nn.Transformer has one mask for all."""
    numbers = normals(math.prod(node.shape), case["seed"], "painted").reshape(node.shape)
    if case["paint"] == "add":
        return numbers
    dropped = (numbers > 0.3).astype(float)
    dropped[:, 0] = 0.0
    if case["blind"]:
        dropped[1] = 1.0
    return dropped


INPUTS = {"tokens": tokens, "real": real, "painted": painted}


# --- families -------------------------------------------------------------------------------------
def _attention(case, of=Attention, **more):
    given = {
        "heads": case["heads"],
        "d_head": case["d"] // case["heads"],
        "biases": case["bias"],
        "norm": "before" if case["before"] else "after",
        "padding": case["padding"] > 0,
    }
    return of(**(given | more))


def _causal(case):
    return "causal" if case["causal"] else "none"


def _forward(case, **more):
    place = "before" if case["before"] else "after"
    given = {"width": case["width"], "biases": case["bias"], "norm": place, "activation": case["act"]}
    return FeedForward(**(given | more))


def _rows(case, blocks, **more):
    return Model(case["d"], blocks, output=False, epsilon=case["eps"], **more)


def mha(case):
    kind = CrossAttention if case["cross"] else Attention
    more = {"painted": case["paint"], "mask": _causal(case), "residual": False, "norm": "none"}
    blocks = (BlockSpec((_attention(case, kind, **more),)),)
    path = "decoder.0/cross" if case["cross"] else "block.0/attn"
    outputs = (
        {"out": f"{path}/out"} if case["blind"] else {"out": f"{path}/out", "weights": f"{path}/weights"}
    )
    return _rows(case, blocks, encoder=(BlockSpec(()),) if case["cross"] else ()), outputs


def encoder_layer(case):
    attention = _attention(case, mask=_causal(case), painted=case["paint"])
    return _rows(case, (BlockSpec((attention, _forward(case))),)), {"out": None}


def _decoder_block(case):
    looking = _attention(case, mask=_causal(case), painted=case["paint"])
    return BlockSpec((looking, _attention(case, CrossAttention), _forward(case)))


def decoder_layer(case):
    return _rows(case, (_decoder_block(case),), encoder=(BlockSpec(()),)), {"out": None}


def transformer(case):
    encoder = (BlockSpec((_attention(case), _forward(case))),) * case["layers"]
    decoder = (_decoder_block(case),) * case["layers"]
    model = _rows(case, decoder, encoder=encoder, encoder_norm=True, final_norm=True)
    return model, {"memory": "encoder/final_norm", "out": None}


def _attentions(case):
    return {f"weights.{i}": f"block.{i}/attn/weights" for i in range(case["layers"])}


def gpt2(case):
    attention = _attention(case, mask="causal", norm="before", scale=case["scale"])
    blocks = (BlockSpec((attention, _forward(case, norm="before"))),) * case["layers"]
    model = Model(
        case["d"],
        blocks,
        Positions("table"),
        final_norm=True,
        epsilon=case["eps"],
        tied=case["tied"],
    )
    hidden = {f"hidden.{i}": f"block.{i}/resid_pre" for i in range(case["layers"])}
    return model, {"logits": "logits", **hidden, **_attentions(case)}


def bert(case):
    blocks = (BlockSpec((_attention(case, norm="after"), _forward(case, norm="after"))),) * case["layers"]
    model = Model(
        case["d"], blocks, Positions("table"), output=False, epsilon=case["eps"], embedding_norm=True
    )
    return model, {"out": None, "embed": "embed", **_attentions(case)}


def llama(case):
    more = {"d_head": case["d_head"], "kv_heads": case["groups"], "norm": "before", "padding": False}
    attention = _attention(case, mask="causal", **more)
    forward = _forward(case, norm="before", gated=True)
    model = Model(
        case["d"],
        (BlockSpec((attention, forward)),) * case["layers"],
        Positions("rotary", case["base"], pairs="halves"),
        final_norm=True,
        epsilon=case["eps"],
        norm_kind="rms",
        tied=case["tied"],
    )
    hidden = {f"hidden.{i}": f"block.{i}/resid_pre" for i in range(case["layers"])}
    return model, {"logits": "logits", **hidden, **_attentions(case)}


MODELS = {
    "mha": mha,
    "encoder-layer": encoder_layer,
    "decoder-layer": decoder_layer,
    "transformer": transformer,
    "gpt2": gpt2,
    "bert": bert,
    "llama": llama,
}
