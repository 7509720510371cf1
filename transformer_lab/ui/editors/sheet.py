"""The sheet under the keys: how wide they are, their printed scale, what is chosen, what is painted."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from PySide6.QtCore import QModelIndex, QRect, QRectF, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView

from transformer_lab.figures.scales import limit_of_all
from transformer_lab.language import tr
from transformer_lab.ui.editors.cells import paint_cells
from transformer_lab.ui.editors.grid import Grid
from transformer_lab.ui.editors.headers import Across, Down
from transformer_lab.ui.editors.keys import (
    GAP,
    HEIGHT,
    MANY,
    MOST_HEIGHT,
    MOST_WIDTH,
    NARROW,
    WIDTH,
    Keys,
)
from transformer_lab.ui.editors.model import MatrixModel
from transformer_lab.ui.editors.region import Region, spanning
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.theming import Theming

BETWEEN = 12
"""additional room before a head"""
EDGE = 16
"""kept free beside and below the keys"""
RING = 3
"""room for the ring before the first row and column"""
LARGE, LATER_MS = 250_000, 250
"""a matrix of more numbers is measured for its scale once the hand rests"""
FEW = 40
"""keys that are painted one by one"""


class KeySheet(QTableView):
    """Keys of one value, as they look. `anchor` and the current key span what is chosen."""

    scaled = Signal()
    """the printed scale is another"""
    shares = Signal(bool)
    """whether it shares the scale of the stage, is another answer"""
    moved = Signal()
    """another key, or other keys, are chosen"""

    def __init__(self, model: MatrixModel, focus: Focus, theming: Theming) -> None:
        super().__init__()
        self._matrix, self._gaze, self._theming = model, focus, theming
        self.setAccessibleName(tr("Numbers of the matrix"))
        self.keys = Keys(theming, self)
        self.across, self.down = (side(theming, model, self.keys, self) for side in (Across, Down))
        self._anchor: tuple[int, int] | None = None
        self._limited: Grid | None = None
        self.shared = False
        """whether its colours end where those of the stage do"""
        self._sight: tuple[object, tuple[slice, slice]] | None = None
        self._later = QTimer(self, singleShot=True, interval=LATER_MS)
        self._later.timeout.connect(self._measure)
        self._wider: tuple[int, ...] = ()
        self._seen: tuple[Grid | None, float, slice, slice, np.ndarray, np.ndarray] | None = None
        self.setModel(model)
        self.setItemDelegate(self.keys)
        self.setHorizontalHeader(self.across)
        self.setVerticalHeader(self.down)
        self._dress()
        theming.changed.connect(self.repaint_all)

    def _dress(self) -> None:
        self.setShowGrid(False)
        self.setMouseTracking(True)
        self.setCornerButtonEnabled(False)
        self.setStyleSheet("QTableCornerButton::section { background: transparent; border: none; }")
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.AnyKeyPressed | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.viewport().setAutoFillBackground(False)
        self.across.viewport().setAutoFillBackground(False)
        self.down.viewport().setAutoFillBackground(False)
        self.setTabKeyNavigation(False)

    @property
    def matrix(self) -> MatrixModel:
        """What it shows."""
        return self._matrix

    @property
    def theming(self) -> Theming:
        """The colours that it wears."""
        return self._theming

    @property
    def dragging(self) -> bool:
        """Whether a number is being dragged."""
        return False

    def lay_out(self) -> None:
        """Sizes of rows and columns for the parameter that the model shows."""
        grid = self._matrix.grid
        if grid is None:
            return
        self.keys.narrow = (grid.columns > MANY and len(grid.across) == 1) or grid.columns > 2 * MANY
        self.across.show_names = not self.keys.narrow
        self.keys.wide, self.keys.high = self._roomy(grid)
        wide = NARROW if self.keys.narrow else self.keys.wide + GAP
        self.down.setDefaultSectionSize(self.keys.high + GAP)
        self.across.setDefaultSectionSize(wide)
        self._roomier((column, BETWEEN if column else RING) for column in range(0, grid.columns, grid.band))
        self.down.resizeSection(0, self.keys.high + GAP + RING)
        self.updateGeometries()
        self.rescale()

    def _roomy(self, grid: Grid) -> tuple[int, int]:
        """Width and height of keys with which the whole matrix fills the room there is, within limits."""
        across = self.width() - self.down.sizeHint().width() - EDGE - BETWEEN * (grid.columns // grid.band)
        down = self.height() - self.across.sizeHint().height() - EDGE
        wide, high = across // max(1, grid.columns) - GAP, down // max(1, grid.rows) - GAP
        return max(WIDTH, min(wide, MOST_WIDTH)), max(HEIGHT, min(high, MOST_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        grid = self._matrix.grid
        if grid is not None and self._roomy(grid) != (self.keys.wide, self.keys.high):
            self.lay_out()

    def _roomier(self, columns: Iterable[tuple[int, int]]) -> None:
        """Give some columns more room before their keys, and take it from those that had it."""
        wide = self.across.defaultSectionSize()
        for column in self._wider:
            self.across.resizeSection(column, wide)
        more = dict(columns)
        self._wider = tuple(more)
        for column, room in more.items():
            self.across.resizeSection(column, wide + room)

    def rescale(self) -> None:
        """Another scale if the numbers need one; never while a number is dragged."""
        if self.dragging:
            return
        if self._matrix.values.size > LARGE and self._limited is self._matrix.grid:
            self._later.start()
            return
        self._measure()

    def _measure(self) -> None:
        self._limited = self._matrix.grid
        limit = self._matrix.shared_limit if self.shared else limit_of_all(self._matrix.values)
        if limit != self.keys.limit:
            self.keys.limit = limit
            self.scaled.emit()

    def share(self, on: bool) -> None:
        """Colours on the scale of the stage, or on one of its own."""
        if on != self.shared:
            self.shared = on
            self._measure()
            self.shares.emit(on)
            self.scaled.emit()
            self.repaint_all()

    def repaint_changed(self) -> None:
        """Paint anew what looks different from what was painted last: after most edits a key or two."""
        matrix, (down, across) = self._matrix, self._seen_slices()
        values, grid = matrix.values[down, across], matrix.grid
        marks = matrix.marks(down, across)
        seen, self._seen = self._seen, (grid, self.keys.limit, down, across, values, marks)
        if seen is None or seen[:4] != self._seen[:4] or seen[4].shape != values.shape:
            self.repaint_all()
            return
        found = np.argwhere((seen[4] != values) | (seen[5] != marks))
        if len(found) > FEW:
            self.viewport().update()
            return
        for row, column in np.add(found, (down.start, across.start)).tolist():
            self.viewport().update(self.visualRect(matrix.index(row, column)))

    def _seen_slices(self) -> tuple[slice, slice]:
        """The rows and columns that are in sight."""
        x, y = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        key = (x, y, self.viewport().size(), self.keys.width, self.keys.high, self._matrix.values.shape)
        if self._sight is None or self._sight[0] != key:
            self._sight = (key, self._slices(self.viewport().rect()))
        return self._sight[1]

    def _slices(self, box: QRect) -> tuple[slice, slice]:
        """The rows and columns in a part of the viewport."""
        rows, columns = self._matrix.values.shape
        last_row, last_column = self.rowAt(box.bottom()), self.columnAt(box.right())
        return (
            slice(max(0, self.rowAt(box.top())), rows if last_row < 0 else last_row + 1),
            slice(max(0, self.columnAt(box.left())), columns if last_column < 0 else last_column + 1),
        )

    def repaint_all(self) -> None:
        """Paint what is visible anew."""
        for part in (self, self.across, self.down):
            part.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.keys.narrow:
            with QPainter(self.viewport()) as painter:
                paint_cells(painter, self, *self._slices(event.rect()))
        else:
            super().paintEvent(event)
        region = self.region
        if region is not None:
            with QPainter(self.viewport()) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                if region.many:
                    self.keys.wash(
                        painter, self._box(region.top, region.left), self._box(region.bottom, region.right)
                    )
                self.keys.ring(
                    painter, QRectF(self.visualRect(self.currentIndex())), quiet=not self.hasFocus()
                )

    def _box(self, row: int, column: int) -> QRectF:
        return QRectF(self.visualRect(self._matrix.index(row, column)))

    # --- what is chosen ---------------------------------------------------------------------------------
    @property
    def region(self) -> Region | None:
        """The keys that are chosen together; one of them is the current one."""
        current = self.currentIndex()
        if not current.isValid() or self._matrix.grid is None:
            return None
        here = (current.row(), current.column())
        return spanning(self._anchor or here, here).within(self._matrix.grid.rows, self._matrix.grid.columns)

    def choose(self, region: Region) -> None:
        """Choose these keys; the first of them is the current one."""
        self.setCurrentIndex(self._matrix.index(region.top, region.left))
        self.span_from((region.bottom, region.right))

    def span_from(self, anchor: tuple[int, int] | None) -> None:
        """Choose everything between a key and the current one; None: the current one alone."""
        self._anchor = anchor
        self._matrix.chosen = self.region
        self.viewport().update()
        self.moved.emit()

    def currentChanged(self, current: QModelIndex, previous: QModelIndex) -> None:
        super().currentChanged(current, previous)
        self.span_from(self._kept_anchor())

    def _kept_anchor(self) -> tuple[int, int] | None:
        """What the next current key spans from: nothing, unless the hand holds on."""
        return None
