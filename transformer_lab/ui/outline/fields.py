"""Small fields for design choices: a number with minus and plus, and a name with a list behind it."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QWidget

from transformer_lab.language import tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.controls import ring, smooth
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.theming import Theming


class Stepper(QWidget):
    """A small number with minus and plus; arrow keys count."""

    stepped = Signal(int)
    spoken_role = QAccessible.Role.SpinBox

    def __init__(self, theming: Theming, name: str) -> None:
        super().__init__()
        self._theming, self._name = theming, name
        self.value, self.low, self.high = 1, 1, 9
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theming.changed.connect(self.update)

    def offer(self, value: int, low: int, high: int) -> None:
        """Show a number and its range."""
        self.value, self.low, self.high = value, low, high
        self.setAccessibleName(f"{self._name}, {value}")
        self.setToolTip(tr("{low} to {high}", low=low, high=high))
        self.update()

    def spoken_value(self) -> str:
        """The number."""
        return str(self.value)

    def step(self, by: int) -> None:
        """Ask for the next number."""
        if self.low <= self.value + by <= self.high:
            self.stepped.emit(self.value + by)

    def sizeHint(self) -> QSize:
        return QSize(72, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            for x, icon, usable in (
                (4.0, "minus", self.value > self.low),
                (50.0, "plus", self.value < self.high),
            ):
                color = self._theming.theme.color("ink" if usable else "line2")
                drawing = pixmap(icon, color, 14, self.devicePixelRatioF())
                painter.setPen(QPen(self._theming.color("line2"), 1))
                painter.setBrush(self._theming.color("raised"))
                painter.drawRoundedRect(QRectF(x - 1.5, 2.5, 19, 19), 6, 6)
                painter.drawPixmap(QPointF(x + 1, 5), drawing)
            painter.setFont(font("regular", 13))
            painter.setPen(self._theming.color("ink"))
            painter.drawText(QRectF(22, 0, 26, 24), Qt.AlignmentFlag.AlignCenter, str(self.value))
            if self.hasFocus():
                ring(painter, self._theming, QRectF(self.rect()), 7)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if event.button() == Qt.MouseButton.LeftButton and (x < 24 or x > 46):
            self.step(-1 if x < 24 else 1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {
            Qt.Key.Key_Up: 1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Plus: 1,
            Qt.Key.Key_Down: -1,
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Minus: -1,
        }
        by = step.get(Qt.Key(event.key()))
        if by is None:
            super().keyPressEvent(event)
        else:
            self.step(by)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()


class Name(QLabel):
    """What a control is called, in one line: shortened where there is no room, whole in its tooltip."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        cut = self.fontMetrics().horizontalAdvance(self.text()) > self.width()
        self.setToolTip(self.text() if cut else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            elided = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter, elided)


class Picker(QWidget):
    """The chosen name with a small arrow; a click or Space opens the list."""

    picked = Signal(object)
    spoken_role = QAccessible.Role.ComboBox

    def __init__(self, theming: Theming, name: str) -> None:
        super().__init__()
        self._theming, self._name = theming, name
        self.choices: tuple[tuple[Any, str], ...] = ()
        self.value: Any = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theming.changed.connect(self.update)

    def offer(self, value: Any, choices: tuple[tuple[Any, str], ...]) -> None:
        """Show a choice among these."""
        self.value, self.choices = value, choices
        self.setAccessibleName(f"{self._name}, {self.text}")
        self.updateGeometry()
        self.update()

    def spoken_value(self) -> str:
        """What is chosen."""
        return self.text

    @property
    def text(self) -> str:
        """The name of the chosen value."""
        return next((title for value, title in self.choices if value == self.value), "")

    def sizeHint(self) -> QSize:
        return QSize(round(advance(self.text, "regular", 12)) + 28, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.setFont(font("regular", 12))
            painter.setPen(self._theming.color("ink2"))
            box = QRectF(0, 0, self.width() - 20, self.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self.text)
            drawing = pixmap("chevron-down", self._theming.theme.color("ink2"), 14, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(self.width() - 17, 5), drawing)
            if self.hasFocus():
                ring(painter, self._theming, QRectF(self.rect()), 7)

    def menu(self) -> QMenu:
        """The list of choices."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for value, title in self.choices:
            action = menu.addAction(title)
            action.setCheckable(True)
            action.setChecked(value == self.value)
            if action.isChecked():
                action.setIcon(self._theming.icon("check"))
            action.triggered.connect(partial(self.picked.emit, value))
        return menu

    def open_list(self) -> None:
        """Show the list under the control."""
        self.menu().popup(self.mapToGlobal(self.rect().bottomLeft()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.open_list()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        values = [value for value, _ in self.choices]
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.open_list()
        elif step is not None and self.value in values and 0 <= values.index(self.value) + step < len(values):
            self.picked.emit(values[values.index(self.value) + step])
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()
