"""From an operation to one section of an answer, through a table with a row for each kind of operation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from transformer_lab.engine.graph import Node
from transformer_lab.figures.ask.answer import Equation, Number, Section, Sum, TermRow
from transformer_lab.figures.ask.context import Asked
from transformer_lab.figures.ask.symbols import formula_of, subscript_of, symbol_of
from transformer_lab.figures.ask.terms import (
    extreme_list,
    factor,
    fits_as_cells,
    shares_aside,
    term_list,
    vector_rows,
)
from transformer_lab.figures.numbers import short
from transformer_lab.figures.scales import limit_covering
from transformer_lab.language import tr

FILLED: Mapping[str, str] = MappingProxyType(
    {
        "same": "@0",
        "add": "@0 + @1",
        "sub": "@0 - @1",
        "mul": r"@0 \times @1",
        "div": r"\frac{@0}{@1}",
        "share": r"\frac{@0}{@1}",
        "square": "@0^2",
        "exp": "e^{@0}",
        "root": r"\sqrt{@0 + @1}",
        "sine": r"\sin @0",
        "relu": r"\max (0, @0)",
        "gelu": r"\mathrm{GELU} \, @0",
        "gelu_tanh": r"\mathrm{GELU} \, @0",
        "silu": r"\mathrm{SiLU} \, @0",
        "cosine": r"\cos @0",
        "log": r"\ln @0",
        "neg": r"- @0",
    }
)
"""An element-wise operation with its numbers in it; what is missing here is shown by its terms."""
SIGNED = {"add": (1,), "sub": (1,), "mul": (1,), "square": (0,), "sine": (0,), "cosine": (0,), "neg": (0,)}
NAMED = {
    "gelu": r"\mathrm{{GELU}} \, {0}",
    "gelu_tanh": r"\mathrm{{GELU}} \, {0}",
    "silu": r"\mathrm{{SiLU}} \, {0}",
}
"""Right sides that are told by a name."""
"""Operands that get brackets when they are negative."""


def section(asked: Asked, title: str) -> Section:
    """How this cell was made from the cells before it."""
    op = asked.node.op
    assert op is not None
    make = MAKERS.get(op.reduce, _listed) if op.reduce else _elementwise
    return make(asked, title)


def _elementwise(asked: Asked, title: str) -> Section:
    op = asked.node.op
    assert op is not None
    term = asked.explanation.terms[0]
    template = FILLED.get(op.name) or op.formula.format(*(f"@{i}" for i in range(len(term.cells))))
    for i in SIGNED.get(op.name, ()):
        if term.factors[i] < 0:
            template = template.replace(f"@{i}", f"(@{i})")
    filled = Sum(template, tuple(factor(asked, cell) for cell in term.cells))
    return Section(title, equation=equation(asked, filled), notes=_remarks(asked))


def _dot(asked: Asked, title: str) -> Section:
    if asked.node.op is not None and asked.node.op.name == "dot" and fits_as_cells(asked):
        vectors = vector_rows(asked)
        limit = limit_covering(*(np.array(row.values) for row in vectors), cover=1.0)
        return Section(
            title, scale_text(limit), equation(asked), vectors=vectors, limit=limit, manner=asked.manner
        )
    return _listed(asked, title)


def _listed(asked: Asked, title: str) -> Section:
    return Section(title, shares_aside(asked), equation(asked), term_list(asked))


def _mean(asked: Asked, title: str) -> Section:
    terms = asked.explanation.terms
    total = sum(t.value for t in terms)
    filled = Sum(r"\frac{@0}{@1}", (Number(asked.written(total)), Number(str(len(terms)))))
    listed = term_list(asked)
    summed = TermRow(
        tr("together"), Number(asked.written(total)), share=listed.total.share if listed.total else ""
    )
    return Section(title, shares_aside(asked), equation(asked, filled), replace(listed, total=summed))


def _largest(asked: Asked, title: str) -> Section:
    return Section(title, equation=equation(asked), terms=extreme_list(asked))


MAKERS: Mapping[str, Callable[[Asked, str], Section]] = MappingProxyType(
    {"sum": _dot, "mean": _mean, "max": _largest}
)


def equation(asked: Asked, filled: Sum | None = None) -> Equation:
    """The formula of the cell's node, and the result."""
    left, right = symbols(asked)
    result = Number(asked.written(asked.value), asked.cell)
    name = subscript_of(asked.cell.node, asked.names)
    if not name:
        return Equation(left, right, filled=filled, result=result)
    return Equation(left + "_{@0}", right, (name,), filled, result)


def symbols(asked: Asked) -> tuple[str, str]:
    """Left and right side in symbols: the table's, or what the op and its operands' symbols make."""
    node = asked.node
    left, right = symbol_of(node.id), formula_of(node.id, asked.manner.notation)
    if not right or (node.op is not None and node.op.name == "add"):
        right = from_operands(asked, node)
    return left, "" if right.replace(" ", "") == left.replace(" ", "") else right


def from_operands(asked: Asked, node: Node) -> str:
    """The op's own formula with the symbols of what it reads."""
    assert node.op is not None
    names = [symbol_of(read.source) for read in node.reads]
    if node.op.name == "add" and formula_of(node.id):
        names[0] = formula_of(node.id, asked.manner.notation)
    sign = {"sum": r"\sum ", "mean": r"\mathrm{mean} \, ", "max": r"\max "}.get(node.op.reduce or "", "")
    return sign + NAMED.get(node.op.name, node.op.formula).format(*names)


def behind(asked: Asked) -> Section | None:
    """One step outward: how the operand that matters most was made, or None if it was given."""
    cells = asked.explanation.terms[0].cells if asked.node.op is not None and not asked.node.over else ()
    for cell in reversed(cells) if asked.node.op is not None and asked.node.op.name == "add" else cells:
        node = asked.trace.graph[cell.node]
        if node.op is not None and node.op.name != "same":
            inner = asked.at(cell)
            return section(
                inner, inner.wording.behind or tr("Where {x} comes from", x=asked.written(inner.value))
            )
    return None


def scale_text(limit: float) -> str:
    """“scale ±4”."""
    return tr("scale ±{limit}", limit=short(limit))


def _remarks(asked: Asked) -> tuple[str, ...]:
    if asked.node.op is not None and asked.node.op.name == "relu":
        return (
            tr("Below zero nothing passes.") if asked.value == 0.0 else tr("Above zero it passes unchanged."),
        )
    return ()
