"""Fused operations: one call for a whole block, and the call of its gradient. Law: fused equals unfolded.

Each is a row of `FUSED`, found by the kind of the block; `over` is the letter along which the block works.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any

import numpy as np

from transformer_lab.engine.graph import Node
from transformer_lab.engine.maps import LOWEST, LOWEST_SINGLE, Array
from transformer_lab.engine.ops import Op
from transformer_lab.engine.wiring import Wire, connect
from transformer_lab.errors import LabError
from transformer_lab.language import tr

Size = Mapping[str, int]
Call = Callable[..., Array]


def softmax(x: Array) -> Array:
    """exp(x − max) / Σ exp(x − max) along the last axis; a row of −∞ gives zeros."""
    lowest = LOWEST_SINGLE if x.dtype == np.float32 else LOWEST
    y = np.subtract(x, np.maximum.reduce(x, axis=-1, keepdims=True, initial=lowest))
    np.exp(y, out=y)
    total = np.matmul(y, np.ones((x.shape[-1], 1), x.dtype))
    y /= total + (total == 0.0)
    return y


def softmax_back(g: Array, y: Array) -> Array:
    """Y · (g − Σ g y)."""
    along = np.vecdot(g, y)[..., None]
    return np.asarray(y * (g - along))


def standardise(x: Array, epsilon: Array) -> Array:
    """(x − mean) / √(variance + ε) along the last axis."""
    centred = x - _mean(x)
    return np.asarray(centred / np.sqrt(_power(centred) + epsilon))


def standardise_back(g: Array, x: Array, epsilon: Array) -> Array:
    """(g − mean g − y · mean(g y)) / std, with y the standardised x."""
    centred = x - _mean(x)
    std = np.sqrt(_power(centred) + epsilon)
    y = centred / std
    return np.asarray((g - _mean(g) - y * (np.vecdot(g, y) / x.shape[-1])[..., None]) / std)


def rms(x: Array, epsilon: Array) -> Array:
    """X / √(mean of x² + ε) along the last axis."""
    return np.asarray(x / np.sqrt(_power(x) + epsilon))


def rms_back(g: Array, x: Array, epsilon: Array) -> Array:
    """(g − y · mean(g y)) / rms, with y = x / rms."""
    root = np.sqrt(_power(x) + epsilon)
    y = x / root
    return np.asarray((g - y * (np.vecdot(g, y) / x.shape[-1])[..., None]) / root)


def cross_entropy(z: Array, target: Array) -> Array:
    """−Σ target · ln softmax z over the last two axes, divided by Σ target; 0 without a target."""
    picked, count = np.sum(target * _log_softmax(z), axis=(-2, -1)), np.sum(target, axis=(-2, -1))
    return np.asarray(-picked / (count + (count == 0.0)))


def cross_entropy_back(g: Array, z: Array, target: Array) -> Array:
    """(softmax z · Σ_v target − target) / Σ target, times g."""
    count = np.sum(target, axis=(-2, -1))
    weight = np.asarray(g * (count != 0.0) / (count + (count == 0.0)))[..., None, None]
    return np.asarray((np.exp(_log_softmax(z)) * target.sum(axis=-1, keepdims=True) - target) * weight)


def cross_entropy_to_target(g: Array, z: Array, target: Array) -> Array:
    """(−ln softmax z − loss) / Σ target, times g."""
    log_probs, count = _log_softmax(z), np.sum(target, axis=(-2, -1))
    inverse = (count != 0.0) / (count + (count == 0.0))
    loss = -np.sum(target * log_probs, axis=(-2, -1)) * inverse
    return np.asarray((-log_probs - loss[..., None, None]) * np.asarray(g * inverse)[..., None, None])


def _log_softmax(z: Array) -> Array:
    shifted = z - np.maximum.reduce(z, axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.sum(np.exp(shifted), axis=-1, keepdims=True)))


def _mean(x: Array) -> Array:
    return np.asarray(np.matmul(x, np.full((x.shape[-1], 1), 1.0 / x.shape[-1], x.dtype)))


def _power(x: Array) -> Array:
    return np.asarray((np.vecdot(x, x) / x.shape[-1])[..., None])


def _along(apply: Call, wide: int, over: str, inputs: Sequence[str], out: str, size: Size) -> Call:
    """`apply` with the axis `over` of the first `wide` operands put last; the result as `out` has it."""
    order = [a for a in inputs[0] if a != over] + [over]
    turns = [tuple(axes.index(a) for a in order) for axes in inputs[:wide]]
    back = tuple(order.index(a) for a in out)
    if all(turn == tuple(range(len(order))) for turn in (*turns, back)):
        return apply
    return lambda *xs: apply(
        *(x.transpose(t) for x, t in zip(xs, turns, strict=False)), *xs[wide:]
    ).transpose(back)


def _losing(apply: Call, over: str, inputs: Sequence[str], out: str, size: Size) -> Call:
    """Kernels of the loss: operands with axes …tv, a gradient or a result without t and v."""
    return apply


def _row(name: str, formula: str, kernel: Any, count: int, vjp: Any = None) -> Op:
    return Op(name, formula, _no_terms, (1.0,) * count, kernel=kernel, vjp=vjp)


def _no_terms(*values: Any) -> Any:
    raise LabError(tr("This value stands for a whole block; ask the graph that is not folded."))


def _softmax_vjp(over: str, wire: Wire, node: Node, j: int, back: tuple[str, str]) -> None:
    op = _row("softmax_back", r"{1} \cdot ({0} - \sum {0} {1})", partial(_along, softmax_back, 2, over), 2)
    connect(wire, op, back, (node.id, node.axes))


def _norm_vjp(apply: Call, over: str, wire: Wire, node: Node, j: int, back: tuple[str, str]) -> None:
    if j == 1:
        raise LabError(tr("The gradient of ε is known only to the graph that is not folded."))
    op = _row(apply.__name__, r"\partial({0}, {1}, {2})", partial(_along, apply, 2, over), 3)
    x, epsilon = node.reads
    connect(wire, op, back, (x.source, x.axes), (epsilon.source, epsilon.axes))


def _loss_vjp(over: str, wire: Wire, node: Node, j: int, back: tuple[str, str]) -> None:
    apply = (cross_entropy_back, cross_entropy_to_target)[j]
    op = _row(apply.__name__, r"\partial({0}, {1}, {2})", partial(_losing, apply, over), 3)
    z, target = node.reads
    connect(wire, op, back, (z.source, z.axes), (target.source, target.axes))


@lru_cache(maxsize=64)
def fused(kind: str, over: str) -> Op:
    """The operation that stands for a block of this kind along the letter `over`."""
    return FUSED[kind](over)


FUSED: Mapping[str, Callable[[str], Op]] = MappingProxyType(
    {
        "softmax": lambda over: _row(
            "softmax",
            r"\operatorname{{softmax}}({0})",
            partial(_along, softmax, 1, over),
            1,
            partial(_softmax_vjp, over),
        ),
        "standardise": lambda over: _row(
            "standardise",
            r"\frac{{{0} - \mu}}{{\sqrt{{\sigma^2 + {1}}}}}",
            partial(_along, standardise, 1, over),
            2,
            partial(_norm_vjp, standardise_back, over),
        ),
        "rms": lambda over: _row(
            "rms",
            r"\frac{{{0}}}{{\sqrt{{\overline{{x^2}} + {1}}}}}",
            partial(_along, rms, 1, over),
            2,
            partial(_norm_vjp, rms_back, over),
        ),
        "cross-entropy": lambda over: _row(
            "cross_entropy",
            r"-\ln p({0}, {1})",
            partial(_losing, cross_entropy, over),
            2,
            partial(_loss_vjp, over),
        ),
    }
)
