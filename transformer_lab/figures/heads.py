"""Which blocks look at words and with how many heads, read from the graph; and what is hidden from whom."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transformer_lab.document.axes import axis_names
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.ops import Array
from transformer_lab.errors import LabError
from transformer_lab.figures.by_head import by_head, told_items
from transformer_lab.figures.picture import Item
from transformer_lab.figures.veiled import veil
from transformer_lab.language import tr, translatable

Bools = NDArray[np.bool_]
WEIGHTS = ("hts", "grts")
TOWERS = translatable({"encoder": "Encoder", "decoder": "Decoder"})


class Heads(NamedTuple):
    """The attention of one block: its address and the names of its heads ("" where a head has none)."""

    block: int
    """the number of the block; with two towers that of the attention, counted through both"""
    path: str
    names: tuple[str, ...]
    place: str = ""
    """with two towers where it stands: “decoder 1, cross”"""
    called: str = ""
    """what its block is called, if somebody named it"""

    @property
    def weights(self) -> str:
        """Address of its attention weights, axes ``hts``."""
        return f"{self.path}/weights"


def all_heads(snapshot: Snapshot) -> tuple[Heads, ...]:
    """Every attention sublayer, in the order of computing; empty for an empty text."""
    if snapshot.graph is None:
        return ()
    weights = (n.id for n in snapshot.graph if n.axes in WEIGHTS and n.id.endswith("/weights"))
    paths = [node_id.removesuffix("/weights") for node_id in weights]
    if snapshot.state.model.encoder:
        return tuple(_heads(snapshot, path, i, _place(path)) for i, path in enumerate(paths))
    return tuple(_heads(snapshot, path, int(path.split("/")[0].split(".")[1])) for path in paths)


def attention_path(snapshot: Snapshot, block: int) -> str:
    """The address of the attention that `block` means, whether it has one or not."""
    if snapshot.state.model.encoder:
        return next((h.path for h in all_heads(snapshot) if h.block == block), f"decoder.{block}/self")
    return f"block.{block}/attn"


def block_count(snapshot: Snapshot) -> int:
    """How many blocks can be chosen; with two towers how many attentions."""
    model = snapshot.state.model
    return len(all_heads(snapshot)) if model.encoder else len(model.blocks)


def block_of(snapshot: Snapshot, node_id: str) -> int | None:
    """The number of the block that an address lies in, or None."""
    head, _, rest = node_id.partition(".")
    number = rest.partition("/")[0]
    if head == "block" and number.isdigit():
        return int(number)
    section = node_id.partition("/")[0] + "/"
    own = [h for h in all_heads(snapshot) if h.path.startswith(section)] if "." in section else []
    exact = [h.block for h in own if node_id.startswith(h.path + "/")]
    return next(iter((*exact, *(h.block for h in own))), None)


def sides(snapshot: Snapshot, heads: Heads) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words that ask and the words that are read; they differ in cross-attention alone."""
    if not snapshot.state.model.encoder:
        return snapshot.words, snapshot.words
    asks, reads = axis_names(snapshot, heads.weights)[-2:]
    return asks, reads


def head_weights(snapshot: Snapshot, heads: Heads) -> Array:
    """The attention weights by head: ``hts``."""
    return by_heads(snapshot, heads.weights)


def by_heads(snapshot: Snapshot, node_id: str) -> Array:
    """A value of an attention with one axis of heads in front, also where heads share keys."""
    assert snapshot.graph is not None
    return by_head(snapshot.graph, node_id, snapshot[node_id])


def own_cells(snapshot: Snapshot, items: Sequence[Item]) -> tuple[Item, ...]:
    """Items whose references count heads through, with references to the graph's own cells instead."""
    assert snapshot.graph is not None
    return told_items(snapshot.graph, items)


def chosen_head(snapshot: Snapshot, block: int | None, head: int | None) -> tuple[Heads, int]:
    """The attention of `block` (None: the last) and its `head`. Raises LabError if there is none."""
    found = all_heads(snapshot)
    if not found:
        raise LabError(tr("This model has no attention, so there are no weights to show."))
    if block is None:
        heads = found[-1]
    else:
        check_index("block", block, block_count(snapshot), tr("This model"), tr("block"))
        match = [h for h in found if h.block == block]
        if not match:
            raise LabError(tr("Block {number} has no attention; choose another --block.", number=block + 1))
        heads = match[0]
    head = 0 if head is None else head
    check_index("head", head, len(heads.names), block_title(heads), tr("head"))
    return heads, head


def chosen_query(snapshot: Snapshot, query: int | None) -> int:
    """The word that asks (None: the last). Raises LabError if the text has no such word."""
    query = len(snapshot.words) - 1 if query is None else query
    check_index("query", query, len(snapshot.words), tr("This text"), tr("word"))
    return query


def chosen_asking(snapshot: Snapshot, heads: Heads, query: int | None) -> int:
    """The word that asks in one attention (None: the last); in an encoder it is one of the source.

    A word that only the other text has counts as the last of this one. Raises LabError if neither has it.
    """
    asks = sides(snapshot, heads)[0]
    if len(asks) <= len(snapshot.words):
        return min(chosen_query(snapshot, query), len(asks) - 1)
    query = len(asks) - 1 if query is None else query
    check_index("query", query, len(asks), tr("The source text"), tr("word"))
    return query


def check_index(option: str, value: int, count: int, whole: str, thing: str) -> None:
    """Raises LabError unless 0 ≤ value < count: “This model has 2 blocks, so --block goes from 0 to 1.”"""
    if 0 <= value < count:
        return
    if count == 1:
        text = tr(
            "{whole} has 1 {thing}, so --{option} can only be 0.", whole=whole, thing=thing, option=option
        )
        raise LabError(text)
    text = tr("{whole} has {count} {thing}s, so --{option} goes from 0 to {last}.")
    raise LabError(text.format(whole=whole, count=count, thing=thing, option=option, last=count - 1))


def hidden(snapshot: Snapshot, path: str) -> Bools:
    """True where a mask hides a word from the one that asks: ``ts``."""
    masked, scores = f"{path}/masked", f"{path}/scores"
    if masked in snapshot and scores in snapshot:
        covered = veil(snapshot, path, snapshot[masked]) & ~np.isneginf(snapshot[scores])
        return np.asarray(covered.reshape(-1, *covered.shape[-2:]).all(0))
    weights = f"{path}/weights"
    n = len(snapshot.words)
    return np.zeros(snapshot[weights].shape[-2:] if weights in snapshot else (n, n), dtype=bool)


def block_title(heads: Heads) -> str:
    """“Block 2”, with two towers “Decoder 1, cross”."""
    title = heads.place or tr("Block {number}", number=heads.block + 1)
    return f"{title} · {heads.called}" if heads.called else title


def head_title(heads: Heads, head: int) -> str:
    """“block 2, head 1 · who?”"""
    place = tr("block {block}, head {head}", block=heads.block + 1, head=head + 1)
    if heads.place:
        place = tr("{place}, head {head}", place=heads.place, head=head + 1)
    return f"{place} · {heads.names[head]}" if heads.names[head] else place


def _heads(snapshot: Snapshot, path: str, block: int, place: str = "") -> Heads:
    assert snapshot.graph is not None
    count = math.prod(snapshot.graph[f"{path}/weights"].shape[:-2])
    names = snapshot.state.head_names.get(path, ())
    called = snapshot.state.block_names.get(path.partition("/")[0], "")
    return Heads(block, path, (*names, *[""] * count)[:count], place, called)


def _place(path: str) -> str:
    """“Encoder 1”, “Decoder 1”, “Decoder 1, cross”."""
    section, _, name = path.partition("/")
    tower, _, number = section.partition(".")
    where = tr("{tower} {n}", tower=tr(TOWERS[tower]), n=int(number) + 1)
    return tr("{where}, cross", where=where) if name.startswith("cross") else where
