"""One symmetric colour limit for the whole stage, so that a colour means the same number everywhere in it."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

from transformer_lab.document.passing import settled
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Graph, Node
from transformer_lab.engine.program import Trace
from transformer_lab.figures.by_head import head_axes
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Floats
from transformer_lab.figures.scales import power_of_two
from transformer_lab.figures.stage.plan import plan_of


def limit_of(snapshot: Snapshot) -> float:
    """The limit of the stage's signed colours: the smallest power of two that covers 98 % of its cells.

    It does not depend on what is open or played: colours stay while anything moves.
    """
    return 1.0 if snapshot.trace is None else _limit(settled(snapshot.trace))


def shared_limit(snapshot: Snapshot, options: Options) -> float | None:
    """The limit of the stage for a figure that is asked to share it; None: it has a scale of its own."""
    return limit_of(snapshot) if options.limits == "shared" else None


@lru_cache(maxsize=4)
def _limit(trace: Trace) -> float:
    nodes, shares = _shown(trace.graph)
    sizes = np.abs(np.concatenate([trace[node].ravel() for node in nodes]))
    known = np.isfinite(sizes)
    return power_of_two(sizes, shares) if known.all() else power_of_two(sizes[known], shares[known])


@lru_cache(maxsize=4)
def _shown(graph: Graph) -> tuple[tuple[str, ...], Floats]:
    """The ribbons of the stage, and how much each cell counts: of several heads one is seen at a time."""
    plan = plan_of(graph)
    nodes: list[str] = []
    for tower in plan.towers or (plan,):
        nodes += [tower.found, f"{tower.embedded}/positions", tower.summed, tower.embedded]
        nodes += [tower.memory] if tower.memory else []
    nodes += [block.source for block in plan.blocks]
    for sub in (sub for block in plan.blocks for sub in block.sublayers):
        attends = sub.kind in ("attention", "cross")
        inner = (sub.asks, sub.keys, "v", "mixed", "out") if attends else (sub.hidden,)
        nodes += [sub.wire, *map(sub.id, inner)]
    known = tuple(node for node in dict.fromkeys(nodes) if node in graph)
    return known, np.concatenate([_share(graph[node]) for node in known])


def _share(node: Node) -> Floats:
    """How much each cell of a value counts."""
    heads = math.prod(node.shape[: len(head_axes(node))])
    return np.full(math.prod(node.shape), 1.0 / heads)
