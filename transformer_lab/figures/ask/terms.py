"""The list of terms, largest first: at most eight rows, one line for the rest, and the sum."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from transformer_lab.engine.explain import Term
from transformer_lab.engine.graph import Cell, Node
from transformer_lab.engine.label import times_matrix
from transformer_lab.figures.ask.answer import Number, TermRow, Terms, VectorRow
from transformer_lab.figures.ask.context import Asked
from transformer_lab.figures.ask.symbols import role_of
from transformer_lab.figures.manner import Manner
from transformer_lab.figures.numbers import percent_texts, short
from transformer_lab.language import tr

MOST = 8
"""rows shown before the rest is summed up"""
MOST_CELLS = 5
"""numbers that fit beside each other as cells"""


def term_list(asked: Asked, total: str = "") -> Terms:
    """The terms of a reduction with their factors; every factor is a door. Terms that are 0 share one
    line.
    """
    terms = asked.explanation.largest_first()
    biggest = max((abs(t.value) for t in terms if math.isfinite(t.value)), default=0.0) or 1.0
    count = min(MOST, sum(t.value != 0.0 for t in terms)) or min(3, len(terms))
    shares = shares_of([t.value for t in terms])
    rows = tuple(_row(asked, term, biggest, shares[i]) for i, term in enumerate(terms[:count]))
    summed = TermRow(total or tr("together"), Number(asked.written(asked.value)))
    return _aligned(Terms(rows, _rest(asked, terms[count:]), summed, _color(asked)))


def _aligned(terms: Terms) -> Terms:
    """Where values stand before their shares, the rest and the sum stand there too."""
    told = [int(row.share.rstrip("%")) for row in terms.rows if row.share[:1].isdigit() and not row.factors]
    if not told or terms.total is None:
        return terms
    rest = terms.rest
    if rest is not None:
        rest = replace(rest, name=rest.name.partition(",")[0], share=f"{100 - sum(told)}%")
    return replace(terms, rest=rest, total=replace(terms.total, share="100%"))


def shares_aside(asked: Asked) -> str:
    """Said where terms have different signs: their shares are those of their sizes."""
    values = [term.value for term in asked.explanation.terms]
    return tr("shares by size") if min(values, default=0.0) < 0.0 < max(values, default=0.0) else ""


def shares_of(values: Sequence[float]) -> tuple[str, ...]:
    """What part of all their sizes, signs left aside, each term is; nothing to say of numbers not finite."""
    sizes = [abs(value) for value in values]
    total = sum(sizes)
    if not math.isfinite(total) or total == 0.0 or len(sizes) < 2:
        return ("",) * len(sizes)
    return percent_texts(sizes)


def _rest(asked: Asked, terms: Sequence[Term]) -> TermRow | None:
    """“56 more, together 0.021”."""
    if not terms:
        return None
    if all(t.value == 0.0 for t in terms):
        return TermRow(tr("{n} more, each", n=len(terms)) if len(terms) > 1 else tr("1 more"), Number("0"))
    return TermRow(tr("{n} more, together", n=len(terms)), Number(asked.written(sum(t.value for t in terms))))


def extreme_list(asked: Asked) -> Terms:
    """The rows of a maximum, the largest first and marked."""
    terms = sorted(asked.explanation.terms, key=lambda t: -t.value if t.value == t.value else math.inf)
    rows = [
        TermRow(asked.term_name(t), asked.number(t.cells[0]), here=i == 0) for i, t in enumerate(terms[:MOST])
    ]
    left = len(terms) - MOST
    return Terms(
        tuple(rows), TermRow(tr("{n} more, none larger", n=left), Number("")) if left > 0 else None, None
    )


def _row(asked: Asked, term: Term, biggest: float, share: str) -> TermRow:
    bar = term.value / biggest if math.isfinite(term.value) else None
    name = asked.term_name(term)
    if len(term.cells) == 1:
        return TermRow(name, asked.number(term.cells[0]), (), bar, share)
    factors = in_order(asked.node, [factor(asked, cell) for cell in term.cells], asked.manner)
    return TermRow(name, Number(asked.written(term.value)), factors, bar, share)


def in_order(node: Node, factors: Sequence[Number], manner: Manner) -> tuple[Number, ...]:
    """The factors of a product as it is written: x W as they are read, W x with the matrix in front."""
    return tuple(reversed(factors)) if matrix_first(node, manner) else tuple(factors)


def matrix_first(node: Node, manner: Manner) -> bool:
    """Whether a node is a vector times a matrix, and this person writes the matrix first."""
    return manner.notation == "Wx" and times_matrix(node)


def factor(asked: Asked, cell: Cell) -> Number:
    """An operand in the arithmetic; what was set and constants stay as short as they are."""
    value = float(asked.trace[cell.node][cell.index])
    return Number(short(value) if asked.trace.graph[cell.node].op is None else asked.written(value), cell)


def _color(asked: Asked) -> str:
    """Bars wear the colour of what flows through them: the last coloured operand's."""
    roles = [role_of(read.source) for read in asked.node.reads]
    return next((role for role in reversed(roles) if role not in ("ink", "ink2", "residual")), "out")


def vector_rows(asked: Asked) -> tuple[VectorRow, ...]:
    """Both operands of a short dot product and their product, as rows of cells."""
    terms = asked.explanation.terms
    operands = [
        VectorRow(
            _owner(asked, i),
            role_of(read.source),
            tuple(t.factors[i] for t in terms),
            tuple(t.cells[i] for t in terms),
        )
        for i, read in enumerate(asked.node.reads)
    ]
    made = tuple(t.value for t in terms)
    total = Number(asked.written(asked.value), asked.cell)
    if matrix_first(asked.node, asked.manner):
        operands.reverse()
    return (*operands, VectorRow(tr("product"), "", made, (None,) * len(made), total))


def _owner(asked: Asked, operand: int) -> str:
    """Whose vector it is: the name on the letters that are kept, or the symbol of a parameter."""
    read = asked.node.reads[operand]
    if asked.trace.graph[read.source].kind == "parameter":
        return read.source.rsplit("/", 1)[-1]
    words = [asked.names[a] for a in read.axes if a in asked.names and a in "ts"]
    return words[0] if words else read.source.rsplit("/", 1)[-1]


def fits_as_cells(asked: Asked) -> bool:
    """Whether a dot product is short enough to stand as rows of cells: one letter, few numbers."""
    return len(asked.node.over) == 1 and 1 < len(asked.explanation.terms) <= MOST_CELLS
