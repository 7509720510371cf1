"""Why a number is what it is: the terms that its op's declaration says it is made of."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

from transformer_lab.engine.graph import Cell, Graph, Node
from transformer_lab.engine.ops import Op
from transformer_lab.engine.program import Trace
from transformer_lab.errors import LabError


@dataclass(frozen=True)
class Term:
    """One term: the cells it was made from, their values, and its own value."""

    cells: tuple[Cell, ...]
    factors: tuple[float, ...]
    value: float


@dataclass(frozen=True)
class Explanation:
    """A cell, the op that made it (None for a leaf), its terms in order, its value."""

    cell: Cell
    op: Op | None
    terms: tuple[Term, ...]
    value: float

    def largest_first(self) -> tuple[Term, ...]:
        """Terms by size, sign left aside; equal ones keep their order."""
        return tuple(sorted(self.terms, key=lambda term: -abs(term.value) if term.value == term.value else 0.0))


def check_index(node: Node, index: tuple[int, ...]) -> tuple[int, ...]:
    """`index` itself if it names a cell of `node`. Raises LabError otherwise."""
    if len(index) != len(node.axes):
        raise LabError(f"{node.id} has {len(node.axes)} axes ({node.axes or 'none'}), but {len(index)} numbers were given.")
    for letter, i, n in zip(node.axes, index, node.shape, strict=True):
        if not 0 <= i < n:
            raise LabError(f"{node.id}: {i} is outside axis “{letter}”, which goes from 0 to {n - 1}.")
    return index


def explain(trace: Trace, node_id: str, index: tuple[int, ...]) -> Explanation:
    """The terms of one cell. Their reduction is the cell's value (a law, tested over the whole table)."""
    graph: Graph = trace.graph
    node = graph[node_id]
    cell = Cell(node_id, check_index(node, index))
    value = float(trace[node_id][index])
    if node.op is None:
        return Explanation(cell, None, (), value)
    return Explanation(cell, node.op, tuple(_terms(trace, node, index)), value)


def _terms(trace: Trace, node: Node, index: tuple[int, ...]) -> list[Term]:
    assert node.op is not None
    here = dict(zip(node.axes, index, strict=True))
    size = {a: n for r in node.reads for a, n in zip(r.axes, trace.graph[r.source].shape, strict=True)}
    terms = []
    for at in product(*(range(size[a]) for a in node.over)):
        where = here | dict(zip(node.over, at, strict=True))
        cells = tuple(Cell(r.source, tuple(where[a] for a in r.axes)) for r in node.reads)
        factors = tuple(float(trace[c.node][c.index]) for c in cells)
        with np.errstate(all="ignore"):
            value = float(node.op.map(*(np.float64(f) for f in factors)))
        terms.append(Term(cells, factors, value))
    return terms
