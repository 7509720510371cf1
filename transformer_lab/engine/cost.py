"""What a graph costs, exactly, told from letters and sizes alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod

from transformer_lab.engine.graph import Graph
from transformer_lab.engine.maps import itself


@dataclass(frozen=True)
class Cost:
    """Multiply-adds of summed products; all other terms; bytes of values; numbers that are learned."""

    multiply_adds: int = 0
    operations: int = 0
    bytes: int = 0
    parameters: int = 0

    def __add__(self, other: Cost) -> Cost:
        """Both together."""
        return Cost(
            self.multiply_adds + other.multiply_adds,
            self.operations + other.operations,
            self.bytes + other.bytes,
            self.parameters + other.parameters,
        )


def cost(graph: Graph, node_id: str, itemsize: int = 8) -> Cost:
    """The cost of one node as it is declared: one term for each cell and each place it reduces over.

    A second name costs nothing. Numbers have `itemsize` bytes (4 in single precision). Raises LabError for an
    unknown id.
    """
    node = graph[node_id]
    cells = prod(node.shape)
    if node.op is None:
        return Cost(bytes=cells * itemsize, parameters=cells if node.kind == "parameter" else 0)
    terms = prod(graph.sizes(node_id).values())
    if node.op.name == "dot":
        return Cost(multiply_adds=terms, bytes=cells * itemsize)
    if node.op.map is itself and not node.over:
        return Cost()
    return Cost(operations=terms, bytes=cells * itemsize)


CALL, MULTIPLY, OPERATE = 1.5e-6, 2.5e-11, 5e-10
"""Seconds of one node however small, of one multiply-add and of one other term on a usual machine."""


def seconds(graph: Graph) -> float:
    """About how long a run of the whole graph takes."""
    whole = total(graph)
    calls = sum(node.op is not None for node in graph)
    return CALL * calls + MULTIPLY * whole.multiply_adds + OPERATE * whole.operations


def total(graph: Graph, ids: Iterable[str] | None = None, itemsize: int = 8) -> Cost:
    """The cost of some nodes together (None: of all)."""
    chosen = graph.nodes if ids is None else ids
    return sum((cost(graph, i, itemsize) for i in chosen), Cost())
