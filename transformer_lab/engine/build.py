"""From a model description to a graph: embedding, blocks on the residual wire, next-word probabilities."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from transformer_lab.engine.attention import attention
from transformer_lab.engine.check import check
from transformer_lab.engine.constants import number
from transformer_lab.engine.feed_forward import feed_forward
from transformer_lab.engine.graph import Builder, Graph
from transformer_lab.engine.model import Attention, BlockSpec, CrossAttention, FeedForward, Model, Sublayer
from transformer_lab.engine.norms import NORMS
from transformer_lab.engine.output import unembed
from transformer_lab.engine.parts import Around
from transformer_lab.engine.positions import ADDED
from transformer_lab.errors import LabError
from transformer_lab.language import tr

Part = Callable[[Builder, str, str, Any, Around], str]


class Kind(NamedTuple):
    """A kind of sublayer: its name in ids, alone and in a decoder, and the function that adds its nodes."""

    name: str
    in_decoder: str
    part: Part


SUBLAYERS: Mapping[type[Sublayer], Kind] = MappingProxyType(
    {
        Attention: Kind("attn", "self", attention),
        CrossAttention: Kind("cross", "cross", attention),
        FeedForward: Kind("ffn", "ffn", feed_forward),
    }
)


def build_graph(
    model: Model, words: int, vocabulary: int, source_words: int = 0, source_vocabulary: int = 0
) -> Graph:
    """The graph of `model` for a text of `words` words over `vocabulary` words.

    An encoder–decoder reads a source of `source_words` words, over the same vocabulary and the same table
    ``embed/W_E`` unless `source_vocabulary` is given. Raises LabError for sizes below 1, for a description
    that cannot be (`check.check`) and for widths that do not fit.
    """
    check(model)
    if words < 1 or vocabulary < 1:
        raise LabError(tr("A graph needs at least one word in the text and one in the vocabulary."))
    if model.encoder and source_words < 1:
        raise LabError(tr("An encoder needs at least one word in the source text."))
    g = Builder()
    memory = encode(g, model, source_words, vocabulary, source_vocabulary) if model.encoder else None
    x = embed(g, Around(model), words, vocabulary)
    name = "decoder" if model.encoder else "block"
    x = stack(g, name, x, model.blocks, Around(model, memory=memory))
    if model.final_norm:
        x = norm(g, "final_norm", x, model, None)
    if model.output:
        unembed(g, x, model, vocabulary)
    return g.freeze()


def encode(g: Builder, model: Model, words: int, vocabulary: int, own_vocabulary: int) -> str:
    """The encoder's tower, from the words of the source to what the decoder reads, ``td``."""
    around = Around(model, "encoder/")
    table = "encoder/embed/W_E" if own_vocabulary else "embed/W_E"
    x = embed(g, around, words, own_vocabulary or vocabulary, table)
    x = stack(g, "encoder", x, model.encoder, around)
    return norm(g, "encoder/final_norm", x, model, None) if model.encoder_norm else x


def embed(g: Builder, around: Around, words: int, vocabulary: int, table: str = "embed/W_E") -> str:
    """Look the words up, and add where they stand: ``tv,vd->td``."""
    model, path = around.model, f"{around.tower}embed"
    tokens = g.leaf(f"{around.tower}tokens", "tv", (words, vocabulary), "input")
    if table not in g:
        g.leaf(table, "vd", (vocabulary, model.d_model), "parameter")
    x = g.add(f"{path}/tokens", "dot", "tv,vd->td", tokens, table)
    if model.embedding_scale:
        root = g.constant(f"{path}/root_d_model", "", (), number, model.d_model**0.5)
        x = g.add(f"{path}/scaled", "mul", "td,->td", x, root)
    last = f"{path}/sum" if model.embedding_norm else path
    if model.positions.kind in ADDED:
        rows = ADDED[model.positions.kind](g, path, model.positions, words, model.d_model)
        x = g.add(last, "add", "td,td->td", x, rows)
    else:
        x = g.add(last, "same", "td->td", x)
    if not model.embedding_norm:
        return x
    return g.add(path, "same", "td->td", norm(g, f"{path}/norm", x, model, None))


def stack(g: Builder, name: str, x: str, blocks: Sequence[BlockSpec], around: Around) -> str:
    """Blocks one after another."""
    for i, block in enumerate(blocks):
        x = add_block(g, f"{name}.{i}", x, block, around)
    return x


def add_block(g: Builder, path: str, x: str, block: BlockSpec, around: Around) -> str:
    """Sublayers one after another on the residual wire; returns the id of what leaves the block."""
    before = len(g.ids())
    x = g.add(f"{path}/resid_pre", "same", "td->td", x)
    if not block.sublayers:
        x = g.add(f"{path}/resid_post", "same", "td->td", x)
    for name, at, wire, sub in places(block.sublayers, decoder=around.memory is not None):
        x = add_sublayer(g, (f"{path}/{name}", f"{path}/{at}", f"{path}/{wire}"), x, sub, around)
    g.block(path, "block", *g.ids()[before:])
    return x


def places(
    sublayers: Sequence[Sublayer], *, decoder: bool = False
) -> Iterator[tuple[str, str, str, Sublayer]]:
    """Each sublayer with three names: its own (``attn``, ``attn_2``), its norm's and the wire's behind it."""
    seen: dict[str, int] = {}
    for j, sub in enumerate(sublayers):
        kind = SUBLAYERS[type(sub)]
        name = kind.in_decoder if decoder else kind.name
        seen[name] = seen.get(name, 0) + 1
        wire = "resid_post" if j == len(sublayers) - 1 else numbered("resid_mid", j + 1)
        yield numbered(name, seen[name]), f"norm_{j + 1}", wire, sub


def numbered(name: str, n: int) -> str:
    """``attn``, ``attn_2``, ``attn_3``: the first of its kind needs no number."""
    return name if n == 1 else f"{name}_{n}"


def add_sublayer(g: Builder, ids: tuple[str, str, str], x: str, sub: Sublayer, around: Around) -> str:
    """Norm before, the sublayer, the wire behind it, norm after: whichever of these it has.

    `ids` are those of the sublayer, of its norm and of the wire.
    """
    path, at, wire = ids
    inside = norm(g, at, x, around.model, sub) if sub.norm == "before" else x
    out = SUBLAYERS[type(sub)].part(g, path, inside, sub, around)
    x = join_wire(g, wire, x, out, residual=sub.residual)
    return norm(g, at, x, around.model, sub) if sub.norm == "after" else x


def norm(g: Builder, path: str, x: str, model: Model, sub: Sublayer | None) -> str:
    """The norm of a sublayer, or the model's own kind and epsilon."""
    kind = (sub and sub.norm_kind) or model.norm_kind
    epsilon = model.epsilon if sub is None or sub.epsilon is None else sub.epsilon
    return NORMS[kind](g, path, x, epsilon)


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
            "{path}: the residual stream carries {wire} numbers and the sublayer gives {given}; "
            "they cannot be added: switch the residual off, put W_O in, or make heads · d_head equal "
            "to {wire}.",
            path=path,
            wire=wire,
            given=given,
        )
    )
