"""Edits of computed values: set a cell, switch a head or a sublayer off, cut an edge, freeze to another run,
let go again. Several of them may hold in one value: it is multiplied first, then its cells are set.
"""

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
        node = computed(state, node_id)
        at, number = check_index(node, index), finite(value, node_id)
        hand = hand_of(state, node_id)
        cells = MappingProxyType({**hand.cells, at: number})
        return with_hand(state, node_id, replace(hand, cells=cells, cut=hand.cut - {at}))

    def label(state: State) -> str:
        return tr("Set {cell} to {value} by hand", cell=cell_name(state, node_id, index), value=shown(value))

    return Edit(label, apply, None if merge_key is None else ("override", node_id, index, merge_key))


def freeze(node_id: str, values: Array) -> Edit:
    """Set a whole computed value, for instance to that of another run (patching). Raises LabError for a shape
    that does not fit, and for more cells than can be set by hand.
    """

    def apply(state: State) -> State:
        node = computed(state, node_id)
        array = checked(node, values, node.shape[node.axes.index("v")] if "v" in node.axes else 0)
        if array.size > MOST_CELLS:
            raise LabError(tr("{id} has {n} cells; at most {most} can be set by hand.",
                              id=node_id, n=array.size, most=MOST_CELLS))  # fmt: skip
        cells = {index: float(array[index]) for index in np.ndindex(*array.shape)}
        return with_hand(state, node_id, ByHand(MappingProxyType(cells)))

    return Edit(tr("Freeze {name}", name=place(node_id)), apply)


def scale_head(node_id: str, head: int, factor: float) -> Edit:
    """Multiply one head of a computed value (0 switches it off, 1 lets it go). Raises LabError where there is
    no such head.
    """

    def apply(state: State) -> State:
        node = computed(state, node_id)
        _check_head(node, head)
        hand = hand_of(state, node_id)
        heads = {**hand.heads, head: finite(factor, node_id)}
        kept = {i: f for i, f in heads.items() if f != 1.0}
        return with_hand(state, node_id, replace(hand, heads=MappingProxyType(kept)))

    said = tr("Scale head {n} of {name}", n=head + 1, name=place(node_id))
    off = tr("Switch head {n} of {name} off", n=head + 1, name=place(node_id))
    return Edit(said if factor else off, apply)


def scale_node(node_id: str, factor: float) -> Edit:
    """Multiply a whole computed value (1 lets it go). A sublayer's path, such as ``block.0/attn``, means what
    it adds to the wire. Raises LabError as `override_cell`.
    """

    def apply(state: State) -> State:
        whole = _out(state, node_id)
        computed(state, whole)
        number = finite(factor, whole)
        return with_hand(state, whole, replace(hand_of(state, whole), factor=number))

    name = place(node_id)
    said = {0.0: tr("Switch {name} off", name=name), 1.0: tr("Switch {name} on", name=name)}
    return Edit(said.get(factor, tr("Scale {name}", name=name)), apply)


def switch_off(node_id: str) -> Edit:
    """A value, or all that a sublayer adds to the wire, becomes 0; `scale_node` with 1 lets it go."""
    return scale_node(node_id, 0.0)


def cut_edge(path: str, head: int, t: int, s: int) -> Edit:
    """One head of the attention at `path` no longer lets word `t` see word `s`: the score becomes −∞, and the
    other words share its weight (attention knockout, Geva et al. 2023).

    Raises LabError where there is no attention, head or word of that number, and for a weight set by hand.
    """
    return _edge(path, head, t, s, cut=True)


def restore_edge(path: str, head: int, t: int, s: int) -> Edit:
    """The other way round: the score counts as it is computed. Raises LabError as `cut_edge`."""
    return _edge(path, head, t, s, cut=False)


def _edge(path: str, head: int, t: int, s: int, *, cut: bool) -> Edit:
    def apply(state: State) -> State:
        node = _before_softmax(state, path)
        _check_head(node, head)
        sizes = node.shape[:-2]
        index = check_index(node, (*(int(i) for i in np.unravel_index(head, sizes)), t, s))
        hand = hand_of(state, node.id)
        steps = (f"{path}/weights{step}" for step in ("", "/exp", "/shifted"))
        if cut and any(index in hand_of(state, step).cells for step in steps):
            said = tr(
                "This weight, or a step to it, is set by hand: no score changes it. Compute it again first."
            )
            raise LabError(said)
        cells = MappingProxyType({i: x for i, x in hand.cells.items() if i != index or not cut})
        now = hand.cut | {index} if cut else hand.cut - {index}
        return with_hand(state, node.id, replace(hand, cells=cells, cut=now))

    def label(state: State) -> str:
        node = _before_softmax(state, path)
        index = (*(int(i) for i in np.unravel_index(head, node.shape[:-2])), t, s)
        said = tr("Cut {edge}") if cut else tr("Restore {edge}")
        return said.format(edge=cell_name(state, f"{path}/weights", index))

    return Edit(label, apply)


def _before_softmax(state: State, path: str) -> Node:
    """The last scores of an attention: what its softmax reads."""
    graph = layout(state).graph
    shifted = graph.nodes.get(f"{path}/weights/shifted")
    if shifted is None:
        raise LabError(tr("There is no attention at {path}.", path=path))
    return graph[shifted.reads[0].source]


def _out(state: State, path: str) -> str:
    """The value itself, or what the sublayer at `path` adds to the wire."""
    graph = layout(state).graph
    return path if path in graph or f"{path}/out" not in graph else f"{path}/out"


def _check_head(node: Node, head: int) -> None:
    letters = head_letters(node)
    count = int(np.prod([n for a, n in zip(node.axes, node.shape, strict=True) if a in letters]))
    if not letters or not 0 <= head < count:
        raise LabError(tr("{id} has no head {n}.", id=node.id, n=head + 1))


def release(node_id: str | None = None) -> Edit:
    """Let a value be computed again (None: all of them)."""

    def apply(state: State) -> State:
        left = {} if node_id is None else {i: h for i, h in state.overrides.items() if i != node_id}
        same = len(left) == len(state.overrides)
        return state if same else replace(state, overrides=MappingProxyType(left))

    return Edit(tr("Compute again"), apply)


def release_cell(node_id: str, index: tuple[int, ...]) -> Edit:
    """Let one number that was set by hand be computed again; others stay set."""

    def apply(state: State) -> State:
        hand = hand_of(state, node_id)
        cells = {at: value for at, value in hand.cells.items() if at != tuple(index)}
        cut = hand.cut - {tuple(index)}
        return with_hand(state, node_id, replace(hand, cells=MappingProxyType(cells), cut=cut))

    return Edit(lambda state: tr("Compute {cell} again", cell=cell_name(state, node_id, index)), apply)


def computed(state: State, node_id: str) -> Node:
    """The node, if it is computed. Raises LabError otherwise."""
    node = layout(state).graph[node_id]
    if node.op is None or "|" in node_id:
        raise LabError(tr("{id} is not computed; set it as a parameter.", id=node_id))
    return node


def hand_of(state: State, node_id: str) -> ByHand:
    """What was set by hand in a computed value."""
    return state.overrides.get(node_id, ByHand())


def with_hand(state: State, node_id: str, hand: ByHand) -> State:
    """The state with another hand in one value; `state` itself if nothing differs."""
    old = hand_of(state, node_id)
    if (old.cells, old.heads, old.factor, old.cut) == (hand.cells, hand.heads, hand.factor, hand.cut):
        return state
    kept: Mapping[str, ByHand] = {**state.overrides, node_id: hand}
    return replace(state, overrides=MappingProxyType({i: h for i, h in kept.items() if h}))
