"""The surface of the stage: painting by our own camera, frame after frame while something moves."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.engine.graph import Cell
from transformer_lab.engine.program import Trace
from transformer_lab.figures.hit import locate_in
from transformer_lab.figures.picture import Layer, Picture
from transformer_lab.render.painter import PicturePainter
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.marks import rings, with_layers
from transformer_lab.ui.stage.ahead import Ahead
from transformer_lab.ui.stage.camera import BAR, bars, glide
from transformer_lab.ui.stage.changed import AmberFrames, change_between
from transformer_lab.ui.stage.gutter import Gutter, unscrolled
from transformer_lab.ui.stage.places import Spot, spot_at
from transformer_lab.ui.stage.scene import Scene
from transformer_lab.ui.theming import Theming

FRAME_MS = 16
FURNISH_MS = 150  # after the first frame: panels and pyqtgraph come when the window has been seen
BUDGET_MS = 14.0  # of painting layers anew: what one edit changes fits, so that nothing lags behind a hand
STILL_MS = 100  # this long after the last move threads are drawn in full quality again


LATER = ("folded", "far", "frame", "wire", "wash")


class Surface(QWidget):
    """Paints the picture of a `Scene` and knows what lies where; what hands do is heard by `StageView`."""

    def __init__(self, scene: Scene, focus: Focus, theming: Theming, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._canvas: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.state, self._focus, self._theming = scene, focus, theming
        self.painter = PicturePainter(theming.theme, BUDGET_MS)
        self.painter.urgent = _urgent
        self._gutter = Gutter(self.painter, theming)
        self._amber = AmberFrames(self.wake, self)
        self._ahead = Ahead(scene, self._prepare, self)
        self._focus_ring = self._furnishing = False
        self.magnified = 1.0
        """how much larger everything is drawn than at a desk"""
        self._since_frame, self._since_move = QElapsedTimer(), QElapsedTimer()
        self._since_frame.start()
        self._since_move.start()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._tick)
        scene.changed.connect(self.wake)
        focus.hovered.connect(self._redraw)
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
        view = self._view()
        painter.fillRect(self.rect(), self._theming.color("canvas"))
        painter.scale(self.magnified, self.magnified)
        picture = self._with_marks(self.state.picture())
        camera, dpr = self.state.camera, self.devicePixelRatioF() * self.magnified
        self.painter.paint(painter, picture, -round(camera.x), -round(camera.y), dpr, view)
        self._gutter.paint(painter, picture, camera, dpr, view[3], self.state.towers)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theming.color("line2"))
        mapped = self.state.size[1] < view[3] - self.state.foot  # the map below says where we are across
        for box in bars(camera, self.state.size, (0.0, picture.size[1]) if mapped else picture.size):
            painter.drawRoundedRect(QRectF(*box), BAR / 2, BAR / 2)
        painter.scale(1.0 / self.magnified, 1.0 / self.magnified)
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
        camera, dpr = self.state.camera, self.devicePixelRatioF() * self.magnified
        return self.painter.prepare(picture, -round(camera.x), -round(camera.y), dpr, self._view())

    def _view(self) -> tuple[float, float, float, float]:
        """What is seen, in pixels of the picture."""
        return (0.0, 0.0, self.width() / self.magnified, self.height() / self.magnified)

    def magnify(self, by: float) -> None:
        """Draw everything so much larger, type included; lanes are fitted anew."""
        self.magnified = by
        self._fit()
        self.state.fit()
        self.wake()

    def _fit(self) -> None:
        _, _, width, height = self._view()
        self.state.resize(width, height - self.state.foot)

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
            self.state.camera = goal._replace(x=glide(camera.x, goal.x, ms), y=glide(camera.y, goal.y, ms))
        if self._since_move.elapsed() > STILL_MS and self.painter.quality != "full":
            self.painter.quality = "full"
        self._redraw()
        if not self._restless():
            self._timer.stop()

    def show_change(self, before: Trace | None, after: Trace | None) -> None:
        """Frame what an edit changed, and let it pass from old to new unless a hand drags."""
        at_once = self.state.calm or self.painter.quality != "full"
        self.state.morph.start(None if at_once else before, self.state.now)
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
        if box is None:
            return None
        x, y, wide, high = (
            self.magnified * side for side in (box[0] - camera.x, box[1] - camera.y, *box[2:])
        )
        return x, y, wide, high

    def spot(self, point: QPointF) -> Spot:
        """What lies under a point of this view."""
        point = point / self.magnified
        x, y = unscrolled(self.state.camera, point.x(), self.state.towers), point.y() + self.state.camera.y
        return spot_at(self.state, self.painter, x, y, point.y())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._canvas is not None:
            self._canvas.setGeometry(self.rect())
        self._fit()

    # --- inside ---------------------------------------------------------------------------------------
    def _use_theme(self) -> None:
        self.painter.use(self._theming.theme)
        self._redraw()


def _urgent(layer: Layer) -> bool:
    """What an edit shows first: the open block; folded ones and the view from far follow."""
    return layer.key is not None and not str(layer.key[0]).startswith(LATER)
