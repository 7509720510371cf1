"""Painting by hand what is hidden: the matrix of a painted mask, and which words are padding.

What was painted is kept beside the parameters, under the id of the leaf, as large as it ever was.
"""

from __future__ import annotations

import numpy as np

from transformer_lab.document.axes import cell_name
from transformer_lab.document.checks import finite, shown
from transformer_lab.document.history import Edit
from transformer_lab.document.layout import layout
from transformer_lab.document.parameters import with_parameters
from transformer_lab.document.state import State
from transformer_lab.engine.build import places
from transformer_lab.engine.explain import check_index
from transformer_lab.engine.graph import Node
from transformer_lab.engine.maps import Array
from transformer_lab.engine.model import Attention, Model
from transformer_lab.errors import LabError
from transformer_lab.language import tr

PAINTED = ("painted", "real")


def paint(node_id: str, index: tuple[int, ...], value: float, merge_key: object = None) -> Edit:
    """Set one cell of ``…/painted`` (1 or 0, or a number that is added) or of ``real`` (0: padding).

    Edits with one merge key (one stroke) are one step. Raises LabError for other values and for an index
    outside.
    """

    def apply(state: State) -> State:
        node = layout(state).graph[node_id]
        if not is_painted(node):
            raise LabError(tr("{id} is no mask that is painted by hand.", id=node_id))
        at, number = check_index(node, index), finite(value, node_id)
        return repainted(state, node, tuple(np.array([i]) for i in at), np.array([number]))

    def label(state: State) -> str:
        return tr("Paint {cell} {value}", cell=cell_name(state, node_id, index), value=shown(value))

    return Edit(label, apply, None if merge_key is None else ("paint", node_id, merge_key))


def is_painted(node: Node) -> bool:
    """Whether a leaf is painted by hand."""
    return node.kind == "input" and _name(node.id) in PAINTED


def repainted(state: State, node: Node, places: tuple[np.ndarray, ...], values: Array) -> State:
    """The state with cells of a painted mask set, one array of indices for each axis."""
    array = painting(state, node)
    if np.array_equal(array[places], values):
        return state
    array[places] = values
    kept = _grown(state.parameters.get(node.id), array, neutral(state.model, node.id))
    return with_parameters(state, {node.id: kept})


def painting(state: State, node: Node) -> Array:
    """What was painted, as far as it goes; beyond it nothing is hidden and nothing added."""
    held = state.parameters.get(node.id)
    array = np.full(node.shape, neutral(state.model, node.id))
    if isinstance(held, np.ndarray) and held.ndim == array.ndim:
        common = tuple(slice(0, min(a, b)) for a, b in zip(held.shape, array.shape, strict=True))
        array[common] = held[common]
    return array


def _grown(old: object, new: Array, blank: float) -> Array:
    """`new` in the shape that has room for both, with what `old` has beyond it."""
    if isinstance(old, np.ndarray) and old.ndim == new.ndim:
        shape = tuple(max(a, b) for a, b in zip(old.shape, new.shape, strict=True))
        both = np.full(shape, blank)
        both[tuple(slice(0, n) for n in old.shape)] = old
        both[tuple(slice(0, n) for n in new.shape)] = new
        new = both
    new.setflags(write=False)
    return new


def neutral(model: Model, node_id: str) -> float:
    """What a cell holds that nobody has painted: it depends on what the painted numbers mean."""
    return 1.0 if _name(node_id) == "real" or paint_of(model, node_id) == "keep" else 0.0


def paint_of(model: Model, node_id: str) -> str:
    """What the cells of a painted mask mean: keep, drop or add."""
    tower, _, rest = node_id.partition(".")
    number, name = rest.split("/")[:2]
    blocks = model.encoder if tower == "encoder" else model.blocks
    named = places(blocks[int(number)].sublayers, decoder=tower == "decoder")
    return next(sub.painted for at, _, _, sub in named if at == name and isinstance(sub, Attention))


def _name(node_id: str) -> str:
    return node_id.rsplit("/", 1)[-1]
