"""The row of numbers that is looked at, as a table beside the picture: what screen readers find in the stage.

It covers one pixel and takes no keys; assistive technology reads it like any table.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QTableView, QWidget

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.numbers_model import NumbersModel
from transformer_lab.ui.preferences import Preferences

PAUSE_MS = 120
"""While hands are quick nothing is told."""


class RowTable(QTableView):
    """The row of the selected number, else the attention of the word that asks."""

    def __init__(self, lab: Lab, focus: Focus, preferences: Preferences, parent: QWidget) -> None:
        super().__init__(parent)
        self._lab, self._focus, self._preferences = lab, focus, preferences
        self.numbers = NumbersModel(parent=self)
        self.setModel(self.numbers)
        self.setFrameShape(self.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(0, 0, 1, 1)
        self.lower()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(PAUSE_MS)
        self._soon.timeout.connect(self._tell_if_heard)
        focus.changed.connect(self._soon.start)
        preferences.changed.connect(self._soon.start)
        stop = lab.watch(self._follow)
        self.destroyed.connect(lambda: stop())
        self._soon.start()

    def tell(self) -> None:
        """Bring the table up to date."""
        from transformer_lab.figures.told import row_told  # late: many never need it

        cell = looked_at(self._lab, self._focus)
        try:
            if cell is None:
                raise LabError("")
            title, sheet = row_told(self._lab.snapshot, cell, self._preferences.manner)
        except LabError:
            self.hide()
            return
        self.setAccessibleName(title)
        self.numbers.show_sheet(sheet)
        self.show()

    def _tell_if_heard(self) -> None:
        if QAccessible.isActive():
            self.tell()

    def _follow(self, _snapshot: Snapshot) -> None:
        self._soon.start()


def looked_at(lab: Lab, focus: Focus) -> Cell | None:
    """The selected number, or the strongest weight of the row that is shown."""
    from transformer_lab.ui.first_run import strongest

    selected = focus.selected
    return selected if selected is not None and selected.node in lab.snapshot else strongest(lab, focus)
