"""Which blocks look at words and with how many heads, read from the graph; and what is hidden from whom."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.language import tr

Bools = NDArray[np.bool_]


class Heads(NamedTuple):
    """The attention of one block: its address and the names of its heads ("" where a head has none)."""

    block: int
    path: str
    names: tuple[str, ...]

    @property
    def weights(self) -> str:
        """Address of its attention weights, axes ``hts``."""
        return f"{self.path}/weights"


def all_heads(snapshot: Snapshot) -> tuple[Heads, ...]:
    """Every attention sublayer, in the order of computing; empty for an empty text."""
    if snapshot.graph is None:
        return ()
    weights = (n.id for n in snapshot.graph if n.axes == "hts" and n.id.endswith("/weights"))
    paths = (node_id.removesuffix("/weights") for node_id in weights)
    return tuple(_heads(snapshot, path) for path in paths if path.startswith("block."))


def chosen_head(snapshot: Snapshot, block: int | None, head: int | None) -> tuple[Heads, int]:
    """The attention of `block` (None: the last) and its `head`. Raises LabError if there is none."""
    found = all_heads(snapshot)
    if not found:
        raise LabError(tr("This model has no attention, so there are no weights to show."))
    if block is None:
        heads = found[-1]
    else:
        check_index("block", block, len(snapshot.state.model.blocks), tr("This model"), tr("block"))
        match = [h for h in found if h.block == block]
        if not match:
            raise LabError(tr("Block {number} has no attention; choose another --block.", number=block + 1))
        heads = match[0]
    head = 0 if head is None else head
    check_index("head", head, len(heads.names), tr("Block {number}", number=heads.block + 1), tr("head"))
    return heads, head


def chosen_query(snapshot: Snapshot, query: int | None) -> int:
    """The word that asks (None: the last). Raises LabError if the text has no such word."""
    query = len(snapshot.words) - 1 if query is None else query
    check_index("query", query, len(snapshot.words), tr("This text"), tr("word"))
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
    """True where the mask hides a word from the one that asks: ``ts``."""
    mask = f"{path}/mask"
    if mask in snapshot:
        return np.asarray(np.isneginf(snapshot[mask]))
    n = len(snapshot.words)
    return np.zeros((n, n), dtype=bool)


def head_title(heads: Heads, head: int) -> str:
    """“block 2, head 1 · who?”"""
    place = tr("block {block}, head {head}", block=heads.block + 1, head=head + 1)
    return f"{place} · {heads.names[head]}" if heads.names[head] else place


def _heads(snapshot: Snapshot, path: str) -> Heads:
    count = snapshot[f"{path}/weights"].shape[0]
    names = snapshot.state.head_names.get(path, ())
    return Heads(int(path.split("/")[0].split(".")[1]), path, (*names, *[""] * count)[:count])
