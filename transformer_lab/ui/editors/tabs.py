"""Tabs with typeset symbols in the colours of their roles."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from transformer_lab.figures.ask.mathbox import Box, Setting, typeset
from transformer_lab.figures.ask.symbols import role_of, symbol_of
from transformer_lab.language import tr
from transformer_lab.render.fonts import advance
from transformer_lab.ui.controls import ring, smooth
from transformer_lab.ui.symbols import paint_marks
from transformer_lab.ui.theming import Theming

HEIGHT, LEAST, GAP = 27, 42, 8
MANY, TIGHT = 5, (34, 2)
"""so many tabs and more stand closer: their least width and gap"""


class SymbolTabs(QWidget):
    """One tab for each parameter; arrow keys move."""

    chosen = Signal(str)
    spoken_role = QAccessible.Role.PageTabList

    def __init__(self, theming: Theming) -> None:
        super().__init__()
        self._theming = theming
        self._ids: tuple[str, ...] = ()
        self._symbols: tuple[Box, ...] = ()
        self._current = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        theming.changed.connect(self.update)

    def offer(self, ids: tuple[str, ...], current: str) -> None:
        """Show these parameters; tells nobody."""
        if (ids, current) == (self._ids, self._current):
            return
        if ids != self._ids:
            self._ids = ids
            self._symbols = tuple(_symbol(i) for i in ids)
            self.updateGeometry()
        self._current = current
        self.setAccessibleName(tr("Parameter {name}", name=current.rsplit("/", 1)[-1].replace("_", " ")))
        self.update()

    @property
    def ids(self) -> tuple[str, ...]:
        """What the tabs show."""
        return self._ids

    def boxes(self) -> list[QRectF]:
        """Where each tab lies."""
        found, x, many = [], 0.0, len(self._symbols) >= MANY
        least, gap = TIGHT if many else (LEAST, GAP)
        for symbol in self._symbols:
            width = max(least, symbol.width + (12 if many else 22))
            found.append(QRectF(x, 0, width, HEIGHT))
            x += width + gap
        return found

    def sizeHint(self) -> QSize:
        boxes = self.boxes()
        return QSize(round(boxes[-1].right()) + 1 if boxes else 1, HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            for node_id, symbol, box in zip(self._ids, self._symbols, self.boxes(), strict=True):
                if node_id == self._current:
                    painter.setPen(QPen(self._theming.color("line2"), 1))
                    painter.setBrush(self._theming.color("raised"))
                    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
                x, y = box.center().x() - symbol.width / 2, box.center().y() + 5
                paint_marks(painter, self._theming, symbol.marks, x, y)
                if node_id == self._current and self.hasFocus():
                    ring(painter, self._theming, box, 7)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for node_id, box in zip(self._ids, self.boxes(), strict=True):
            if box.contains(event.position()):
                self.chosen.emit(node_id)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = [i for i, box in zip(self._ids, self.boxes(), strict=True) if box.contains(event.position())]
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)
        self.setToolTip(over[0] if over else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        place = (
            self._ids.index(self._current) + step if step is not None and self._current in self._ids else -1
        )
        if 0 <= place < len(self._ids):
            self.chosen.emit(self._ids[place])
        elif step is None:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()


def _symbol(node_id: str) -> Box:
    return typeset(symbol_of(node_id), advance, (), Setting(17, "math-italic", role_of(node_id)))
