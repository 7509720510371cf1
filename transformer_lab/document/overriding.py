"""Edits of computed values: set a cell, switch a head off, freeze to another run, let go again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import numpy as np

from transformer_lab.document.axes import cell_name, place
from transformer_lab.document.checks import checked, finite, shown
from transformer_lab.document.history import Edit
from transformer_lab.document.layout import layout
from transformer_lab.document.overrides import MOST_CELLS, ByHand, head_letters
from transformer_lab.document.state import State
from transformer_lab.engine.explain import check_index
from transformer_lab.engine.graph import Node
from transformer_lab.engine.ops import Array
from transformer_lab.errors import LabError
from transformer_lab.language import tr


def override_cell(node_id: str, index: tuple[int, ...], value: float, merge_key: object = None) -> Edit:
    """Set one number of a computed value. Edits with one merge key (one drag) are one step.

    Raises LabError for a value that is not computed, an index outside, and what is no finite number.
    """

    def apply(state: State) -> State:
        node = _computed(state, node_id)
        at, number = check_index(node, index), finite(value, node_id)
        hand = _hand(state, node_id)
        return _with(state, node_id, ByHand(MappingProxyType({**hand.cells, at: number})))

    def label(state: State) -> str:
        return tr("Set {cell} to {value} by hand", cell=cell_name(state, node_id, index), value=shown(value))

    return Edit(label, apply, None if merge_key is None else ("override", node_id, index, merge_key))


def freeze(node_id: str, values: Array) -> Edit:
    """Set a whole computed value, for instance to that of another run (patching). Raises LabError for a shape
    that does not fit, and for more cells than can be set by hand.
    """

    def apply(state: State) -> State:
        node = _computed(state, node_id)
        array = checked(node, values, node.shape[node.axes.index("v")] if "v" in node.axes else 0)
        if array.size > MOST_CELLS:
            raise LabError(tr("{id} has {n} cells; at most {most} can be set by hand.",
                              id=node_id, n=array.size, most=MOST_CELLS))  # fmt: skip
        cells = {index: float(array[index]) for index in np.ndindex(*array.shape)}
        return _with(state, node_id, ByHand(MappingProxyType(cells)))

    return Edit(tr("Freeze {name}", name=place(node_id)), apply)


def scale_head(node_id: str, head: int, factor: float) -> Edit:
    """Multiply one head of a computed value (0 switches it off, 1 lets it go). Raises LabError where there is
    no such head.
    """

    def apply(state: State) -> State:
        node = _computed(state, node_id)
        count = int(
            np.prod([n for a, n in zip(node.axes, node.shape, strict=True) if a in head_letters(node)])
        )
        if not head_letters(node) or not 0 <= head < count:
            raise LabError(tr("{id} has no head {n}.", id=node_id, n=head + 1))
        heads = {**_hand(state, node_id).heads, head: finite(factor, node_id)}
        kept = {i: f for i, f in heads.items() if f != 1.0}
        return _with(state, node_id, ByHand(heads=MappingProxyType(kept)))

    said = tr("Scale head {n} of {name}", n=head + 1, name=place(node_id))
    off = tr("Switch head {n} of {name} off", n=head + 1, name=place(node_id))
    return Edit(said if factor else off, apply)


def release(node_id: str | None = None) -> Edit:
    """Let a value be computed again (None: all of them)."""

    def apply(state: State) -> State:
        left = {} if node_id is None else {i: h for i, h in state.overrides.items() if i != node_id}
        same = len(left) == len(state.overrides)
        return state if same else replace(state, overrides=MappingProxyType(left))

    return Edit(tr("Compute again"), apply)


def _computed(state: State, node_id: str) -> Node:
    node = layout(state).graph[node_id]
    if node.op is None or "|" in node_id:
        raise LabError(tr("{id} is not computed; set it as a parameter.", id=node_id))
    return node


def _hand(state: State, node_id: str) -> ByHand:
    return state.overrides.get(node_id, ByHand())


def _with(state: State, node_id: str, hand: ByHand) -> State:
    old = _hand(state, node_id)
    if old.cells == hand.cells and old.heads == hand.heads:
        return state
    kept: Mapping[str, ByHand] = {**state.overrides, node_id: hand}
    return replace(state, overrides=MappingProxyType({i: h for i, h in kept.items() if h}))
