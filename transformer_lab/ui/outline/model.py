"""The tree of rows for Qt. Which rows exist depends on the graph alone; numbers are read when they are
painted.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from transformer_lab.language import tr
from transformer_lab.ui.outline.rows import Row

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = Qt.ItemDataRole.UserRole
NOWHERE = QModelIndex()


class OutlineModel(QAbstractItemModel):
    """Rows by number; an index carries its row's number."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._top: tuple[int, ...] = ()
        self._rows: list[Row] = []
        self._parent: list[int] = []
        self._place: list[int] = []
        self._children: list[tuple[int, ...]] = []
        self._by_key: dict[str, int] = {}

    def show_rows(self, rows: tuple[Row, ...]) -> None:
        """Show another tree."""
        self.beginResetModel()
        self._rows, self._parent, self._place, self._children = [], [], [], []
        self._top = tuple(self._add(row, -1, i) for i, row in enumerate(rows))
        self._by_key = {row.key: i for i, row in enumerate(self._rows)}
        self.endResetModel()

    def retell(self, rows: tuple[Row, ...]) -> bool:
        """Show a tree of the same rows in other words: what is open stays open, and only rows that differ
        are painted. False, and nothing done, if the rows are others.
        """
        told = list(_top_down(rows))
        if [(row.key, len(row.rows)) for row in told] != [(row.key, len(row.rows)) for row in self._rows]:
            return False
        before, self._rows = self._rows, told
        for number, (old, new) in enumerate(zip(before, told, strict=True)):
            if old is not new and old != new:
                index = self.createIndex(self._place[number], 0, number)
                self.dataChanged.emit(index, index)
        return True

    def _add(self, row: Row, parent: int, place: int) -> int:
        number = len(self._rows)
        self._rows.append(row)
        self._parent.append(parent)
        self._place.append(place)
        self._children.append(())
        self._children[number] = tuple(self._add(child, number, i) for i, child in enumerate(row.rows))
        return number

    def row_at(self, index: Index) -> Row | None:
        """The row behind an index."""
        return self._rows[index.internalId()] if index.isValid() else None

    def find(self, key: str) -> QModelIndex:
        """The index of the row with this key, or an invalid one."""
        number = self._by_key.get(key)
        return NOWHERE if number is None else self.createIndex(self._place[number], 0, number)

    def all(self) -> Iterator[Row]:
        """All rows, top down."""
        return iter(self._rows)

    def keys(self) -> Iterator[str]:
        """Keys of all rows, top down."""
        return iter(self._by_key)

    # --- what Qt asks ----------------------------------------------------------------------------------
    def index(self, row: int, column: int, parent: Index = NOWHERE) -> QModelIndex:
        among = self._children[parent.internalId()] if parent.isValid() else self._top
        return self.createIndex(row, column, among[row]) if column == 0 and 0 <= row < len(among) else NOWHERE

    def parent(self, index: Index) -> QModelIndex:
        if not index.isValid():
            return NOWHERE
        above = self._parent[index.internalId()]
        return NOWHERE if above < 0 else self.createIndex(self._place[above], 0, above)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return len(self._children[parent.internalId()]) if parent.isValid() else len(self._top)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row_at(index)
        if row is None:
            return None
        if role == ROW_ROLE:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return spoken(row)
        if role != Qt.ItemDataRole.ToolTipRole:
            return None
        said = (f"{row.node}\n{row.note}" if row.kind == "array" else "", row.written)
        return "\n\n".join(part for part in said if part) or None


def _top_down(rows: tuple[Row, ...]) -> Iterator[Row]:
    for row in rows:
        yield row
        yield from _top_down(row.rows)


def spoken(row: Row) -> str:
    """A row as a sentence."""
    where = tr(", block {n}", n=row.block + 1) if row.block >= 0 and row.kind != "block" else ""
    if row.where:
        where = f", {row.where}" if row.kind != "block" else ""
    return f"{row.title}{', ' + row.note if row.note else ''}{where}"
