"""The stage under hands: click, drag, wheel, pinch and keys. What it looks like is painted by `Surface`."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QAccessible, QContextMenuEvent, QFocusEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.figures.stage import block_at
from transformer_lab.language import tr
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.stage.altitude import dive, dive_into_number
from transformer_lab.ui.stage.beside import Beside
from transformer_lab.ui.stage.camera import Camera
from transformer_lab.ui.stage.minimap import Minimap
from transformer_lab.ui.stage.pinch import pinched
from transformer_lab.ui.stage.places import Spot
from transformer_lab.ui.stage.scene import Scene
from transformer_lab.ui.stage.surface import Surface
from transformer_lab.ui.theming import Theming

DRAG = 4  # pixels before a press with Space becomes a pan


class StageView(Surface):
    """Emits `typed` for letters that belong to the sentence, `asked` for a number that was clicked."""

    typed = Signal(str)
    tapped_space = Signal()
    asked = Signal(object)
    spoken_role = QAccessible.Role.Graphic

    def __init__(self, scene: Scene, focus: Focus, theming: Theming, parent: QWidget | None = None) -> None:
        super().__init__(scene, focus, theming, parent)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Stage"))
        self.grabGesture(Qt.GestureType.PinchGesture)
        self.minimap = Minimap(scene, theming, self)
        self.beside = tuple(Beside(scene, tower, theming, self) for tower in (0, 1))
        self.keys: object = None
        self._pan_from: tuple[QPointF, Camera] | None = None
        self._space_down, self._panned = False, False
        focus.cursor_moved.connect(self._announce)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turn, camera = event.angleDelta(), self.state.goal
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_at(turn.y(), event.position())
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
        elif spot.block is not None and self.state.level == "far":
            self._focus.choose_head(spot.block, self._focus.head)
        elif spot.block is not None:
            self.state.toggle(spot.block)

    def zoom_at(self, delta: float, point: QPointF) -> None:
        """Zoom by so many units of a wheel; what lies at `point` stays there."""
        point = point / self.magnified
        self.state.zoom(delta, point.x(), point.y())
        self.draft()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pan_from is not None:
            start, camera = self._pan_from
            moved = (event.position() - start) / self.magnified
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
        """Into a block, one level nearer; onto a number, to where it is worked out."""
        spot = self.spot(event.position())
        block = spot.block if self.state.level != "far" else self._block_at(event.position())
        if block is not None and block >= 0:
            if self.state.level == "far":
                self._focus.choose_head(block, self._focus.head)
            dive(self.state, event.position().x() / self.magnified, block)
            self.draft()
        elif spot.cell is not None:
            self._focus.select(spot.cell)
            dive_into_number(self.state)
        else:
            self._click(spot)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        self._focus.offer(
            self._focus.selected if by_key else self.spot(QPointF(event.pos())).cell, event.globalPos()
        )

    def _block_at(self, point: QPointF) -> int | None:
        point = point / self.magnified
        x, y = point.x() + self.state.camera.x, point.y() + self.state.camera.y
        return block_at(self.state.lab.snapshot, self.state.look(), x, y)

    def event(self, event: QEvent) -> bool:
        """Two fingers that part or close zoom where they are."""
        return pinched(self, event) or super().event(event)

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
