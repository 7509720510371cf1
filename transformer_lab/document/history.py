"""Undo and redo: a list of states and a position. Going back needs no inverse, so none can be wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from transformer_lab.document.state import State
from transformer_lab.errors import LabError
from transformer_lab.language import tr

MOST_HELD = 256 << 20
"""Bytes that earlier states may keep alive: each edit of a matrix of 768 × 3072 replaces 18 MB."""
LEAST_STEPS = 12
"""So many steps can be taken back however large they are."""


@dataclass(frozen=True)
class Edit:
    """A named change. Consecutive edits with one `merge_key` (a drag, typing) are one step.

    The label may be a function of the state before the edit, so that it can name words and features.
    """

    label: str | Callable[[State], str]
    apply: Callable[[State], State]
    merge_key: object = None


@dataclass(frozen=True, eq=False)
class Step:
    """One entry: the state, and the edit that led to it."""

    state: State
    label: str = ""
    merge_key: object = None
    held: int = 0
    """bytes of all arrays that this edit and those before it have replaced: what the steps keep alive"""


@dataclass(frozen=True, eq=False)
class History:
    """Immutable: each change gives a new history."""

    steps: tuple[Step, ...]
    position: int = 0
    saved: State | None = None

    @property
    def state(self) -> State:
        """The present state."""
        return self.steps[self.position].state

    @property
    def undo_label(self) -> str | None:
        """Name of what undo would take back, or None."""
        return self.steps[self.position].label if self.position else None

    @property
    def redo_label(self) -> str | None:
        """Name of what redo would do again, or None."""
        ahead = self.position + 1 < len(self.steps)
        return self.steps[self.position + 1].label if ahead else None

    @property
    def modified(self) -> bool:
        """Whether the present state is another than the saved one."""
        return self.state is not self.saved

    def do(self, edit: Edit) -> History:
        """Apply an edit; a state that comes back unchanged (the same object) leaves no step."""
        state = edit.apply(self.state)
        if state is self.state:
            return self
        here = self.steps[self.position]
        merge = edit.merge_key is not None and self.position > 0 and here.merge_key == edit.merge_key
        merge = merge and here.state is not self.saved
        kept = self.steps[: self.position if merge else self.position + 1]
        label = edit.label if isinstance(edit.label, str) else edit.label(self.state)
        last = kept[-1]
        held = last.held + _replaced(last.state, state)
        steps = _affordable((*kept, Step(state, label, edit.merge_key, held)))
        return History(steps, len(steps) - 1, self.saved)

    def undo(self) -> History:
        """One step back; at the beginning nothing happens."""
        return History(self.steps, max(0, self.position - 1), self.saved)

    def redo(self) -> History:
        """One step forward; at the end nothing happens."""
        return History(self.steps, min(len(self.steps) - 1, self.position + 1), self.saved)

    def go_to(self, position: int) -> History:
        """Back or forward to a step. Raises LabError if there is none of that number."""
        if not 0 <= position < len(self.steps):
            raise LabError(tr("The history has {n} steps; there is no {position}.",
                              n=len(self.steps), position=position))  # fmt: skip
        return History(self.steps, position, self.saved)

    def mark_saved(self) -> History:
        """The present state is the one on disk."""
        return History(self.steps, self.position, self.state)


def _replaced(before: State, after: State) -> int:
    """Bytes of the arrays of `before` that `after` has others for."""
    kept = after.parameters
    return sum(
        held.nbytes
        for node_id, held in before.parameters.items()
        if isinstance(held, np.ndarray) and kept.get(node_id) is not held
    )


def _affordable(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Without the oldest steps, if all together keep more memory alive than they may."""
    first = 0
    while len(steps) - first > LEAST_STEPS and steps[-1].held - steps[first].held > MOST_HELD:
        first += 1
    return steps[first:] if first else steps


def begin(state: State) -> History:
    """A history that starts with `state`, unmodified."""
    return History((Step(state),), 0, state)
