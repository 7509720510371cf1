"""A small field for one number, with what would become of the next word under it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QVBoxLayout

from transformer_lab.document.axes import cell_name
from transformer_lab.document.entry.formulas import filled, is_formula
from transformer_lab.document.numbers import parse_number
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.numbers import exact
from transformer_lab.language import tr
from transformer_lab.ui.controls import smooth
from transformer_lab.ui.dialogs.base import voiced
from transformer_lab.ui.menus.setting import edit_of, effect_text

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow

WIDE = 300


class SetTo(QFrame):
    """Enter sets the number, Escape leaves it."""

    def __init__(self, window: MainWindow, cell: Cell) -> None:
        super().__init__(window, Qt.WindowType.Popup)
        self._window, self._cell = window, cell
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        name = cell_name(window.lab.state, cell.node, cell.index, first=window.preferences.manner.first)
        self.title = QLabel(tr("Set {cell}", cell=name))
        self.field = QLineEdit(exact(float(window.lab.snapshot[cell.node][cell.index])))
        self.field.setAccessibleName(self.title.text())
        self.said = voiced("", "quiet")
        self.title.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        for part in (self.title, self.field, self.said):
            column.addWidget(part)
        self.setFixedWidth(WIDE)
        self.field.selectAll()
        self.field.textEdited.connect(self._tell)
        self.field.returnPressed.connect(self._take)
        self.said.setText(tr("A number, 1/3, or = 2*pi. Enter sets it."))

    def open_at(self, at: QPoint) -> None:
        """Show it there, within the screen."""
        self.adjustSize()
        room = self._window.screen().availableGeometry()
        x = max(room.left(), min(at.x(), room.right() - self.width()))
        self.move(x, max(room.top(), min(at.y(), room.bottom() - self.height())))
        self.show()
        self.field.setFocus()

    def value(self) -> float:
        """The number that is typed. Raises LabError."""
        text = self.field.text()
        old = np.array([[float(self._window.lab.snapshot[self._cell.node][self._cell.index])]])
        return float(filled(text, old)[0, 0]) if is_formula(text) else parse_number(text)

    def _tell(self, _text: str) -> None:
        try:
            edit = edit_of(self._cell, self.value())
            said = effect_text(self._window.lab.snapshot, edit, self._window.focus.query)
        except LabError as error:
            said = str(error)
        self.said.setText(said or tr("Enter sets it."))
        self.adjustSize()

    def _take(self) -> None:
        try:
            value = self.value()
        except LabError as error:
            self.said.setText(str(error))
            return
        self.close()
        self._window.do(edit_of(self._cell, value))

    def paintEvent(self, event: QPaintEvent) -> None:
        theming = self._window.theming
        with smooth(self) as painter:
            painter.setPen(QPen(theming.color("line2"), 1))
            painter.setBrush(theming.color("raised"))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
