"""An array in another shape: the part that both have stays, the rest is filled.

Heads are counted through, so that sharing keys and values, or no longer doing so, keeps every head's own
numbers (``dgrk`` and ``dhk`` are the same heads).
"""

from __future__ import annotations

import math
from types import MappingProxyType

import numpy as np

from transformer_lab.document.building.starts import COPY, Start, is_weight, recipe_for
from transformer_lab.document.parameters import default_recipe, fill, row_spread, stored_shape
from transformer_lab.document.state import ByWord, Parameter, Recipe, State
from transformer_lab.engine.graph import Node
from transformer_lab.engine.ops import Array


def laid_over(state: State, old: Array, axes: str, node: Node, start: Start | None = None) -> Array:
    """The numbers of `old` (axes `axes`) where `node` has room for them, new ones elsewhere. Read-only."""
    shape = stored_shape(node)
    new = started(state, node, shape, start, old)
    plain, target = by_heads(old, axes), by_heads(new, node.axes).copy()
    if plain.ndim == target.ndim:
        common = overlap(plain.shape, target.shape)
        target[common] = plain[common]
    made = target.reshape(shape)
    made.setflags(write=False)
    return made


def overlap(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[slice, ...]:
    """The part that two shapes share."""
    return tuple(slice(0, min(a, b)) for a, b in zip(one, other, strict=True))


def by_heads(array: Array, axes: str) -> Array:
    """The array with groups and their heads counted through as one axis; other axes are left alone."""
    at = axes.find("gr")
    if at < 0 or array.ndim != len(axes):
        return array
    shape = array.shape
    return array.reshape(*shape[:at], shape[at] * shape[at + 1], *shape[at + 2 :])


def started(
    state: State, node: Node, shape: tuple[int, ...], start: Start | None, old: Array | None = None
) -> Array:
    """How `node` starts: by `start` for weights, else by its own recipe; new heads may copy head 1."""
    if start is not None and start.name == COPY and is_weight(node.id) and old is not None:
        copied = _first_head(old, node, shape)
        if copied is not None:
            return copied
    return fill(recipe_for(node.id, start), node, shape, state.seed)


def _first_head(old: Array, node: Node, shape: tuple[int, ...]) -> Array | None:
    """Head 1 in the place of every head, or None where there are no heads or it has another size."""
    axis = next((node.axes.index(a) for a in "hg" if a in node.axes), None)
    if axis is None or old.ndim != len(shape):
        return None
    first = old[(slice(None),) * axis + (slice(0, 1),)]
    fits = all(a == b for i, (a, b) in enumerate(zip(first.shape, shape, strict=True)) if i != axis)
    return np.broadcast_to(first, shape) if fits else None


def resized_rows(state: State, before: Node, node: Node, held: Parameter | None) -> ByWord | None:
    """Rows of words in another width. Rows that only a recipe tells go on with the numbers they had."""
    known = held if isinstance(held, ByWord) else ByWord(MappingProxyType({}), _recipe(held, node.id))
    shape, rest = stored_shape(node), _same_spread(known.rest, before, node)
    rows = {}
    for word, row in known.rows.items():
        new = np.array(fill(rest, node, shape, state.seed, word))
        common = overlap(row.shape, new.shape)
        new[common] = row[common]
        new.setflags(write=False)
        rows[word] = row if row.shape == shape else new
    same = not rows and rest == default_recipe(node.id)
    return None if same and held is None else ByWord(MappingProxyType(rows), rest)


def _recipe(held: Parameter | None, node_id: str) -> Recipe:
    return held if isinstance(held, Recipe) else default_recipe(node_id)


def _same_spread(rest: Recipe, before: Node, node: Node) -> Recipe:
    """A spread that depends on the width is written down, so that the first numbers of a row stay."""
    if rest.init != "xavier" or math.prod(stored_shape(before)) == math.prod(stored_shape(node)):
        return rest
    return Recipe("normal", rest.spread * row_spread(before), rest.seed, rest.origin)
