"""The table of keys: typing replaces, dragging sideways changes, the wheel nudges, a double click sets 0.

Several keys are chosen with Shift, from the names at the edges, or by a drag with Ctrl+Shift; what is then
typed, dragged, nudged or deleted counts for all of them.
"""

from __future__ import annotations

from functools import partial
from itertools import count
from time import monotonic

import numpy as np
from PySide6.QtCore import QEvent, QModelIndex, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemDelegate, QAbstractItemView, QWidget

from transformer_lab.ui.editors import chords, naming
from transformer_lab.ui.editors.drag import COARSE, PIXELS, Drag, dragged
from transformer_lab.ui.editors.model import MatrixModel
from transformer_lab.ui.editors.region import Region
from transformer_lab.ui.editors.sheet import KeySheet
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.theming import Theming

PAUSE = 0.8
"""seconds after which wheel nudges are a new step"""
NUDGES = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
MOVES = {
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
}
TURNS = count()
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
CHOOSING = SHIFT | CTRL
"""held, a drag chooses keys instead of changing numbers"""


class KeyTable(KeySheet):
    """Keys of one value, in the hand."""

    def __init__(self, model: MatrixModel, focus: Focus, theming: Theming) -> None:
        self._drag: Drag | None = None
        self._holds = self._choosing = False
        self._nudge: tuple[object, float, int] = (None, 0.0, 0)
        self.nice = False
        """whether dragged numbers snap to halves"""
        super().__init__(model, focus, theming)
        self.across.chosen.connect(partial(self._choose_line, down=False))
        self.down.chosen.connect(partial(self._choose_line, down=True))
        self.across.renaming.connect(partial(naming.ask_name, self, down=False))
        self.down.renaming.connect(partial(naming.ask_name, self, down=True))

    def set_nice(self, on: bool) -> None:
        """Let dragged numbers snap to halves, or not."""
        self.nice = on

    @property
    def dragging(self) -> bool:
        return self._drag is not None and self._drag.moved

    def _kept_anchor(self) -> tuple[int, int] | None:
        return self._anchor if self._holds else None

    def hold(self, index: QModelIndex) -> None:
        """Choose everything from where the choice began to this key."""
        current = self.currentIndex()
        if self._anchor is None and current.isValid():
            self._anchor = (current.row(), current.column())
        if not index.isValid():
            return
        self._holds = True
        self.setCurrentIndex(index)
        self._holds = False

    def choose_all(self) -> None:
        """Every key."""
        self.choose(self._matrix.whole)

    def _choose_line(self, first: int, last: int, *, down: bool) -> None:
        """Whole rows or columns, dragged along their names."""
        whole, (low, high) = self._matrix.whole, sorted((first, last))
        self.choose(whole._replace(top=low, bottom=high) if down else whole._replace(left=low, right=high))

    # --- mouse -----------------------------------------------------------------------------------------
    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if event.button() != Qt.MouseButton.LeftButton or not index.isValid():
            super().mousePressEvent(event)
            return
        if event.modifiers() == CHOOSING:
            self._choosing = True
            self.hold(index)
            return
        together = self.region
        if together is None or not together.many or not together.contains(index.row(), index.column()):
            if not event.modifiers() & SHIFT:
                self.setCurrentIndex(index)
            together = Region(index.row(), index.column(), index.row(), index.column())
        values = np.array(self._matrix.values[together.slices], dtype=float)
        self._drag = Drag(index, event.position(), values, together, ("drag", next(TURNS)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        drag = self._drag
        if self._choosing:
            if index.isValid():
                self.hold(index)
            return
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
        if not self._matrix.editable:
            return
        self._drag = drag._replace(moved=True)
        values = dragged(drag.values, way, event.modifiers(), nice=self.nice)
        if not np.array_equal(values, self._matrix.values[drag.region.slices]):
            self._matrix.set_region(drag.region, values, merge_key=drag.key)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        drag, self._drag = self._drag, None
        self._choosing = False
        if drag is not None and not drag.moved and event.modifiers() & SHIFT:
            self.hold(drag.at)
        elif drag is not None and not drag.moved:
            self.setCurrentIndex(drag.at)
            self.span_from(None)
            self._gaze.select(self._matrix.cell(drag.at))
        self.rescale()
        self.repaint_changed()
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._drag = None
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and self._matrix.editable:
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
        """Change a number, or all that are chosen with it, a little; nudges without a pause are one step."""
        region = self.region
        if region is None or not region.contains(index.row(), index.column()):
            region = Region(index.row(), index.column(), index.row(), index.column())
        what, now = (self._matrix.grid, region), monotonic()
        same = self._nudge[0] == what and now - self._nudge[1] < PAUSE
        turn = self._nudge[2] if same else next(TURNS)
        self._nudge = (what, now, turn)
        values = np.round(np.asarray(self._matrix.values[region.slices], dtype=float) + by, 10)
        self._matrix.set_region(region, values, merge_key=("nudge", turn))

    def clear(self) -> None:
        """Zero, or for a computed value: computed again."""
        region = self.region
        if region is not None and self._matrix.is_computed:
            self._matrix.release(region)
        elif region is not None:
            self._matrix.set_region(region, np.zeros((1, 1)))

    # --- keys ------------------------------------------------------------------------------------------
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, index = event.key(), self.currentIndex()
        do = chords.deed_of(event)
        if do is not None and index.isValid():
            do(self)
        elif self._drag is not None and key == Qt.Key.Key_Escape:
            drag, self._drag = self._drag, None
            self._matrix.set_region(drag.region, drag.values, merge_key=drag.key)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and index.isValid():
            self.clear()
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
        elif event.modifiers() & SHIFT and key in MOVES:
            down, right = MOVES[Qt.Key(key)]
            self.hold(self._matrix.index(index.row() + down, index.column() + right))
        elif key == Qt.Key.Key_Escape and self.region is not None and self.region.many:
            self.span_from(None)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Our chords come before those of the window."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and chords.deed_of(event)
        ):
            event.accept()
            return True
        return bool(super().event(event))

    def _ask_or_go_down(self, index: QModelIndex) -> None:
        cell = self._matrix.cell(index)
        if cell is not None:
            self._gaze.select(cell)

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """Enter goes down one row after it was taken."""
        submitted = hint == QAbstractItemDelegate.EndEditHint.SubmitModelCache
        super().closeEditor(editor, hint)
        if submitted and (self.region is None or not self.region.many):
            below = self._matrix.index(self.currentIndex().row() + 1, self.currentIndex().column())
            if below.isValid():
                self.setCurrentIndex(below)
