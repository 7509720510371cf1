"""Constants of a graph that follow from the design: √d_k, the mask, the waves of positions, the joining of
heads.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np

from transformer_lab.engine.graph import Node
from transformer_lab.engine.model import Attention, Model
from transformer_lab.engine.ops import Array


def constant(model: Model, node: Node) -> Array:
    """The array of a constant node, shaped as the node. Read-only."""
    array = CONSTANTS[node.id.rsplit("/", 1)[-1]](model, node)
    array.setflags(write=False)
    return array


def _root_d_k(model: Model, node: Node) -> Array:
    block, name = node.id.split("/")[:2]
    subs = [s for s in model.blocks[int(block.split(".")[1])].sublayers if isinstance(s, Attention)]
    return np.asarray(math.sqrt(subs[int(name.split("_")[1]) - 1 if "_" in name else 0].d_head))


def _mask(model: Model, node: Node) -> Array:
    """Adding −∞ hides what comes later: exp(−∞) is 0."""
    return np.triu(np.full(node.shape, -np.inf), 1)


def _place(model: Model, node: Node) -> Array:
    return np.arange(node.shape[0], dtype=float) + model.positions.first


def _rate(model: Model, node: Node) -> Array:
    """base^(−2i/d), the same for the sine and the cosine of a pair (Vaswani 2017, 3.5)."""
    width = node.shape[0]
    return np.asarray(model.positions.base ** (-2.0 * (np.arange(width) // 2) / width))


def _phase(model: Model, node: Node) -> Array:
    """A quarter turn makes every second wave a cosine."""
    return np.asarray((np.arange(node.shape[0]) % 2) * (math.pi / 2.0))


def _epsilon(model: Model, node: Node) -> Array:
    return np.asarray(model.epsilon)


def _join(model: Model, node: Node) -> Array:
    """Without W_O the heads stand side by side."""
    return np.eye(node.shape[2]).reshape(node.shape)


CONSTANTS: Mapping[str, Callable[[Model, Node], Array]] = MappingProxyType(
    {
        "root_d_k": _root_d_k,
        "mask": _mask,
        "place": _place,
        "rate": _rate,
        "phase": _phase,
        "epsilon": _epsilon,
        "join": _join,
    }
)
