"""Setting many numbers at once, wherever they stand: in a parameter, in a computed value, in a painted mask.

One door for the grid, for pasting and for importing: the whole block is taken as one step, or nothing is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from transformer_lab.document.axes import cell_name, place
from transformer_lab.document.checks import editable, shown
from transformer_lab.document.history import Edit
from transformer_lab.document.layout import layout
from transformer_lab.document.overrides import MOST_CELLS
from transformer_lab.document.overriding import computed, hand_of, with_hand
from transformer_lab.document.painting import is_painted, repainted
from transformer_lab.document.parameters import materialise, with_array
from transformer_lab.document.state import State
from transformer_lab.engine.explain import check_index
from transformer_lab.engine.graph import Node
from transformer_lab.engine.ops import Array
from transformer_lab.errors import LabError
from transformer_lab.language import tr

Places = tuple[np.ndarray, ...]
"""One array of indices for each axis, as ``numpy.nonzero`` gives them."""


def can_be_set(node: Node) -> bool:
    """Whether a hand may set numbers of this value: parameters, what is computed, and painted masks."""
    return "|" not in node.id and (node.kind == "parameter" or node.op is not None or is_painted(node))


def set_numbers(
    node_id: str, places: Places, values: Array, said: str = "", merge_key: object = None
) -> Edit:
    """Set numbers at `places` as one step; `said` names what was done (“Paste”). One merge key, one step.

    Raises LabError for a place outside, for numbers that are not finite, for what cannot be set, and for more
    cells of a computed value than can be kept.
    """
    flat = np.asarray(values, dtype=float).reshape(-1)
    spots = tuple(np.asarray(axis, dtype=np.intp).reshape(-1) for axis in places)

    def apply(state: State) -> State:
        found = layout(state)
        node = found.graph[node_id]
        _check(node, spots, flat)
        if node.kind == "parameter":
            array = materialise(state, editable(node), found.vocabulary).copy()
            array[spots] = flat
            array.setflags(write=False)
            return with_array(state, node, array, found.vocabulary)
        return (
            repainted(state, node, spots, flat)
            if is_painted(node)
            else _overridden(state, node_id, spots, flat)
        )

    def label(state: State) -> str:
        if len(flat) == 1:
            name = cell_name(state, node_id, tuple(int(axis[0]) for axis in spots))
            return tr("{done} {cell} to {value}", done=said or tr("Set"), cell=name, value=shown(flat[0]))
        return tr("{done}: {n} numbers of {name}", done=said or tr("Set"), n=len(flat), name=place(node_id))

    return Edit(label, apply, None if merge_key is None else ("numbers", node_id, merge_key))


def release_numbers(node_id: str, places: Places) -> Edit:
    """Let numbers that were set by hand be computed again; others stay set."""
    gone = set(_indices(places))

    def apply(state: State) -> State:
        hand = hand_of(state, node_id)
        cells = {at: value for at, value in hand.cells.items() if at not in gone}
        return with_hand(state, node_id, replace(hand, cells=MappingProxyType(cells), cut=hand.cut - gone))

    return Edit(lambda state: _released(state, node_id, places), apply)


def _released(state: State, node_id: str, places: Places) -> str:
    indices = list(_indices(places))
    if len(indices) == 1:
        return tr("Compute {cell} again", cell=cell_name(state, node_id, indices[0]))
    return tr("Compute {n} numbers of {name} again", n=len(indices), name=place(node_id))


def _overridden(state: State, node_id: str, places: Places, values: Array) -> State:
    computed(state, node_id)
    hand = hand_of(state, node_id)
    indices = list(_indices(places))
    cells = {**hand.cells, **dict(zip(indices, values.tolist(), strict=True))}
    if len(cells) > MOST_CELLS:
        raise LabError(
            tr(
                "{id}: at most {most} numbers of a computed value can be set by hand.",
                id=node_id,
                most=MOST_CELLS,
            )
        )
    return with_hand(
        state, node_id, replace(hand, cells=MappingProxyType(cells), cut=hand.cut - set(indices))
    )


def _indices(places: Places) -> Iterable[tuple[int, ...]]:
    return zip(*(axis.reshape(-1).tolist() for axis in map(np.asarray, places)), strict=True)


def _check(node: Node, places: Places, values: Array) -> None:
    if len(places) != len(node.shape) or any(len(axis) != len(values) for axis in places):
        raise LabError(tr("{id}: there must be one number for each place.", id=node.id))
    for end in (min, max):
        if len(values):
            check_index(node, tuple(int(end(axis)) for axis in places))
    if not np.isfinite(values).all():
        raise LabError(tr("{id}: a cell holds a finite number.", id=node.id))
