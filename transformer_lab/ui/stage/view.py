"""The stage in the window: painting by our own camera, hover, click and keys."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from transformer_lab.engine.graph import Cell
from transformer_lab.engine.program import Trace
from transformer_lab.figures.hit import locate_in
from transformer_lab.figures.picture import Picture
from transformer_lab.language import tr
from transformer_lab.render.painter import PicturePainter
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.marks import rings, with_layers
from transformer_lab.ui.stage.ahead import Ahead
from transformer_lab.ui.stage.camera import BAR, Camera, bars, glide
from transformer_lab.ui.stage.changed import AmberFrames, change_between
from transformer_lab.ui.stage.gutter import Gutter, unscrolled
from transformer_lab.ui.stage.places import Spot, spot_at
from transformer_lab.ui.stage.scene import Scene
from transformer_lab.ui.theming import Theming

FRAME_MS = 16
FURNISH_MS = 150  # after the first frame: panels and pyqtgraph come when the window has been seen
BUDGET_MS = 10.0  # of painting layers anew: what one edit changes fits, so that nothing lags behind a hand
STILL_MS = 100  # this long after the last move threads are drawn in full quality again
DRAG = 4  # pixels before a press with Space becomes a pan


class StageView(QWidget):
    """Emits `typed` for letters that belong to the sentence, `key_pressed` for keys it has no use for."""

    typed = Signal(str)
    tapped_space = Signal()
    asked = Signal(object)

    def __init__(self, scene: Scene, focus: Focus, theming: Theming, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._canvas: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Stage"))
        self.state, self._focus, self._theming = scene, focus, theming
        self.painter = PicturePainter(theming.theme, BUDGET_MS)
        self._gutter = Gutter(self.painter, theming)
        self.keys: object = None
        self._amber = AmberFrames(self.wake, self)
        self._ahead = Ahead(scene, self._prepare, self)
        self._pan_from: tuple[QPointF, Camera] | None = None
        self._space_down, self._panned, self._focus_ring = False, False, False
        self._furnishing = False
        self._since_frame, self._since_move = QElapsedTimer(), QElapsedTimer()
        self._since_frame.start()
        self._since_move.start()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._tick)
        scene.changed.connect(self.wake)
        focus.hovered.connect(self._redraw)
        focus.cursor_moved.connect(self._announce)
        theming.changed.connect(self._use_theme)

    # --- painting -------------------------------------------------------------------------------------
    def viewport(self) -> QWidget:
        """What is painted on: pyqtgraph's canvas, or this widget until that has come."""
        return self if self._canvas is None else self._canvas

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._canvas is None:
            with QPainter(self) as painter:
                self._paint(painter)
            if not self._furnishing:
                self._furnishing = True
                QTimer.singleShot(FURNISH_MS, self, self._furnish)

    def _furnish(self) -> None:
        """Once the window has been seen, the canvas takes over the painting."""
        from transformer_lab.ui.stage.canvas import Canvas

        canvas = Canvas(self._paint, self)
        canvas.setGeometry(self.rect())
        canvas.lower()
        canvas.show()
        self._canvas = canvas

    def _paint(self, painter: QPainter) -> None:
        view = (0.0, 0.0, float(self.width()), float(self.height()))
        painter.fillRect(self.rect(), self._theming.color("canvas"))
        picture = self._with_marks(self.state.picture())
        camera, dpr = self.state.camera, self.devicePixelRatioF()
        self.painter.paint(painter, picture, -round(camera.x), -round(camera.y), dpr, view)
        self._gutter.paint(painter, picture, camera, dpr, view[3], self.state.towers)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theming.color("line2"))
        for box in bars(camera, self.state.size, picture.size):
            painter.drawRoundedRect(QRectF(*box), BAR / 2, BAR / 2)
        self._follow_up()
        if self.hasFocus() and self._focus_ring:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theming.color("select"), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def _follow_up(self) -> None:
        """After a frame: another one if this one lacked something, else time for what comes next."""
        if self.painter.more and not self._timer.isActive():
            self._timer.start()
        elif self._canvas is not None and not self.state.moving() and self.painter.quality == "full":
            self._ahead.rest()
        else:
            self._ahead.wait()

    def _with_marks(self, picture: Picture) -> Picture:
        """The picture with amber frames and rings on top."""
        amber = self._amber.layers(self.painter, self.state.now)
        return with_layers(picture, *amber, *rings(self.painter, self._focus))

    def _prepare(self, picture: Picture) -> bool:
        """Build one layer that the picture would lack."""
        camera, view = self.state.camera, (0.0, 0.0, float(self.width()), float(self.height()))
        return self.painter.prepare(
            picture, -round(camera.x), -round(camera.y), self.devicePixelRatioF(), view
        )

    def wake(self) -> None:
        """Something changed: paint soon, and go on while it moves."""
        self._redraw()
        if not self._timer.isActive() and self.isVisible() and self._restless():
            self._since_frame.restart()
            self._timer.start()

    def _redraw(self, _cell: object = None) -> None:
        self.viewport().update()

    def _restless(self) -> bool:
        unfinished = self.painter.more or self.painter.quality != "full"
        return self.state.moving() or unfinished or self._amber.fading(self.state.now)

    def _tick(self) -> None:
        ms = float(self._since_frame.restart())
        camera, goal = self.state.camera, self.state.goal
        if camera != goal:
            self.state.camera = Camera(goal.lane, glide(camera.x, goal.x, ms), glide(camera.y, goal.y, ms))
        if self._since_move.elapsed() > STILL_MS and self.painter.quality != "full":
            self.painter.quality = "full"
        self._redraw()
        if not self._restless():
            self._timer.stop()

    def show_change(self, before: Trace | None, after: Trace | None) -> None:
        """Frame what an edit changed."""
        self._amber.show_change(change_between(before, after, self.state.now))
        self.wake()

    def draft(self) -> None:
        """Something is dragged: draw threads coarser until it rests."""
        self._since_move.restart()
        self.painter.quality = "moving"
        self.wake()

    # --- places ---------------------------------------------------------------------------------------
    def place_of(self, cell: Cell) -> tuple[float, float, float, float] | None:
        """Where a number is drawn, in coordinates of this view."""
        box = locate_in(self.painter.live, cell)
        camera = self.state.camera
        return None if box is None else (box[0] - camera.x, box[1] - camera.y, box[2], box[3])

    def spot(self, point: QPointF) -> Spot:
        """What lies under a point of this view."""
        x, y = unscrolled(self.state.camera, point.x(), self.state.towers), point.y() + self.state.camera.y
        return spot_at(self.state, self.painter, x, y, point.y())

    # --- events ---------------------------------------------------------------------------------------
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._canvas is not None:
            self._canvas.setGeometry(self.rect())
        self.state.resize(float(self.width()), float(self.height()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        turn, camera = event.angleDelta(), self.state.goal
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.state.zoom(turn.y(), event.position().x())
            self.draft()
        else:
            sideways = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            dx, dy = (turn.y(), 0) if sideways else (turn.x(), turn.y())
            self.state.move(camera._replace(x=camera.x - dx, y=camera.y - dy))
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        left = event.button() == Qt.MouseButton.LeftButton
        if event.button() == Qt.MouseButton.MiddleButton or (left and self._space_down):
            self._pan_from = (event.position(), self.state.goal)
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        elif left:
            self._click(self.spot(event.position()))

    def _click(self, spot: Spot) -> None:
        if spot.cell is not None:
            self._focus.select(spot.cell)
            self.asked.emit(spot.cell)
        elif spot.word is not None:
            self._focus.ask_word(spot.word)
        elif spot.source is not None:
            self._focus.ask_source(spot.source)
        elif spot.block is not None:
            self.state.toggle(spot.block)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pan_from is not None:
            start, camera = self._pan_from
            moved = event.position() - start
            self._panned = self._panned or moved.manhattanLength() > DRAG
            self.state.move(camera._replace(x=camera.x - moved.x(), y=camera.y - moved.y()), at_once=True)
            return
        spot = self.spot(event.position())
        hand = spot != Spot()
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
        self._focus.hover(spot.cell)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._pan_from is not None:
            self._pan_from = None
            self.setCursor(Qt.CursorShape.ArrowCursor)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The first press has opened the block already; the second must not fold it again."""
        spot = self.spot(event.position())
        if spot.block is None:
            self._click(spot)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        self._focus.offer(
            self._focus.selected if by_key else self.spot(QPointF(event.pos())).cell, event.globalPos()
        )

    def leaveEvent(self, event: object) -> None:
        self._focus.hover(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            if not event.isAutoRepeat():
                self._space_down, self._panned = True, False
            return
        if self.keys is not None and self.keys.run(event.keyCombination()):  # type: ignore[attr-defined]
            return
        text = event.text()
        control = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if text and text.isprintable() and not control:
            self.typed.emit(text)
        elif event.key() == Qt.Key.Key_Backspace:
            self.typed.emit("")
        else:
            event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            if self._space_down and not self._panned:
                self.tapped_space.emit()
            self._space_down = False

    def focusInEvent(self, event: QFocusEvent) -> None:
        self._focus_ring = event.reason() in (
            Qt.FocusReason.TabFocusReason,
            Qt.FocusReason.BacktabFocusReason,
        )
        self._redraw()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._space_down = False
        self._redraw()

    def _announce(self, _cursor: object) -> None:
        """Tell a screen reader politely of each new operation."""
        timeline, cursor = self.state.player.timeline, self.state.player.cursor
        said = "" if timeline is None or cursor is None else timeline.beats[cursor.beat].title
        if said != self.accessibleDescription():
            self.setAccessibleDescription(said)

    # --- inside ---------------------------------------------------------------------------------------
    def _use_theme(self) -> None:
        self.painter.use(self._theming.theme)
        self._redraw()
