"""Fields for settings: a number that can be typed and stepped, one with names besides, a list, a switch.

A field tells every value while it is typed; nothing is refused here.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from transformer_lab.document.building.setting import Setting
from transformer_lab.document.numbers import parse_number
from transformer_lab.document.switches import Choice as Offer
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.ui.controls import Choice, Switch
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.theming import Theming

HIGH = 28


class NumberField(QLineEdit):
    """A number with small arrows; typing tells at once, the arrow keys and the wheel step."""

    valued = Signal(object)

    def __init__(self, theming: Theming, name: str, *, whole: bool, offers: tuple[Offer, ...] = ()) -> None:
        super().__init__()
        self._theming, self._whole, self._offers = theming, whole, offers
        self.value: Any = None
        self.setAccessibleName(name)
        self.setFixedHeight(HIGH)
        self.setTextMargins(0, 0, 14, 0)
        self.textEdited.connect(self._typed)
        self.editingFinished.connect(lambda: self.show_value(self.value, force=True))

    def show_value(self, value: Any, *, force: bool = False) -> None:
        """Show a value; what is just being typed stays as it is typed."""
        self.value = value
        if force or not self.hasFocus() or self._read(self.text()) != value:
            self.setText(self._said(value))
            self.setCursorPosition(len(self.text()))

    def step(self, by: int) -> None:
        """The next number, or the next name where there are only names on this side."""
        value = self.value
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            self._take(value + by if self._whole or abs(value) >= 1.0 else round(value + by * 0.1, 10))
        elif by > 0:
            self._take(1)

    def _take(self, value: Any) -> None:
        self.show_value(value, force=True)
        self.valued.emit(value)

    def _typed(self, text: str) -> None:
        value = self._read(text)
        if value is not None or any(o.value is None and o.title == text for o in self._offers):
            self.value = value
            self.valued.emit(value)

    def _read(self, text: str) -> Any:
        for offer in self._offers:
            if offer.title == text.strip():
                return offer.value
        try:
            number = parse_number(text)
        except LabError:
            return None
        return number if not self._whole else int(number) if number == int(number) else None

    def _said(self, value: Any) -> str:
        named = [o.title for o in self._offers if o.value == value and type(o.value) is type(value)]
        if named:
            return named[0]
        return "" if value is None else f"{value:.10g}".replace("-", "\u2212")

    # --- events ------------------------------------------------------------------------------------------
    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.step(step)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            self.step(1 if event.angleDelta().y() > 0 else -1)
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.position().x() < self.width() - 20:
            super().mousePressEvent(event)
        elif self._offers:
            self._menu().popup(self.mapToGlobal(self.rect().bottomLeft()))
        else:
            self.setFocus()
            self.step(1 if event.position().y() < self.height() / 2 else -1)

    def _menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for offer in self._offers:
            action = menu.addAction(offer.title)
            action.triggered.connect(lambda _on=False, value=offer.value: self._take(value))
        number = menu.addAction(tr("A number…"))
        number.triggered.connect(self._ask)
        return menu

    def _ask(self) -> None:
        self.setFocus()
        self.selectAll()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.MouseFocusReason:
            self.selectAll()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        ink, ratio = self._theming.theme.color("ink2"), self.devicePixelRatioF()
        x, middle = self.width() - 18.0, self.height() / 2
        with QPainter(self) as painter:
            if self._offers:
                painter.drawPixmap(QPointF(x, middle - 6), pixmap("chevron-down", ink, 12, ratio))
            else:
                painter.drawPixmap(QPointF(x, middle - 11), pixmap("chevron-up", ink, 12, ratio))
                painter.drawPixmap(QPointF(x, middle), pixmap("chevron-down", ink, 12, ratio))


class ChoiceField(Choice):
    """A list of names."""

    valued = Signal(object)

    def __init__(self, theming: Theming, name: str, offers: tuple[Offer, ...]) -> None:
        super().__init__(theming, name)
        self._offers = offers
        self.addItems([o.title for o in offers])
        self.setFixedHeight(HIGH)
        self.setSizeAdjustPolicy(self.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(3)
        self.view().setMinimumWidth(max(130, self.view().sizeHintForColumn(0) + 28))
        self.activated.connect(lambda i: self.valued.emit(offers[i].value))

    def show_value(self, value: Any) -> None:
        """Show a value, telling nobody."""
        self.setCurrentIndex(next((i for i, o in enumerate(self._offers) if o.value == value), -1))

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the list scrolls, not the choice under the pointer


class ToggleField(Switch):
    """On or off."""

    valued = Signal(object)

    def __init__(self, theming: Theming, name: str) -> None:
        super().__init__(theming, name)
        self.setFixedSize(38, HIGH)
        self.clicked.connect(lambda on: self.valued.emit(on))

    def show_value(self, value: Any) -> None:
        """Show a value, telling nobody."""
        self.setChecked(bool(value))


Field = NumberField | ChoiceField | ToggleField


def field_for(setting: Setting, theming: Theming) -> Field:
    """The field that suits a setting."""
    if setting.kind == "toggle":
        return ToggleField(theming, setting.title)
    if setting.kind == "choice":
        return ChoiceField(theming, setting.title, setting.choices)
    return NumberField(theming, setting.title, whole=setting.whole, offers=setting.choices)


def error_ring(painter: QPainter, theming: Theming, field: QWidget) -> None:
    """A ring in the colour of errors around a field at fault; `painter` is its parent's."""
    box = QRectF(field.geometry()).adjusted(-2.5, -2.5, 2.5, 2.5)
    painter.setPen(theming.color("error"))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box, 9, 9)
