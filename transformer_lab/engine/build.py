"""From a model description to a graph: embedding, blocks on the residual wire, next-word probabilities."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from transformer_lab.engine.graph import Builder, Graph
from transformer_lab.engine.model import Attention, BlockSpec, FeedForward, Model, Positions, Sublayer, check
from transformer_lab.engine.parts import attention, feed_forward, layer_norm, softmax
from transformer_lab.errors import LabError
from transformer_lab.language import tr

Part = Callable[[Builder, str, str, Any], str]

SUBLAYERS: Mapping[type[Sublayer], tuple[str, Part]] = MappingProxyType(
    {Attention: ("attn", attention), FeedForward: ("ffn", feed_forward)}
)
"""Kind of sublayer → the name it has in ids, and the function that adds its nodes."""


def build_graph(model: Model, words: int, vocabulary: int) -> Graph:
    """The graph of `model` for a text of `words` words over `vocabulary` words.

    Raises LabError for sizes below 1, for a description that cannot be (`model.check`) and for widths that do
    not fit.
    """
    check(model)
    if words < 1 or vocabulary < 1:
        raise LabError(tr("A graph needs at least one word in the text and one in the vocabulary."))
    g = Builder()
    x = embed(g, model, words, vocabulary)
    for i, block in enumerate(model.blocks):
        x = add_block(g, f"block.{i}", x, block)
    if model.final_norm:
        x = layer_norm(g, "final_norm", x)
    if model.output:
        unembed(g, x, vocabulary)
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


def add_block(g: Builder, path: str, x: str, block: BlockSpec) -> str:
    """Sublayers one after another on the residual wire; returns the id of what leaves the block."""
    before = len(g.ids())
    x = g.add(f"{path}/resid_pre", "same", "td->td", x)
    if not block.sublayers:
        x = g.add(f"{path}/resid_post", "same", "td->td", x)
    for name, norm, wire, sub in places(block.sublayers):
        x = add_sublayer(g, f"{path}/{name}", f"{path}/{norm}", f"{path}/{wire}", x, sub)
    g.block(path, "block", *g.ids()[before:])
    return x


def places(sublayers: Sequence[Sublayer]) -> Iterator[tuple[str, str, str, Sublayer]]:
    """Each sublayer with three names: its own (``attn``, ``attn_2``), its norm's and the wire's behind it."""
    seen: dict[str, int] = {}
    for j, sub in enumerate(sublayers):
        kind = SUBLAYERS[type(sub)][0]
        seen[kind] = seen.get(kind, 0) + 1
        wire = "resid_post" if j == len(sublayers) - 1 else numbered("resid_mid", j + 1)
        yield numbered(kind, seen[kind]), f"norm_{j + 1}", wire, sub


def numbered(name: str, n: int) -> str:
    """``attn``, ``attn_2``, ``attn_3``: the first of its kind needs no number."""
    return name if n == 1 else f"{name}_{n}"


def add_sublayer(g: Builder, path: str, norm: str, wire: str, x: str, sub: Sublayer) -> str:
    """Norm before, the sublayer, the wire behind it, norm after: whichever of these it has."""
    inside = layer_norm(g, norm, x) if sub.norm == "before" else x
    out = SUBLAYERS[type(sub)][1](g, path, inside, sub)
    x = join_wire(g, wire, x, out, residual=sub.residual)
    return layer_norm(g, norm, x) if sub.norm == "after" else x


def join_wire(g: Builder, path: str, x: str, out: str, *, residual: bool) -> str:
    """The wire after a sublayer: the sum with the residual, or the sublayer's result alone.

    Raises LabError if they are to be added and have different widths.
    """
    if not residual:
        return g.add(path, "same", "td->td", out)
    wire, given = g.shape(x)[1], g.shape(out)[1]
    if wire == given:
        return g.add(path, "add", "td,td->td", x, out)
    raise LabError(
        tr(
            "{path}: the wire carries {wire} numbers and the sublayer gives {given}; they cannot be added: "
            "switch the residual off, put W_O in, or make heads · d_head equal to {wire}.",
            path=path,
            wire=wire,
            given=given,
        )
    )


def unembed(g: Builder, x: str, vocabulary: int) -> str:
    """Logits ``td,dv->tv`` and their softmax, the probabilities of the next word."""
    table = g.leaf("W_U", "dv", (g.shape(x)[1], vocabulary), "parameter")
    logits = g.add("logits", "dot", "td,dv->tv", x, table)
    return softmax(g, "probs", logits, "tv", "v")
