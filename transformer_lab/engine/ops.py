"""The table of operations: each is declared once, and everything else in the engine reads the declaration.

Every cell of every array is *a reduction over some axes of a map of some cells*::

    out[i] = reduce over k of map(x0[...], x1[...], ...)

An `Op` says which map, which reduction and what one term looks like as a formula. Which cells are read is
said by axis letters in the graph (``htk,hsk->hts``), never here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Reduction = Literal["sum", "mean", "max"]

LOWEST = float(np.finfo(np.float64).min)
"""Where `max` starts: the largest of nothing but −∞ is this number, so that −∞ − max stays −∞ and not NaN."""
TINIEST = float(np.finfo(np.float64).tiny)
"""What `share` divides by at least, so that nothing out of nothing is 0 and not NaN."""


@dataclass(frozen=True)
class Operand:
    """A partial derivative that is simply the value of operand `position`."""

    position: int


Partial = float | Operand | Callable[..., Any]
"""d map / d operand: a number, another operand, or a function of ``(*operands, result)``."""


@dataclass(frozen=True, eq=False)
class Op:
    """One row of the table.

    `formula` shows one term in LaTeX with ``{0}``, ``{1}`` for the operands, `plain` shows it as text (None:
    as `formula`). `map` computes the terms of whole arrays, element by element; `partials` has one entry for
    each operand.
    """

    name: str
    formula: str
    map: Callable[..., Any]
    partials: tuple[Partial, ...]
    reduce: Reduction | None = None
    plain: str | None = None

    @property
    def text(self) -> str:
        """One term as plain text, with ``{0}``, ``{1}`` for the operands."""
        return self.formula if self.plain is None else self.plain

    def reduced(self, terms: Array, axis: int | tuple[int, ...]) -> Array:
        """The terms of whole arrays, reduced along `axis`: the meaning of `reduce`, said once."""
        return np.asarray(REDUCE[self.reduce](terms, axis)) if self.reduce else terms


def itself(x: Array) -> Array:
    """The very array: a value under a second name, or a term that is the operand."""
    return x


def share(part: Array, total: Array) -> Array:
    """``part / total``, and 0 where the total is 0: a row that may look at nothing has zero weights."""
    return part / np.maximum(total, TINIEST)


def relu(x: Array) -> Array:
    """max(0, x) (Nair and Hinton 2010)."""
    return np.maximum(x, 0.0)


def root(x: Array, epsilon: Array) -> Array:
    """sqrt(x + epsilon): the standard deviation of layer norm (Ba et al. 2016, eq. 3)."""
    return np.sqrt(x + epsilon)


def largest(terms: Array, axis: int | tuple[int, ...]) -> Array:
    """The largest term, at least `LOWEST`; NaN if there is a NaN."""
    return np.maximum.reduce(terms, axis=axis, initial=LOWEST)  # type: ignore[no-any-return]


REDUCE: Mapping[Reduction, Callable[[Array, int | tuple[int, ...]], Array]] = MappingProxyType(
    {
        "sum": lambda terms, axis: np.add.reduce(terms, axis=axis),
        "mean": lambda terms, axis: np.mean(terms, axis=axis),
        "max": largest,
    }
)


def _table(*rows: Op) -> Mapping[str, Op]:
    return MappingProxyType({row.name: row for row in rows})


OPS = _table(
    Op("same", "{0}", itself, (1.0,)),
    Op("add", "{0} + {1}", np.add, (1.0, 1.0)),
    Op("sub", "{0} - {1}", np.subtract, (1.0, -1.0), plain="{0} − {1}"),
    Op("mul", r"{0} \cdot {1}", np.multiply, (Operand(1), Operand(0)), plain="{0} · {1}"),
    Op(
        "div",
        r"\frac{{{0}}}{{{1}}}",
        np.divide,
        (lambda a, b, y: 1.0 / b, lambda a, b, y: -y / b),
        plain="{0} / {1}",
    ),
    Op(
        "share",
        r"\frac{{{0}}}{{{1}}}",
        share,
        (lambda a, b, y: 1.0 / np.maximum(b, TINIEST), lambda a, b, y: -y / np.maximum(b, TINIEST)),
        plain="{0} / {1}",
    ),
    Op("square", "{{{0}}}^2", np.square, (lambda x, y: 2.0 * x,), plain="{0}²"),
    Op("exp", "e^{{{0}}}", np.exp, (lambda x, y: y,), plain="exp({0})"),
    Op(
        "root",
        r"\sqrt{{{0} + {1}}}",
        root,
        (lambda x, e, y: 0.5 / y, lambda x, e, y: 0.5 / y),
        plain="√({0} + {1})",
    ),
    Op("sine", r"\sin {0}", np.sin, (lambda x, y: np.cos(x),), plain="sin {0}"),
    Op("relu", r"\max(0, {0})", relu, (lambda x, y: x > 0.0,), plain="max(0, {0})"),
    Op("dot", r"{0} \cdot {1}", np.multiply, (Operand(1), Operand(0)), "sum", plain="{0} · {1}"),
    Op("sum", "{0}", itself, (1.0,), "sum"),
    Op("mean", "{0}", itself, (1.0,), "mean"),
    Op("max", "{0}", itself, (lambda x, y: x == y,), "max"),
)
