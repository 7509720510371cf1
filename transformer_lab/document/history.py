"""Undo and redo: a list of states and a position. Going back needs no inverse, so none can be wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from transformer_lab.document.state import State
from transformer_lab.errors import LabError
from transformer_lab.language import tr


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
        step = Step(state, label, edit.merge_key)
        return History((*kept, step), len(kept), self.saved)

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


def begin(state: State) -> History:
    """A history that starts with `state`, unmodified."""
    return History((Step(state),), 0, state)
