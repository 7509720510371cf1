"""What can be done on a page of the inspector: fold a section, take a link away, let a number go again."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from transformer_lab.document import overriding
from transformer_lab.document.evaluate import Evaluator
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.what_if import is_cut, what_if, with_link, without_link
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.ask.drawing import FOLD
from transformer_lab.figures.ask.edge import PUT_BACK, REMOVE, RESTORE, is_link_weight
from transformer_lab.figures.links import exists
from transformer_lab.session import Lab
from transformer_lab.ui.inspector.errand import Errand, is_small

AT_FIRST = frozenset({"lengths"})
"""sections that are folded until somebody opens them"""


class Deeds(QObject):
    """Deeds by name. `changed` tells that the page looks different though its question is the same."""

    changed = Signal()

    def __init__(self, lab: Lab, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lab = lab
        self.folded = AT_FIRST
        self._evaluate = Evaluator()
        self._errand = Errand(self)
        self._errand.done.connect(self.changed)

    def do(self, name: str, cell: Cell | None) -> None:
        """Do it, for this number. Raises LabError if the document refuses."""
        if name.startswith(FOLD):
            self.folded = self.folded ^ {name.removeprefix(FOLD)}
            self.changed.emit()
        elif cell is not None and name == REMOVE:
            self._lab.do(without_link(self._lab.snapshot, cell))
        elif cell is not None and name == PUT_BACK:
            self._lab.do(with_link(self._lab.snapshot, cell))
        elif cell is not None and name == RESTORE:
            self._lab.do(overriding.release_cell(cell.node, cell.index))

    def without(self, cell: Cell) -> Snapshot | None:
        """The values that would be without the link of this weight; None for others, and while it is on its
        way.
        """
        snapshot = self._lab.snapshot
        if not is_link_weight(cell.node) or not exists(snapshot, cell) or is_cut(snapshot, cell):
            return None
        if snapshot[cell.node][cell.index] == 0.0:
            return None
        found = self._errand.answer(
            (snapshot, cell),
            lambda: what_if(snapshot, without_link(snapshot, cell), self._evaluate),
            at_once=is_small(snapshot),
        )
        return found if isinstance(found, Snapshot) else None
