"""How new weights start: a named initialiser with spread and seed, for whole matrices and for new parts.

Biases start at zero and gains at one, whatever is chosen. “copy” gives new heads the numbers of head 1.
"""

from __future__ import annotations

from typing import NamedTuple

from transformer_lab.document.parameters import default_recipe
from transformer_lab.document.state import Init, Recipe, State
from transformer_lab.engine.graph import Node

COPY = "copy"


class Start(NamedTuple):
    """A chosen initialiser. `name` is one of INITS, or “copy” for the numbers of head 1."""

    name: str = "xavier"
    spread: float = 1.0
    seed: int | None = None

    def recipe(self) -> Recipe | None:
        """As a recipe; None for what is no recipe."""
        init: dict[str, Init] = {name: name for name in NAMED}
        return None if self.name not in init else Recipe(init[self.name], self.spread, self.seed)


NAMED: tuple[Init, ...] = ("zero", "one", "identity", "one-hot", "normal", "xavier", "kaiming", "orthogonal")
RANDOM = ("normal", "xavier", "kaiming", "orthogonal", "one-hot")


def is_weight(node_id: str) -> bool:
    """Whether a parameter is a matrix of weights: the choice of a start is about these."""
    return node_id.rsplit("/", 1)[-1].startswith("W_") and not node_id.endswith("W_E")


def recipe_for(node_id: str, start: Start | None) -> Recipe:
    """The recipe of a new parameter."""
    chosen = start.recipe() if start is not None and is_weight(node_id) else None
    return default_recipe(node_id) if chosen is None else chosen


def begun(state: State, node: Node, start: Start | None, taken: frozenset[str]) -> Recipe | None:
    """What a wholly new parameter holds; None: what it starts with anyway.

    Random numbers go by a name of their own, so that no new block repeats one that has moved away.
    """
    recipe = recipe_for(node.id, start)
    if recipe.init in RANDOM and node.id in taken:
        number = next(n for n in range(2, len(taken) + 3) if f"{node.id}.{n}" not in taken)
        recipe = Recipe(recipe.init, recipe.spread, recipe.seed, f"{node.id}.{number}")
    return None if recipe == default_recipe(node.id) else recipe
