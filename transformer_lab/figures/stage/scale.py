"""One symmetric colour limit for the whole stage, so that a colour means the same number everywhere in it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.program import Trace
from transformer_lab.figures.by_head import head_axes
from transformer_lab.figures.picture import Floats
from transformer_lab.figures.stage.plan import plan_of

COVER = 0.98
"""This part of the visible cells has a colour of its own; the rest carries arrowheads."""
LEAST, MOST = -20, 40
"""Powers of two between which a limit lies."""


def limit_of(snapshot: Snapshot) -> float:
    """The limit of the stage's signed colours: the smallest power of two that covers 98 % of its cells.

    It does not depend on what is open or played: colours stay while anything moves.
    """
    return 1.0 if snapshot.trace is None else _limit(snapshot.trace)


@lru_cache(maxsize=4)
def _limit(trace: Trace) -> float:
    parts = [(np.abs(trace[node]).ravel(), share) for node, share in _shown(trace)]
    sizes = np.concatenate([part for part, _ in parts])
    shares = np.concatenate([np.full(len(part), share) for part, share in parts])
    known = np.isfinite(sizes)
    return power_of_two(sizes[known], shares[known])


def power_of_two(sizes: Floats, shares: Floats) -> float:
    """The smallest power of two that covers `COVER` of the sizes, each counted by its share; 1 for zeros."""
    order = np.argsort(sizes)
    counted = np.cumsum(shares[order])
    if not len(counted) or sizes[order[-1]] <= 0.0:
        return 1.0
    edge = float(sizes[order[np.searchsorted(counted, COVER * counted[-1])]]) or float(sizes[order[-1]])
    mantissa, power = math.frexp(edge)
    return 2.0 ** min(MOST, max(LEAST, power - (mantissa == 0.5)))


def _shown(trace: Trace) -> Iterator[tuple[str, float]]:
    """The ribbons of the stage, and how much each cell counts: of several heads one is seen at a time."""
    graph = trace.graph
    plan = plan_of(graph)
    nodes = [plan.found, "embed/positions", plan.summed, "embed", *(block.source for block in plan.blocks)]
    for sub in (sub for block in plan.blocks for sub in block.sublayers):
        inner = (sub.asks, sub.keys, "v", "mixed", "out") if sub.kind == "attention" else (sub.hidden,)
        nodes += [sub.wire, *map(sub.id, inner)]
    for node in dict.fromkeys(nodes):
        if node in graph:
            heads = graph[node].shape[: len(head_axes(graph[node]))]
            yield node, 1.0 / math.prod(heads)
