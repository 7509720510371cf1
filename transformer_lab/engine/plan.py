"""From letters to NumPy: each declared op under its signature becomes one call, chosen once at binding.

A call takes the operands' arrays and answers with a new one (for a mere second name, with the very array). It
works on whatever strides its operands have, so that values may be taken over from another graph.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from transformer_lab.engine.contract import contraction
from transformer_lab.engine.elementwise import Call, elementwise, spread
from transformer_lab.engine.graph import Graph, Node
from transformer_lab.engine.letters import distinct
from transformer_lab.engine.ops import Op, itself
from transformer_lab.engine.reduce import average, mapped, total

TOTALS = {"sum": total, "mean": average}


def call_of(graph: Graph, node: Node, dtype: Any = np.float64) -> Call:
    """The call that computes `node` from the values it reads."""
    assert node.op is not None
    return plan(node.op, tuple(read.axes for read in node.reads), node.axes, graph.sizes(node.id), dtype)


def plan(op: Op, inputs: Sequence[str], out: str, size: Mapping[str, int], dtype: Any = np.float64) -> Call:
    """The call for `op` under ``inputs->out``; `size` tells the length of each letter."""
    read = "".join(a for a in out if any(a in axes for axes in inputs))
    if read != out:
        return spread(plan(op, inputs, read, size, dtype), read, out, size)
    if op.kernel is not None:
        return op.kernel(inputs, out, size)
    over = "".join(a for a in distinct(*inputs) if a not in out)
    if op.reduce is None:
        return elementwise(op.map, inputs, out)
    if op.reduce == "sum" and op.map is np.multiply and len(inputs) == 2:
        product = contraction(inputs[0], inputs[1], out, size)
        if product is not None:
            return product
    if op.map is itself and over and op.reduce in TOTALS:
        return TOTALS[op.reduce](inputs[0], out, over, size, dtype)
    return mapped(op, inputs, out, over)
