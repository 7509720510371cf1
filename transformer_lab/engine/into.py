"""Maps and fused kernels that write into a given array and need no temporaries but small ones of their own.

Each row of `INTO` answers, for bound operands and a place for the result, with a list of calls; a call is a
function and its arguments. Law: equal to the function it stands for (`maps`, `kernels`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import numpy as np

from transformer_lab.engine import kernels, maps
from transformer_lab.engine.maps import GELU_CUBE, GELU_RATE, LOWEST, LOWEST_SINGLE, Array

Bound = tuple[Callable[..., Any], tuple[Any, ...]]
Calls = list[Bound]

INFINITY = float("inf")
NARROW, FEW = 16, 4096
"""Length of rows, and numbers in all of them, up to which sums are spread by the product that makes them."""
PIECE = 262_144
"""Numbers that are mapped at a time."""


def put(out: Array, apply: Callable[..., Any], *xs: Array) -> None:
    """Any function without a place for its result."""
    np.copyto(out, apply(*xs))


def in_pieces(row: Callable[..., Calls], temporaries: int) -> Callable[..., Calls]:
    """The row for large arrays piece by piece, so that its temporaries stay small, and in the caches."""

    def calls(out: Array, *xs: Array) -> Calls:
        many = out.size > PIECE and out.ndim > 0
        step = max(1, PIECE * len(out) // out.size) if many else 0
        rooms = [np.empty_like(out[:step] if many else out) for _ in range(temporaries)]
        if not many:
            return row(out, *xs, *rooms)
        pieces = [slice(at, min(at + step, len(out))) for at in range(0, len(out), step)]
        parts = ((p, [room[: p.stop - p.start] for room in rooms]) for p in pieces)
        return [call for p, own in parts for call in row(out[p], *(x[p] for x in xs), *own)]

    return calls


def _relu(out: Array, x: Array) -> Calls:
    return [(_maximum, (x, 0.0, out))]


def _maximum(x: Array, y: Any, out: Array) -> None:
    np.maximum(x, y, out=out)


def _relu_back(out: Array, g: Array, x: Array) -> Calls:
    positive = np.empty(x.shape, bool)
    return [(np.greater, (x, 0.0, positive)), (np.multiply, (g, positive, out))]


def _number(value: float, like: Array) -> Array:
    """A number as an array of no axes: a call takes it in half the time of a plain one."""
    return np.asarray(value, like.dtype)


def _gelu_tanh(out: Array, x: Array, t: Array) -> Calls:
    one, half = _number(1.0, x), _number(0.5, x)
    return [*_bent(t, x), (np.add, (t, one, t)), (np.multiply, (x, half, out)), (np.multiply, (out, t, out))]


def _bent(t: Array, x: Array) -> Calls:
    """Puts tanh(rate (x + cube x³)), as rate · x · (1 + cube x²), into t."""
    return [
        (np.square, (x, t)),
        (np.multiply, (t, _number(GELU_RATE * GELU_CUBE, x), t)),
        (np.add, (t, _number(GELU_RATE, x), t)),
        (np.multiply, (t, x, t)),
        (np.tanh, (t, t)),
    ]


def _gelu_tanh_back(out: Array, g: Array, x: Array, t: Array, u: Array, w: Array) -> Calls:
    """The gradient g · (½ (1 + t) + ½ x (1 − t²) (rate + 3 rate cube x²))."""
    one, half = _number(1.0, x), _number(0.5, x)
    return [
        *_bent(t, x),
        (np.square, (x, u)),
        (np.multiply, (u, _number(3.0 * GELU_RATE * GELU_CUBE, x), u)),
        (np.add, (u, _number(GELU_RATE, x), u)),
        (np.multiply, (u, x, u)),
        (np.square, (t, w)),
        (np.subtract, (one, w, w)),
        (np.multiply, (u, w, u)),
        (np.add, (u, t, u)),
        (np.add, (u, one, u)),
        (np.multiply, (u, half, u)),
        (np.multiply, (g, u, out)),
    ]


def _silu(out: Array, x: Array, t: Array) -> Calls:
    one, half = _number(1.0, x), _number(0.5, x)
    return [
        (np.multiply, (x, half, t)),
        (np.tanh, (t, t)),
        (np.add, (t, one, t)),
        (np.multiply, (t, half, t)),
        (np.multiply, (x, t, out)),
    ]


def _softmax(out: Array, x: Array) -> Calls:
    small, ones = _small(x), np.ones((x.shape[-1], 1), x.dtype)
    careful = x, out, small, ones
    if np.may_share_memory(out, x):
        return [(_careful_softmax, careful)]
    total, sums = small, _row_sums(out, ones, small)
    if _narrow(out):
        total = np.empty(x.shape, x.dtype)
        sums = np.dot, (_rows(out), np.ones((x.shape[-1], x.shape[-1]), x.dtype), _rows(total))
    return [(_quick_softmax, (sums, total, total.reshape(-1), careful))]


def _quick_softmax(sums: Bound, total: Array, flat: Array, careful: tuple[Array, ...]) -> None:
    """Without the largest number of each row where that is safe: where neither the squares of the sums nor
    those of their inverses overflow, nothing did, and nothing that counts vanished.
    """
    x, out = careful[:2]
    np.exp(x, out)
    add, (terms, ones, places) = sums
    add(terms, ones, places)
    largest = np.dot(flat, flat)
    np.reciprocal(flat, flat)
    if largest + np.dot(flat, flat) < INFINITY:
        np.multiply(out, total, out)
    else:
        _careful_softmax(*careful)


def _careful_softmax(x: Array, out: Array, small: Array, ones: Array) -> None:
    lowest = LOWEST_SINGLE if x.dtype == np.float32 else LOWEST
    np.maximum.reduce(x, axis=-1, keepdims=True, initial=lowest, out=small)
    np.subtract(x, small, out)
    np.exp(out, out)
    np.matmul(out, ones, small)
    np.add(small, small == 0.0, small)
    np.divide(out, small, out)


def _softmax_back(out: Array, g: Array, y: Array) -> Calls:
    along = np.empty(y.shape[:-1], y.dtype)
    if np.may_share_memory(out, y):
        return [(put, (out, kernels.softmax_back, g, y))]
    return [
        (np.vecdot, (g, y, along)),
        (np.subtract, (g, along[..., None], out)),
        (np.multiply, (y, out, out)),
    ]


def _centred(out: Array, x: Array, mean: Array) -> Calls:
    width = x.shape[-1]
    if _narrow(x) and out.flags.c_contiguous and not np.may_share_memory(out, x):
        centre = np.eye(width, dtype=x.dtype) - _number(1.0 / width, x)
        return [(np.dot, (_rows(x), centre, _rows(out)))]
    share = np.full((width, 1), 1.0 / width, x.dtype)
    return [_row_sums(x, share, mean), (np.subtract, (x, mean, out))]


def _root(x: Array, epsilon: Array, std: Array) -> Calls:
    """√(mean of x² + ε) of each row, into `std`."""
    flat = std[..., 0]
    return [
        (np.vecdot, (x, x, flat)),
        (np.divide, (flat, _number(x.shape[-1], x), flat)),
        (np.add, (std, epsilon, std)),
        (np.sqrt, (flat, flat)),
    ]


def _by_root(out: Array, x: Array, epsilon: Array, std: Array) -> Calls:
    """X divided by its `_root`."""
    if not _narrow(x):
        return [*_root(x, epsilon, std), (np.divide, (x, std, out))]
    wide, square = np.empty_like(x), np.empty_like(x)
    share = np.full((x.shape[-1], x.shape[-1]), 1.0 / x.shape[-1], x.dtype)
    return [
        (np.square, (x, square)),
        (np.dot, (_rows(square), share, _rows(wide))),
        (np.add, (wide, epsilon, wide)),
        (np.sqrt, (wide, wide)),
        (np.divide, (x, wide, out)),
    ]


def _row_sums(x: Array, weights: Array, out: Array) -> Bound:
    if x.flags.c_contiguous and out.flags.c_contiguous:
        return np.dot, (_rows(x), weights, _rows(out))
    return np.matmul, (x, weights, out)


def _rows(x: Array) -> Array:
    """All rows of an array in one piece, as a matrix."""
    return x.reshape(-1, x.shape[-1])


def _narrow(x: Array) -> bool:
    """Whether the rows lie one after another and are so short that a sum for every number of a row costs no
    more than one sum: then no call needs to spread it.
    """
    return x.shape[-1] <= NARROW and x.size <= FEW and x.flags.c_contiguous


def _small(x: Array) -> Array:
    return np.empty((*x.shape[:-1], 1), x.dtype)


def _standardise(out: Array, x: Array, epsilon: Array) -> Calls:
    small = _small(x)
    return [*_centred(out, x, small), *_by_root(out, out, epsilon, small)]


def _rms(out: Array, x: Array, epsilon: Array) -> Calls:
    return _by_root(out, x, epsilon, _small(x))


def _standardise_back(out: Array, g: Array, x: Array, epsilon: Array) -> Calls:
    mean, y = _small(x), np.empty(x.shape, x.dtype)
    return [*_centred(y, x, mean), *_norm_back(out, g, y, y, epsilon, mean)]


def _rms_back(out: Array, g: Array, x: Array, epsilon: Array) -> Calls:
    return _norm_back(out, g, x, np.empty(x.shape, x.dtype), epsilon, None)


def _norm_back(out: Array, g: Array, x: Array, y: Array, epsilon: Array, mean: Array | None) -> Calls:
    """(g − mean g − y · mean(g y)) / std with y = x / std; `mean` is a place for the mean of g, or None."""
    std, along = _small(x), _small(x)
    calls: Calls = [
        *_root(x, epsilon, std),
        (np.divide, (x, std, y)),
        (np.vecdot, (g, y, along[..., 0])),
        (np.divide, (along, x.shape[-1], along)),
        (np.multiply, (y, along, y)),
    ]
    if mean is not None:
        calls += _centred(out, g, mean)
    return [*calls, (np.subtract, (g if mean is None else out, y, out)), (np.divide, (out, std, out))]


INTO: Mapping[Callable[..., Any], Callable[..., Calls]] = MappingProxyType(
    {
        maps.relu: _relu,
        maps.relu_slope: _relu_back,
        maps.gelu_tanh: in_pieces(_gelu_tanh, 1),
        maps.gelu_tanh_slope: in_pieces(_gelu_tanh_back, 3),
        maps.silu: in_pieces(_silu, 1),
        kernels.softmax: _softmax,
        kernels.softmax_back: _softmax_back,
        kernels.standardise: _standardise,
        kernels.standardise_back: _standardise_back,
        kernels.rms: _rms,
        kernels.rms_back: _rms_back,
    }
)
