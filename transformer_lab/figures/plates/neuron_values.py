"""The numbers of the neuron view: one word's query against every key, feature by feature."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.heads import Bools, Heads, by_heads, chosen_asking, chosen_head, hidden, sides
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Floats
from transformer_lab.figures.plates.working import divided_by
from transformer_lab.figures.stage.scale import shared_limit
from transformer_lab.language import tr


@dataclass(frozen=True, eq=False)
class After:
    """A column behind the products: what it is called, its node, one number for each word that is read."""

    name: str
    node: str
    values: Floats
    ramp: str


class Neurons(NamedTuple):
    """q ``k``, k ``sk``, their products ``sk``, and what becomes of the sums."""

    heads: Heads
    head: int
    query: int
    asker: str
    words: tuple[str, ...]
    q: Floats
    k: Floats
    nodes: tuple[str, str]
    """of q and k, as the scores read them: turned ones where positions are rotary"""
    after: tuple[After, ...]
    gone: Bools
    own: Floats | None = None
    """what stands in place of the products: their differences"""
    lost: frozenset[int] = frozenset()
    """words that have no row"""
    end: float | None = None
    """where a scale ends that is shared with the stage; None: the colours have scales of their own"""

    @property
    def products(self) -> Floats:
        """The element-wise product of q with every key: ``sk``."""
        return self.q * self.k if self.own is None else self.own

    @property
    def shares(self) -> Floats:
        """The weights: ``s``."""
        return self.after[-1].values


def neurons(snapshot: Snapshot, options: Options) -> Neurons:
    """The numbers for one word and head. Raises LabError for a block, head or word that does not exist."""
    heads, head = chosen_head(snapshot, options.block, options.head)
    asks, reads = sides(snapshot, heads)
    query = chosen_asking(snapshot, heads, options.query)
    assert snapshot.graph is not None
    read = snapshot.graph[f"{heads.path}/scores"].reads
    nodes = (read[0].source, read[1].source)
    q, k = (np.asarray(by_heads(snapshot, node)[head], dtype=float) for node in nodes)
    names = _after(snapshot, heads.path)
    after = tuple(
        After(name, node, np.asarray(by_heads(snapshot, node)[head][query], dtype=float), ramp)
        for name, node, ramp in names
    )
    gone = np.asarray(hidden(snapshot, heads.path)[query], bool)
    end = shared_limit(snapshot, options)
    return Neurons(heads, head, query, asks[query], reads, q[query], k, nodes, after, gone, end=end)


def _after(snapshot: Snapshot, path: str) -> list[tuple[str, str, str]]:
    names = [(tr("sum"), f"{path}/scores", "div")]
    if f"{path}/scaled" in snapshot:
        names.append((divided_by(snapshot, path), f"{path}/scaled", "div"))
    if f"{path}/slanted" in snapshot:
        names.append((tr("slanted"), f"{path}/slanted", "div"))
    return [*names, (tr("weight"), f"{path}/weights", "seq")]


def kept_features(found: Neurons, most: int) -> tuple[int, ...]:
    """All features, or those that count most in the products with the words that may be seen."""
    width = len(found.q)
    if width <= most:
        return tuple(range(width))
    size = np.nan_to_num(np.abs(found.products[~found.gone])).max(0, initial=0.0)
    return tuple(sorted(np.argsort(-size, kind="stable")[: max(1, most)].tolist()))


def kept_words(found: Neurons, most: int) -> tuple[int, ...]:
    """All words, or those with the largest weights, in their order."""
    words = tuple(i for i in range(len(found.words)) if i not in found.lost)
    if len(words) <= most:
        return words
    rank = np.where(found.gone, -1.0, np.abs(np.nan_to_num(found.shares)))
    rank[list(found.lost)] = -2.0
    return tuple(sorted(np.argsort(-rank, kind="stable")[: max(1, most)].tolist()))
