"""A widget for any Picture: hovering rings a number everywhere, a click asks for it, arrows walk the grid."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.ringed import ringed
from transformer_lab.render.painter import PicturePainter
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.marks import rings, with_layers
from transformer_lab.ui.presses import ARROWS, PLAIN
from transformer_lab.ui.theming import Theming

Draw = Callable[[float, float], Picture]
TAKE = Qt.KeyboardModifier.ControlModifier
"""held while a figure is dragged out of the window"""
BY_KEY = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)


class PictureView(QWidget):
    """Shows ``draw(width, height)``, drawn again on resizing and on `refresh`; numbers in it can be asked.

    Give no `focus` for a picture that answers to nothing. `fills` is the colour token behind the picture.
    """

    asked = Signal(object)
    """a Cell was clicked (after the focus has been told)"""
    spoken_role = QAccessible.Role.Graphic

    def __init__(
        self,
        theming: Theming,
        draw: Draw | None = None,
        focus: Focus | None = None,
        *,
        fills: str = "",
        rings: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theming, self._focus, self._draw = theming, focus, draw
        self._fills, self._rings = fills, rings
        self._plain: Picture | None = None
        self._by_key = False
        self._pulled: QPointF | None = None
        self.shifted: Callable[[Cell], None] | None = None  # what a click with Shift does, if anything else
        self._stale = draw is not None
        self.painter = PicturePainter(theming.theme)
        self.setMouseTracking(focus is not None)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        theming.changed.connect(self._use_theme)
        if focus is not None:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            focus.changed.connect(self.update)
            focus.hovered.connect(self._redraw)

    # --- showing --------------------------------------------------------------------------------------
    @property
    def picture(self) -> Picture | None:
        """What is shown, without rings."""
        self._renew()
        return self._plain

    def show_picture(self, picture: Picture | None) -> None:
        """Show this picture; a view without `draw` takes its size from it. An equal one changes nothing."""
        if self._take(picture):
            if self._draw is None:
                self.updateGeometry()
            self.update()

    def _renew(self) -> bool:
        """Draw what is stale; whether it looks different now."""
        if not self._stale or self._draw is None or self.width() <= 1 or self.height() <= 1:
            return False
        return self._take(self._draw(float(self.width()), float(self.height())))

    def _take(self, picture: Picture | None) -> bool:
        before, self._plain, self._stale = self._plain, picture, False
        if picture is None or before is None:
            differs = picture is not before
        else:
            differs = not looks_like(picture, before)
        if picture is not None and differs:
            self.setAccessibleName(picture.title or self.accessibleName())
            self.setAccessibleDescription(picture.description)
        return differs

    def refresh(self) -> None:
        """What the picture is made from may have changed; it is painted only if it looks different."""
        self._stale = self._draw is not None
        if not self._stale or (self.isVisible() and self._renew()):
            self.update()

    def sizeHint(self) -> QSize:
        if self._draw is not None or self._plain is None:
            return QSize(120, 80)
        return QSize(round(self._plain.size[0]), round(self._plain.size[1]))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0) if self._draw is not None else self.sizeHint()

    def cell_at(self, x: float, y: float) -> Cell | None:
        """The number drawn at a point of this widget."""
        return self.painter.hit(x, y) if self.picture is not None else None

    # --- events ---------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            if self._fills:
                painter.fillRect(event.rect(), self._theming.color(self._fills))
            picture = self.picture
            if picture is not None:
                rung = rings(self.painter, self._focus) if self._rings and self._focus is not None else ()
                self.painter.paint(painter, with_layers(picture, *rung), dpr=self.devicePixelRatioF())
            bare = self._focus is not None and self._focus.selected is None
            if self.hasFocus() and (bare or self._by_key):
                painter.setPen(self._theming.color("select"))
                painter.drawRoundedRect(self.rect().adjusted(1, 1, -2, -2), 6, 6)
        if self.painter.more:
            self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.refresh()
        super().resizeEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pulled is not None:
            self._pull(event)
            return
        if self._focus is None:
            super().mouseMoveEvent(event)
            return
        cell = self.cell_at(event.position().x(), event.position().y())
        self.setCursor(Qt.CursorShape.PointingHandCursor if cell is not None else Qt.CursorShape.ArrowCursor)
        self._focus.hover(cell)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and event.modifiers() & TAKE:
            self._pulled = event.position()
            return
        if self._focus is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        cell = self.cell_at(event.position().x(), event.position().y())
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if cell is not None and shift and self.shifted is not None:
            self.shifted(cell)
        elif cell is not None:
            self._focus.select(cell)
            self.asked.emit(cell)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self._focus is not None:
            self._focus.offer(self.menu_cell(event), event.globalPos())

    def menu_cell(self, event: QContextMenuEvent) -> Cell | None:
        """The number that a menu is asked for: the one under the pointer, by keyboard the selected one."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            return self._focus.selected if self._focus is not None else None
        return self.cell_at(event.x(), event.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pulled = None
        super().mouseReleaseEvent(event)

    def _pull(self, event: QMouseEvent) -> None:
        """A hand that pulls with Ctrl held takes the figure out of the window."""
        start = self._pulled or event.position()
        if (event.position() - start).manhattanLength() < QApplication.startDragDistance():
            return
        self._pulled, drawn = None, self.picture
        if drawn is not None:
            from transformer_lab.ui.leaving import drag_figure

            theme = self._theming.theme.plain_name
            drag_figure(self, self._finished(drawn), theme, "white" if theme == "paper" else "theme")

    def _finished(self, drawn: Picture) -> Picture:
        """The picture as it leaves: with the rings that are seen."""
        focus = self._focus
        return drawn if focus is None else ringed(drawn, focus.selected, focus.under_pointer)

    def leaveEvent(self, event: object) -> None:
        if self._focus is not None:
            self._focus.hover(None)

    def enterEvent(self, event: QEnterEvent) -> None:
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._by_key = event.reason() in BY_KEY
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = ARROWS.get(Qt.Key(event.key()))
        selected = self._focus.selected if self._focus is not None else None
        plain = event.modifiers() in PLAIN
        if step is not None and plain and self._focus is not None and selected is None:
            self._focus.enter()
        elif step is None or self._focus is None or not plain:
            super().keyPressEvent(event)
        else:
            self._focus.walk(*step)

    # --- inside ---------------------------------------------------------------------------------------
    def _redraw(self, _cell: object = None) -> None:
        self.update()

    def _use_theme(self) -> None:
        self.painter.use(self._theming.theme)
        self.update()


def looks_like(one: Picture, other: Picture) -> bool:
    """Whether two pictures look the same: layers with equal keys in the same places, and nothing moves."""
    return one.size == other.size and _places(one) == _places(other) and all(y.key for y in one.layers)


def _places(picture: Picture) -> list[tuple[object, ...]]:
    return [(y.key, y.box, y.dy, y.opacity, y.show) for y in picture.layers]
