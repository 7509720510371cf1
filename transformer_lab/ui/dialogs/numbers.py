"""All numbers of what is looked at as a plain table: to read, to walk by arrows, to copy."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QTableView, QVBoxLayout, QWidget

from transformer_lab.figures.numbers import exact
from transformer_lab.figures.picture import Sheet as Numbers
from transformer_lab.language import tr
from transformer_lab.ui.dialogs.base import Sheet, voiced
from transformer_lab.ui.numbers_model import NumbersModel

LEAST, MOST = (460, 260), (1120, 720)
"""Sizes of the dialog: as large as its numbers, within these."""
AIR, ROUND = 14, 148
"""Between two columns; height of the name above the table and of the line below it."""


class NumbersTable(QTableView):
    """A read-only table; Ctrl+C copies what is selected, as a spreadsheet reads it."""

    def __init__(self, numbers: Numbers, name: str) -> None:
        super().__init__()
        self.numbers = numbers
        self.setModel(NumbersModel(numbers, self))
        self.setObjectName("numbers")
        self.setAccessibleName(name)
        self.setTabKeyNavigation(False)
        self.setCurrentIndex(self.model().index(0, 0))

    def spread(self) -> None:
        """All columns as wide as the widest, with air between the numbers."""
        self.resizeColumnsToContents()
        columns = range(self.model().columnCount())
        widest = max((self.columnWidth(i) for i in columns), default=0) + AIR
        for i in columns:
            self.setColumnWidth(i, widest)

    def whole(self) -> tuple[int, int]:
        """Width and height at which nothing scrolls."""
        across, down = self.horizontalHeader(), self.verticalHeader()
        room = 2 * self.frameWidth() + 4
        return down.sizeHint().width() + across.length() + room, across.height() + down.length() + room

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def copy(self) -> None:
        """The selected cells, row by row."""
        chosen = sorted((index.row(), index.column()) for index in self.selectedIndexes())
        rows = {row: [c for r, c in chosen if r == row] for row, _ in chosen}
        cells = self.numbers.cells
        lines = ("\t".join(_every_digit(cells[r][c]) for c in cs) for r, cs in rows.items())
        QGuiApplication.clipboard().setText("\n".join(lines))


def _every_digit(cell: float | str) -> str:
    return exact(cell) if isinstance(cell, float) else cell


class NumbersDialog(Sheet):
    """The table with its name over it."""

    def __init__(self, title: str, numbers: Numbers, parent: QWidget) -> None:
        super().__init__(parent, title)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.addWidget(voiced(title, "title"))
        self.table = NumbersTable(numbers, title)
        column.addWidget(self.table, 1)
        foot = QHBoxLayout()
        foot.addWidget(
            voiced(tr("Arrows walk, Ctrl+C copies what is selected with every digit."), "quiet"), 1
        )
        close = QPushButton(tr("Done"))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        foot.addWidget(close, 0, Qt.AlignmentFlag.AlignRight)
        column.addLayout(foot)
        self.table.spread()
        self.table.setFocus()
        wide, high = self.table.whole()
        self.fit(min(MOST[0], max(LEAST[0], wide + 48)), min(MOST[1], max(LEAST[1], high + ROUND)))
