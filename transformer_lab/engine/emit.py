"""From letters to calls that write into arrays given beforehand: the other reader of the declaration.

`plan` gives a call that makes a new array; `emit` gives a list of calls, bound to operands and to the place
of the result. Views are taken here, once, so that nothing is decided while values flow. Law: equals `plan`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import permutations
from math import prod

import numpy as np

from transformer_lab.engine.contract import Classes, classes
from transformer_lab.engine.into import INTO, Calls, put
from transformer_lab.engine.letters import aligned, distinct
from transformer_lab.engine.ops import Array, Op, itself
from transformer_lab.engine.plan import plan
from transformer_lab.engine.slopes import times_slope

Size = Mapping[str, int]


def emit(op: Op, inputs: Sequence[str], axes: str, size: Size, xs: Sequence[Array], out: Array) -> Calls:
    """Calls that compute `op` under ``inputs->axes`` from `xs` into `out`, whatever strides they have."""
    known = "".join(inputs)
    read = "".join([a for a in axes if a in known])
    if read != axes:
        return _spread(op, inputs, read, axes, size, xs, out)
    if op.kernel is not None:
        return _kernel(op, inputs, axes, xs, out) or _any(op, inputs, axes, size, xs, out)
    if op.reduce is None:
        return _map(op, [aligned(i, axes)(x) for i, x in zip(inputs, xs, strict=True)], out)
    if op.reduce == "sum" and op.map is np.multiply and len(inputs) == 2:
        return _product(inputs, axes, size, xs, out) or _any(op, inputs, axes, size, xs, out)
    if op.map is itself and op.reduce in ("sum", "mean"):
        return _total(op, inputs[0], axes, size, xs[0], out) or _any(op, inputs, axes, size, xs, out)
    return _any(op, inputs, axes, size, xs, out)


def _any(op: Op, inputs: Sequence[str], axes: str, size: Size, xs: Sequence[Array], out: Array) -> Calls:
    return [(put, (out, plan(op, inputs, axes, size, out.dtype.type), *xs))]


def _spread(
    op: Op, inputs: Sequence[str], read: str, axes: str, size: Size, xs: Sequence[Array], out: Array
) -> Calls:
    part = np.empty(tuple(size[a] for a in read), out.dtype)
    return [*emit(op, inputs, read, size, xs, part), (np.copyto, (out, aligned(read, axes)(part)))]


def _map(op: Op, views: Sequence[Array], out: Array) -> Calls:
    apply = op.map
    if isinstance(apply, np.ufunc):
        return [(apply, tuple(_as_they_lie(*views, out)))]
    row = INTO.get(apply)
    if isinstance(apply, partial) and apply.func is times_slope:
        row = INTO.get(apply.args[0])
    if row is not None and all(view.shape == out.shape for view in views):
        return row(out, *views)
    return [(np.copyto, (out, views[0]))] if apply is itself else [(put, (out, apply, *views))]


def _as_they_lie(*arrays: Array) -> list[Array]:
    """Arrays of one shape turned so that they are walked along memory: then a call need not think."""
    *_, out = arrays
    if any(a.shape != out.shape for a in arrays):
        return list(arrays)
    order = sorted(range(out.ndim), key=lambda i: -abs(out.strides[i]))
    return [a.transpose(order) for a in arrays]


def _kernel(op: Op, inputs: Sequence[str], axes: str, xs: Sequence[Array], out: Array) -> Calls | None:
    """A fused kernel with the axis along which it works put last, as `kernels` has it."""
    assert isinstance(op.kernel, partial)
    apply, *rest = op.kernel.args
    row = INTO.get(apply)
    if row is None:
        return None
    wide, over = rest
    order = "".join(a for a in inputs[0] if a != over) + over
    turned = [x.transpose([i.index(a) for a in order]) for i, x in zip(inputs[:wide], xs, strict=False)]
    return row(out.transpose([axes.index(a) for a in order]), *turned, *xs[wide:])


def _product(inputs: Sequence[str], axes: str, size: Size, xs: Sequence[Array], out: Array) -> Calls | None:
    found = classes(inputs[0], inputs[1], axes)
    if found is None:
        return None
    if not found.summed:
        return [(np.multiply, (*(aligned(i, axes)(x) for i, x in zip(inputs, xs, strict=True)), out))]
    (left, right), (x, y) = inputs, xs
    if axes and axes[_fastest(out)] in found.left:  # the fastest letter of the result belongs to the columns
        left, right, x, y = right, left, y, x
        found = Classes(found.both, found.summed, found.right, found.left)
    summed = _agreed(left, right, found.summed, size, x, y)
    rows, columns = (
        _agreed(i, axes, g, size, a, out) for i, g, a in ((left, found.left, x), (right, found.right, y))
    )
    result = grouped(out, axes, (*found.both, rows, columns), size)
    if result is None:
        return None
    before_x, seen_x = _seen(x, left, (*found.both, rows, summed), size)
    before_y, seen_y = _seen(y, right, (*found.both, summed, columns), size)
    streams = seen_y.strides[-2] == seen_y.itemsize or seen_y.shape[-1] == 1
    if result.shape[-2] == 1 and streams:  # one row: each column lies in one piece and is read once
        one = (seen_y.swapaxes(-1, -2), seen_x, result[..., 0, :])
        return [*before_x, *before_y, (np.vecdot, one)]
    apply = np.dot if _plain(seen_x, seen_y, result) else np.matmul
    return [*before_x, *before_y, (apply, (seen_x, seen_y, result))]


def _plain(x: Array, y: Array, out: Array) -> bool:
    """Whether `numpy.dot` takes the arrays as they lie: the same product, its call half as long."""
    whole = [a.flags.c_contiguous or a.flags.f_contiguous for a in (x, y)]
    return x.ndim == y.ndim == out.ndim == 2 and all(whole) and out.flags.c_contiguous


def _fastest(out: Array) -> int:
    """The axis along which memory runs fastest, of those that are longer than one."""
    steps = [(abs(step), -i) for i, (step, n) in enumerate(zip(out.strides, out.shape, strict=True)) if n > 1]
    return -min(steps)[1] if steps else out.ndim - 1


def grouped(x: Array, axes: str, groups: Sequence[str], size: Size) -> Array | None:
    """The view of `x` with one axis for each group of letters; None if they do not lie side by side."""
    order = [axes.index(a) for group in groups for a in group]
    turned = x.transpose(order)
    if len(order) == len(groups) and all(groups):
        return turned
    seen = turned.reshape([prod([size[a] for a in group]) for group in groups])
    return seen if np.may_share_memory(seen, x) else None


def _agreed(one: str, other: str, group: str, size: Size, x: Array, y: Array) -> str:
    """An order of the letters in which both arrays see them as one axis; as it stands if there is none."""
    if len(group) < 2:
        return group
    for order in permutations(group):
        letters = "".join(order)
        if all(grouped(a, i, _alone(i, letters), size) is not None for i, a in ((one, x), (other, y))):
            return letters
    return group


def _alone(axes: str, group: str) -> tuple[str, ...]:
    return (*(a for a in axes if a not in group), group)


def _seen(x: Array, axes: str, groups: Sequence[str], size: Size) -> tuple[Calls, Array]:
    """The operand as the product wants it, and what must be called before: nothing, or a copy."""
    seen = grouped(x, axes, groups, size)
    if seen is not None:
        return [], seen
    turned = x.transpose([axes.index(a) for group in groups for a in group])
    copy = np.empty(turned.shape, x.dtype)
    return [(np.copyto, (copy, turned))], copy.reshape([prod(size[a] for a in group) for group in groups])


def _total(op: Op, inputs: str, axes: str, size: Size, x: Array, out: Array) -> Calls | None:
    """A sum or a mean as a product with ones; kept letters as one axis where they lie side by side."""
    over = "".join(a for a in distinct(inputs) if a not in axes)
    if not over:
        return None
    over = _agreed(inputs, inputs, over, size, x, x)
    kept = _agreed(inputs, axes, axes, size, x, out)
    seen, result = (grouped(x, inputs, (kept, over), size), grouped(out, axes, (kept,), size))
    if seen is None or result is None:
        seen, result = grouped(x, inputs, (*axes, over), size), out
    if seen is None:
        return None
    count = prod(size[a] for a in over)
    calls: Calls = [(np.matmul, (seen, np.ones(count, x.dtype), result))]
    return calls if op.reduce == "sum" else [*calls, (np.divide, (out, count, out))]
