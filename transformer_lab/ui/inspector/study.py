"""What a person studies in one window: pinned numbers, gradients and their target. View state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from transformer_lab.document.gradients import ungraded, with_gradients
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.links import exists, is_link
from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.inspector.errand import Errand, is_small
from transformer_lab.ui.preferences import Preferences

if TYPE_CHECKING:
    from transformer_lab.figures.ask.slopes import Slopes

MOST_PINS = 12


class Study(QObject):
    """`changed` tells that pins, gradients or their target are others, or that gradients have come."""

    changed = Signal()

    def __init__(
        self, lab: Lab, focus: Focus, parent: QObject | None = None, preferences: Preferences | None = None
    ) -> None:
        super().__init__(parent)
        self._lab, self._focus, self._preferences = lab, focus, preferences
        if preferences is not None:
            preferences.changed.connect(self.changed)
        self._on = False
        self._target: Cell | None = None
        self._view = lab.view
        self._pins = pins_in(lab.view)
        self._errand = Errand(self)
        self._errand.done.connect(self.changed)

    @property
    def manner(self) -> Manner:
        """How numbers and words are written."""
        return USUAL if self._preferences is None else self._preferences.manner

    # --- pins -----------------------------------------------------------------------------------------
    @property
    def pins(self) -> tuple[Cell, ...]:
        """The pinned numbers that the present document has."""
        self._follow_project()
        return tuple(cell for cell in self._pins if exists(self._lab.snapshot, cell))

    def is_pinned(self, cell: Cell) -> bool:
        """Whether a number is pinned."""
        return cell in self._pins

    def pin(self, cell: Cell, on: bool = True) -> None:
        """Keep a number in sight, or let it go; the oldest pin goes when there are too many."""
        self._follow_project()
        others = tuple(held for held in self._pins if held != cell)
        self._pins = (*others, cell)[-MOST_PINS:] if on and not is_link(cell) else others
        self._lab.view["pins"] = [[held.node, list(held.index)] for held in self._pins]
        self.changed.emit()

    def _follow_project(self) -> None:
        """Another project has pins of its own, and nobody has chosen a target in it."""
        if self._lab.view is not self._view:
            self._view = self._lab.view
            self._pins, self._target = pins_in(self._view), None

    # --- gradients ------------------------------------------------------------------------------------
    @property
    def gradients(self) -> bool:
        """Whether gradients are told."""
        return self._on

    def show_gradients(self, on: bool) -> None:
        """Tell gradients, or not; a question about a gradient becomes one about the number itself."""
        if on == self._on:
            return
        self._on = on
        cell = self._focus.selected
        if not on and cell is not None and cell.node != ungraded(cell.node):
            self._focus.select(Cell(ungraded(cell.node), cell.index))
        self.changed.emit()

    def aim(self, target: Cell | None) -> None:
        """Differentiate this number (None: the logit of the likeliest next word), and tell gradients."""
        self._target, self._on = target, True
        self.changed.emit()

    @property
    def aimed(self) -> bool:
        """Whether a person has chosen the target."""
        return self._target is not None and exists(self._lab.snapshot, self._target)

    def target(self) -> Cell:
        """The number that is differentiated. Raises LabError with a reason if there is none."""
        self._follow_project()
        if self._target is not None and exists(self._lab.snapshot, self._target):
            return self._target
        from transformer_lab.figures.ask.slopes import default_target  # late: answers wake when one is asked

        return default_target(self._lab.snapshot, self._focus.query)

    def slopes(self) -> Slopes | None:
        """All gradients of the target; None while they are off or on their way. Raises as `target`."""
        if not self._on:
            return None
        snapshot, target = self._lab.snapshot, self.target()
        found: Slopes | LabError | None = self._errand.answer(
            (snapshot, target), lambda: _all_slopes(snapshot, target), at_once=is_small(snapshot)
        )
        if isinstance(found, LabError):
            raise found
        return found


def pins_in(view: Mapping[str, Any]) -> tuple[Cell, ...]:
    """The pins that were saved with a project; what does not look like one is left out."""
    held = view.get("pins", ())
    found = [_pin(entry) for entry in held[:MOST_PINS]] if isinstance(held, list) else []
    return tuple(cell for cell in found if cell is not None)


def _pin(entry: object) -> Cell | None:
    match entry:
        case [str(node), list(index)] if all(type(i) is int and i >= 0 for i in index):
            return Cell(node, tuple(index))
    return None


def _all_slopes(snapshot: Snapshot, target: Cell) -> Slopes:
    from transformer_lab.figures.ask.slopes import Slopes

    return Slopes(with_gradients(snapshot, target.node, target.index), target)
