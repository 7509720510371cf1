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

from transformer_lab.engine.maps import (
    LOWEST,
    LOWEST_SINGLE,
    Array,
    chosen,
    gelu,
    gelu_slope,
    gelu_tanh,
    gelu_tanh_slope,
    hide,
    itself,
    largest,
    of_one,
    relu,
    relu_slope,
    root,
    share,
    silu,
    silu_slope,
    tied,
)

__all__ = [
    "LOWEST",
    "LOWEST_SINGLE",
    "OPS",
    "REDUCE",
    "Array",
    "Op",
    "Operand",
    "Partial",
    "Reduction",
    "Slope",
    "itself",
]

Reduction = Literal["sum", "mean", "max"]


@dataclass(frozen=True)
class Operand:
    """A partial derivative that is simply the value of operand `position`."""

    position: int


@dataclass(frozen=True, eq=False)
class Slope:
    """A partial derivative that is a function of some of the operands and the result.

    `uses` are positions among ``(*operands, result)``; `formula` and `plain` show it with ``{0}``,
    ``{1}`` for those that are used, in their order.
    """

    formula: str
    plain: str
    apply: Callable[..., Any]
    uses: tuple[int, ...]

    def __call__(self, *values: Any) -> Any:
        """The slope, given all operands and the result."""
        return self.apply(*(values[i] for i in self.uses))


Partial = float | Operand | Callable[..., Any]
"""d map / d operand: a number, another operand, or a function of ``(*operands, result)``, best a `Slope`."""


@dataclass(frozen=True, eq=False)
class Op:
    """One row of the table.

    `formula` shows one term in LaTeX with ``{0}``, ``{1}`` for the operands, `plain` shows it as text (None:
    as `formula`). `map` computes the terms of whole arrays, element by element; `partials` has one entry for
    each operand.

    A fused operation stands for a whole block (`fold`): its `kernel` gives the call for letters and sizes,
    and `vjp` adds the nodes of its gradient. It has no terms of its own.
    """

    name: str
    formula: str
    map: Callable[..., Any]
    partials: tuple[Partial, ...]
    reduce: Reduction | None = None
    plain: str | None = None
    kernel: Callable[..., Callable[..., Array]] | None = None
    vjp: Callable[..., Any] | None = None

    @property
    def text(self) -> str:
        """One term as plain text, with ``{0}``, ``{1}`` for the operands."""
        return self.formula if self.plain is None else self.plain

    def reduced(self, terms: Array, axis: int | tuple[int, ...]) -> Array:
        """The terms of whole arrays, reduced along `axis`: the meaning of `reduce`, said once."""
        return np.asarray(REDUCE[self.reduce](terms, axis)) if self.reduce else terms


REDUCE: Mapping[Reduction, Callable[[Array, int | tuple[int, ...]], Array]] = MappingProxyType(
    {
        "sum": lambda terms, axis: np.add.reduce(terms, axis=axis),
        "mean": lambda terms, axis: np.mean(terms, axis=axis),
        "max": largest,
    }
)


def _table(*rows: Op) -> Mapping[str, Op]:
    return MappingProxyType({row.name: row for row in rows})


OVER = Slope(r"\frac{{1}}{{{0}}}", "1 / {0}", lambda b: 1.0 / b, (1,))
SHARE = (
    Slope(r"\frac{{1}}{{{0}}}", "1 / {0}", of_one, (1,)),
    Slope(r"\frac{{-{1}}}{{{0}}}", "−{1} / {0}", lambda b, y: -y * of_one(b), (1, 2)),
)
RATIO = (OVER, Slope(r"\frac{{-{1}}}{{{0}}}", "−{1} / {0}", lambda b, y: -y / b, (1, 2)))
HALF_OVER = Slope(r"\frac{{1}}{{2 {0}}}", "1 / 2 {0}", lambda y: 0.5 / y, (2,))
CHOSEN = (
    Slope(r"(1 - {0})", "(1 − {0})", lambda where: 1.0 - where, (2,)),
    Operand(2),
    Slope(r"({0} - {1})", "({0} − {1})", np.subtract, (1, 0)),
)

OPS = _table(
    Op("same", "{0}", itself, (1.0,)),
    Op("add", "{0} + {1}", np.add, (1.0, 1.0)),
    Op("sub", "{0} - {1}", np.subtract, (1.0, -1.0), plain="{0} − {1}"),
    Op("neg", "-{0}", np.negative, (-1.0,), plain="−{0}"),
    Op("mul", r"{0} \cdot {1}", np.multiply, (Operand(1), Operand(0)), plain="{0} · {1}"),
    Op("div", r"\frac{{{0}}}{{{1}}}", np.divide, RATIO, plain="{0} / {1}"),
    Op("share", r"\frac{{{0}}}{{{1}}}", share, SHARE, plain="{0} / {1}"),
    Op("square", "{{{0}}}^2", np.square, (Slope("2 {0}", "2 {0}", lambda x: 2.0 * x, (0,)),), plain="{0}²"),
    Op("exp", "e^{{{0}}}", np.exp, (Slope("{0}", "{0}", itself, (1,)),), plain="exp({0})"),
    Op(
        "log",
        r"\ln {0}",
        np.log,
        (Slope(r"\frac{{1}}{{{0}}}", "1 / {0}", lambda x: 1.0 / x, (0,)),),
        plain="ln {0}",
    ),
    Op("root", r"\sqrt{{{0} + {1}}}", root, (HALF_OVER, HALF_OVER), plain="√({0} + {1})"),
    Op("sine", r"\sin {0}", np.sin, (Slope(r"\cos {0}", "cos {0}", np.cos, (0,)),), plain="sin {0}"),
    Op(
        "cosine",
        r"\cos {0}",
        np.cos,
        (Slope(r"(-\sin {0})", "(−sin {0})", lambda x: -np.sin(x), (0,)),),
        plain="cos {0}",
    ),
    Op(
        "relu",
        r"\max(0, {0})",
        relu,
        (Slope(r"[{0} > 0]", "[{0} > 0]", relu_slope, (0,)),),
        plain="max(0, {0})",
    ),
    Op(
        "gelu",
        r"\operatorname{{GELU}}({0})",
        gelu,
        (Slope(r"\operatorname{{GELU}}'({0})", "GELU′({0})", gelu_slope, (0,)),),
        plain="GELU({0})",
    ),
    Op(
        "gelu_tanh",
        r"\operatorname{{GELU}}_{{\tanh}}({0})",
        gelu_tanh,
        (Slope(r"\operatorname{{GELU}}'_{{\tanh}}({0})", "GELU′ₜₐₙₕ({0})", gelu_tanh_slope, (0,)),),
        plain="GELUₜₐₙₕ({0})",
    ),
    Op(
        "silu",
        r"\frac{{{0}}}{{1 + e^{{-{0}}}}}",
        silu,
        (Slope(r"\operatorname{{SiLU}}'({0})", "SiLU′({0})", silu_slope, (0,)),),
        plain="{0} / (1 + exp(−{0}))",
    ),
    Op("hide", r"\ln ({0} > 0)", hide, (0.0,), plain="0 if {0} > 0 else −∞"),
    Op("tied", "({0} = {1})", tied, (0.0, 0.0)),
    Op("set", r"(1 - {2}) \cdot {0} + {2} \cdot {1}", chosen, CHOSEN, plain="{1} if {2} else {0}"),
    Op("dot", r"{0} \cdot {1}", np.multiply, (Operand(1), Operand(0)), "sum", plain="{0} · {1}"),
    Op("sum", "{0}", itself, (1.0,), "sum"),
    Op("mean", "{0}", itself, (1.0,), "mean"),
    Op("max", "{0}", itself, (lambda x, y: x == y,), "max"),
)
