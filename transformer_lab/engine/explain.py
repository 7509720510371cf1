"""Why a number is what it is: the terms that its op's declaration says it is made of."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import index as whole
from typing import overload

import numpy as np
from numpy.typing import NDArray

from transformer_lab.engine.graph import Cell, Graph, Node
from transformer_lab.engine.ops import Array, Op
from transformer_lab.engine.program import Trace
from transformer_lab.errors import LabError
from transformer_lab.language import tr

MOST_PRINTED = 12


@dataclass(frozen=True)
class Term:
    """One term: the cells it was made from, their values, and its own value."""

    cells: tuple[Cell, ...]
    factors: tuple[float, ...]
    value: float


@dataclass(frozen=True, eq=False)
class Terms(Sequence[Term]):
    """Terms kept as arrays and made when somebody looks, so that a thousand cost as little as one."""

    sources: tuple[str, ...]
    where: tuple[NDArray[np.intp], ...]
    """For each operand the cells read, axes (terms, axes of the operand)."""
    factors: tuple[Array, ...]
    """For each operand the numbers read, axes (terms,)."""
    values: Array
    """What each term contributes, axes (terms,)."""

    def __len__(self) -> int:
        return len(self.values)

    @overload
    def __getitem__(self, at: int) -> Term: ...
    @overload
    def __getitem__(self, at: slice) -> Terms: ...
    def __getitem__(self, at: int | slice) -> Term | Terms:
        return self.chosen(at) if isinstance(at, slice) else self._term(at)

    def __iter__(self) -> Iterator[Term]:
        return (self._term(i) for i in range(len(self)))

    def chosen(self, at: slice | NDArray[np.intp]) -> Terms:
        """Some of the terms, in the order given."""
        where, factors = tuple(w[at] for w in self.where), tuple(f[at] for f in self.factors)
        return Terms(self.sources, where, factors, self.values[at])

    def _term(self, i: int) -> Term:
        cells = zip(self.sources, (tuple(w[i].tolist()) for w in self.where), strict=True)
        return Term(
            tuple(Cell(source, at) for source, at in cells),
            tuple(float(f[i]) for f in self.factors),
            float(self.values[i]),
        )


@dataclass(frozen=True, repr=False)
class Explanation:
    """A cell, the op that made it (None for a leaf), its terms in order, its value. It prints as lines."""

    cell: Cell
    op: Op | None
    terms: Sequence[Term]
    value: float
    cut_by_you: bool = False
    """Whether a softmax gave this cell nothing because its score was set to −∞ by hand."""

    @property
    def set_by_you(self) -> bool:
        """Whether the cell was set by hand and not computed (see `override`)."""
        return self.op is not None and self.op.name == "set" and self.terms[0].factors[2] == 1.0

    def __repr__(self) -> str:
        """What a person at a prompt wants to read: the number and its largest terms."""
        terms = self.largest_first()
        said = {self.set_by_you: tr("set by you"), self.cut_by_you: tr("cut by you")}.get(True)
        lines = [_listed([self.cell], [self.value]) + (f"  {said}" if said else "")]
        lines += [
            f"  {term.value:.6g}  {tr('from')}  {_listed(term.cells, term.factors)}"
            for term in terms[:MOST_PRINTED]
        ]
        if len(terms) > MOST_PRINTED:
            lines.append("  " + tr("and {n} more", n=len(terms) - MOST_PRINTED))
        return "\n".join(lines)

    def largest_first(self) -> Sequence[Term]:
        """What matters most first; equal ones keep their order, and a NaN, which decides everything, leads.

        For sums and means that is the size, sign left aside; for a maximum it is the value: the winner leads.
        """
        if self.op is None or not isinstance(self.terms, Terms):
            return self.terms
        rank = self.terms.values if self.op.reduce == "max" else np.abs(self.terms.values)
        return self.terms.chosen(np.argsort(np.where(np.isnan(rank), -np.inf, -rank), kind="stable"))


def _listed(cells: Iterable[Cell], numbers: Iterable[float]) -> str:
    """Cells and their numbers as in ``block.0/attn/q[0,7,1] = 0.5``."""
    names = (f"{cell.node}[{','.join(map(str, cell.index))}]" if cell.index else cell.node for cell in cells)
    return ", ".join(f"{name} = {number:.6g}" for name, number in zip(names, numbers, strict=True))


def check_index(node: Node, index: tuple[int, ...]) -> tuple[int, ...]:
    """`index` itself if it names a cell of `node`. Raises LabError otherwise."""
    try:
        index = tuple(whole(i) for i in index)
    except TypeError:
        raise LabError(
            tr("{id}: {index} is no index; it takes whole numbers.", id=node.id, index=index)
        ) from None
    if len(index) != len(node.axes):
        raise LabError(
            tr(
                "{id} takes one number for each of its axes ({axes}): {n}, not {m}.",
                id=node.id,
                n=len(node.axes),
                axes=node.axes or tr("none"),
                m=len(index),
            )
        )
    for letter, i, n in zip(node.axes, index, node.shape, strict=True):
        if not 0 <= i < n:
            raise LabError(
                tr(
                    "{id}: {i} is outside axis “{axis}”, which goes from 0 to {last}.",
                    id=node.id,
                    i=i,
                    axis=letter,
                    last=n - 1,
                )
            )
    return index


def explain(trace: Trace, node_id: str, index: tuple[int, ...]) -> Explanation:
    """The terms of one cell. Their reduction is the cell's value (a law, tested over the whole table).

    Raises LabError for an unknown id or an index outside the node.
    """
    node = trace.graph[node_id]
    cell = Cell(node_id, check_index(node, index))
    terms = () if node.op is None else _terms(trace, node, cell.index)
    return Explanation(cell, node.op, terms, float(trace[node_id][cell.index]), _cut(trace, node, cell.index))


def feeds(graph: Graph, node_id: str) -> tuple[str, ...]:
    """Ids of the nodes that this one goes into, in order. Raises LabError for an unknown id."""
    return graph.users(node_id)


def _cut(trace: Trace, node: Node, index: tuple[int, ...]) -> bool:
    """Whether what a softmax reads was set to −∞ in this cell: followed back through its steps."""
    while node.op is not None and node.op.name in SOFTMAX and node.reads[0].axes == node.axes:
        node = trace.graph[node.reads[0].source]
    by_hand = node.op is not None and node.op.name == "set" and len(node.axes) == len(index)
    return by_hand and bool(trace[node.id][index] == -np.inf and trace[node.reads[2].source][index] == 1.0)


SOFTMAX = frozenset(("share", "exp", "sub", "softmax"))
"""Operations between a weight and the score that its softmax reads."""


def _terms(trace: Trace, node: Node, index: tuple[int, ...]) -> Terms:
    assert node.op is not None
    where = _cells_read(node, index, trace.graph.sizes(node.id))
    sources = tuple(read.source for read in node.reads)
    cells = zip(sources, where, strict=True)
    factors = tuple(np.broadcast_to(trace[source][tuple(w.T)], len(w)) for source, w in cells)
    with np.errstate(all="ignore"):
        values = np.asarray(node.op.map(*factors), dtype=np.float64)
    return Terms(sources, where, factors, values)


def _cells_read(node: Node, index: tuple[int, ...], size: dict[str, int]) -> tuple[NDArray[np.intp], ...]:
    """For each operand the indices that the terms read, axes (terms, axes of the operand)."""
    lengths = [size[a] for a in node.over]
    steps = np.indices(lengths).reshape(len(lengths), math.prod(lengths) if lengths else 0)
    count = steps.shape[1] if node.over else 1
    at = {a: np.full(count, i) for a, i in zip(node.axes, index, strict=True)}
    at |= dict(zip(node.over, steps, strict=True))
    nothing = np.empty((count, 0), dtype=np.intp)
    return tuple(np.stack([at[a] for a in r.axes], axis=1) if r.axes else nothing for r in node.reads)
