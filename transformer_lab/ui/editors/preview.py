"""A block of numbers that could go in several ways: shown before it is taken, so that the person chooses."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from transformer_lab.document.axes import place
from transformer_lab.document.entry.blocks import Reading
from transformer_lab.document.entry.placing import Way, ways
from transformer_lab.errors import LabError
from transformer_lab.figures.numbers import compact
from transformer_lab.language import tr
from transformer_lab.render.fonts import font
from transformer_lab.ui.controls import Choice, smooth
from transformer_lab.ui.dialogs.base import Sheet, voiced
from transformer_lab.ui.editors.region import sized
from transformer_lab.ui.theming import Theming

if TYPE_CHECKING:
    from transformer_lab.ui.editors.table import KeyTable

Source = tuple[str, Callable[[], np.ndarray]]
"""What a block can be read as: in words, and its numbers (rows × columns), which may raise LabError."""
MOST_ROWS, MOST_COLUMNS, CELL, HIGH = 8, 9, 52, 22


class Block(QWidget):
    """The first rows and columns of a block; numbers that have no place are struck out."""

    def __init__(self, theming: Theming) -> None:
        super().__init__()
        self._theming = theming
        self._all: np.ndarray = np.zeros((0, 0))
        self._kept = (0, 0)
        self.setFixedSize(QSize(MOST_COLUMNS * CELL + 20, MOST_ROWS * HIGH + 22))

    def show_way(self, way: Way, values: np.ndarray) -> None:
        """Show the block, and how much of it lands."""
        whole = values.T if way.turned else values
        self._all = whole if way.lost else way.values
        self._kept = way.values.shape
        self.setAccessibleName(tr("{r} rows, {c} columns", r=self._kept[0], c=self._kept[1]))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        rows, columns = self._all.shape
        with smooth(self) as painter:
            painter.setFont(font("regular", 12))
            for i in range(min(rows, MOST_ROWS)):
                for j in range(min(columns, MOST_COLUMNS)):
                    self._cell(painter, i, j)
            painter.setPen(self._theming.color("ink2"))
            more = [tr("{n} more rows", n=rows - MOST_ROWS)] if rows > MOST_ROWS else []
            more += [tr("{n} more columns", n=columns - MOST_COLUMNS)] if columns > MOST_COLUMNS else []
            at = QRectF(0, min(rows, MOST_ROWS) * HIGH + 2, self.width(), 18)
            painter.drawText(at, Qt.AlignmentFlag.AlignVCenter, ", ".join(more))

    def _cell(self, painter: QPainter, i: int, j: int) -> None:
        lost = i >= self._kept[0] or j >= self._kept[1]
        box = QRectF(j * CELL + 0.5, i * HIGH + 0.5, CELL - 3, HIGH - 3)
        pen = QPen(self._theming.color("line2"), 1, Qt.PenStyle.DashLine if lost else Qt.PenStyle.SolidLine)
        painter.setPen(pen)
        painter.setBrush(self._theming.color("panel" if lost else "raised"))
        painter.drawRoundedRect(box, 4, 4)
        painter.setPen(self._theming.color("ink3" if lost else "ink"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, compact(float(self._all[i, j])))


class BlockSheet(Sheet):
    """Which array, read how, put where; below, what arrives."""

    def __init__(
        self, table: KeyTable, theming: Theming, sources: tuple[Source, ...], asks: str, done: str
    ) -> None:
        super().__init__(table, done)
        self._table, self._sources, self._done = table, sources, done
        self._values: np.ndarray = np.zeros((0, 0))
        self._ways: tuple[Way, ...] = ()
        self.block = Block(theming)
        self.said = voiced("", "quiet")
        self.source, self.way = Choice(theming, asks), Choice(theming, tr("Put in"))
        self.source.addItems([name for name, _ in sources])
        self.take = QPushButton(done)
        self.take.setDefault(True)
        self._lay_out(asks)
        self.source.currentIndexChanged.connect(self._read)
        self.way.currentIndexChanged.connect(self._show_way)
        self.take.clicked.connect(self._put)
        self._read(0)
        self.fit(self.block.width() + 64, 430)
        (self.source if len(sources) > 1 else self.way).setFocus()

    def _lay_out(self, asks: str) -> None:
        grid = self._table.matrix.grid
        assert grid is not None
        form = QFormLayout()
        form.setLabelAlignment(Qt.AlignmentFlag.AlignRight)
        if len(self._sources) > 1:
            form.addRow(asks, self.source)
        form.addRow(tr("Put in"), self.way)
        foot = QHBoxLayout()
        foot.addWidget(self.said, 1)
        leave = QPushButton(tr("Cancel"))
        leave.clicked.connect(self.reject)
        for button in (leave, self.take):
            foot.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 24, 32, 20)
        column.setSpacing(14)
        column.addWidget(voiced(tr("Numbers for {name}", name=place(grid.node)), "title"))
        column.addLayout(form)
        column.addWidget(self.block)
        column.addStretch(1)
        column.addLayout(foot)

    def _read(self, number: int) -> None:
        """Another array, or another reading of what was pasted."""
        region = self._table.region
        at = (region.top, region.left) if region is not None else (0, 0)
        try:
            self._values, reason = self._sources[number][1](), ""
        except LabError as error:
            self._values, reason = np.zeros((0, 0)), str(error)
        rows, columns = self._table.matrix.values.shape
        self._ways = () if reason else ways(self._values, (rows, columns), *at)
        self.way.blockSignals(True)
        self.way.clear()
        self.way.addItems([way.title for way in self._ways])
        self.way.blockSignals(False)
        self.take.setEnabled(not reason)
        self.block.setVisible(not reason)
        self.said.setText(reason)
        self._show_way(0)

    def _show_way(self, number: int) -> None:
        if not self._ways:
            return
        way = self._ways[max(0, number)]
        self.block.show_way(way, self._values)
        (r, c), (rows, columns) = self._values.shape, self._table.matrix.values.shape
        said = tr("{r} × {c} numbers for {rows} × {columns} keys.", r=r, c=c, rows=rows, columns=columns)
        self.said.setText(said + (tr(" {n} have no place and are left out.", n=way.lost) if way.lost else ""))
        self.take.setEnabled(way.values.size > 0)

    def _put(self) -> None:
        way = self._ways[max(0, self.way.currentIndex())]
        region = sized(way.top, way.left, way.values.shape)
        if self._table.matrix.set_region(region, way.values, self._done):
            self._table.choose(region)
            self.accept()


def offer_readings(table: KeyTable, found: tuple[Reading, ...]) -> BlockSheet:
    """What was pasted, where it can be read or put in several ways."""
    sources = tuple((reading.said, partial(_values, reading)) for reading in found)
    return _opened(BlockSheet(table, table.theming, sources, tr("Read with"), tr("Paste")))


def offer_arrays(table: KeyTable, sources: tuple[Source, ...]) -> BlockSheet:
    """The arrays of a file."""
    return _opened(BlockSheet(table, table.theming, sources, tr("Array"), tr("Import")))


def _values(reading: Reading) -> np.ndarray:
    return reading.values


def _opened(sheet: BlockSheet) -> BlockSheet:
    sheet.open()
    return sheet
