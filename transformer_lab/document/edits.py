"""The changes a person can make to a state, each a pure function wrapped as a named Edit.

An edit that cannot be done raises LabError and leaves the state as it was; one that changes nothing returns
the very state it was given, so that history keeps no step for it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from transformer_lab.document.axes import cell_name, place
from transformer_lab.document.building.carry import rebuilt
from transformer_lab.document.building.faults import fault_of, refusal
from transformer_lab.document.building.moves import Change
from transformer_lab.document.building.racks import in_place
from transformer_lab.document.building.settings import configured
from transformer_lab.document.building.starts import Start
from transformer_lab.document.checks import checked, editable, finite, fitting, seed_of, shown
from transformer_lab.document.further_switches import FURTHER_SWITCHES
from transformer_lab.document.history import Edit
from transformer_lab.document.layout import layout
from transformer_lab.document.parameters import with_array, with_cell, with_parameters
from transformer_lab.document.schema import recipe_from_json, recipe_to_json
from transformer_lab.document.state import MOST_TEXT, MOST_TITLE, Recipe, State
from transformer_lab.document.switches import SWITCHES
from transformer_lab.document.tokens import LONGEST
from transformer_lab.engine.explain import check_index
from transformer_lab.engine.model import Attention, FeedForward, Model
from transformer_lab.errors import LabError
from transformer_lab.language import tr


def set_text(text: str, merge_key: object = "text") -> Edit:
    """Type. Keystrokes with one merge key are one step; give another key after a pause."""

    def apply(state: State) -> State:
        said = fitting(text, MOST_TEXT, tr("The text"))
        return state if said == state.text else replace(state, text=said)

    return Edit(tr("Type"), apply, None if merge_key is None else ("text", merge_key))


def set_source(text: str, merge_key: object = "source") -> Edit:
    """Type what the encoder reads; steps merge as in `set_text`."""

    def apply(state: State) -> State:
        said = fitting(text, MOST_TEXT, tr("The source text"))
        return state if said == state.source else replace(state, source=said)

    return Edit(tr("Type the source"), apply, None if merge_key is None else ("source", merge_key))


def set_cell(node_id: str, index: tuple[int, ...], value: float, merge_key: object = None) -> Edit:
    """Set one number of a parameter. Edits with one merge key (one drag) are one step.

    Raises LabError for a computed value, an index outside, and a value that is no finite number.
    """

    def apply(state: State) -> State:
        found = layout(state)
        node = editable(found.graph[node_id])
        number = finite(value, node_id)
        check_index(node, index)
        if not found.vocabulary and "v" in node.axes:
            raise LabError(tr("{id} has no words yet: type a sentence first.", id=node_id))
        return with_cell(state, node, index, number, found.vocabulary)

    def label(state: State) -> str:
        name = cell_name(state, node_id, index)
        return tr("Set {cell} to {value}", cell=name, value=shown(float(value)))

    return Edit(label, apply, None if merge_key is None else (node_id, index, merge_key))


def set_cells(node_id: str, values: Mapping[tuple[int, ...], float], merge_key: object = None) -> Edit:
    """Set a few numbers of a parameter as one step, such as both ends of a dragged arrow.

    Edits with one merge key (one drag) are one step. Raises LabError as `set_cell` does.
    """
    steps = [set_cell(node_id, index, value) for index, value in values.items()]

    def apply(state: State) -> State:
        for step in steps:
            state = step.apply(state)
        return state

    def label(state: State) -> str:
        names = tr(" and ").join(cell_name(state, node_id, index) for index in values)
        return tr("Set {cells}", cells=names)

    return Edit(label, apply, None if merge_key is None else (node_id, tuple(values), merge_key))


def set_parameter(node_id: str, array: Any) -> Edit:
    """Set a whole parameter, axes as in its node. Raises LabError for a wrong shape or numbers that are not
    finite.
    """

    def apply(state: State) -> State:
        found = layout(state)
        node = editable(found.graph[node_id])
        return with_array(state, node, checked(node, array, len(found.vocabulary)), found.vocabulary)

    return Edit(tr("Set {name}", name=place(node_id)), apply)


def set_recipe(node_id: str, recipe: Recipe) -> Edit:
    """Start a parameter afresh from a recipe: zero, one, identity, one-hot, normal, xavier.

    Raises LabError for a computed value, and for a recipe that a file could not hold.
    """

    def apply(state: State) -> State:
        editable(layout(state).graph[node_id])
        recipe_from_json(recipe_to_json(recipe), node_id)
        held = state.parameters.get(node_id)
        same = isinstance(held, Recipe) and held == recipe
        return state if same else with_parameters(state, {node_id: recipe})

    return Edit(tr("Fill {name}: {init}", name=place(node_id), init=recipe.init), apply)


def set_seed(seed: int) -> Edit:
    """Give every parameter that nobody has edited other random numbers."""

    def apply(state: State) -> State:
        given = seed_of(seed)
        return state if given == state.seed else replace(state, seed=given)

    return Edit(tr("Set the seed to {seed}", seed=seed), apply)


def set_title(title: str) -> Edit:
    """Rename the project."""

    def apply(state: State) -> State:
        said = fitting(title, MOST_TITLE, tr("The title"))
        return state if said == state.title else replace(state, title=said)

    return Edit(tr("Rename the project to “{title}”", title=title), apply)


def rename_feature(index: int, name: str) -> Edit:
    """Name one number of the wire. An empty name gives it its number back."""

    def apply(state: State) -> State:
        names = renamed(state.features, index, name, state.model.d_model, tr("feature"))
        return state if names == state.features else replace(state, features=names)

    return Edit(tr("Rename feature {n} to “{name}”", n=index + 1, name=name), apply)


def rename_head(path: str, head: int, name: str) -> Edit:
    """Name one head of the attention at `path`, such as ``block.0/attn``. An empty name takes it away."""

    def apply(state: State) -> State:
        node = layout(state).graph.nodes.get(f"{path}/W_Q")
        if node is None:
            raise LabError(tr("There is no attention called “{path}” in this model.", path=path))
        old = state.head_names.get(path, ())
        names = renamed(old, head, name, math.prod(node.shape[1:-1]), tr("head"))
        return (
            state
            if names == old
            else replace(state, head_names=MappingProxyType({**state.head_names, path: names}))
        )

    return Edit(tr("Rename head {n} of {path} to “{name}”", n=head + 1, path=place(path), name=name), apply)


def set_model(model: Model, label: str) -> Edit:
    """Change the design. Parameters that fit are kept; the overlap of a changed shape too, the rest is
    filled.

    Raises LabError when the model cannot be built.
    """
    return Edit(label, lambda state: _with_model(state, model))


def build(change: Change, start: Start | None = None) -> Edit:
    """A change of the builder (`building.moves`, `building.settings`) as a step; `start`: how new weights
    start.

    Raises LabError naming the part, the reason and what would mend it, when the model could not work.
    """

    def apply(state: State) -> State:
        plan = change.plan(state.model)
        fault = fault_of(plan.model)
        if fault is not None:
            raise refusal(plan.model, fault)
        return rebuilt(state, plan, start)

    return Edit(lambda state: change.named(state.model), apply, change.merge_key)


def configure(path: str, setting: str, value: Any, start: Start | None = None) -> Edit:
    """Set one of `building.table.SETTINGS` for the model (path ""), a block or a sublayer.

    ``configure("block.0/attn", "heads", 3)``. Raises LabError as `build`.
    """
    return build(configured(path, setting, value), start)


def switch(name: str, value: Any) -> Edit:
    """Make one of the design choices of SWITCHES or FURTHER_SWITCHES. Raises LabError for an unknown name or
    value.
    """
    offered = {**SWITCHES, **FURTHER_SWITCHES}
    if name not in offered:
        raise LabError(tr("There is no switch “{name}”; there are {all}.", name=name, all=", ".join(offered)))
    chosen = offered[name]
    title = chosen.title_of(value)
    if title is None:
        known = ", ".join(c.title for c in chosen.choices)
        raise LabError(
            tr("{switch} cannot be {value}; it can be {all}.", switch=chosen.title, value=value, all=known)
        )

    def apply(state: State) -> State:
        return _with_model(state, _known_widths(state, chosen.write(state.model, value)))

    return Edit(f"{chosen.title}: {title}", apply)


# --- inside ------------------------------------------------------------------------------------------------
def renamed(names: tuple[str, ...], index: int, name: str, count: int, what: str) -> tuple[str, ...]:
    """Names with another one at a place; trailing places without a name are left out. Raises LabError."""
    if not 0 <= index < count:
        raise LabError(tr("There is no {what} {n}; there are {count}.", what=what, n=index + 1, count=count))
    longer = [*names, *[""] * (count - len(names))]
    longer[index] = fitting(name, LONGEST, tr("The name"))
    while longer and not longer[-1]:
        longer.pop()
    return tuple(longer)


def _with_model(state: State, model: Model) -> State:
    if model == state.model:
        return state
    return rebuilt(state, in_place(state.model, model))


def _known_widths(state: State, model: Model) -> Model:
    """A feed-forward that was switched off comes back as wide as it was, with its own numbers."""
    blocks = []
    for i, block in enumerate(model.blocks):
        kept = state.parameters.get(f"block.{i}/ffn/W_1")
        had = i < len(state.model.blocks) and any(
            isinstance(s, FeedForward) for s in state.model.blocks[i].sublayers
        )
        if had or not isinstance(kept, np.ndarray):
            blocks.append(block)
            continue
        subs = tuple(
            s if isinstance(s, Attention) else replace(s, width=kept.shape[1]) for s in block.sublayers
        )
        blocks.append(replace(block, sublayers=subs))
    return replace(model, blocks=tuple(blocks))
