"""Looking inside: values that a run did not keep, computed when asked for, and no more than is needed.

Which cells a cell needs is told by letters alone, as in `explain`: letters that are kept are cut to the
places asked for, letters that are reduced over are taken whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from transformer_lab.engine.graph import Graph, Node
from transformer_lab.engine.maps import Array
from transformer_lab.engine.plan import plan
from transformer_lab.engine.program import DType, Trace

Places = tuple[tuple[int, int], ...]
"""For each axis of a value the first place asked for, and the one behind the last."""
Wanted = tuple[str, Places]


def look_inside(graph: Graph, trace: Trace) -> Trace:
    """Every value of `graph`, taken from `trace` where it has them, else computed when it is asked for.

    `graph` may be the one that `trace` belongs to, or that before it was folded. Values are those of the
    arrays in `trace`: ask while they last (see `Owner.run`).
    """
    return Trace(graph, Inside(graph, trace), Since(graph, trace), trace.run)


def look_at(graph: Graph, trace: Trace, node_id: str, index: Sequence[int]) -> float:
    """One cell, computed from no more cells than it needs. Raises LabError for an unknown id."""
    places = tuple((i, i + 1) for i in index)
    return float(_compute(graph, trace.values, (graph[node_id].id, places)).item())


class Inside(Mapping[str, Array]):
    """Values by id, computed when they are asked for and remembered."""

    def __init__(self, graph: Graph, trace: Trace) -> None:
        self._graph, self._values = graph, dict(trace.values)

    def __getitem__(self, node_id: str) -> Array:
        if node_id not in self._values:
            value = _compute(self._graph, self._values, (node_id, _whole(self._graph[node_id])))
            value.flags.writeable = False
            self._values[node_id] = value
        return self._values[node_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._graph.nodes)

    def __len__(self) -> int:
        return len(self._graph.nodes)


class Since(Mapping[str, int]):
    """Revisions of all values; those that a run did not keep count as new."""

    def __init__(self, graph: Graph, trace: Trace) -> None:
        self._graph, self._trace = graph, trace

    def __getitem__(self, node_id: str) -> int:
        return self._trace.revisions.get(self._graph[node_id].id, self._trace.run)

    def __iter__(self) -> Iterator[str]:
        return iter(self._graph.nodes)

    def __len__(self) -> int:
        return len(self._graph.nodes)


def _compute(graph: Graph, values: Mapping[str, Array], wanted: Wanted) -> Array:
    """What is wanted, after what it needs; no recursion, for nobody knows how much was released."""
    dtype = next(iter(values.values())).dtype.type
    done: dict[Wanted, Array] = {}
    todo = [wanted]
    with np.errstate(all="ignore"):
        while todo:
            name, places = now = todo[-1]
            if name in values:
                done[now] = values[name][tuple(slice(*p) for p in places)]
            needed = [] if now in done else _needs(graph, graph[name], places)
            missing = [need for need in needed if need not in done]
            todo.extend(missing)
            if not missing:
                if now not in done:
                    done[now] = _apply(graph, graph[name], places, [done[i] for i in needed], dtype)
                todo.pop()
    return done[wanted]


def _whole(node: Node) -> Places:
    return tuple((0, n) for n in node.shape)


def _needs(graph: Graph, node: Node, places: Places) -> list[Wanted]:
    """The parts of its operands that some places of a node need; a fused block needs all."""
    assert node.op is not None
    at = dict(zip(node.axes, places, strict=True)) if node.op.kernel is None else {}
    sizes = graph.sizes(node.id)
    return [(r.source, tuple(at.get(a, (0, sizes[a])) for a in r.axes)) for r in node.reads]


def _apply(graph: Graph, node: Node, places: Places, xs: Sequence[Array], dtype: DType) -> Array:
    assert node.op is not None
    size, cut = graph.sizes(node.id), tuple(slice(*p) for p in places)
    inputs = [r.axes for r in node.reads]
    if node.op.kernel is not None:
        return np.asarray(plan(node.op, inputs, node.axes, size, dtype)(*xs)[cut])
    size |= {a: stop - start for a, (start, stop) in zip(node.axes, places, strict=True)}
    return np.asarray(plan(node.op, inputs, node.axes, size, dtype)(*xs))
