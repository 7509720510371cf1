"""From letters to NumPy: how a declared op under a signature becomes one call."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from transformer_lab.engine.graph import Graph, Node
from transformer_lab.engine.ops import Array


def call_of(graph: Graph, node: Node) -> Callable[..., Array]:
    """The call that computes `node` from the values it reads."""
    op = node.op
    assert op is not None
    over = node.over
    full = node.axes + over

    def call(*xs: Array) -> Array:
        aligned = [_align(x, read.axes, full) for x, read in zip(xs, node.reads, strict=True)]
        terms = op.map(*aligned)
        if not over:
            return np.array(np.broadcast_to(terms, node.shape))
        axis = tuple(range(len(node.axes), len(full)))
        reduced = {"sum": np.sum, "mean": np.mean, "max": np.max}[op.reduce or "sum"](terms, axis=axis)
        if op.reduce == "max":
            reduced = np.maximum(reduced, np.finfo(reduced.dtype).min)
        return np.asarray(reduced)

    return call


def _align(x: Array, axes: str, full: str) -> Array:
    kept = [a for a in full if a in axes]
    x = np.transpose(x, [axes.index(a) for a in kept])
    return x.reshape([x.shape[kept.index(a)] if a in axes else 1 for a in full])
