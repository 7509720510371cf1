"""Parameters of a state: from recipes and rows by word to arrays, and how a state gets other ones."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from transformer_lab.document.randomness import normals
from transformer_lab.document.state import ByWord, Parameter, Recipe, State
from transformer_lab.document.tokens import MAX_WORDS
from transformer_lab.engine.graph import Node
from transformer_lab.engine.ops import Array

ONE, ZERO = Recipe("one"), Recipe("zero")
ROWS, WEIGHT = Recipe("normal", 0.5), Recipe("xavier", 1.0)
TABLE = "embed/positions"  # also in the encoder


def default_recipe(node_id: str) -> Recipe:
    """Gains start at one, biases at zero, rows and weights with small random numbers."""
    name = node_id.rsplit("/", 1)[-1]
    if name == "gain":
        return ONE
    if name == "bias" or name.startswith("b_"):
        return ZERO
    return ROWS if node_id.startswith(("embed/", "encoder/embed/")) else WEIGHT


def parameter_of(state: State, node: Node) -> Parameter:
    """What the state holds for a parameter node, or how it starts; rows by word where there is a vocabulary
    axis.
    """
    held = state.parameters.get(node.id)
    parameter = default_recipe(node.id) if held is None else held
    return (
        ByWord(MappingProxyType({}), parameter)
        if isinstance(parameter, Recipe) and "v" in node.axes
        else parameter
    )


def materialise(state: State, node: Node, words: tuple[str, ...]) -> Array:
    """The array of a parameter node, shaped as the node; `words` is the vocabulary. Read-only."""
    parameter = parameter_of(state, node)
    if isinstance(parameter, ByWord):
        rows = [_row(parameter, state, node, word) for word in words]
        return _sealed(np.stack(rows, node.axes.index("v")) if rows else np.zeros(node.shape))
    array = full(state, node)
    return array[: node.shape[0]] if node.id.endswith(TABLE) else array


def full(state: State, node: Node) -> Array:
    """As `materialise` for a parameter without words, the table of positions with all its rows."""
    parameter = parameter_of(state, node)
    if isinstance(parameter, Recipe):
        return fill(parameter, node, stored_shape(node), state.seed)
    assert isinstance(parameter, np.ndarray)
    return parameter


def stored_shape(node: Node) -> tuple[int, ...]:
    """The shape that is kept: of one word's row, of all positions, or of the node."""
    if "v" in node.axes:
        return tuple(n for a, n in zip(node.axes, node.shape, strict=True) if a != "v")
    return (MAX_WORDS, *node.shape[1:]) if node.id.endswith(TABLE) else node.shape


def fill(recipe: Recipe, node: Node, shape: tuple[int, ...], seed: int, word: str = "") -> Array:
    """The array of `shape` that `recipe` tells for a node, or for the row of one word. Read-only."""
    seed = seed if recipe.seed is None else recipe.seed
    first = _inputs(node, shape)
    if recipe.init in SPREADS or recipe.init in DRAWN:
        drawn = normals(math.prod(shape), seed, recipe.origin or node.id, word)
        if recipe.init in DRAWN:
            return _sealed(DRAWN[recipe.init](drawn.reshape(first, -1), recipe.spread).reshape(shape))
        return _sealed((recipe.spread * SPREADS[recipe.init](node, shape)) * drawn.reshape(shape))
    if recipe.init == "identity":
        return _sealed(np.eye(first, math.prod(shape) // first).reshape(shape))
    return _sealed(np.full(shape, 1.0 if recipe.init == "one" else 0.0))


def with_cell(
    state: State, node: Node, index: tuple[int, ...], value: float, words: tuple[str, ...]
) -> State:
    """The state with one number set; `state` itself if it holds it already, sign of zero included."""
    if "v" in node.axes:
        axis = node.axes.index("v")
        word, at = words[index[axis]], index[:axis] + index[axis + 1 :]
        parameter = parameter_of(state, node)
        assert isinstance(parameter, ByWord)
        row = _changed(_row(parameter, state, node, word), at, value)
        return state if row is None else _with_rows(state, node, {word: row})
    array = _changed(full(state, node), index, value)
    return state if array is None else with_parameters(state, {node.id: array})


def with_array(state: State, node: Node, array: Array, words: tuple[str, ...]) -> State:
    """The state with a whole parameter set; only the rows of words that differ are kept as set by hand."""
    old = materialise(state, node, words)
    if array.tobytes() == old.tobytes():
        return state
    if "v" in node.axes:
        axis = node.axes.index("v")
        pairs = zip(words, np.moveaxis(array, axis, 0), np.moveaxis(old, axis, 0), strict=True)
        return _with_rows(
            state, node, {w: _sealed(a.copy()) for w, a, b in pairs if a.tobytes() != b.tobytes()}
        )
    if node.id.endswith(TABLE):
        array = _sealed(np.concatenate([array, full(state, node)[len(array) :]]))
    return with_parameters(state, {node.id: array})


def with_parameters(state: State, parameters: Mapping[str, Parameter]) -> State:
    """The state with some parameters replaced; words whose rows are set by hand stay in the vocabulary."""
    merged = {**state.parameters, **parameters}
    set_rows = {word for p in merged.values() if isinstance(p, ByWord) for word in p.rows}
    return replace(
        state, parameters=MappingProxyType(merged), edited_words=frozenset(set_rows - set(state.words))
    )


def row_of(state: State, node: Node, word: str) -> tuple[ByWord, Array]:
    """What a parameter with words holds, and its row for one of them."""
    parameter = parameter_of(state, node)
    assert isinstance(parameter, ByWord)
    return parameter, _row(parameter, state, node, word)


def _row(parameter: ByWord, state: State, node: Node, word: str) -> Array:
    row = parameter.rows.get(word)
    return fill(parameter.rest, node, stored_shape(node), state.seed, word) if row is None else row


def _with_rows(state: State, node: Node, rows: Mapping[str, Array]) -> State:
    old = parameter_of(state, node)
    assert isinstance(old, ByWord)
    return with_parameters(state, {node.id: ByWord(MappingProxyType({**old.rows, **rows}), old.rest)})


def _changed(array: Array, index: tuple[int, ...], value: float) -> Array | None:
    """A copy with one other number, or None if it is there already."""
    if array[index].tobytes() == np.float64(value).tobytes():
        return None
    copy = array.copy()
    copy[index] = value
    return _sealed(copy)


def _xavier(node: Node, shape: tuple[int, ...]) -> float:
    """√(2 / (inputs + outputs)); the row of a word counts its own width twice, whatever the vocabulary."""
    size = math.prod(shape)
    if "v" in node.axes or len(shape) < 2:
        return 1.0 / math.sqrt(size) if size else 0.0
    inputs = _inputs(node, shape)
    return math.sqrt(2.0 / (inputs + size // inputs))


def row_spread(node: Node) -> float:
    """The deviation of “xavier” for one row of a parameter with words."""
    return _xavier(node, stored_shape(node))


def _kaiming(node: Node, shape: tuple[int, ...]) -> float:
    """√(2 / inputs)."""
    return math.sqrt(2.0 / max(1, _inputs(node, shape)))


def _one_hot(drawn: Array, spread: float) -> Array:
    """One 1 in each row, where the largest number was drawn."""
    return np.asarray(np.eye(drawn.shape[1])[drawn.argmax(1)])


def _orthogonal(drawn: Array, spread: float) -> Array:
    """Columns (of a tall matrix) or rows at right angles, from QR; signs make R's diagonal positive.

    Rounded, so that the last bit of a platform's arithmetic does not show.
    """
    tall = drawn if drawn.shape[0] >= drawn.shape[1] else drawn.T
    q, r = np.linalg.qr(tall)
    signed = q * np.where(np.diagonal(r) < 0.0, -1.0, 1.0)
    return np.asarray(np.round(spread * (signed if tall is drawn else signed.T), 12) + 0.0)


def _inputs(node: Node, shape: tuple[int, ...]) -> int:
    """How many rows a weight has when it is seen as inputs × outputs; a vector is one row."""
    if len(shape) < 2:
        return 1
    return math.prod(shape[:-1]) if node.axes == "hkd" else shape[0]


def _sealed(array: Array) -> Array:
    array.setflags(write=False)
    return array


SPREADS: Mapping[str, Callable[[Node, tuple[int, ...]], float]] = MappingProxyType(
    {"normal": lambda node, shape: 1.0, "xavier": _xavier, "kaiming": _kaiming}
)
DRAWN: Mapping[str, Callable[[Array, float], Array]] = MappingProxyType(
    {"one-hot": _one_hot, "orthogonal": _orthogonal}
)
