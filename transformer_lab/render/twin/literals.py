"""Arrays as they are written in a script: whole numbers of digits, so that every bit comes back."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from transformer_lab.engine.ops import Array
from transformer_lab.render.twin.dialects import Dialect

WIDTH = 108


def literal(array: Array, dialect: Dialect) -> str:
    """An expression that makes the array again, bit for bit."""
    if array.ndim == 0:
        return dialect.array.format(_number(float(array)))
    if _is(array, 0.0):
        return dialect.zeros.format(array.shape)
    if _is(array, 1.0):
        return dialect.ones.format(array.shape)
    if _causal(array):
        return dialect.causal.format(len(array))
    return dialect.array.format(_nested(array.tolist(), ""))


def _is(array: Array, value: float) -> bool:
    return bool(np.all(array == value) and not np.signbit(array).any())


def _causal(array: Array) -> bool:
    if array.ndim != 2 or array.shape[0] != array.shape[1] or len(array) < 2:
        return False
    return bool(np.array_equal(array, np.triu(np.full(array.shape, -np.inf), 1)))


def _number(value: float) -> str:
    return repr(value)


def _nested(values: list[object], indent: str) -> str:
    """Nested lists, a row of numbers a line and wrapped where it grows too long."""
    inner = indent + "    "
    if len(values) == 1 and isinstance(values[0], list):
        return f"[{_nested(values[0], indent)}]"
    if values and isinstance(values[0], list):
        rows = ",\n".join(inner + _nested(row, inner) for row in values if isinstance(row, list))
        return f"[\n{rows},\n{indent}]"
    numbers = [_number(value) for value in values if isinstance(value, float)]
    line = f"[{', '.join(numbers)}]"
    if len(indent) + len(line) <= WIDTH:
        return line
    return "[\n" + "\n".join(_wrapped(numbers, inner)) + f"\n{indent}]"


def _wrapped(numbers: list[str], indent: str) -> Iterable[str]:
    line = indent
    for number in numbers:
        if len(line) + len(number) + 1 > WIDTH and line.strip():
            yield line.rstrip()
            line = indent
        line += f"{number}, "
    yield line.rstrip()
