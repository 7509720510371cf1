"""Names that people give to features, slots, heads and blocks, and notes on any part, as edits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

from transformer_lab.document.axes import place
from transformer_lab.document.building.racks import spots
from transformer_lab.document.checks import fitting
from transformer_lab.document.edits import rename_feature, rename_head, renamed
from transformer_lab.document.history import Edit
from transformer_lab.document.layout import layout
from transformer_lab.document.state import MOST_NOTE, MOST_NOTES, State
from transformer_lab.document.tokens import LONGEST
from transformer_lab.engine.graph import Node
from transformer_lab.errors import LabError
from transformer_lab.language import tr

T = TypeVar("T")
NAMED = frozenset("dhkj")
"""Axes whose places a person may name here."""


def rename_slot(path: str, slot: int, name: str) -> Edit:
    """Name one number of the queries, keys and values of the attention at `path`; an empty name is none.

    Raises LabError where there is no such attention or slot.
    """

    def apply(state: State) -> State:
        node = layout(state).graph.nodes.get(f"{path}/W_Q")
        if node is None:
            raise LabError(tr("There is no attention called “{path}” in this model.", path=path))
        old = state.slot_names.get(path, ())
        names = renamed(old, slot, name, node.shape[-1], tr("slot"))
        return state if names == old else replace(state, slot_names=_with(state.slot_names, path, names))

    return Edit(tr("Rename slot {n} of {path} to “{name}”", n=slot + 1, path=place(path), name=name), apply)


def rename_block(path: str, name: str) -> Edit:
    """Name a block, such as ``block.0``. An empty name takes it away. Raises LabError if there is none."""

    def apply(state: State) -> State:
        if path not in spots(state.model):
            raise LabError(tr("There is no block called “{path}” in this model.", path=path))
        said = fitting(name, LONGEST, tr("The name"))
        old = state.block_names.get(path, "")
        return state if said == old else replace(state, block_names=_with(state.block_names, path, said))

    return Edit(tr("Rename {path} to “{name}”", path=place(f"{path}/").lstrip(", "), name=name), apply)


def write_note(address: str, text: str, merge_key: object = None) -> Edit:
    """Write about a part: a value, a sublayer, a block, or (the empty address) the model. Nothing erases it.

    Raises LabError for a note that is too long, and for too many.
    """

    def apply(state: State) -> State:
        said = fitting(text, MOST_NOTE, tr("The note")).strip()
        if said == state.notes.get(address, ""):
            return state
        if said and address not in state.notes and len(state.notes) >= MOST_NOTES:
            raise LabError(tr("A project holds at most {n} notes.", n=MOST_NOTES))
        return replace(state, notes=_with(state.notes, address[:LONGEST], said))

    said = tr("Note on {part}", part=place(address) if address else tr("the model"))
    return Edit(said, apply, None if merge_key is None else ("note", address, merge_key))


def rename_place(node: Node, axis: int, index: int, name: str) -> Edit:
    """Name a place on an axis of a value: a feature, a head or a slot, which is called so everywhere.

    Raises LabError for axes whose places have names from elsewhere, such as words.
    """
    letter, path = node.axes[axis], "/".join(node.id.split("/")[:2])
    if letter == "d":
        return rename_feature(index, name)
    if letter == "h":
        return rename_head(path, index, name)
    if letter in "kj":
        return rename_slot(path, index, name)
    raise LabError(tr("Only features, slots, heads and blocks are named here; words are changed in Words…"))


def own_name(state: State, node: Node, axis: int, index: int) -> str:
    """The name that somebody gave to a place on an axis; empty if nobody did."""
    letter, path = node.axes[axis], "/".join(node.id.split("/")[:2])
    held: Mapping[str, tuple[str, ...]] = state.slot_names if letter in "kj" else state.head_names
    names = state.features if letter == "d" else held.get(path, ())
    return names[index] if index < len(names) else ""


def _with(held: Mapping[str, T], key: str, value: T) -> Mapping[str, T]:
    """The mapping with another value; nothing takes its key away."""
    kept = {k: v for k, v in held.items() if k != key}
    return MappingProxyType(kept | ({key: value} if value else {}))
