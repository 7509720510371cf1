"""Filling new weights once more in another way, without touching what was kept."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.document.building.kept import Kept
from transformer_lab.document.building.overlap import started
from transformer_lab.document.building.starts import Start, is_weight
from transformer_lab.document.layout import layout
from transformer_lab.document.parameters import materialise, with_array
from transformer_lab.document.state import State


class Reached(NamedTuple):
    """What the new weights came to: how many they are, their mean and their spread."""

    numbers: int
    mean: float
    spread: float


def refilled(state: State, told: Kept, start: Start) -> State:
    """`state` with the weights that `told` counts as filled started anew; gains and biases are left alone."""
    found = layout(state)
    for part in told.parts:
        node = found.graph.nodes.get(part.node_id)
        if node is None or part.now is None or part.stayed is None or not part.filled:
            continue
        if not is_weight(part.node_id) or "v" in node.axes or node.shape != part.now.shape:
            continue
        fresh = started(state, node, node.shape, start, part.old)
        made = np.where(part.stayed, materialise(state, node, found.vocabulary), fresh)
        made.setflags(write=False)
        state = with_array(state, node, made, found.vocabulary)
    return state


def reached(told: Kept) -> Reached | None:
    """Mean and spread of the weights that were filled, or None if there are none."""
    new = [
        part.now[~part.stayed]
        for part in told.parts
        if part.now is not None and part.stayed is not None and part.filled and is_weight(part.node_id)
    ]
    if not new:
        return None
    numbers = np.concatenate(new)
    return Reached(numbers.size, float(numbers.mean()), float(numbers.std()))
