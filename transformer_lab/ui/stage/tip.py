"""A sentence beside the pointer, or the one line of the first run: over the stage, taking no clicks."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.controls import smooth
from transformer_lab.ui.theming import Theming

GAP = 14
Parts = tuple[tuple[str, str], ...]
"""Texts, each with a colour token."""


class Tip(QWidget):
    """One line of type on a raised card (or, `bare`, on nothing)."""

    def __init__(self, theming: Theming, parent: QWidget, *, size: int = 12) -> None:
        super().__init__(parent)
        self._theming, self._size = theming, size
        self._parts: Parts = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        theming.changed.connect(self.update)

    def say(self, parts: Parts, at: QPoint) -> None:
        """Show this line beside a point of the parent, inside it."""
        self._parts = parts
        width = round(sum(self._advance(*part) for part in parts)) + 22
        height = self._size + 16
        room = self.parentWidget().rect()
        x = min(at.x() + GAP, room.width() - width - 6)
        y = at.y() + GAP if at.y() + GAP + height < room.height() else at.y() - GAP - height
        self.setGeometry(max(6, x), max(6, y), width, height)
        self.setAccessibleName("".join(text for text, _ in parts))
        self.show()
        self.raise_()
        self.update()

    def _advance(self, text: str, token: str) -> float:
        return advance(text, self._face(token), self._size)

    @staticmethod
    def _face(token: str) -> str:
        return "regular" if token in ("ink", "ink2", "ink3") else "medium"

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.setPen(QPen(self._theming.color("line2"), 1))
            painter.setBrush(self._theming.color("raised"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
            x, base = 11.0, self.height() / 2 + self._size * 0.36
            for text, token in self._parts:
                painter.setFont(font(self._face(token), self._size))
                painter.setPen(self._theming.color(token))
                painter.drawText(round(x), round(base), text)
                x += self._advance(text, token)
