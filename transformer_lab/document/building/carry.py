"""Bringing the numbers along: from a state and a plan to the state in which that plan is built.

Whatever still fits is the very same array or recipe; of a changed shape the overlap stays and the rest
starts as asked; what moved takes its numbers, names and overrides with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TypeVar

from transformer_lab.document.building.overlap import laid_over, resized_rows
from transformer_lab.document.building.racks import Plan
from transformer_lab.document.building.starts import RANDOM, Start, begun
from transformer_lab.document.layout import buildable, layout
from transformer_lab.document.parameters import default_recipe, full, stored_shape, with_parameters
from transformer_lab.document.schema import model_from_json, model_to_json
from transformer_lab.document.state import ByWord, Parameter, Recipe, State
from transformer_lab.engine.graph import Graph, Node

BLOCK = re.compile(r"((?:block|encoder|decoder)\.\d+)(/[^/]+)?(.*)", re.DOTALL)
T = TypeVar("T")


def rebuilt(state: State, plan: Plan, start: Start | None = None) -> State:
    """`state` with the model of `plan`. Raises LabError when that cannot be built."""
    if plan.model == state.model and all(new == old for new, old in plan.came.items()):
        return state
    ways = Ways(plan)
    source = state.source or (state.text if plan.model.encoder else "")
    bare = replace(
        state,
        model=plan.model,
        source=source,
        overrides=ways.carried(state.overrides),
        head_names=ways.carried(state.head_names),
        slot_names=ways.carried(state.slot_names),
        block_names=ways.carried(state.block_names),
        notes=ways.carried(state.notes),
    )
    new = buildable(layout(bare).graph, bare.model)
    model_from_json(model_to_json(plan.model))  # what a file could not hold is refused now
    old = layout(replace(state, overrides=MappingProxyType({}))).graph
    held = _gone_but_kept(ways, state, new)
    for node in new.leaves():
        if node.kind == "parameter":
            parameter = _carried(state, old, node, ways.source(node.id), start)
            held |= {} if parameter is None else {node.id: parameter}
    known = (i for old_id in state.parameters for i in ways.targets(old_id) if i in held)
    order = dict.fromkeys((*known, *held))  # what was there keeps its place in the file
    return with_parameters(replace(bare, parameters=MappingProxyType({})), {i: held[i] for i in order})


class Ways:
    """Addresses from new to old and from old to new."""

    def __init__(self, plan: Plan) -> None:
        self._came = plan.came
        self._went: dict[str, list[str]] = {}
        for new, old in plan.came.items():
            self._went.setdefault(old, []).append(new)
        self._high = dict.fromkeys(("block", "encoder", "decoder"), 0)
        for path in plan.came:
            head, _, number = path.partition("/")[0].partition(".")
            self._high[head] = max(self._high[head], int(number) + 1)

    def source(self, new_id: str) -> str | None:
        """The address that `new_id` had, or None for what is new."""
        found = BLOCK.fullmatch(new_id)
        if found is None:
            return new_id
        block, name, rest = found[1], found[2] or "", found[3]
        old = self._came.get(block + name)
        if old is not None:
            return old + rest
        return None

    def targets(self, old_id: str) -> Iterator[str]:
        """Where what was at `old_id` is now: nowhere, once, or at each copy."""
        found = BLOCK.fullmatch(old_id)
        if found is None:
            yield old_id
            return
        block, name, rest = found[1], found[2] or "", found[3]
        if block + name in self._went:
            yield from (new + rest for new in self._went[block + name])
        elif block in self._went:
            yield from (new + name + rest for new in self._went[block] if new + name not in self._came)
        else:
            head, _, number = block.partition(".")
            if int(number) >= self._high[head]:
                yield old_id

    def carried(self, by_id: Mapping[str, T]) -> Mapping[str, T]:
        """The same values under their new addresses."""
        moved = {new: value for old, value in by_id.items() for new in self.targets(old)}
        same = moved.keys() == by_id.keys() and all(moved[i] is by_id[i] for i in moved)
        return by_id if same else MappingProxyType(moved)


def _gone_but_kept(ways: Ways, state: State, new: Graph) -> dict[str, Parameter]:
    """What the design does not use at present, and masks painted by hand: they come along as they are."""
    ghosts = {target: held for node_id, held in state.parameters.items() for target in ways.targets(node_id)}
    return {i: held for i, held in ghosts.items() if i not in new or new[i].kind != "parameter"}


def _carried(
    state: State, old: Graph, node: Node, old_id: str | None, start: Start | None
) -> Parameter | None:
    """What the new node holds; None: what it starts with anyway."""
    held = state.parameters.get(old_id) if old_id is not None else None
    before = old.nodes.get(old_id) if old_id is not None else None
    if before is None or old_id is None:
        return (
            begun(state, node, start, taken(state, old))
            if held is None
            else _fitted(state, node, held, start)
        )
    same = before.axes == node.axes and stored_shape(before) == stored_shape(node)
    if isinstance(held, ByWord) or "v" in node.axes:
        return held if same else resized_rows(state, before, node, held)
    if not same:
        return _resized(state, before, node, held, start)
    return held if held is not None and not isinstance(held, Recipe) else _moved(held, old_id, node.id)


def taken(state: State, old: Graph) -> frozenset[str]:
    """Names that random numbers already go by: a new parameter takes another one."""
    origins = (held.origin for held in state.parameters.values() if isinstance(held, Recipe))
    return frozenset((*(n.id for n in old.leaves()), *(name for name in origins if name)))


def _moved(held: Recipe | None, old_id: str, new_id: str) -> Recipe | None:
    """A recipe goes on telling the numbers of the place where it began."""
    recipe = default_recipe(old_id) if held is None else held
    origin = recipe.origin or old_id
    if old_id == new_id or recipe.init not in RANDOM:
        return held
    moved = replace(recipe, origin="" if origin == new_id else origin)
    return None if moved == default_recipe(new_id) else moved


def _resized(
    state: State, before: Node, node: Node, held: Parameter | None, start: Start | None
) -> Parameter | None:
    recipe = default_recipe(before.id) if held is None else held
    if isinstance(recipe, Recipe) and recipe.init in ("zero", "one"):
        return held
    return laid_over(state, full(state, before), before.axes, node, start)


def _fitted(state: State, node: Node, held: Parameter, start: Start | None) -> Parameter:
    """What was kept of a part that had been switched off."""
    if isinstance(held, Recipe):
        return held
    if isinstance(held, ByWord):
        return resized_rows(state, node, node, held) or held
    return held if held.shape == stored_shape(node) else laid_over(state, held, node.axes, node, start)
