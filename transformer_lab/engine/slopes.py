"""Operations that gradients are made of, derived from the partials that the table declares."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from string import Formatter
from typing import Any

import numpy as np

from transformer_lab.engine.graph import Node
from transformer_lab.engine.ops import Op, Slope
from transformer_lab.errors import LabError
from transformer_lab.language import tr


def through(node: Node, j: int) -> tuple[Callable[[bool], Op], list[tuple[str, str]]]:
    """The operation ``gradient · slope`` for operand j, and the slope's own operands (id, letters).

    The operation is asked for with True if letters are lost and must be summed over.
    """
    assert node.op is not None
    op, count = node.op, len(node.reads)
    uses = tuple(range(count)) if op.reduce else slope_of(op, j).uses
    values = [*(tuple(read) for read in node.reads), (node.id, node.axes)]
    return (lambda summed: _times(op, j, summed)), [(values[i][0], values[i][1]) for i in uses]


def slope_of(op: Op, j: int) -> Slope:
    """The partial as a `Slope`; a bare function reads all operands and the result."""
    partial = op.partials[j]
    if isinstance(partial, Slope):
        return partial
    assert callable(partial)
    count = len(op.partials)
    names = ", ".join(f"{{{i}}}" for i in range(count + 1))
    return Slope(rf"\partial_{j + 1}\,({names})", f"∂{j + 1}({names})", partial, tuple(range(count + 1)))


@lru_cache(maxsize=256)
def divided_by(count: int) -> Op:
    """A gradient shared evenly among the terms of a mean."""
    formula = rf"\frac{{{{{{0}}}}}}{{{{{count}}}}}"
    return Op(f"over_{count}", formula, lambda g: g / count, (1.0,), plain=f"{{0}} / {count}")


@lru_cache(maxsize=256)
def _times(op: Op, j: int, summed: bool) -> Op:
    slope = slope_of(op, j)
    if op.reduce:  # the slope is that of one term, whose value stands nowhere
        names = ", ".join(f"{{{i}}}" for i in range(len(op.partials)))
        slope = Slope(
            rf"\partial_{j + 1}({names})",
            f"∂{j + 1}({names})",
            lambda *xs: slope_of(op, j)(*xs, op.map(*xs)),
            tuple(range(len(op.partials))),
        )
    return Op(
        f"{op.name}_gradient_{j}",
        r"{0} \cdot " + _moved(slope.formula),
        _product(slope.apply),
        (_second(slope.apply), *(_none for _ in slope.uses)),
        "sum" if summed else None,
        plain="{0} · " + _moved(slope.plain),
    )


def _product(slope: Callable[..., Any]) -> Callable[..., Any]:
    return partial(times_slope, slope)


def times_slope(slope: Callable[..., Any], g: Any, *xs: Any) -> Any:
    """``g · slope(*xs)``."""
    return np.multiply(g, slope(*xs))


def _second(slope: Callable[..., Any]) -> Callable[..., Any]:
    return lambda g, *rest: slope(*rest[:-1])


def _none(*values: Any) -> Any:
    raise LabError(tr("The gradient of a gradient is not known to the engine."))


def _moved(formula: str) -> str:
    """The formula with ``{0}`` as ``{1}`` and so on: the gradient stands before."""
    parts = []
    for text, name, _, _ in Formatter().parse(formula):
        parts.append(text.replace("{", "{{").replace("}", "}}"))
        parts.append("" if name is None else f"{{{int(name) + 1}}}")
    return "".join(parts)
