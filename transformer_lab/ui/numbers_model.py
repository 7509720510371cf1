"""A plain table of numbers as Qt knows tables: read only, named on both sides."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from transformer_lab.figures.numbers import short
from transformer_lab.figures.picture import Sheet

Place = QModelIndex | QPersistentModelIndex
NOTHING = QModelIndex()
DIGITS = 6
"""After the point; what is copied has all of them."""
SHOWN = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)


class NumbersModel(QAbstractTableModel):
    """Shows a `Sheet`; a screen reader hears row, column and number of a cell."""

    def __init__(self, sheet: Sheet = Sheet((), (), ()), parent: QObject | None = None) -> None:  # noqa: B008
        super().__init__(parent)
        self.sheet = sheet

    def show_sheet(self, sheet: Sheet) -> None:
        """Another table."""
        self.beginResetModel()
        self.sheet = sheet
        self.endResetModel()

    def rowCount(self, parent: Place = NOTHING) -> int:
        return 0 if parent.isValid() else len(self.sheet.rows)

    def columnCount(self, parent: Place = NOTHING) -> int:
        return 0 if parent.isValid() else len(self.sheet.columns)

    def data(self, index: Place, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role not in SHOWN or not index.isValid():
            return None
        row, column = index.row(), index.column()
        value = self.sheet.cells[row][column]
        text = short(value, DIGITS) if isinstance(value, float) else value
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        return ", ".join(part for part in (self.sheet.rows[row], self.sheet.columns[column], text) if part)

    def headerData(self, section: int, side: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role not in SHOWN:
            return None
        return (self.sheet.columns if side == Qt.Orientation.Horizontal else self.sheet.rows)[section]
