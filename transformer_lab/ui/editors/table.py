"""The table of keys: typing replaces, dragging sideways changes, Ctrl and the wheel nudge, a double click
sets 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from time import monotonic

import numpy as np
from PySide6.QtCore import QEvent, QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QTableView, QWidget

from transformer_lab.figures.scales import limit_covering
from transformer_lab.language import tr
from transformer_lab.ui.editors.drag import COARSE, PIXELS, Drag, dragged
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
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.theming import Theming

BETWEEN = 12
"""additional room before a head"""
EDGE = 16
"""kept free beside and below the keys"""
RING = 3
"""room for the ring before the first row and column"""
FEW = 40
"""keys that are painted one by one"""
PAUSE = 0.8
"""seconds after which wheel nudges are a new step"""
NUDGES = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
TURNS = count()


class KeyTable(QTableView):
    """Keys of one parameter."""

    scaled = Signal()
    """the printed scale is another"""

    def __init__(self, model: MatrixModel, focus: Focus, theming: Theming) -> None:
        super().__init__()
        self._matrix, self._gaze = model, focus
        self.setAccessibleName(tr("Numbers of the matrix"))
        self.keys = Keys(theming, self)
        self.across, self.down = (side(theming, model, self.keys, self) for side in (Across, Down))
        self._drag: Drag | None = None
        self._wider: tuple[int, ...] = ()
        self._seen: tuple[Grid | None, float, np.ndarray, np.ndarray] | None = None
        self._nudge: tuple[object, float, int] = (None, 0.0, 0)
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
    def dragging(self) -> bool:
        """Whether a number is being dragged."""
        return self._drag is not None and self._drag.moved

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
        limit = limit_covering(self._matrix.values, cover=1.0)
        if limit != self.keys.limit:
            self.keys.limit = limit
            self.scaled.emit()

    def repaint_changed(self) -> None:
        """Paint anew what looks different from what was painted last: after most edits a key or two."""
        values, marks, grid = self._matrix.values, self._matrix.marks(), self._matrix.grid
        seen, self._seen = self._seen, (grid, self.keys.limit, values, marks)
        if seen is None or seen[:2] != self._seen[:2] or seen[2].shape != values.shape:
            self.repaint_all()
            return
        found = np.argwhere((seen[2] != values) | (seen[3] != marks))
        if len(found) > FEW:
            self.viewport().update()
            return
        for row, column in found.tolist():
            self.viewport().update(self.visualRect(self._matrix.index(row, column)).adjusted(-3, -3, 3, 3))

    def repaint_all(self) -> None:
        """Paint what is visible anew."""
        for part in (self, self.across, self.down):
            part.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.currentIndex().isValid():
            with QPainter(self.viewport()) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                box = QRectF(self.visualRect(self.currentIndex()))
                self.keys.ring(painter, box, quiet=not self.hasFocus())

    def currentChanged(self, current: QModelIndex, previous: QModelIndex) -> None:
        super().currentChanged(current, previous)
        self.viewport().update()

    # --- mouse -----------------------------------------------------------------------------------------
    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            super().mousePressEvent(event)
            return
        self.setCurrentIndex(index)
        value = float(self._matrix.values[index.row(), index.column()])
        self._drag = Drag(index, event.position(), value, ("drag", next(TURNS)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        drag = self._drag
        if drag is None:
            self.viewport().setCursor(
                Qt.CursorShape.SizeHorCursor if index.isValid() else Qt.CursorShape.ArrowCursor
            )
            self._gaze.hover(self._matrix.cell(index))
            super().mouseMoveEvent(event)
            return
        way = event.position().x() - drag.start.x()
        if not drag.moved and abs(way) < PIXELS:
            return
        self._drag = drag._replace(moved=True)
        value = dragged(drag.value, way, event.modifiers())
        if value != float(self._matrix.values[drag.at.row(), drag.at.column()]):
            self._matrix.set_value(drag.at, value, drag.key)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drag, self._drag = self._drag, None
        if drag is not None and not drag.moved:
            self._gaze.select(self._matrix.cell(drag.at))
        self.rescale()
        self.repaint_changed()
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._drag = None
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            self._matrix.set_value(index, 0.0)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.currentIndex()
        if event.reason() != QContextMenuEvent.Reason.Keyboard:
            index = self.indexAt(event.pos())
        self._gaze.offer(self._matrix.cell(index), event.globalPos())

    def leaveEvent(self, event: QEvent) -> None:
        self._gaze.hover(None)
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier or not index.isValid():
            super().wheelEvent(event)
            return
        step = 0.01 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 0.1
        turns = (event.angleDelta().y() or event.angleDelta().x()) / 120.0
        self.nudge(index, step * turns)
        event.accept()

    def nudge(self, index: QModelIndex, by: float) -> None:
        """Change a number a little; nudges without a pause are one step."""
        cell, now = self._matrix.cell(index), monotonic()
        same = self._nudge[0] == cell and now - self._nudge[1] < PAUSE
        turn = self._nudge[2] if same else next(TURNS)
        self._nudge = (cell, now, turn)
        value = float(self._matrix.values[index.row(), index.column()])
        self._matrix.set_value(index, round(value + by, 10), ("nudge", turn))

    # --- keys ------------------------------------------------------------------------------------------
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, index = event.key(), self.currentIndex()
        if self._drag is not None and key == Qt.Key.Key_Escape:
            drag, self._drag = self._drag, None
            self._matrix.set_value(drag.at, drag.value, drag.key)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and index.isValid():
            self._matrix.set_value(index, 0.0)
        elif (
            key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and self.state() != QAbstractItemView.State.EditingState
        ):
            self._ask_or_go_down(index)
        elif key in NUDGES and event.modifiers() & Qt.KeyboardModifier.ControlModifier and index.isValid():
            fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.nudge(index, NUDGES[Qt.Key(key)] * (0.01 if fine else 0.1))
        elif event.modifiers() & COARSE:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _ask_or_go_down(self, index: QModelIndex) -> None:
        cell = self._matrix.cell(index)
        if cell is not None:
            self._gaze.select(cell)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Enter goes down one row after it was taken."""
        submitted = hint == QAbstractItemDelegate.EndEditHint.SubmitModelCache
        super().closeEditor(editor, hint)
        if submitted:
            below = self._matrix.index(self.currentIndex().row() + 1, self.currentIndex().column())
            if below.isValid():
                self.setCurrentIndex(below)
