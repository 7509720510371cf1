"""Numbers from a seed that never change with typing order, platform or NumPy version."""

from __future__ import annotations

import hashlib
import math

import numpy as np

from transformer_lab.engine.ops import Array


def normals(count: int, *key: object) -> Array:
    """`count` normal numbers (mean 0, deviation 1) told by `key` alone, rounded to 6 decimals.

    Bits: SHA-256 of the key and a counter. Transform: Box and Muller (1958). Rounding makes them independent of
    the last bit of the platform's logarithm, and short in files.
    """
    pairs = [_pair(key, i) for i in range((count + 1) // 2)]
    return np.round(np.array(pairs, dtype=float).reshape(-1)[:count], 6)


def _pair(key: tuple[object, ...], counter: int) -> tuple[float, float]:
    text = "\x1f".join(map(str, (*key, counter)))
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    u = (int.from_bytes(digest[:8], "big") + 0.5) / 2.0**64
    v = (int.from_bytes(digest[8:16], "big") + 0.5) / 2.0**64
    radius = math.sqrt(-2.0 * math.log(u))
    return radius * math.cos(2.0 * math.pi * v), radius * math.sin(2.0 * math.pi * v)
