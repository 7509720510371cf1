"""The table model: it reads the array itself, keeps no copies, and turns what is typed into named edits."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from transformer_lab.document.numbers import parse_number
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.numbers import exact, short
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.editors.grid import Grid, grid_of

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
HINT = "Type, or drag sideways (4 pixels: 0.1; Shift 0.01; Ctrl or Alt 1). Double-click: 0. Ctrl+↑ ↓ nudge."
FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable


class MatrixModel(QAbstractTableModel):
    """One parameter. `refused` tells why a number was not taken."""

    refused = Signal(str)

    def __init__(self, lab: Lab, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lab = lab
        self.grid: Grid | None = None
        self.values: np.ndarray = np.zeros((0, 0))
        """rows × columns, a view of the parameter"""
        self.before: np.ndarray | None = None
        """the same before the last edit, or None if that changed nothing here"""

    def show_parameter(self, snapshot: Snapshot, node_id: str | None) -> None:
        """Show this parameter of this snapshot."""
        grid = grid_of(snapshot, node_id) if node_id is not None and node_id in snapshot else None
        other = grid is None or self.grid is None or grid != self.grid
        if other:
            self.beginResetModel()
        self.grid = grid
        self.values = self._laid_out(snapshot[grid.node]) if grid is not None else np.zeros((0, 0))
        self.before = self._before(snapshot)
        if other:
            self.endResetModel()

    def _laid_out(self, array: np.ndarray) -> np.ndarray:
        assert self.grid is not None
        return array.transpose((*self.grid.down, *self.grid.across)).reshape(
            self.grid.rows, self.grid.columns
        )

    def _before(self, snapshot: Snapshot) -> np.ndarray | None:
        if self.grid is None or snapshot.previous is None or self.grid.node not in snapshot.previous.values:
            return None
        old = snapshot.previous.values[self.grid.node]
        return (
            self._laid_out(old)
            if old is not snapshot[self.grid.node] and old.shape == self.grid.shape
            else None
        )

    def marks(self) -> np.ndarray:
        """True where the last edit changed a number: rows × columns."""
        return np.zeros(self.values.shape, bool) if self.before is None else self.before != self.values

    def changed(self, row: int, column: int) -> bool:
        """Whether the last edit changed this number."""
        return self.before is not None and bool(self.before[row, column] != self.values[row, column])

    def cell(self, index: Index) -> Cell | None:
        """The cell at an index."""
        if self.grid is None or not index.isValid():
            return None
        return Cell(self.grid.node, self.grid.index(index.row(), index.column()))

    def place(self, cell: Cell) -> QModelIndex:
        """Where a cell stands, or an invalid index."""
        if self.grid is None or cell.node != self.grid.node:
            return NOWHERE
        return self.index(*self.grid.place(cell.index))

    def set_value(self, index: Index, value: float, merge_key: object = None) -> bool:
        """Set a number as one named step (or part of one drag)."""
        cell = self.cell(index)
        if cell is None:
            return False
        try:
            self._lab.set_cell(cell.node, cell.index, value, merge_key)
        except LabError as error:
            self.refused.emit(str(error))
            return False
        return True

    # --- what Qt asks ----------------------------------------------------------------------------------
    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() or self.grid is None else self.grid.rows

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() or self.grid is None else self.grid.columns

    def flags(self, index: Index) -> Qt.ItemFlag:
        return FLAGS if index.isValid() else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or self.grid is None:
            return None
        value = float(self.values[index.row(), index.column()])
        if role == Qt.ItemDataRole.DisplayRole:
            return short(value)
        if role == Qt.ItemDataRole.EditRole:
            return exact(value)
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{self.spoken(index, value).rpartition(', ')[0]}\n{tr(HINT)}"
        return self.spoken(index, value) if role == Qt.ItemDataRole.AccessibleTextRole else None

    def spoken(self, index: Index, value: float) -> str:
        """“W Q, state to slot 1, 3, editable”."""
        assert self.grid is not None
        name = self.grid.node.rsplit("/", 1)[-1].replace("_", " ")
        row, column = self.grid.row_name(index.row()), self.grid.column_name(index.column())
        head = self.grid.band_name(index.column() // self.grid.band)
        where = tr("{row} to {column}", row=row, column=column) if row else column
        return ", ".join(part for part in (name, head, where, short(value), tr("editable")) if part)

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole:
            return False
        try:
            number = parse_number(str(value))
        except LabError as error:
            self.refused.emit(str(error))
            return False
        return self.set_value(index, number)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if self.grid is None or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        if orientation == Qt.Orientation.Horizontal:
            return self.grid.column_name(section) if section < self.grid.columns else None
        return self.grid.row_name(section) if section < self.grid.rows else None
