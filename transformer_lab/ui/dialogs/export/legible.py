"""How large the type is on a slide: a line with a mark at 18 points, and repairs of small type."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from transformer_lab.figures.legibility import READABLE, Smallest
from transformer_lab.language import tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.controls import smooth
from transformer_lab.ui.dialogs.base import voiced
from transformer_lab.ui.dialogs.export.subject import Repair
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.theming import Theming

SMALLEST, LARGEST = 6.0, 40.0
HIGH, LINE_Y = 62, 32.0


class TypeLine(QWidget):
    """Each kind of text at its size; what lies left of 18 points is amber."""

    def __init__(self, theming: Theming) -> None:
        super().__init__()
        self._theming = theming
        self._sizes: tuple[Smallest, ...] = ()
        self.setFixedHeight(HIGH)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theming.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(400, HIGH)

    def tell(self, sizes: Sequence[Smallest]) -> None:
        """Show these kinds of text."""
        self._sizes = tuple(sizes)
        said = ", ".join(f"{one.text} {one.points:.0f}" for one in sizes)
        self.setAccessibleName(tr("Text sizes on this slide: {sizes} points", sizes=said))
        self.update()

    def _x(self, points: float) -> float:
        share = (min(LARGEST, max(SMALLEST, points)) - SMALLEST) / (LARGEST - SMALLEST)
        return 8.0 + share * (self.width() - 16.0)

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            limit = self._x(READABLE)
            painter.setPen(Qt.PenStyle.NoPen)
            for left, right, token in ((8.0, limit, "now"), (limit, self.width() - 8.0, "ok")):
                color = self._theming.color(token)
                color.setAlphaF(0.45)
                painter.setBrush(color)
                painter.drawRoundedRect(QRectF(left, LINE_Y - 3.0, right - left, 6.0), 3, 3)
            painter.setPen(QPen(self._theming.color("ink"), 1.5))
            painter.drawLine(QPointF(limit, LINE_Y - 8.0), QPointF(limit, LINE_Y + 8.0))
            painter.setFont(font("regular", 12))
            painter.setPen(self._theming.color("ink2"))
            painter.drawText(
                QPointF(limit + 2.0, LINE_Y + 24.0), tr("18 pt and up: readable from the back row")
            )
            end = 0.0
            for one in self._sizes:
                small = one.points < READABLE - 0.5
                text, x = f"{one.text} {one.points:.0f}", self._x(one.points)
                wide = advance(text, "medium" if small else "regular", 12)
                left = max(end, min(x - wide / 2.0, self.width() - wide))
                painter.setFont(font("medium" if small else "regular", 12))
                painter.setPen(self._theming.color("error" if small else "ink2"))
                painter.drawText(QPointF(left, LINE_Y - 14.0), text)
                end = left + wide + 10.0
                painter.setPen(QPen(self._theming.color("ink"), 1.5))
                painter.setBrush(self._theming.color("raised"))
                painter.drawEllipse(QPointF(x, LINE_Y), 5.5, 5.5)


class Repairs(QWidget):
    """The amber card: what is too small, and up to two buttons that repair it."""

    chosen = Signal(object)
    """a Repair"""

    def __init__(self, theming: Theming) -> None:
        super().__init__()
        self._theming = theming
        self.text = voiced("", "quiet")
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.buttons: list[QPushButton] = []
        self._told = False
        self._icon = QLabel()
        said, self._row = QHBoxLayout(), QHBoxLayout()
        for row in (said, self._row):
            row.setSpacing(10)
        said.addWidget(self._icon)
        said.addWidget(self.text, 1)
        self._row.addStretch()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(14, 10, 12, 10)
        whole.setSpacing(8)
        whole.addLayout(said)
        whole.addLayout(self._row)
        theming.changed.connect(self.update)

    def tell(self, sentence: str, repairs: Sequence[Repair], told: bool = False) -> None:
        """Say it and offer this; nothing hides the card. What is `told` is no warning."""
        for button in self.buttons:
            self._row.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = [QPushButton(repair.name) for repair in repairs]
        for button, repair in zip(self.buttons, repairs, strict=True):
            button.setAutoDefault(False)
            button.clicked.connect(partial(self.chosen.emit, repair))
            self._row.addWidget(button)
        self.text.setText(sentence)
        self._told = told
        name, color = ("info", "ink2") if told else ("triangle-alert", "error")
        color = self._theming.theme.color(color)
        self._icon.setPixmap(pixmap(name, color, 20, self.devicePixelRatioF()))
        self.setVisible(bool(sentence))

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.setPen(QPen(self._theming.color("line2" if self._told else "now"), 1.5))
            painter.setBrush(self._theming.color("panel" if self._told else "wash"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 9, 9)
