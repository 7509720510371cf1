"""Gradients as colours: each cell shows how the target answers to it, on a scale of its own."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from transformer_lab.document.gradients import ungraded
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.gradient import PREFIX
from transformer_lab.figures.by_head import by_head
from transformer_lab.figures.picture import Floats, Ints
from transformer_lab.figures.scales import limit_covering


class Tint:
    """A snapshot with all gradients of one target. Equal only to itself, so that it can be part of a look."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot

    @cached_property
    def limit(self) -> float:
        """The scale of all gradients together: the smallest power of two that covers 98 % of them."""
        graph = self.snapshot.graph
        assert graph is not None
        found = [i for i in graph.nodes if i.startswith(PREFIX) and ungraded(i) == i.removeprefix(PREFIX)]
        values = [self.snapshot[i] for i in found]
        nonzero = [value[value != 0.0] for value in values]
        return limit_covering(*nonzero)

    def whole(self, node: str, shape: tuple[int, ...]) -> Floats:
        """The gradient of a value; zeros where the target does not depend on it."""
        name = PREFIX + node
        if name not in self.snapshot or self.snapshot[name].shape != shape:
            return np.zeros(shape)
        return np.asarray(self.snapshot[name])

    def rows(self, node: str, shape: tuple[int, ...], index: Ints, seen: Floats) -> Floats:
        """The gradients of rows of cells that begin at `index` (K, p), by head: (K, C) as `seen`, and nothing
        where that shows nothing.
        """
        graph = self.snapshot.graph
        assert graph is not None
        found = by_head(graph, node, self.whole(node, shape))[tuple(index.T)]
        if found.shape != seen.shape:
            return np.zeros(seen.shape)
        return np.where(np.isnan(seen), np.nan, found)
