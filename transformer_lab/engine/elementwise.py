"""Maps without a reduction: one call on views that broadcast against each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from transformer_lab.engine.letters import View, aligned
from transformer_lab.engine.ops import Array, itself

Call = Callable[..., Array]


def elementwise(apply: Callable[..., Any], inputs: Sequence[str], out: str) -> Call:
    """``apply`` of the operands, axes `out`. Views are chosen here; what stands right is not touched."""
    views = [aligned(axes, out) for axes in inputs]
    if not out:
        return lambda *xs: np.asarray(apply(*xs))  # NumPy answers with a bare number
    if all(view is itself for view in views):
        return apply
    if len(views) == 1:
        see = views[0]
        return lambda x: apply(see(x))
    if len(views) == 2:
        return _two(apply, *views)
    return lambda *xs: apply(*(see(x) for see, x in zip(views, xs, strict=True)))


def spread(call: Call, axes: str, out: str, size: Mapping[str, int]) -> Call:
    """The result of `call`, axes `axes`, alike along the letters of `out` that it does not have."""
    see, shape = aligned(axes, out), tuple(size[a] for a in out)
    return lambda *xs: np.ascontiguousarray(np.broadcast_to(see(call(*xs)), shape))


def _two(apply: Callable[..., Any], first: View, second: View) -> Call:
    if first is itself:
        return lambda x, y: apply(x, second(y))
    if second is itself:
        return lambda x, y: apply(first(x), y)
    return lambda x, y: apply(first(x), second(y))
