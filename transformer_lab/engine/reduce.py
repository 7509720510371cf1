"""Reductions: sums and means of one operand as a product with ones, and the general way for the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

import numpy as np

from transformer_lab.engine.elementwise import Call, elementwise
from transformer_lab.engine.letters import merged
from transformer_lab.engine.ops import Op


def total(axes: str, out: str, over: str, size: Mapping[str, int], dtype: Any = np.float64) -> Call:
    """The sum of one operand along `over`: ``x · 1``, several times faster than reducing short rows."""
    see = merged(axes, (*out, over), size)
    ones = np.ones(prod(size[a] for a in over), dtype)
    if out:
        return lambda x: np.matmul(see(x), ones)
    return lambda x: np.asarray(np.matmul(see(x), ones))


def average(axes: str, out: str, over: str, size: Mapping[str, int], dtype: Any = np.float64) -> Call:
    """The mean of one operand along `over`: its sum, divided once."""
    add, count = total(axes, out, over, size, dtype), dtype(prod(size[a] for a in over))
    if out:
        return lambda x: np.divide(add(x), count)
    return lambda x: np.asarray(np.divide(add(x), count))


def mapped(op: Op, inputs: Sequence[str], out: str, over: str) -> Call:
    """The declaration itself: all terms, then the reduction. Right for every op, slow for large products."""
    terms = elementwise(op.map, inputs, out + over)
    axis = tuple(range(len(out), len(out + over)))
    return lambda *xs: op.reduced(terms(*xs), axis)
