"""What went wrong or needs saying: one quiet card at the top of the stage, never a modal."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Literal

from PySide6.QtCore import QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QWidget

from transformer_lab.language import tr
from transformer_lab.render.fonts import font
from transformer_lab.ui.controls import IconButton, smooth
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.theming import Theming

Kind = Literal["error", "info"]
STAYS_MS = 5000  # an information goes by itself, an error is closed by hand
WIDEST = 620
INSET = 44
Choice = tuple[str, Callable[[], object]]
"""What a notice offers: a button and what it does."""
BUTTONS = 40  # height of the row of buttons
ICONS = {"error": ("triangle-alert", "error"), "info": ("check", "ok")}


class Notice(QWidget):
    """The card. The same sentence is not shown twice while it stands."""

    def __init__(self, theming: Theming, parent: QWidget) -> None:
        super().__init__(parent)
        self._theming = theming
        self.text, self.kind = "", "info"
        self._close = IconButton(theming, "x", tr("Close the notice"), 14)
        self._close.setParent(self)
        self._close.clicked.connect(self.dismiss)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.dismiss)
        self._area = QRect()
        self._buttons: list[QPushButton] = []
        self.hide()
        theming.changed.connect(self.update)

    def say(self, text: str, kind: Kind = "error", choices: tuple[Choice, ...] = ()) -> None:
        """Show a sentence, with buttons for what can be done; a notice that offers something stays."""
        self.text, self.kind = text, kind
        self._offer(choices)
        self.setAccessibleName(text)
        self._place()
        self.show()
        self.raise_()
        self.update()
        self._timer.stop()
        if kind == "info" and not choices:
            self._timer.start(STAYS_MS)

    def dismiss(self) -> None:
        """Take the card away."""
        self._timer.stop()
        self.hide()

    def _offer(self, choices: tuple[Choice, ...]) -> None:
        for button in self._buttons:
            button.hide()
            button.deleteLater()
        self._buttons = []
        for name, do in choices:
            button = QPushButton(name, self)
            button.setDefault(not self._buttons)
            button.clicked.connect(partial(self._choose, do))
            button.show()
            self._buttons.append(button)

    def _choose(self, do: Callable[[], object], _on: bool = False) -> None:
        self.dismiss()
        do()

    def within(self, area: QRect) -> None:
        """The part of the window over which notices stand."""
        self._area = area
        self._place()

    def _place(self) -> None:
        width = min(WIDEST, max(200, self._area.width() - 40))
        room = QRect(0, 0, width - INSET - 44, 400)
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft
        needed = self._balanced(room, flags)
        width = min(width, needed.width() + INSET + 48)
        height = max(44, needed.height() + 26)
        sizes = [button.sizeHint() for button in self._buttons]
        width = max(width, INSET + sum(size.width() + 8 for size in sizes) + 12)
        foot, height = height - 6, height + (BUTTONS if sizes else 0)
        x = self._area.x() + (self._area.width() - width) // 2
        self.setGeometry(x, self._area.y() + 10, width, height)
        self._close.move(width - self._close.width() - 8, 8)
        left = INSET
        for button, size in zip(self._buttons, sizes, strict=True):
            button.setGeometry(left, foot, size.width(), size.height())
            left += size.width() + 8

    def _balanced(self, room: QRect, flags: Qt.AlignmentFlag | Qt.TextFlag) -> QRect:
        """What the sentence needs in as few lines as possible, and these about equally long."""
        measure, low, wide = self.fontMetrics(), room.width() // 2, room.width()
        needed = measure.boundingRect(room, flags, self.text)
        while wide - low > 4:
            middle = (low + wide) // 2
            tried = measure.boundingRect(QRect(0, 0, middle, room.height()), flags, self.text)
            higher = tried.height() > needed.height() or tried.width() > middle
            low, wide = (middle, wide) if higher else (low, middle)
        return QRect(0, 0, min(wide + 2, room.width()), needed.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        icon, token = ICONS[self.kind]
        with smooth(self) as painter:
            painter.setPen(QPen(self._theming.color(token), 1))
            painter.setBrush(self._theming.color("raised"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 9, 9)
            drawing = pixmap(icon, self._theming.theme.color(token), 18, self.devicePixelRatioF())
            painter.drawPixmap(14, 13, drawing)
            painter.setFont(font("regular", 13))
            painter.setPen(self._theming.color("ink"))
            box = self.rect().adjusted(INSET, 0, -44, -BUTTONS if self._buttons else 0)
            painter.drawText(box, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter, self.text)
