"""The answer as a Picture whose doors can be walked by keys: Tab and arrows move a ring, Enter opens."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.ask import Answer, inspector_picture, sentence
from transformer_lab.figures.ask.aloud import link_text, read_aloud, stops
from transformer_lab.figures.hit import laid_down, locate_in
from transformer_lab.figures.links import deed_of, is_link
from transformer_lab.figures.manner import USUAL
from transformer_lab.figures.numbers import exact
from transformer_lab.render.fonts import advance
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.pictures import PictureView
from transformer_lab.ui.presses import ARROWS, OPENING
from transformer_lab.ui.theming import Theming


class AnswerView(PictureView):
    """Shows an `Answer`; its height is what the answer needs at the given width."""

    walked = Signal(object)
    """the ring moved to another door (a box in this view), so that it can be scrolled to"""
    acted = Signal(str)
    """a deed was clicked, by its name"""

    def __init__(self, theming: Theming, focus: Focus) -> None:
        super().__init__(theming, None, focus, rings=False)
        self._gaze, self._look = focus, theming
        self.answer: Answer | None = None
        self._snapshot: Snapshot | None = None
        self._doors: tuple[Cell, ...] = ()
        self.manner = USUAL
        self._door = -1
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        focus.hovered.connect(self._hovered)

    def show_answer(
        self, answer: Answer | None, snapshot: Snapshot, width: float, folded: frozenset[str] = frozenset()
    ) -> None:
        """Show this answer at this width. The walk begins anew only with another question."""
        asked_before = self.answer.cell if self.answer is not None else None
        self.answer, self._snapshot = answer, snapshot
        self._doors = tuple(dict.fromkeys(stops(answer, folded))) if answer else ()
        if answer is None or answer.cell != asked_before:
            self._door = -1
        self.show_picture(inspector_picture(answer, width, advance, folded) if answer is not None else None)
        self.setFixedHeight(round(self.picture.size[1]) if self.picture is not None else 1)
        if answer is not None:
            self.setAccessibleDescription(read_aloud(answer, folded))

    @property
    def stops(self) -> tuple[Cell, ...]:
        """Everything that the ring can stand on, in order."""
        return self._doors

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
            self._open(self.door)
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
        self._gaze.hover(None if is_link(cell) else cell)
        self.setAccessibleDescription(self._spoken(cell))
        box = self._box(cell)
        if box is not None:
            self.walked.emit(box)
        self.update()
        return True

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position().x(), event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and cell is not None:
            self._open(cell)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position().x(), event.position().y())
        if cell is None or not is_link(cell):
            super().mouseMoveEvent(event)
            return
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._gaze.hover(None)

    def menu_cell(self, event: QContextMenuEvent) -> Cell | None:
        """The number under the pointer; by keyboard and beside all numbers what the page is about."""
        found = super().menu_cell(event)
        if found is not None and not is_link(found):
            return found
        return self.answer.cell if self.answer is not None else None

    # --- inside ----------------------------------------------------------------------------------------
    def _open(self, cell: Cell) -> None:
        """Follow a door: ask for a number, turn to a page, or do a deed."""
        if deed_of(cell):
            self.acted.emit(deed_of(cell))
            return
        self._gaze.select(cell)
        self.asked.emit(cell)

    def _spoken(self, cell: Cell) -> str:
        """What a door leads to, in one sentence."""
        if self._snapshot is None or self.answer is None:
            return ""
        if is_link(cell):
            return link_text(self.answer, cell)
        try:
            return sentence(self._snapshot, cell, self.manner)
        except LabError:
            return cell.node

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
            tip = self._spoken(cell)
        self.setToolTip(tip)
        self.update()
