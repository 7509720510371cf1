"""One line about a number, for the pointer that rests on it: “scared → cat: 0.666 = 6.227 / 9.346”."""

from __future__ import annotations

import math

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.ask.answer import Span
from transformer_lab.figures.ask.context import Asked
from transformer_lab.figures.ask.softmax import Row, row_of
from transformer_lab.figures.ask.steps import SIGNED
from transformer_lab.figures.ask.wordings import spans
from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.figures.numbers import fixed, short
from transformer_lab.language import tr

PLAIN = {
    "same": "{0}",
    "add": "{0} + {1}",
    "sub": "{0} − {1}",
    "mul": "{0} × {1}",
    "div": "{0} / {1}",
    "share": "{0} / {1}",
    "square": "{0}²",
    "exp": "e^{0}",
    "root": "√({0} + {1})",
    "sine": "sin {0}",
    "relu": "max(0, {0})",
    "gelu": "GELU({0})",
    "gelu_tanh": "GELU({0})",
    "silu": "SiLU({0})",
    "cosine": "cos {0}",
    "log": "ln {0}",
    "neg": "−({0})",
}


def sentence(snapshot: Snapshot, cell: Cell, manner: Manner = USUAL) -> str:
    """What the number is, and in short how it came about. Raises LabError for a cell that does not exist."""
    return "".join(span.text for span in spoken(snapshot, cell, manner))


def spoken(snapshot: Snapshot, cell: Cell, manner: Manner = USUAL) -> tuple[Span, ...]:
    """The sentence with its words in the colours of their roles."""
    asked = Asked(snapshot, cell, manner)
    row = row_of(asked)
    if row is not None and {"t", "s"} <= asked.names.keys():
        pair = (Span(asked.names["t"], "query"), Span(" → "), Span(asked.names["s"], "key"))
        return (*pair, Span(": " + _share(asked, row)))
    return (*spans(asked.wording.title, asked.names), Span(": " + _result(asked)))


def _share(asked: Asked, row: Row) -> str:
    score = float(row.score[row.place])
    if math.isinf(score) and score < 0:
        return f"0, {row.why}"
    raised = score - float(np.max(row.score)) if row.shifted else score
    return f"{asked.written(asked.value)} = e^{fixed(raised, 2)} / {asked.written(float(row.grown.sum()))}"


def _result(asked: Asked) -> str:
    op = asked.node.op
    if op is None:
        return short(asked.value)
    if op.name == "set":
        return tr(
            "{x}, set by you; {y} was computed", x=asked.written(asked.value), y=_operands(asked, "set")[0]
        )
    if op.reduce is None:
        return f"{asked.written(asked.value)} = " + PLAIN.get(op.name, "{0}").format(
            *_operands(asked, op.name)
        )
    n = _count(asked)
    text = {
        "sum": tr("the sum of {n} terms", n=n),
        "mean": tr("the mean of {n}", n=n),
        "max": tr("the largest of {n}", n=n),
    }
    return f"{asked.written(asked.value)}, {text[op.reduce]}"


def _operands(asked: Asked, name: str) -> list[str]:
    """What was put together, negative numbers in brackets where a sign would stand beside another."""
    brackets = SIGNED.get(name, ())
    factors = asked.explanation.terms[0].factors
    return [
        f"({asked.written(x)})" if x < 0 and i in brackets else asked.written(x)
        for i, x in enumerate(factors)
    ]


def _count(asked: Asked) -> int:
    sizes = asked.trace.graph.sizes(asked.node.id)
    return math.prod(sizes[letter] for letter in asked.node.over)
