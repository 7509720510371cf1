"""Arrays that follow from a description: masks, waves, rotations, distances. Made once, read-only.

The same array serves every block, so that a deep model holds one mask and what reads it is taken over.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from transformer_lab.engine.maps import Array
from transformer_lab.engine.model import Pairs


def sealed(array: Array) -> Array:
    """The array itself, read-only."""
    array.setflags(write=False)
    return array


@lru_cache(maxsize=64)
def number(value: float) -> Array:
    """One number, without axes."""
    return sealed(np.asarray(float(value)))


@lru_cache(maxsize=64)
def mask(words: int, causal: bool, window: int | None) -> Array:
    """0 where word t may see word s, −∞ where not; axes ts. Adding −∞ hides: exp(−∞) is 0."""
    ahead = np.arange(words) - np.arange(words)[:, None]
    hidden = (ahead > 0) & causal
    if window is not None:
        hidden |= np.abs(ahead) >= window
    return sealed(np.where(hidden, -np.inf, 0.0))


@lru_cache(maxsize=64)
def places(words: int, first: int) -> Array:
    """first, first + 1, …; axes t."""
    return sealed(np.arange(words, dtype=float) + first)


@lru_cache(maxsize=64)
def rates(width: int, base: float, pairs: Pairs) -> Array:
    """base^(−2i / width) for each number of the i-th pair (Vaswani 2017, 3.5); axes d.

    An odd width ends with a sine that has no cosine.
    """
    return sealed(np.asarray(base ** (-2.0 * _pair(width, pairs)[0] / width)))


@lru_cache(maxsize=64)
def phases(width: int, pairs: Pairs) -> Array:
    """A quarter turn makes the second wave of each pair a cosine; axes d."""
    return sealed(np.asarray(_pair(width, pairs)[1] * (math.pi / 2.0)))


@lru_cache(maxsize=64)
def partners(width: int, pairs: Pairs) -> Array:
    """Turns each pair (a, b) a quarter: into (−b, a); axes kj."""
    pair, second = _pair(width, pairs)
    together = (pair[:, None] == pair) & ~np.eye(width, dtype=bool)
    turn = np.where(together, np.where(second[:, None] == 1, -1.0, 1.0), 0.0)
    return sealed(turn)


@lru_cache(maxsize=64)
def distances(words: int) -> Array:
    """−|t − s|, axes ts (Press et al. 2022)."""
    at = np.arange(words, dtype=float)
    return sealed(-np.abs(at[:, None] - at))


@lru_cache(maxsize=64)
def slopes(size: tuple[int, ...]) -> Array:
    """2^(−8/n), 2^(−16/n), … for n heads; where n is no power of two every second one of the next power
    follows (Press et al. 2022); axes h, or as many as `size` has.
    """
    heads = math.prod(size)
    whole = 2 ** int(math.log2(heads))
    steps = [8.0 * (i + 1) / whole for i in range(whole)]
    steps += [4.0 * (2 * i + 1) / whole for i in range(heads - whole)]
    return sealed(2.0 ** -np.array(steps).reshape(size))


@lru_cache(maxsize=64)
def side_by_side(size: tuple[int, ...]) -> Array:
    """Puts heads side by side without mixing them: the place of W_O where there is none."""
    total = math.prod(size)
    return sealed(np.eye(total).reshape(*size, total))


def _pair(width: int, pairs: Pairs) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each number the pair it belongs to, and whether it is the second of it."""
    at = np.arange(width, dtype=np.int64)
    half = (width + 1) // 2
    return (at // 2, at % 2) if pairs == "interleaved" else (at % half, at // half)
