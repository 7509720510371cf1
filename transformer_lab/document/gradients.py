"""How a value answers to every other one: the gradient of what is shown."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from transformer_lab.document.layout import precision
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.explain import check_index
from transformer_lab.engine.gradient import PREFIX, differentiate
from transformer_lab.engine.graph import Graph
from transformer_lab.engine.program import Program, Trace, bind
from transformer_lab.errors import LabError
from transformer_lab.language import tr


def gradient_of(snapshot: Snapshot, out: str, index: tuple[int, ...] | None = None) -> Trace:
    """Everything the snapshot shows and ``grad/ID`` for each value that cell `index` of `out` depends on.

    Without an index it is the gradient of the sum of all cells. Raises LabError for an unknown id, an index
    outside, and while there are no values.
    """
    if snapshot.trace is None or snapshot.graph is None:
        raise LabError(tr("There are no values yet: type a sentence first."))
    node = snapshot.graph[out]
    leaves = {leaf.id: snapshot.trace[leaf.id] for leaf in snapshot.graph.leaves()}
    if index is not None:
        seed = np.zeros(node.shape)
        seed[check_index(node, index)] = 1.0
        leaves[f"{PREFIX}{out}"] = seed
    single = precision(snapshot.state.model) is np.float32
    return _program(snapshot.graph, out, single).run(leaves, snapshot.trace)


def with_gradients(snapshot: Snapshot, out: str, index: tuple[int, ...]) -> Snapshot:
    """The snapshot with ``grad/ID`` beside its values, so that a gradient can be asked like any other number.

    Raises LabError as `gradient_of`.
    """
    trace = gradient_of(snapshot, out, index)
    return replace(snapshot, graph=trace.graph, trace=trace)


def ungraded(node_id: str) -> str:
    """The id of the value that a gradient (or a contribution to one) belongs to; any other id as it is."""
    return node_id.removeprefix(PREFIX).partition("|")[0] if node_id.startswith(PREFIX) else node_id


@lru_cache(maxsize=4)
def _program(graph: Graph, out: str, single: bool) -> Program:
    return bind(differentiate(graph, out), np.float32 if single else np.float64)
