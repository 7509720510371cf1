"""Numbers from a seed that never change with typing order, platform or NumPy version."""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from transformer_lab.engine.ops import Array

GOLDEN = 0x9E3779B97F4A7C15
MIXERS = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))


def normals(count: int, *key: object) -> Array:
    """`count` normal numbers (mean 0, deviation 1) told by `key` alone, rounded to 6 decimals. Axes: n.

    A longer run starts with the shorter one. SHA-256 of the key starts a counter-based generator, SplitMix64
    (Steele, Lea and Flood 2014); pairs become normal by Box and Muller (1958). Rounding makes the numbers
    independent of the last bit of a platform's logarithm, and short in files.
    """
    pairs = (count + 1) // 2
    uniform = (_bits(2 * pairs, key) >> np.uint64(11)).astype(float).reshape(pairs, 2)
    u, v = ((uniform + 0.5) * 2.0**-53).T
    radius, angle = np.sqrt(-2.0 * np.log(u)), 2.0 * np.pi * v
    both = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    return np.asarray(np.round(both.reshape(-1)[:count], 6) + 0.0)


def _bits(count: int, key: tuple[object, ...]) -> NDArray[np.uint64]:
    text = "\x1f".join(map(str, key))
    start = int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")
    z = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(GOLDEN) + np.uint64(start)  # wraps, as it should
    for shift, factor in MIXERS:
        z = (z ^ (z >> np.uint64(shift))) * np.uint64(factor)
    return z ^ (z >> np.uint64(31))
