"""The bar of all beats: press anywhere and drag to be at that moment, both ways, at any speed.

A drag with Shift marks a range that is played again and again.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent, QPainter, QPaintEvent

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.timeline_bar import time_at, timeline_bar
from transformer_lab.language import tr
from transformer_lab.ui.controls import ring
from transformer_lab.ui.pictures import PictureView
from transformer_lab.ui.player import Player
from transformer_lab.ui.stage.scene import Scene
from transformer_lab.ui.theming import Theming
from transformer_lab.ui.timeline.loop import between


class ScrubBar(PictureView):
    """A picture of the timeline that can be dragged."""

    spoken_role = QAccessible.Role.Slider

    def __init__(self, player: Player, scene: Scene, theming: Theming) -> None:
        super().__init__(theming, self._picture, None, rings=False)
        self._player, self._scene = player, scene
        self._from: float | None = None  # where a range began (ms)
        self.setAccessibleName(tr("Timeline"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        scene.focus.cursor_moved.connect(self._moved)
        self._own = scene.lab.state.block_names
        stop = scene.lab.watch(self._follow)
        self.destroyed.connect(lambda: stop())

    def sizeHint(self) -> QSize:
        return QSize(600, 66)

    def spoken_value(self) -> str:
        """Where the playhead stands."""
        return self.accessibleDescription()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            ranging = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self._from = self._time(event) if ranging else None
            self._drag(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._drag(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._from is None:
            self._player.settle()
        self._from = None

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus() and self._by_key:
            with QPainter(self) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                ring(painter, self._theming, QRectF(self.rect()), 7)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()  # the strip knows the keys

    # --- inside ---------------------------------------------------------------------------------------
    def _picture(self, width: float, height: float) -> Picture:
        timeline, cursor = self._player.timeline, self._player.cursor
        if timeline is None or cursor is None:
            return Picture((width, height), ())
        return timeline_bar(
            timeline,
            cursor,
            width,
            height,
            stopped=self._player.stopped,
            loop=self._player.loop,
            own=self._own,
        )

    def _drag(self, event: QMouseEvent) -> None:
        """To a moment; with Shift the range from where the drag began is looped."""
        timeline = self._player.timeline
        if timeline is not None and self._from is not None:
            self._player.set_loop(between(timeline, self._from, self._time(event)))
            self.refresh()
        elif timeline is not None:
            self._player.scrub(self._time(event))

    def _time(self, event: QMouseEvent) -> float:
        timeline = self._player.timeline
        return 0.0 if timeline is None else time_at(timeline, float(self.width()), event.position().x())

    def _follow(self, snapshot: Snapshot) -> None:
        """Names that a person gave stand over the bars."""
        if snapshot.state.block_names != self._own:
            self._own = snapshot.state.block_names
            self.refresh()

    def _moved(self, _cursor: object) -> None:
        self.refresh()
