"""A sum of products of two operands as one matrix product.

Letters fall into four classes: B (both operands, kept), K (both, summed), M (left, kept), N (right, kept).
Each of M, K and N becomes one axis; B stays in front, where `numpy.matmul` loops::

    htk,hsk->hts    B = h, M = t, K = k, N = s    (h, t, k) · (h, k, s) → (h, t, s)
    td,dhk->htk     M = t, K = d, N = h k         (t, d) · (d, hk) → (t, hk), seen as h t k
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from transformer_lab.engine.elementwise import Call, elementwise
from transformer_lab.engine.letters import merged, unmerged
from transformer_lab.engine.ops import itself


class Classes(NamedTuple):
    """The letters of a contraction by what happens to them."""

    both: str
    summed: str
    left: str
    right: str


@lru_cache(maxsize=4096)
def classes(left: str, right: str, out: str) -> Classes | None:
    """The classes of the letters; None if a letter of one operand alone is summed: no matrix product."""
    if any(a not in out and not (a in left and a in right) for a in left + right):
        return None
    return Classes(
        both="".join(a for a in out if a in left and a in right),
        summed="".join(a for a in right if a in left and a not in out),
        left="".join(a for a in left if a not in right),
        right="".join(a for a in right if a not in left),
    )


def contraction(left: str, right: str, out: str, size: Mapping[str, int]) -> Call | None:
    """The call for ``left,right->out``, or None if it is no matrix product."""
    found = classes(left, right, out)
    if found is None:
        return None
    if not found.summed:
        return elementwise(np.multiply, (left, right), out)
    both, summed, rows, columns = found
    see_left = merged(left, (*both, rows, summed), size)
    see_right = merged(right, (*both, summed, columns), size)
    back = unmerged((*both, rows, columns), out, size)
    if back is not itself:
        return lambda x, y: back(np.matmul(see_left(x), see_right(y)))
    if see_left is itself and see_right is itself:
        return np.matmul
    return lambda x, y: np.matmul(see_left(x), see_right(y))
