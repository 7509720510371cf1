"""Small parts of the frame: dividers to drag, the rail of a narrow window, soft edges of panels and lists."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QKeyEvent,
    QLinearGradient,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from transformer_lab.language import tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.controls import ring, smooth
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.pointed import Pointed
from transformer_lab.ui.spoken import tell_value
from transformer_lab.ui.theming import Theming

GRIP = 7
NUDGE = 16


class Divider(QWidget):
    """A hairline that can be dragged, or moved with the arrows; a double click restores the default."""

    dragged = Signal(int)
    """by how many pixels, to the right or down"""
    restored = Signal()
    spoken_role = QAccessible.Role.Splitter

    def __init__(self, theming: Theming, parent: QWidget, *, upright: bool, name: str) -> None:
        super().__init__(parent)
        self._theming, self._upright = theming, upright
        self._from: QPoint | None = None
        self.setAccessibleName(name)
        self.setToolTip(tr("Drag to resize; double-click for the default"))
        self.setCursor(Qt.CursorShape.SplitHCursor if upright else Qt.CursorShape.SplitVCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        theming.changed.connect(self.update)

    def lie_along(self, x: int, y: int, length: int) -> None:
        """The hairline starts at (x, y)."""
        half = GRIP // 2
        self.setGeometry(x - half, y, GRIP, length) if self._upright else self.setGeometry(
            x, y - half, length, GRIP
        )
        self.setVisible(length > 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            hot = self.hasFocus() or self._from is not None
            quiet = "ink3" if self.underMouse() else "line"
            painter.setPen(QPen(self._theming.color("select" if hot else quiet), 2 if hot else 1))
            half = GRIP // 2
            if self._upright:
                painter.drawLine(half, 0, half, self.height())
            else:
                painter.drawLine(0, half, self.width(), half)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._from = event.globalPosition().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is not None:
            here = event.globalPosition().toPoint()
            moved = here - self._from
            self._from = here
            self.dragged.emit(moved.x() if self._upright else moved.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._from = None
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.restored.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        back, on = (Qt.Key.Key_Left, Qt.Key.Key_Right) if self._upright else (Qt.Key.Key_Up, Qt.Key.Key_Down)
        step = {back: -NUDGE, on: NUDGE}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.dragged.emit(step)


class Rail(Pointed):
    """The outline folded to the window's edge: tab names turned by 90°, the editors at its foot."""

    chosen = Signal(str)
    spoken_role = QAccessible.Role.PageTabList

    def __init__(self, theming: Theming, parent: QWidget) -> None:
        super().__init__(parent)
        self._theming = theming
        self._tabs = (("outline", tr("Model")), ("build", tr("Build")), ("editors", tr("Matrices")))
        self._on = 0
        self.setAccessibleName(tr("Panels"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theming.changed.connect(self.update)

    def spoken_value(self) -> str:
        """The panel that Enter opens."""
        return self._tabs[self._on][1]

    def _boxes(self) -> list[QRectF]:
        lengths = [advance(name, "medium", 13) + 28 for _, name in self._tabs]
        wide = self.width() - 8
        return [
            QRectF(4, 56, wide, lengths[0]),
            QRectF(4, 62 + lengths[0], wide, lengths[1]),
            QRectF(4, self.height() - 16 - lengths[2], wide, lengths[2]),
        ]

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("panel"))
            painter.setPen(QPen(self._theming.color("line"), 1))
            painter.drawLine(self.width() - 1, 0, self.width() - 1, self.height())
            arrow = pixmap("chevron-right", self._theming.theme.color("ink2"), 16, self.devicePixelRatioF())
            painter.drawPixmap(self.width() // 2 - 8, 22, arrow)
            editors = self._boxes()[-1]
            painter.drawLine(12, round(editors.top()) - 10, self.width() - 12, round(editors.top()) - 10)
            for i, ((_, name), box) in enumerate(zip(self._tabs, self._boxes(), strict=True)):
                if i == self.near:
                    painter.setPen(Qt.PenStyle.NoPen)
                    painter.setBrush(self._theming.color("well"))
                    painter.drawRoundedRect(box, 7, 7)
                painter.save()
                painter.translate(box.center())
                painter.rotate(-90)
                painter.setFont(font("medium", 13))
                painter.setPen(self._theming.color("ink" if i == 0 else "ink2"))
                turned = QRectF(-box.height() / 2, -box.width() / 2, box.height(), box.width())
                painter.drawText(turned, Qt.AlignmentFlag.AlignCenter, name)
                painter.restore()
                if self.hasFocus() and i == self._on:
                    ring(painter, self._theming, box, 7)

    def part_at(self, point: QPointF) -> int | None:
        """The tab at this place."""
        return next((i for i, box in enumerate(self._boxes()) if box.contains(point)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.chosen.emit(self._tabs[self.part_at(event.position()) or 0][0])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            by = 1 if event.key() == Qt.Key.Key_Down else -1
            self._on = (self._on + by) % len(self._tabs)
            tell_value(self, self.spoken_value())
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(self._tabs[self._on][0])
        else:
            super().keyPressEvent(event)


class Shadow(QWidget):
    """A soft edge beside a floating panel."""

    WIDTH = 14

    def __init__(self, parent: QWidget, *, to_left: bool) -> None:
        super().__init__(parent)
        self._to_left = to_left
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        near, far = (self.width(), 0) if self._to_left else (0, self.width())
        shade = QLinearGradient(near, 0, far, 0)
        for place, alpha in ((0.0, 30), (0.35, 12), (1.0, 0)):
            shade.setColorAt(place, QColor(0, 0, 0, alpha))
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), shade)


class Fade(QWidget):
    """The lower edge of a list that goes on below it: rows fade out instead of being cut."""

    HIGH = 26

    def __init__(self, area: QAbstractScrollArea, theming: Theming, token: str = "panel") -> None:
        super().__init__(area)
        self._area, self._theming, self._token = area, theming, token
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        area.viewport().installEventFilter(self)
        for told in (area.verticalScrollBar().valueChanged, area.verticalScrollBar().rangeChanged):
            told.connect(self._follow)
        theming.changed.connect(self.update)
        self._follow()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._follow()
        return False

    def _follow(self) -> None:
        place, bar = self._area.viewport().geometry(), self._area.verticalScrollBar()
        self.setGeometry(place.x(), place.bottom() + 1 - self.HIGH, place.width(), self.HIGH)
        self.setVisible(bar.value() < bar.maximum())
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        ground = self._theming.color(self._token)
        clear = QColor(ground)
        clear.setAlpha(0)
        shade = QLinearGradient(0, 0, 0, self.height())
        shade.setColorAt(0.0, clear)
        shade.setColorAt(0.85, ground)
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), shade)
