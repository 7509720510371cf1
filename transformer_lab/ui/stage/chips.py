"""Head chips: a click looks at one head, Shift and a click lays another one over it, in its own colour."""

from __future__ import annotations

from PySide6.QtCore import QLineF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QPen

from transformer_lab.figures.stage.folded import DASHES
from transformer_lab.language import tr
from transformer_lab.ui.controls import Segmented, smooth
from transformer_lab.ui.theming import Theming


class HeadChips(Segmented):
    """A choice of one; under those that are drawn together lies the line of their threads."""

    joined = Signal(int)

    def __init__(self, theming: Theming) -> None:
        super().__init__(theming, (), tr("Head"))
        self._together: tuple[int, ...] = ()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys with the stage
        self.setToolTip(tr("Shift+click shows up to four heads together"))

    def show_together(self, heads: tuple[int, ...]) -> None:
        """Which heads are drawn together, by the place of their colour."""
        if heads != self._together:
            self._together = heads
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            super().mousePressEvent(event)
            return
        for i, box in enumerate(self._boxes()):
            if box.contains(event.position()):
                self.joined.emit(i)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if step and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.joined.emit(max(0, min(len(self._boxes()) - 1, self.index + step)))
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        boxes = self._boxes()
        with smooth(self) as painter:
            for place, head in enumerate(self._together):
                if 0 <= head < len(boxes):
                    pen = QPen(self._theming.color(f"heads.{place}"), 2)
                    if DASHES[place]:
                        pen.setDashPattern([part / 2.0 for part in DASHES[place]])
                    painter.setPen(pen)
                    y, box = self.height() - 5.0, boxes[head]
                    painter.drawLine(QLineF(box.left() + 11, y, box.right() - 11, y))
