"""From recipes and rows by word to arrays, and from a state to the leaves of its graph."""

from __future__ import annotations

import math

import numpy as np

from transformer_lab.document.randomness import normals
from transformer_lab.document.state import ByWord, Parameter, Recipe, State
from transformer_lab.engine.graph import Node
from transformer_lab.engine.ops import Array

DEFAULT = Recipe()
ONE, ZERO = Recipe("one"), Recipe("zero")


def default_recipe(node_id: str) -> Recipe:
    """Gains start at one, biases at zero, weights with small random numbers."""
    name = node_id.rsplit("/", 1)[-1]
    return ONE if name == "gain" else ZERO if name == "bias" or name.startswith("b_") else DEFAULT


def fill(recipe: Recipe, node_id: str, shape: tuple[int, ...], seed: int, part: str = "") -> Array:
    """The array that `recipe` tells for a parameter (or for one word's row, named by `part`)."""
    seed = seed if recipe.seed is None else recipe.seed
    if recipe.init == "normal":
        return recipe.spread * normals(math.prod(shape), seed, node_id, part).reshape(shape)
    if recipe.init == "identity":
        rows = shape[0]
        return np.eye(rows, math.prod(shape[1:])).reshape(shape)
    return np.full(shape, 1.0 if recipe.init == "one" else 0.0)


def materialise(state: State, node: Node, words: tuple[str, ...]) -> Array:
    """The array of a parameter node, shaped as the node; `words` is the vocabulary."""
    parameter: Parameter = state.parameters.get(node.id, default_recipe(node.id))
    if isinstance(parameter, Recipe) and "v" in node.axes:
        parameter = ByWord({}, parameter)
    if isinstance(parameter, Recipe):
        return fill(parameter, node.id, node.shape, state.seed)
    if isinstance(parameter, ByWord):
        return _by_word(parameter, state, node, words)
    return parameter[: node.shape[0]] if node.id == "embed/positions" else parameter


def _by_word(parameter: ByWord, state: State, node: Node, words: tuple[str, ...]) -> Array:
    axis = node.axes.index("v")
    shape = tuple(n for i, n in enumerate(node.shape) if i != axis)
    rows = [
        parameter.rows[w] if w in parameter.rows else fill(parameter.rest, node.id, shape, state.seed, w) for w in words
    ]
    return np.stack(rows, axis)


def constant(state: State, node: Node) -> Array:
    """The array of a constant node: scale, mask, position waves, epsilon, the joining of heads."""
    name = node.id.rsplit("/", 1)[-1]
    return CONSTANTS[name](state, node)


def _root_d_k(state: State, node: Node) -> Array:
    block, path = int(node.id.split("/")[0].split(".")[1]), node.id.split("/")[1]
    subs = [s for s in state.model.blocks[block].sublayers if hasattr(s, "d_head")]
    index = int(path.split("_")[1]) - 1 if "_" in path else 0
    return np.asarray(math.sqrt(subs[index].d_head))


def _mask(state: State, node: Node) -> Array:
    return np.triu(np.full(node.shape, -np.inf), 1)


def _place(state: State, node: Node) -> Array:
    return np.arange(node.shape[0], dtype=float) + state.model.positions.first


def _rate(state: State, node: Node) -> Array:
    width = node.shape[0]
    return state.model.positions.base ** (-2.0 * (np.arange(width) // 2) / width)


def _phase(state: State, node: Node) -> Array:
    return (np.arange(node.shape[0]) % 2) * (math.pi / 2.0)


def _epsilon(state: State, node: Node) -> Array:
    return np.asarray(state.model.epsilon)


def _join(state: State, node: Node) -> Array:
    return np.eye(node.shape[2]).reshape(node.shape)


CONSTANTS = {
    "root_d_k": _root_d_k,
    "mask": _mask,
    "place": _place,
    "rate": _rate,
    "phase": _phase,
    "epsilon": _epsilon,
    "join": _join,
}
