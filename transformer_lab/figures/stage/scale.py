"""One symmetric colour limit for the whole stage, so that a colour means the same number everywhere in it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.program import Trace
from transformer_lab.figures.picture import Floats
from transformer_lab.figures.stage.plan import Plan, plan_of

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
    sizes = np.abs(np.concatenate([trace[i].ravel() for i in _shown(plan_of(trace.graph))]))
    return power_of_two(sizes[np.isfinite(sizes)])


def power_of_two(sizes: Floats) -> float:
    """The smallest power of two that `COVER` of the sizes do not pass; 1 if there is nothing to cover."""
    edge = float(np.quantile(sizes, COVER, method="inverted_cdf")) if len(sizes) else 0.0
    if edge <= 0.0:
        return 1.0
    mantissa, power = math.frexp(edge)
    return 2.0 ** min(MOST, max(LEAST, power - (mantissa == 0.5)))


def _shown(plan: Plan) -> Iterator[str]:
    """Ids of the ribbons on the stage."""
    yield "embed"
    for block in plan.blocks:
        yield block.source
        for sub in block.sublayers:
            yield sub.wire
            names = (
                ("q", "k", "v", "mixed")
                if sub.kind == "attention"
                else ("act",)
                if sub.kind == "forward"
                else ()
            )
            yield from (sub.id(name) for name in names)
