"""The classic mistakes, each as a change of one configuration: of numbers, constants, nodes or the model.

The comparison with PyTorch must notice every one of them.
"""

from dataclasses import replace

import numpy as np

from tests.engine.parity.spoiling import constants, described, nodes, numbers, with_leaves
from transformer_lab.engine.graph import Node, Read
from transformer_lab.engine.model import Attention, BlockSpec
from transformer_lab.engine.ops import OPS, Op


# --- helpers --------------------------------------------------------------------------------------
def zeros(*ends):
    return numbers(lambda name, array: np.zeros_like(array) if name.endswith(ends) else None)


def swapped(one, other):
    """Two parameters that stand beside each other have changed places, where they fit."""

    def spoil(case, own):
        leaves = dict(own.leaves)
        for name, array in own.leaves.items():
            if one in name:
                there = name.replace(one, other)
                if there in leaves and leaves[there].shape == array.shape:
                    leaves[name], leaves[there] = own.leaves[there], array
        return with_leaves(own, leaves)

    return spoil


def weight(end, change):
    return numbers(lambda name, array: change(array) if name.endswith(end) else None)


def heads_inside(array):
    """Slots outside and heads inside, though the numbers lie the other way round; axes dhk."""
    d, *heads, k = array.shape
    return array.reshape(d, k, *heads).transpose(0, *range(2, array.ndim), 1)


def flat_transposed(array):
    flat = array.reshape(array.shape[0], -1)
    return flat.T.reshape(array.shape)


def tiled(array):
    """Heads r·g instead of g·r: the wrong keys for each query; axes dgrk."""
    if array.ndim != 4:
        return array
    d, g, r, k = array.shape
    return array.reshape(d, r, g, k).swapaxes(1, 2)


def operation(name, op):
    """Every node of one operation does another."""
    return nodes(lambda graph, n: replace(n, op=op) if n.op is not None and n.op.name == name else None)


def named(end, change):
    return nodes(lambda graph, n: change(graph, n) if n.id.endswith(end) and n.op is not None else None)


def reading(node, position, source):
    reads = list(node.reads)
    reads[position] = Read(source, reads[position].axes)
    return replace(node, reads=tuple(reads))


def other_axis(graph, node):
    """Softmax down the columns: sums over t, one for each s."""
    head = node.id.rpartition("/")[0]
    owner = node.id if node.id.endswith("/weights") else head
    if not owner.endswith("/weights"):
        return None
    size = graph.sizes(f"{owner}/shifted")
    sums = (f"{owner}/max", f"{owner}/sum")
    axes = node.axes.replace("t", "s") if node.id in sums else node.axes
    reads = tuple(Read(s, a.replace("t", "s") if s in sums else a) for s, a in node.reads)
    return Node(node.id, axes, tuple(size[a] for a in axes), "computed", node.op, reads)


MASK_LATE = Op("late", "", lambda e, total, mask: e / total * np.exp(mask), (1.0, 1.0, 1.0))


def masked_late(graph, node):
    """The mask multiplies the weights instead of standing before softmax."""
    if node.id.endswith("/masked"):
        return Node(node.id, node.axes, node.shape, "computed", OPS["same"], node.reads[:1])
    if node.id.endswith("/weights"):
        before = node.id.replace("/weights", "/masked")
        if before in graph:
            return replace(node, op=MASK_LATE, reads=(*node.reads, graph[before].reads[1]))
    return None


def residual_of_normed(graph, node):
    """The wire is the norm of what came in, where the norm stands before the sublayer."""
    norm = f"{node.id.rsplit('/', 1)[0]}/norm_1"
    ahead = f"{norm}/mean" in graph and graph[f"{norm}/mean"].reads[0].source.endswith("/resid_pre")
    return reading(node, 0, norm) if ahead else None


def with_scale(sub):
    return replace(sub, scale=True) if isinstance(sub, Attention) else sub


def mixed_transposed(graph, node):
    (source, axes), values = node.reads
    square = len(set(graph[source].shape[-2:])) == 1
    return replace(node, reads=(Read(source, axes[:-2] + "st"), values)) if square else None


def keys_as_they_were(graph, node):
    plain = node.id.replace("scores", "k")
    return reading(node, 1, plain) if f"{plain}_turned" in graph else None


def with_positions(**changes):
    return described(lambda m: replace(m, positions=replace(m.positions, **changes)))


def blocks(model, change):
    def of(stack):
        return tuple(BlockSpec(tuple(change(s) for s in b.sublayers)) for b in stack)

    return replace(model, blocks=of(model.blocks), encoder=of(model.encoder))


def turned_round(sub):
    return replace(sub, norm={"before": "after", "after": "before", "none": "none"}[sub.norm])


def unbiased(graph, node):
    n = graph.sizes(node.id)["d"]
    return replace(node, op=Op("mean", "", lambda x: x * n / (n - 1), (1.0,), "mean")) if n > 1 else None


def subtracted(graph, node):
    """RMS norm that takes the mean away first, as layer norm does."""
    op = Op("square", "", lambda x: np.square(x - x.mean(axis=-1, keepdims=True)), (1.0,))
    return replace(node, op=op) if node.id.replace("squared", "rms") in graph else None


def causal(offset):
    return constants("mask", lambda case, m: np.triu(np.full(m.shape, -np.inf), offset))


def painted(change):
    return numbers(lambda name, array: change(array) if name.endswith("/painted") else None)


def drawn(kind, change):
    """As `painted`, only where the painted mask is of one kind."""
    spoil = painted(change)
    return lambda case, own: spoil(case, own) if case["paint"] == kind else own


LEAKY = Op("hide", "", lambda seen: np.where(seen > 0, 0.0, -1e9), (0.0,))
QUICK = Op("quick", "", lambda x: x / (1.0 + np.exp(-1.702 * x)), (1.0,))
SIGMOID = Op("sigmoid", "", lambda x: 1.0 / (1.0 + np.exp(-x)), (1.0,))
OUTSIDE = Op("root", "", lambda x, e: np.sqrt(x) + e, (1.0, 1.0))

MISTAKES = {
    "bias of the query dropped": zeros("/b_Q"),
    "bias of the value dropped": zeros("/b_V"),
    "bias of the output dropped": zeros("/b_O"),
    "first bias of the feed-forward dropped": zeros("/b_1"),
    "second bias of the feed-forward dropped": zeros("/b_2"),
    "bias of the gate dropped": zeros("/b_3"),
    "biases of heads in the wrong order": weight("/b_Q", lambda b: b[::-1]),
    "biases of query and value swapped": swapped("/b_Q", "/b_V"),
    "gain ignored": weight("/gain", np.ones_like),
    "bias of the norm ignored": zeros("/bias"),
    "gain of the last norm ignored": weight("final_norm/gain", np.ones_like),
    "gain of the embedding's norm ignored": weight("embed/norm/gain", np.ones_like),
    "gain counted from zero": weight("/gain", lambda g: 1.0 + g),
    "norms of a block swapped": swapped("/norm_1/", "/norm_2/"),
    "query and key swapped": swapped("/W_Q", "/W_K"),
    "key and value swapped": swapped("/W_K", "/W_V"),
    "gate and linear part swapped": swapped("/W_1", "/W_3"),
    "layers in the wrong order": swapped("block.0/", "block.1/"),
    "heads joined in the wrong order": weight("/W_O", lambda w: w[::-1]),
    "heads interleaved wrongly": weight("/W_Q", heads_inside),
    "heads of the value interleaved wrongly": weight("/W_V", heads_inside),
    "query weights transposed": weight("/W_Q", flat_transposed),
    "output weights transposed": weight("/W_O", lambda w: w.reshape(-1, w.shape[-1]).T.reshape(w.shape)),
    "first feed-forward weights transposed": weight("/W_1", flat_transposed),
    "second feed-forward weights transposed": weight("/W_2", flat_transposed),
    "unembedding transposed": weight("W_U", flat_transposed),
    "query heads belong to the wrong key heads": weight("/W_Q", tiled),
    "rows of words off by one": weight("embed/W_E", lambda w: np.roll(w, 1, axis=0)),
    "positions off by one": weight("embed/positions", lambda w: np.roll(w, 1, axis=0)),
    "no causal mask": constants("mask", lambda case, m: np.zeros_like(m)),
    "causal mask hides the word itself": causal(0),
    "causal mask shows the next word": causal(2),
    "causal mask transposed": constants("mask", lambda case, m: m.T),
    "minus a billion instead of minus infinity": operation("hide", LEAKY),
    "mask after softmax": nodes(masked_late),
    "padding the other way round": weight("real", lambda r: 1.0 - r),
    "padding ignored": weight("real", np.ones_like),
    "painted mask the other way round": drawn("drop", lambda m: 1.0 - m),
    "painted numbers subtracted": drawn("add", np.negative),
    "painted mask transposed": drawn("add", lambda m: m.T if m.shape[0] == m.shape[1] else m),
    "painted mask ignored": painted(np.zeros_like),
    "scale √d_model": constants("root_d_k", lambda case, r: np.sqrt(float(case["d"]))),
    "scale d_k": constants("root_d_k", lambda case, r: r * r),
    "scale left out": constants("root_d_k", lambda case, r: np.ones_like(r)),
    "scale on where it is off": described(lambda m: blocks(m, with_scale)),
    "ε 1e-12 for 1e-5": constants("epsilon", lambda case, e: np.where(e == 1e-5, 1e-12, e)),
    "ε 1e-5 for 1e-12": constants("epsilon", lambda case, e: np.where(e == 1e-12, 1e-5, e)),
    "ε outside of the root": operation("root", OUTSIDE),
    "unbiased variance": named("/variance", unbiased),
    "RMS norm takes the mean away": named("/squared", subtracted),
    "softmax down the columns": nodes(other_axis),
    "weights transposed where values are mixed": named("/mixed", mixed_transposed),
    "tanh for erf": operation("gelu", OPS["gelu_tanh"]),
    "erf for tanh": operation("gelu_tanh", OPS["gelu"]),
    "quick GELU for GELU": operation("gelu", QUICK),
    "ReLU for GELU": operation("gelu", OPS["relu"]),
    "sigmoid for SiLU": operation("silu", SIGMOID),
    "norm before and after swapped": described(lambda m: blocks(m, turned_round)),
    "last norm left out": described(lambda m: replace(m, final_norm=False)),
    "norm of the encoder left out": described(lambda m: replace(m, encoder_norm=False)),
    "norm of the embedding left out": described(lambda m: replace(m, embedding_norm=False)),
    "layer norm for RMS norm": described(lambda m: replace(m, norm_kind="layer")),
    "residual dropped": described(lambda m: blocks(m, lambda s: replace(s, residual=False))),
    "residual taken behind the norm": named("/resid_mid", residual_of_normed),
    "rotary pairs interleaved for halves": with_positions(pairs="interleaved"),
    "rotary angle with the wrong sign": constants("partner", lambda case, p: p.T),
    "rotary base fixed at ten thousand": with_positions(base=10_000.0),
    "rotary rates half as steep": constants("rate", lambda case, r: np.sqrt(r)),
    "only queries turned": named("/scores", keys_as_they_were),
    "embeddings scaled": described(lambda m: replace(m, embedding_scale=True)),
}
