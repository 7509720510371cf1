"""The attention weights of one head in two states: what each map shows, and what they have in common."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.by_head import by_head, index_of
from transformer_lab.figures.compare.changes import whole_percents
from transformer_lab.figures.compare.grids import Gap
from transformer_lab.figures.compare.pairing import Pair
from transformer_lab.figures.heads import Heads, all_heads, head_weights, hidden, sides
from transformer_lab.figures.matrix import Weights
from transformer_lab.figures.picture import Floats
from transformer_lab.figures.scales import rooted

MOST_POINTS = 20
"""With more words than this no numbers fit, and none are made."""


class Maps(NamedTuple):
    """One head: A's weights (None if A has no such head), B's, and B − A; the words that ask in each."""

    a: Weights | None
    b: Weights
    gap: Gap
    words_a: tuple[str, ...]
    words_b: tuple[str, ...]
    reads_a: tuple[str, ...]
    reads_b: tuple[str, ...]

    def named(self, aside: bool) -> Maps:
        """With the names of rows and columns as they stand: on its side those that are read are rows."""
        if not aside:
            return self
        return self._replace(
            words_a=self.reads_a, words_b=self.reads_b, reads_a=self.words_a, reads_b=self.words_b
        )

    @property
    def alike(self) -> bool:
        """Whether both have the same words in the same places."""
        return (self.words_a, self.reads_a) == (self.words_b, self.reads_b)


def maps_of(pair: Pair, heads: Heads, head: int, ramp: str = "") -> Maps:
    """The maps of head `head` of an attention of B."""
    b = _weights(pair.b, heads, head, ramp)
    asks_b, reads_b = sides(pair.b, heads)
    twin = next((h for h in all_heads(pair.a) if h.path == heads.path), None)
    if twin is None or head >= len(twin.names) or not pair.has(heads.weights):
        lost = np.full(b.values.shape, np.nan)
        gap = Gap(lost, b.hidden, ~b.hidden, heads.weights, (head,))
        return Maps(None, b, gap, (), asks_b, (), reads_b)
    a = _weights(pair.a, twin, head, ramp)
    return Maps(a, b, gap_of(pair, heads, head), *_words(pair, twin, asks_b, reads_b))


def _words(
    pair: Pair, twin: Heads, asks: tuple[str, ...], reads: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    asks_a, reads_a = sides(pair.a, twin)
    return asks_a, asks, reads_a, reads


def gap_of(pair: Pair, heads: Heads, head: int) -> Gap:
    """B − A of one head, in the places of B. Hidden is what B hides and A too."""
    assert pair.b.graph is not None
    values = by_head(pair.b.graph, heads.weights, pair.difference(heads.weights))[head]
    alone = ~by_head(pair.b.graph, heads.weights, pair.shared(heads.weights))[head]
    hides = hidden(pair.b, heads.path)
    before = by_head(pair.b.graph, heads.weights, pair.before(heads.weights))[head]
    both = hides & (np.nan_to_num(before, nan=0.0) == 0.0)
    points = _points(pair, heads, head) if len(values) <= MOST_POINTS else None
    return Gap(values, both, alone & ~hides, heads.weights, (head,), points)


def _points(pair: Pair, heads: Heads, head: int) -> Floats:
    """Whole percents of B less those of A as both are printed, so that what is seen adds up."""
    assert pair.b.graph is not None
    rows = []
    for row in range(pair.b[heads.weights].shape[-2]):
        lead = index_of(pair.b.graph, heads.weights, (head, row, 0))[:-1]
        old, new = whole_percents(pair, heads.weights, lead)
        rows.append([b - a if a >= 0 else np.nan for a, b in zip(old, new, strict=True)])
    return np.array(rows, dtype=float)


def _weights(snapshot: Snapshot, heads: Heads, head: int, ramp: str) -> Weights:
    values = np.asarray(head_weights(snapshot, heads)[head])
    root = rooted(max(values.shape), ramp)
    return Weights(values, hidden(snapshot, heads.path), heads.weights, head, root)
