"""Head chips: a click looks at one head, Shift and a click lays another one over it, in its own colour."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPaintEvent, QPen
from PySide6.QtWidgets import QMenu

from transformer_lab.figures.stage.folded import DASHES
from transformer_lab.language import tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.controls import Segmented, ring, smooth
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.presses import OPENING
from transformer_lab.ui.theming import Theming


class HeadChips(Segmented):
    """A choice of one; under those that are drawn together lies the line of their threads."""

    joined = Signal(int)

    def __init__(self, theming: Theming) -> None:
        super().__init__(theming, (), tr("Head"))
        self._together: tuple[int, ...] = ()
        self._lead = ""
        self._folded = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys with the stage
        self.setToolTip(tr("Shift+click shows up to four heads together"))

    def offer_heads(self, count: int, index: int, *, brief: bool) -> None:
        """So many heads; brief: one word before their numbers."""
        self._lead = tr("Head") if brief else ""
        self.offer([str(n + 1) if brief else tr("Head {n}", n=n + 1) for n in range(count)], index)

    def fold(self, folded: bool) -> None:
        """Where there is no room: the chosen head alone, and a click opens the list of all."""
        if folded != self._folded:
            self._folded = folded
            self.updateGeometry()
            self.update()

    def unfolded_width(self) -> int:
        """The room that all of them need side by side."""
        return super().sizeHint().width() + round(self.lead_width())

    def menu(self) -> QMenu:
        """The heads in a list, the chosen one marked."""
        made = QMenu(self)
        for i in range(len(self._names)):
            action = made.addAction(tr("Head {n}", n=i + 1), lambda i=i: self.choose(i))
            action.setCheckable(True)
            action.setChecked(i == self.index)
            if action.isChecked():
                action.setIcon(self._theming.icon("check"))
        made.aboutToHide.connect(made.deleteLater)
        return made

    def spoken_value(self) -> str:
        """The chosen head."""
        return self._said() if self._names else ""

    def lead_width(self) -> float:
        """Room of the word before the numbers."""
        return advance(self._lead, "regular", 13) + 14.0 if self._lead else 0.0

    def sizeHint(self) -> QSize:
        wide = round(advance(self._said(), "medium", 13)) + 46 if self._folded else self.unfolded_width()
        return QSize(wide, super().sizeHint().height())

    def _said(self) -> str:
        return tr("Head {n}", n=self.index + 1)

    def _widths(self) -> list[float]:
        return [width - (6.0 if self._lead else 0.0) for width in super()._widths()]

    def _boxes(self) -> list[QRectF]:
        return [box.translated(self.lead_width(), 0.0) for box in super()._boxes()]

    def show_together(self, heads: tuple[int, ...]) -> None:
        """Which heads are drawn together, by the place of their colour."""
        if heads != self._together:
            self._together = heads
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._folded:
            self.menu().popup(self.mapToGlobal(self.rect().bottomLeft()))
            return
        if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            super().mousePressEvent(event)
            return
        for i, box in enumerate(self._boxes()):
            if box.contains(event.position()):
                self.joined.emit(i)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if self._folded and event.key() in OPENING:
            self.menu().popup(self.mapToGlobal(self.rect().bottomLeft()))
            return
        if step and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.joined.emit(max(0, min(len(self._boxes()) - 1, self.index + step)))
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._folded:
            self._paint_folded()
            return
        super().paintEvent(event)
        boxes = self._boxes()
        with smooth(self) as painter:
            if self._lead:
                painter.setFont(font("regular", 13))
                painter.setPen(self._theming.color("ink2"))
                painter.drawText(QPointF(13.0, self.height() / 2 + 5), self._lead)
            for place, head in enumerate(self._together):
                if 0 <= head < len(boxes):
                    pen = QPen(self._theming.color(f"heads.{place}"), 2)
                    if DASHES[place]:
                        pen.setDashPattern([part / 2.0 for part in DASHES[place]])
                    painter.setPen(pen)
                    y, box = self.height() - 5.0, boxes[head]
                    painter.drawLine(QLineF(box.left() + 11, y, box.right() - 11, y))

    def _paint_folded(self) -> None:
        """“Head 3” with a sign that there is a list."""
        with smooth(self) as painter:
            painter.setPen(QPen(self._theming.color("line2"), 1))
            painter.setBrush(self._theming.color("raised"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)
            painter.setFont(font("medium", 13))
            painter.setPen(self._theming.color("ink"))
            painter.drawText(QPointF(13.0, self.height() / 2 + 5), self._said())
            sign = pixmap("chevron-down", self._theming.theme.color("ink2"), 12, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(self.width() - 24.0, self.height() / 2 - 5.5), sign)
            if self.hasFocus():
                ring(painter, self._theming, QRectF(self.rect()), 8)
