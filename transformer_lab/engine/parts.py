"""The parts of a block, each a short function that adds nodes and reads like the paper.

Axis letters: t query words, s key words, d features of the wire, h heads, k slots of a head, f hidden
units, v vocabulary. A letter has one size within a signature and may have another elsewhere. Weights have the
axes they mean, inputs then outputs (``dhk``, ``hkd``), so heads need no reshaping.
"""

from __future__ import annotations

from transformer_lab.engine.graph import Builder
from transformer_lab.engine.model import Attention, FeedForward

WORDS = "ts"


def project(
    g: Builder, path: str, name: str, signature: str, x: str, shape: tuple[int, ...], biases: bool
) -> str:
    """``x · W_name`` plus ``b_name``; the node is called `path` and the parameters stand beside it.

    `shape` is that of W_name; b_name has every axis of the result but the words.
    """
    owner = path.rsplit("/", 1)[0]
    operands, axes = signature.split("->")
    letters = operands.split(",")[1]
    weight = g.leaf(f"{owner}/W_{name}", letters, shape, "parameter")
    if not biases:
        return g.add(path, "dot", signature, x, weight)
    product = g.add(f"{path}/product", "dot", signature, x, weight)
    kept = "".join(a for a in axes if a not in WORDS)
    size = dict(zip(letters, shape, strict=True))
    b = g.leaf(f"{owner}/b_{name}", kept, tuple(size[a] for a in kept), "parameter")
    return g.add(path, "add", f"{axes},{kept}->{axes}", product, b)


def attention(g: Builder, path: str, x: str, spec: Attention) -> str:
    """softmax(Q Kᵀ / √d_k) V, each head by itself, joined by W_O (Vaswani 2017, eq. 1 and 3.2.2).

    Reads ``td`` and gives ``td``; without W_O the heads stand side by side, heads · d_head wide.
    """
    width = g.shape(x)[1]
    size = (width, spec.heads, spec.d_head)
    q = project(g, f"{path}/q", "Q", "td,dhk->htk", x, size, spec.biases)
    k = project(g, f"{path}/k", "K", "sd,dhk->hsk", x, size, spec.biases)
    v = project(g, f"{path}/v", "V", "sd,dhk->hsk", x, size, spec.biases)
    z = g.add(f"{path}/scores", "dot", "htk,hsk->hts", q, k)
    if spec.scale:
        root = g.leaf(f"{path}/root_d_k", "", (), "constant")
        z = g.add(f"{path}/scaled", "div", "hts,->hts", z, root)
    if spec.mask != "none":
        mask = g.leaf(f"{path}/mask", "ts", g.shape(z)[1:], "constant")
        z = g.add(f"{path}/masked", "add", "hts,ts->hts", z, mask)
    weights = softmax(g, f"{path}/weights", z, "hts", "s")
    mixed = g.add(f"{path}/mixed", "dot", "hts,hsk->htk", weights, v)
    heads = (spec.heads, spec.d_head)
    if spec.output:
        return project(g, f"{path}/out", "O", "htk,hkd->td", mixed, (*heads, width), spec.biases)
    join = g.leaf(f"{path}/join", "hkd", (*heads, spec.heads * spec.d_head), "constant")
    return g.add(f"{path}/out", "dot", "htk,hkd->td", mixed, join)


def softmax(g: Builder, path: str, x: str, axes: str, over: str) -> str:
    """exp(x − max) / Σ exp(x − max) along `over`; a row masked everywhere gets zeros."""
    rest = axes.replace(over, "")
    top = g.add(f"{path}/max", "max", f"{axes}->{rest}", x)
    shifted = g.add(f"{path}/shifted", "sub", f"{axes},{rest}->{axes}", x, top)
    grown = g.add(f"{path}/exp", "exp", f"{axes}->{axes}", shifted)
    total = g.add(f"{path}/sum", "sum", f"{axes}->{rest}", grown)
    g.block(path, "softmax", top, shifted, grown, total)
    return g.add(path, "share", f"{axes},{rest}->{axes}", grown, total)


def layer_norm(g: Builder, path: str, x: str) -> str:
    """(x − mean) / √(variance + ε) · gain + bias, for each word; biased variance (Ba et al. 2016)."""
    width = g.shape(x)[1:]
    epsilon = g.leaf(f"{path}/epsilon", "", (), "constant")
    gain = g.leaf(f"{path}/gain", "d", width, "parameter")
    bias = g.leaf(f"{path}/bias", "d", width, "parameter")
    mean = g.add(f"{path}/mean", "mean", "td->t", x)
    centred = g.add(f"{path}/centred", "sub", "td,t->td", x, mean)
    squared = g.add(f"{path}/squared", "square", "td->td", centred)
    variance = g.add(f"{path}/variance", "mean", "td->t", squared)
    std = g.add(f"{path}/std", "root", "t,->t", variance, epsilon)
    normed = g.add(f"{path}/normed", "div", "td,t->td", centred, std)
    g.block(f"{path}/normed", "standardise", mean, centred, squared, variance, std)
    scaled = g.add(f"{path}/scaled", "mul", "td,d->td", normed, gain)
    return g.add(path, "add", "td,d->td", scaled, bias)


def feed_forward(g: Builder, path: str, x: str, spec: FeedForward) -> str:
    """max(0, x W_1 + b_1) W_2 + b_2 for each word by itself (Vaswani 2017, eq. 2)."""
    width = g.shape(x)[1]
    pre = project(g, f"{path}/pre", "1", "td,df->tf", x, (width, spec.width), spec.biases)
    act = g.add(f"{path}/act", "relu", "tf->tf", pre)
    return project(g, f"{path}/out", "2", "tf,fd->td", act, (spec.width, width), spec.biases)
