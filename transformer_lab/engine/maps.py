"""The maps of operations: what is computed for one term, element by element on whole arrays."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from transformer_lab.engine.erf import erf

Array = NDArray[np.float64]

LOWEST = float(np.finfo(np.float64).min)
"""Where `max` starts: the largest of nothing but −∞ is this number, so that −∞ − max stays −∞ and not NaN."""
LOWEST_SINGLE = float(np.finfo(np.float32).min)
"""The same for numbers of single precision."""
ROOT_HALF = math.sqrt(0.5)
GELU_RATE, GELU_CUBE = math.sqrt(2.0 / math.pi), 0.044715  # Hendrycks and Gimpel 2016


def itself(x: Array) -> Array:
    """The very array: a value under a second name, or a term that is the operand."""
    return x


def share(part: Array, total: Array) -> Array:
    """``part / total``, and 0 where the total is 0: a row that may look at nothing has zero weights."""
    return part / (total + (total == 0.0))  # type: ignore[no-any-return]


def of_one(total: Array) -> Array:
    """``1 / total``, and 0 where the total is 0: how a share answers to its part."""
    return np.asarray((total != 0.0) / (total + (total == 0.0)))


def relu(x: Array) -> Array:
    """max(0, x) (Nair and Hinton 2010)."""
    return np.maximum(x, 0.0)


def relu_slope(x: Array) -> Array:
    """D relu / d x: 1 where x is above 0."""
    return np.asarray(x > 0.0)


def root(x: Array, epsilon: Array) -> Array:
    """sqrt(x + epsilon): the standard deviation of layer norm (Ba et al. 2016, eq. 3)."""
    return np.sqrt(x + epsilon)


def gelu(x: Array) -> Array:
    """X Φ(x), with the exact Φ from the error function (Hendrycks and Gimpel 2016)."""
    return 0.5 * x * (1.0 + erf(x * ROOT_HALF))


def gelu_slope(x: Array) -> Array:
    """D gelu / d x = Φ(x) + x φ(x)."""
    return 0.5 * (1.0 + erf(x * ROOT_HALF)) + x * np.exp(-0.5 * x * x) * (ROOT_HALF / math.sqrt(math.pi))


def gelu_tanh(x: Array) -> Array:
    """GELU with tanh in the place of the error function, as GPT-2 has it: another activation, at most 5e-4
    from it.
    """
    return 0.5 * x * (1.0 + np.tanh(GELU_RATE * (x + GELU_CUBE * x * x * x)))


def gelu_tanh_slope(x: Array) -> Array:
    """D gelu_tanh / d x."""
    t = np.tanh(GELU_RATE * (x + GELU_CUBE * x * x * x))
    return 0.5 * (1.0 + t) + 0.5 * x * (1.0 - t * t) * GELU_RATE * (1.0 + 3.0 * GELU_CUBE * x * x)


def sigmoid(x: Array) -> Array:
    """1 / (1 + e^−x), written with tanh so that no power overflows."""
    return 0.5 * (1.0 + np.tanh(0.5 * x))


def silu(x: Array) -> Array:
    """X · sigmoid(x) (Elfwing et al. 2017)."""
    return x * sigmoid(x)


def silu_slope(x: Array) -> Array:
    """D silu / d x = σ (1 + x (1 − σ))."""
    s = sigmoid(x)
    return s * (1.0 + x * (1.0 - s))


def hide(seen: Array) -> Array:
    """0 where a word may be seen, −∞ where it may not: what is added to scores."""
    return np.where(seen > 0.0, seen * 0.0, -np.inf)


def tied(x: Array, top: Array) -> Array:
    """1 where x is the top itself."""
    return np.where(x == top, np.ones_like(x), 0.0)


def chosen(x: Array, own: Array, where: Array) -> Array:
    """`own` where `where` is 1, else x: numbers set by hand; mixtures in between."""
    return np.where(where == 1.0, own, np.where(where == 0.0, x, x + where * (own - x)))


def largest(terms: Array, axis: int | tuple[int, ...]) -> Array:
    """The largest term, at least `LOWEST`; NaN if there is a NaN."""
    lowest = LOWEST_SINGLE if terms.dtype == np.float32 else LOWEST
    return np.maximum.reduce(terms, axis=axis, initial=lowest)  # type: ignore[no-any-return]
