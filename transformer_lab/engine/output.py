"""The output stage: logits, probabilities of the next word, and the loss against a target."""

from __future__ import annotations

from transformer_lab.engine.constants import number
from transformer_lab.engine.graph import Builder
from transformer_lab.engine.model import Model
from transformer_lab.engine.parts import softmax
from transformer_lab.errors import LabError
from transformer_lab.language import tr


def unembed(g: Builder, x: str, model: Model, vocabulary: int) -> str:
    """Logits ``tv`` and their softmax, the probabilities of the next word."""
    node = "logits/product" if model.output_bias else "logits"
    z = _tied(g, node, x) if model.tied else _free(g, node, x, vocabulary)
    if model.output_bias:
        bias = g.leaf("b_U", "v", (vocabulary,), "parameter")
        z = g.add("logits", "add", "tv,v->tv", z, bias)
    if model.temperature != 1.0:
        by = g.constant("temperature", "", (), number, model.temperature)
        z = g.add("logits/tempered", "div", "tv,->tv", z, by)
    probs = softmax(g, "probs", z, "tv", "v")
    return cross_entropy(g, "loss", z) if model.loss else probs


def _free(g: Builder, node: str, x: str, vocabulary: int) -> str:
    weights = g.leaf("W_U", "dv", (g.shape(x)[1], vocabulary), "parameter")
    return g.add(node, "dot", "td,dv->tv", x, weights)


def _tied(g: Builder, node: str, x: str) -> str:
    """The table of embeddings read the other way round (Press and Wolf 2017)."""
    wire, table = g.shape(x)[1], g.shape("embed/W_E")[1]
    if wire == table:
        return g.add(node, "dot", "td,vd->tv", x, "embed/W_E")
    text = tr(
        "logits: the residual stream carries {wire} numbers and a row of embed/W_E has {table}; "
        "switch tied off."
    )
    raise LabError(text.format(wire=wire, table=table))


def cross_entropy(g: Builder, path: str, z: str) -> str:
    """−ln of the probability of the target, as a mean over the words that have one (rows of ``target``).

    ln p = z − max − ln Σ exp(z − max), so that no small probability becomes 0. A row of zeros has no target.
    """
    target = g.leaf("target", "tv", g.shape(z), "input")
    top = g.add(f"{path}/max", "max", "tv->t", z)
    shifted = g.add(f"{path}/shifted", "sub", "tv,t->tv", z, top)
    grown = g.add(f"{path}/exp", "exp", "tv->tv", shifted)
    total = g.add(f"{path}/sum", "sum", "tv->t", grown)
    log_total = g.add(f"{path}/log_sum", "log", "t->t", total)
    log_probs = g.add(f"{path}/log_probs", "sub", "tv,t->tv", shifted, log_total)
    picked = g.add(f"{path}/picked", "dot", "tv,tv->", target, log_probs)
    surprise = g.add(f"{path}/surprise", "neg", "->", picked)
    count = g.add(f"{path}/count", "sum", "tv->", target)
    inner = (top, shifted, grown, total, log_total, log_probs, picked, surprise, count)
    g.block(path, "cross-entropy", *inner)
    return g.add(path, "share", ",->", surprise, count)
