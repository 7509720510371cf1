"""The answer as a Picture whose doors can be walked by keys: Tab and arrows move a ring, Enter opens."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QMenu, QSizePolicy

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.ask import Answer, inspector_picture, sentence
from transformer_lab.figures.hit import laid_down, locate_in
from transformer_lab.figures.numbers import exact
from transformer_lab.language import tr
from transformer_lab.render.fonts import advance
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.pictures import PictureView
from transformer_lab.ui.presses import ARROWS, OPENING
from transformer_lab.ui.theming import Theming


class AnswerView(PictureView):
    """Shows an `Answer`; its height is what the answer needs at the given width."""

    walked = Signal(object)
    """the ring moved to another door (a box in this view), so that it can be scrolled to"""

    def __init__(self, theming: Theming, focus: Focus) -> None:
        super().__init__(theming, None, focus, rings=False)
        self._gaze, self._look = focus, theming
        self.answer: Answer | None = None
        self._snapshot: Snapshot | None = None
        self._doors: tuple[Cell, ...] = ()
        self._door = -1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        focus.hovered.connect(self._hovered)

    def show_answer(self, answer: Answer | None, snapshot: Snapshot, width: float) -> None:
        """Show this answer at this width. The walk begins anew only with another question."""
        asked_before = self.answer.cell if self.answer is not None else None
        self.answer, self._snapshot = answer, snapshot
        self._doors = tuple(dict.fromkeys(c for c in answer.doors if c != answer.cell)) if answer else ()
        if answer is None or answer.cell != asked_before:
            self._door = -1
        self.show_picture(inspector_picture(answer, width, advance) if answer is not None else None)
        self.setFixedHeight(round(self.picture.size[1]) if self.picture is not None else 1)

    @property
    def door(self) -> Cell | None:
        """The door that the ring stands on."""
        return self._doors[self._door] if 0 <= self._door < len(self._doors) else None

    def copy_value(self) -> None:
        """The value in full precision to the clipboard."""
        if self.answer is not None:
            QGuiApplication.clipboard().setText(exact(self.answer.value))

    # --- events ----------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        rings = [(self.door, 2.0, 1.0)] if self.hasFocus() else []
        if self._gaze.under_pointer != self._gaze.selected:
            rings.append((self._gaze.under_pointer, 1.5, 0.55))
        boxes = [(self._box(cell), width, opacity) for cell, width, opacity in rings]
        if any(box is not None for box, _, _ in boxes):
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                for box, width, opacity in boxes:
                    if box is not None:
                        painter.setOpacity(opacity)
                        painter.setPen(QPen(self._look.color("select"), width))
                        painter.drawRoundedRect(box.adjusted(-3, -1, 3, 3), 4, 4)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, alt = Qt.Key(event.key()), event.modifiers() & Qt.KeyboardModifier.AltModifier
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_value()
        elif key == Qt.Key.Key_Backspace or (alt and key == Qt.Key.Key_Left):
            self._gaze.back()
        elif key in OPENING and self.door is not None:
            self._gaze.select(self.door)
        elif key in ARROWS and not alt:
            self.walk(sum(ARROWS[key]))
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Who comes by Tab starts before the first door."""
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._door = -1
        super().focusInEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab walks the doors and leaves after the last one."""
        return self.walk(1 if forward else -1) or super().focusNextPrevChild(forward)

    def walk(self, step: int) -> bool:
        """Move the ring; False when there is no door that way."""
        place = self._door + step
        if self._door < 0 and step < 0:
            return False
        if not 0 <= place < len(self._doors):
            return False
        self._door = place
        cell = self._doors[place]
        self._gaze.hover(cell)
        if self._snapshot is not None:
            self.setAccessibleDescription(sentence(self._snapshot, cell))
        box = self._box(cell)
        if box is not None:
            self.walked.emit(box)
        self.update()
        return True

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self.answer is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        copy = QAction(tr("Copy the value"), menu)
        copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        copy.triggered.connect(self.copy_value)
        menu.addAction(copy)
        menu.popup(event.globalPos())

    # --- inside ----------------------------------------------------------------------------------------
    def _box(self, cell: Cell | None) -> QRectF | None:
        if cell is None or self.picture is None:
            return None
        box = locate_in(laid_down(self.picture), cell)
        return QRectF(*box) if box is not None else None

    def _hovered(self, cell: object) -> None:
        tip = ""
        if (
            isinstance(cell, Cell)
            and self.underMouse()
            and self._snapshot is not None
            and cell in self._doors
        ):
            tip = sentence(self._snapshot, cell)
        self.setToolTip(tip)
        self.update()
