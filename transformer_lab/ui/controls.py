"""Controls painted by hand: segmented choice, switch, round play button, slider. Ink is their only colour."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractButton, QComboBox, QSizePolicy, QSlider, QToolButton, QWidget

from transformer_lab.render.fonts import font
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.pointed import Pointed
from transformer_lab.ui.spoken import tell_value
from transformer_lab.ui.theming import Theming

NO_PEN = Qt.PenStyle.NoPen


def ring(painter: QPainter, theming: Theming, box: QRectF, radius: float) -> None:
    """The focus ring: two pixels, in the selection colour."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theming.color("select"), 2))
    painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), radius, radius)


def smooth(widget: QWidget) -> QPainter:
    """A painter with smooth edges."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


class Segmented(Pointed):
    """A few choices side by side in one well; the chosen one is raised. Arrow keys move the choice."""

    chosen = Signal(int)
    spoken_role = QAccessible.Role.ComboBox

    def __init__(self, theming: Theming, names: Sequence[str] = (), name: str = "") -> None:
        super().__init__()
        self._theming, self._names, self._index = theming, tuple(names), 0
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theming.changed.connect(self.update)

    @property
    def index(self) -> int:
        """Number of the chosen one."""
        return self._index

    def offer(self, names: Sequence[str], index: int) -> None:
        """Other choices; `index` is the chosen one. Tells nobody."""
        if tuple(names) != self._names or index != self._index:
            self._names, self._index = tuple(names), index
            tell_value(self, self.spoken_value())
            self.updateGeometry()
            self.update()

    def spoken_value(self) -> str:
        """The name of the chosen one."""
        return self._names[self._index] if self._names else ""

    def choose(self, index: int) -> None:
        """Choose as a person would."""
        if 0 <= index < len(self._names) and index != self._index:
            self.offer(self._names, index)
            self.chosen.emit(index)

    def sizeHint(self) -> QSize:
        return QSize(round(sum(self._widths())) + 4, 30)

    def _widths(self) -> list[float]:
        measure = self.fontMetrics()
        return [measure.horizontalAdvance(name) + 26.0 for name in self._names]

    def _boxes(self) -> list[QRectF]:
        boxes, x = [], 2.0
        for width in self._widths():
            boxes.append(QRectF(x, 2, width, self.height() - 4))
            x += width
        return boxes

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.setPen(NO_PEN)
            painter.setBrush(self._theming.color("well"))
            painter.drawRoundedRect(QRectF(self.rect()), 8, 8)
            for i, (name, box) in enumerate(zip(self._names, self._boxes(), strict=True)):
                on = i == self._index
                if on:
                    painter.setPen(QPen(self._theming.color("line2"), 1))
                    painter.setBrush(self._theming.color("raised"))
                    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6.5, 6.5)
                painter.setFont(font("medium" if on else "regular", 13))
                painter.setPen(self._theming.color("ink" if on or i == self.near else "ink2"))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, name)
            if self.hasFocus():
                ring(painter, self._theming, QRectF(self.rect()), 8)

    def part_at(self, point: QPointF) -> int | None:
        """The choice at this place."""
        return next((i for i, box in enumerate(self._boxes()) if box.contains(point)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        met = self.part_at(event.position())
        if met is not None:
            self.choose(met)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.choose(self._index + step)

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()


class Switch(QAbstractButton):
    """On or off, 28 by 16: ink when on."""

    def __init__(self, theming: Theming, name: str) -> None:
        super().__init__()
        self._theming = theming
        self.setCheckable(True)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theming.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(36, 24)

    def paintEvent(self, event: QPaintEvent) -> None:
        on = self.isChecked()
        with smooth(self) as painter:
            track = QRectF(self.width() - 32, self.height() / 2 - 8, 28, 16)
            painter.setPen(NO_PEN)
            painter.setBrush(self._theming.color("ink" if on else "line2"))
            painter.drawRoundedRect(track, 8, 8)
            painter.setBrush(self._theming.color("canvas"))
            center = QPointF(track.right() - 8 if on else track.left() + 8, track.center().y())
            painter.drawEllipse(center, 6, 6)
            if self.hasFocus():
                ring(painter, self._theming, track.adjusted(-4, -4, 4, 4), 11)


class Choice(QComboBox):
    """A combo box whose chevron wears the theme's ink."""

    spoken_role = QAccessible.Role.ComboBox
    """Qt's own interface calls it by what it holds where no label stands beside it"""

    def __init__(self, theming: Theming, name: str) -> None:
        super().__init__()
        self._theming = theming
        self.setAccessibleName(name)
        self.setMaxVisibleItems(24)
        theming.changed.connect(self.update)

    def spoken_value(self) -> str:
        """What is chosen."""
        return self.currentText()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        with QPainter(self) as painter:
            ink = self._theming.theme.color("ink2")
            drawing = pixmap("chevron-down", ink, 14, self.devicePixelRatioF())
            painter.drawPixmap(self.width() - 24, self.height() // 2 - 7, drawing)


class RoundButton(QAbstractButton):
    """The play button: a disc of ink with the icon in paper."""

    def __init__(self, theming: Theming, icon: str, size: int = 32) -> None:
        super().__init__()
        self._theming, self._icon, self._size = theming, icon, size
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys with the stage
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedSize(size + 8, size + 8)
        theming.changed.connect(self.update)

    def show_icon(self, icon: str) -> None:
        """Wear another icon."""
        if icon != self._icon:
            self._icon = icon
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            disc = QRectF(4, 4, self._size, self._size)
            ink = self._theming.color("ink2" if self.underMouse() else "ink")
            painter.setPen(NO_PEN)
            painter.setBrush(ink)
            painter.drawEllipse(disc)
            drawing = pixmap(self._icon, self._theming.theme.color("canvas"), 16, self.devicePixelRatioF())
            nudge = 1 if self._icon == "play" else 0
            painter.drawPixmap(QPointF(disc.center().x() - 8 + nudge, disc.center().y() - 8), drawing)
            if self.hasFocus():
                ring(painter, self._theming, disc.adjusted(-4, -4, 4, 4), self._size / 2 + 4)


class IconButton(QToolButton):
    """A bare icon; its tooltip names the action and the shortcut."""

    def __init__(self, theming: Theming, icon: str, name: str, size: int = 16) -> None:
        super().__init__()
        self._theming, self._icon = theming, icon
        self.setIconSize(QSize(size, size))
        self.setFixedSize(size + 14, size + 14)
        self.setAccessibleName(name)
        self.setToolTip(name)
        self._dress()
        theming.changed.connect(self._dress)

    def show_icon(self, icon: str) -> None:
        """Wear another icon."""
        self._icon = icon
        self._dress()

    def _dress(self) -> None:
        self.setIcon(self._theming.icon(self._icon))


class QuietSlider(QSlider):
    """A thin horizontal slider with a ring for a handle."""

    def __init__(self, theming: Theming, name: str, low: int, high: int) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._theming = theming
        self.setRange(low, high)
        self.setPageStep(1)
        self.setAccessibleName(name)
        self.setFixedSize(68, 26)
        theming.changed.connect(self.update)

    def _x(self) -> float:
        share = (self.value() - self.minimum()) / max(1, self.maximum() - self.minimum())
        return 8 + share * (self.width() - 16)

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            y = self.height() / 2
            painter.setPen(QPen(self._theming.color("line2"), 2))
            painter.drawLine(QPointF(4, y), QPointF(self.width() - 4, y))
            painter.setPen(QPen(self._theming.color("ink3"), 1.5))
            painter.setBrush(QColor(self._theming.color("raised")))
            painter.drawEllipse(QPointF(self._x(), y), 5.5, 5.5)
            if self.hasFocus():
                ring(painter, self._theming, QRectF(self._x() - 10, y - 10, 20, 20), 10)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._follow(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._follow(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._follow(event)

    def _follow(self, event: QMouseEvent) -> None:
        share = (event.position().x() - 8) / max(1, self.width() - 16)
        self.setValue(round(self.minimum() + share * (self.maximum() - self.minimum())))
