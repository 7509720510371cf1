"""From a model description to a graph: one short function for each part, reading like the paper.

Axis letters: t query words, s key words, d features of the wire, h heads, k slots of a head, f hidden units,
v vocabulary. A letter has one size within a signature and may have another elsewhere.
"""

from __future__ import annotations

from transformer_lab.engine.graph import Builder, Graph
from transformer_lab.engine.model import Attention, BlockSpec, FeedForward, Model, NormPlace, Positions
from transformer_lab.errors import LabError


def build_graph(model: Model, words: int, vocabulary: int) -> Graph:
    """The graph of `model` for a text of `words` words over `vocabulary` words. Raises LabError for sizes below 1."""
    if words < 1 or vocabulary < 1 or model.d_model < 1:
        raise LabError("A graph needs at least one word, one vocabulary entry and a width of one.")
    g = Builder()
    x = embed(g, model, words, vocabulary)
    for i, block in enumerate(model.blocks):
        x = add_block(g, f"block.{i}", x, block, model.epsilon)
    if model.output:
        unembed(g, model, x, vocabulary)
    return g.freeze()


def embed(g: Builder, model: Model, words: int, vocabulary: int) -> str:
    """Look the words up and add their positions: ``tv,vd->td``."""
    tokens = g.leaf("tokens", "tv", (words, vocabulary), "input")
    table = g.leaf("embed/W_E", "vd", (vocabulary, model.d_model), "parameter")
    rows = g.add("embed/tokens", "dot", "tv,vd->td", tokens, table)
    where = position_rows(g, model.positions, words, model.d_model)
    if where is None:
        return g.add("embed", "same", "td->td", rows)
    return g.add("embed", "add", "td,td->td", rows, where)


def position_rows(g: Builder, positions: Positions, words: int, width: int) -> str | None:
    """One row for each place, ``td``, or None."""
    if positions.kind == "none":
        return None
    if positions.kind == "table":
        return g.leaf("embed/positions", "td", (words, width), "parameter")
    place = g.leaf("embed/place", "t", (words,), "constant")
    rate = g.leaf("embed/rate", "d", (width,), "constant")
    phase = g.leaf("embed/phase", "d", (width,), "constant")
    turn = g.add("embed/turn", "mul", "t,d->td", place, rate)
    angle = g.add("embed/angle", "add", "td,d->td", turn, phase)
    return g.add("embed/positions", "sine", "td->td", angle)


def add_block(g: Builder, path: str, x: str, block: BlockSpec, epsilon: float) -> str:
    """Sublayers one after another on the residual wire; returns the id of what leaves the block."""
    first = g.ids()
    x = g.add(f"{path}/resid_pre", "same", "td->td", x)
    ffn_before = attn_before = 0
    for j, sub in enumerate(block.sublayers):
        last = j == len(block.sublayers) - 1
        wire = f"{path}/resid_post" if last else f"{path}/resid_mid" + (f"_{j + 1}" if j else "")
        norm = f"{path}/norm_{j + 1}"
        inside = layer_norm(g, norm, x, epsilon) if sub.norm == "before" else x
        if isinstance(sub, Attention):
            name, attn_before = f"{path}/attn" + (f"_{attn_before + 1}" if attn_before else ""), attn_before + 1
            out = attention(g, name, inside, sub)
        else:
            name, ffn_before = f"{path}/ffn" + (f"_{ffn_before + 1}" if ffn_before else ""), ffn_before + 1
            out = feed_forward(g, name, inside, sub)
        x = join_wire(g, wire, x, out, residual=sub.residual)
        x = layer_norm(g, norm, x, epsilon) if sub.norm == "after" else x
    g.block(path, "block", *(i for i in g.ids() if i not in set(first)))
    return x


def join_wire(g: Builder, path: str, x: str, out: str, *, residual: bool) -> str:
    """The wire after a sublayer: the sum with the residual, or the sublayer's result alone."""
    if not residual:
        return g.add(path, "same", "td->td", out)
    if g.shape(x) != g.shape(out):
        raise LabError(
            f"{path}: the wire carries {g.shape(x)[1]} numbers and the sublayer gives {g.shape(out)[1]}, "
            "so they cannot be added; switch the residual off or make the widths equal."
        )
    return g.add(path, "add", "td,td->td", x, out)


def project(g: Builder, path: str, name: str, signature: str, x: str, shape: tuple[int, ...], bias: bool) -> str:
    """``x · W_name`` plus ``b_name``; the node is called ``path`` and the parameters stand beside it."""
    owner = path.rsplit("/", 1)[0]
    operands, axes = signature.split("->")
    weight = g.leaf(f"{owner}/W_{name}", operands.split(",")[1], shape, "parameter")
    if not bias:
        return g.add(path, "dot", signature, x, weight)
    product = g.add(f"{path}/product", "dot", signature, x, weight)
    kept = "".join(a for a in axes if a not in "ts")
    size = dict(zip(operands.split(",")[1], shape, strict=True))
    b = g.leaf(f"{owner}/b_{name}", kept, tuple(size[a] for a in kept), "parameter")
    return g.add(path, "add", f"{axes},{kept}->{axes}", product, b)


def attention(g: Builder, path: str, x: str, spec: Attention) -> str:
    """softmax(Q Kᵀ / √d_k) V, each head by itself, joined by W_O (Vaswani 2017, eq. 1 and 3.2.2)."""
    words, width = g.shape(x)
    size = (width, spec.heads, spec.d_head)
    q = project(g, f"{path}/q", "Q", "td,dhk->htk", x, size, spec.biases)
    k = project(g, f"{path}/k", "K", "sd,dhk->hsk", x, size, spec.biases)
    v = project(g, f"{path}/v", "V", "sd,dhk->hsk", x, size, spec.biases)
    z = g.add(f"{path}/scores", "dot", "htk,hsk->hts", q, k)
    if spec.scale:
        root = g.leaf(f"{path}/root_d_k", "", (), "constant")
        z = g.add(f"{path}/scaled", "div", "hts,->hts", z, root)
    if spec.mask != "none":
        mask = g.leaf(f"{path}/mask", "ts", (words, words), "constant")
        z = g.add(f"{path}/masked", "add", "hts,ts->hts", z, mask)
    weights = softmax(g, f"{path}/weights", z, "hts", "s")
    mixed = g.add(f"{path}/mixed", "dot", "hts,hsk->htk", weights, v)
    if spec.output:
        return project(g, f"{path}/out", "O", "htk,hkd->td", mixed, (spec.heads, spec.d_head, width), spec.biases)
    join = g.leaf(f"{path}/join", "hkd", (spec.heads, spec.d_head, spec.heads * spec.d_head), "constant")
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


def layer_norm(g: Builder, path: str, x: str, epsilon: float) -> str:
    """(x − mean) / √(variance + ε) · gain + bias, for each word (Ba et al. 2016)."""
    width = g.shape(x)[1]
    eps = g.leaf(f"{path}/epsilon", "", (), "constant")
    gain = g.leaf(f"{path}/gain", "d", (width,), "parameter")
    bias = g.leaf(f"{path}/bias", "d", (width,), "parameter")
    mean = g.add(f"{path}/mean", "mean", "td->t", x)
    centred = g.add(f"{path}/centred", "sub", "td,t->td", x, mean)
    squared = g.add(f"{path}/squared", "square", "td->td", centred)
    variance = g.add(f"{path}/variance", "mean", "td->t", squared)
    std = g.add(f"{path}/std", "root", "t,->t", variance, eps)
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


def unembed(g: Builder, model: Model, x: str, vocabulary: int) -> str:
    """Logits ``td,dv->tv`` and their softmax, the probabilities of the next word."""
    if model.final_norm:
        x = layer_norm(g, "final_norm", x, model.epsilon)
    table = g.leaf("W_U", "dv", (g.shape(x)[1], vocabulary), "parameter")
    logits = g.add("logits", "dot", "td,dv->tv", x, table)
    return softmax(g, "probs", logits, "tv", "v")


NORM_PLACES: tuple[NormPlace, ...] = ("none", "before", "after")
