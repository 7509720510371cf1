"""What lies over the stage while A and B are compared: A itself, both, a wipe between them, or the stack."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.look import Look, default_look
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.stage import stage
from transformer_lab.figures.stage.level import gutter_of
from transformer_lab.figures.timeline import Cursor, Timeline, timeline_of
from transformer_lab.render.painter import PicturePainter
from transformer_lab.ui.compare.comparing import Comparing
from transformer_lab.ui.compare.row_names import WIDE as NAMES
from transformer_lab.ui.compare.row_names import RowNames, tower_at
from transformer_lab.ui.compare.signs import BESIDE, paint_letter, paint_line
from transformer_lab.ui.controls import smooth
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.marks import rings, with_layers
from transformer_lab.ui.stage.view import StageView
from transformer_lab.ui.theming import Theming

WIDE = 1000
"""A stage as wide as this shows A and B beside, else above each other."""
LEAST_HALF = 42.0
"""The narrowest lanes of a half; with more words it is wider than its room."""
GRIP = 7.0
"""So near to the line of the wipe a press takes it."""
OWN = ("side", "difference", "stage")
"""Faces with a scroll of their own; the others go with the camera of the stage."""
Area = tuple[QRectF, Picture, PicturePainter, str]


class Overlay(QWidget):
    """A child of the stage, over all of it; what it does not need goes on to the stage."""

    def __init__(self, stage_: StageView, comparing: Comparing, focus: Focus, theming: Theming) -> None:
        super().__init__(stage_)
        self._stage, self._comparing, self._focus, self._theming = stage_, comparing, focus, theming
        self._scroll = self._across = 0.0
        self._areas: list[Area] = []
        self._painters = {"A": PicturePainter(theming.theme), "B": PicturePainter(theming.theme)}
        self._rows = RowNames(theming)
        self._pulling, self._block = False, focus.attention.partition("/")[0]
        self._last: str = ""
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent, False)
        stage_.installEventFilter(self)
        comparing.changed.connect(self.refresh)
        stage_.state.changed.connect(self._moved)
        focus.changed.connect(self._focus_changed)
        focus.hovered.connect(self._moved)
        theming.changed.connect(self._dress)
        self.refresh()

    # --- showing --------------------------------------------------------------------------------------
    def refresh(self) -> None:
        """Lie over the stage if there is something to show there."""
        view = self._comparing.view
        if view != self._last:
            self._scroll, self._across, self._last = 0.0, 0.0, view
        self.setGeometry(self._stage.rect())
        self.setVisible(bool(view))
        if view:
            self.raise_()
            self.update()

    def _focus_changed(self) -> None:
        """Another block is looked at: the list of blocks scrolls to it."""
        block, self._block = self._block, self._focus.attention.partition("/")[0]
        if block != self._block and self._comparing.view in ("difference", "stage"):
            self.show_block(self._block)
        self._moved()

    def show_block(self, path: str) -> None:
        """Scroll so far that a block stands under the words."""
        layers = self._areas[0][1].layers if self._areas else ()
        found = next((y for y in layers if y.key is not None and y.key[1] == path), None)
        if found is not None:
            parts = [y.dy for y in layers if y.key is not None and "compare" in str(y.key[0])]
            self.scroll_by(found.dy - min(parts) - self._scroll)  # the first part stands under the words

    def _moved(self, _what: object = None) -> None:
        if self.isVisible():
            self.update()

    def _dress(self) -> None:
        for painter in self._painters.values():
            painter.use(self._theming.theme)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            self._areas = DRAWN[self._comparing.view](self) if self._comparing.view in DRAWN else []
            for box, picture, device, letter in self._areas:
                self._paint(painter, box, picture, device, letter)
            if self._comparing.view == "wipe":
                paint_line(painter, self._theming, self._line, float(self.height()))

    def _paint(
        self, painter: QPainter, box: QRectF, picture: Picture, device: PicturePainter, letter: str
    ) -> None:
        painter.save()
        painter.setClipRect(box)
        painter.fillRect(box, self._theming.color("canvas"))
        dx, dy = self._origin()
        marked = with_layers(picture, *rings(device, self._focus))
        view = (box.x(), box.y(), box.width(), box.height())
        device.paint(painter, marked, box.x() * self._own - dx, box.y() - dy, self.devicePixelRatioF(), view)
        left = self._pinned_at()
        if left is not None:
            self._rows.paint(painter, box, marked, device, (left, dy), self.devicePixelRatioF())
        if letter:
            towers = bool(self._stage.state.lab.state.model.encoder)
            paint_letter(painter, self._theming, box, letter, BESIDE if towers else 14.0)
        painter.restore()
        if box.y() > 0.0 or (box.x() > 0.0 and self._own):
            painter.fillRect(QRectF(box.x(), box.y(), box.width(), 1.0), self._theming.color("line2"))
            painter.fillRect(QRectF(box.x(), box.y(), 1.0, box.height()), self._theming.color("line2"))

    def _pinned_at(self) -> float | None:
        """Where the tower begins whose names stay at the left while its lanes are scrolled under them."""
        state = self._stage.state
        spans = state.towers if state.lab.state.model.encoder else ((0.0, math.inf),)
        return tower_at(self._across, spans) if self._own else None

    # --- what is drawn --------------------------------------------------------------------------------
    @property
    def _own(self) -> bool:
        return self._comparing.view in OWN

    @property
    def _line(self) -> float:
        return self._comparing.split * self.width()

    def _origin(self) -> tuple[float, float]:
        camera = self._stage.state.camera
        return (round(self._across), round(self._scroll)) if self._own else (round(camera.x), round(camera.y))

    def look_of(self, snapshot: Snapshot, width: float, height: float) -> Look:
        """How the stage looks at a snapshot in a view of this size: block, head and word are those chosen."""
        scene = self._stage.state
        now = scene.look_to_be() if self._own else scene.look()
        base = default_look(snapshot, width, height)
        same = (snapshot.words, len(base.openness)) == (scene.lab.snapshot.words, len(now.openness))
        if not self._own and same:
            return now
        kept = base._replace(head=now.head, manner=now.manner, scroll=float(self._origin()[1]))
        if len(base.openness) == len(now.openness):
            kept = kept._replace(openness=now.openness, sentence=now.sentence)
        if same:
            kept = kept._replace(source=now.source)
        wide = max(LEAST_HALF, (width - gutter_of(kept) - 16.0) / max(1, len(snapshot.words)))
        lane = min(kept.lane, wide) if self._own else kept.lane
        return kept._replace(query=self._query(snapshot, now.query), lane=lane)

    def _query(self, snapshot: Snapshot, query: int) -> int:
        """The word that asks; in A the same word where A has it."""
        pair = self._comparing.pair
        if pair is not None and snapshot is pair.a and 0 <= query < len(pair.words):
            query = int(pair.words[query]) if pair.words[query] >= 0 else query
        return min(query, max(0, len(snapshot.words) - 1))

    def stage_of(self, snapshot: Snapshot, width: float, height: float) -> Picture:
        """The stage of a snapshot at the moment that is shown."""
        if snapshot.graph is None:
            return stage(snapshot, self.look_of(snapshot, width, height), None, None, in_words=False)
        timeline, cursor = self._moment(snapshot)
        look = self.look_of(snapshot, width, height)
        return stage(snapshot, look, timeline, cursor, in_words=False)

    def _moment(self, snapshot: Snapshot) -> tuple[Timeline, Cursor]:
        """The cursor of the stage where the same is played, else the end."""
        player = self._stage.state.player
        timeline = timeline_of(snapshot.graph)
        cursor = player.cursor
        same = player.timeline is not None and len(player.timeline.beats) == len(timeline.beats)
        return timeline, cursor if same and cursor is not None else timeline.end

    def area(self, snapshot: Snapshot | None, box: QRectF, letter: str, shown: str = "") -> Area:
        """The stage of a state in a part of the view."""
        assert snapshot is not None
        width, height = (box.width(), box.height()) if self._own else (self.width(), self.height())
        picture = self.stage_of(snapshot, float(width), float(height))
        return box, picture, self._painters[letter], shown

    def stacked(self) -> Area:
        """The figure of all differences."""
        from transformer_lab.figures.compare.stack import Mode, stack  # late: few compare

        pair, box = self._comparing.pair, QRectF(self.rect())
        assert pair is not None
        mode: Mode = "difference" if self._comparing.view == "difference" else "stage"
        look = self.look_of(pair.b, box.width(), box.height())
        return box, stack(pair, look._replace(scroll=round(self._scroll)), mode), self._painters["B"], ""

    def halves(self) -> list[Area]:
        """A and B beside each other, or A above B."""
        wide, high = float(self.width()), float(self.height())
        beside = wide >= WIDE
        size = (wide / 2.0, high) if beside else (wide, high / 2.0)
        at = ((0.0, 0.0), (wide / 2.0, 0.0) if beside else (0.0, high / 2.0))
        states = (self._comparing.a, self._stage.state.lab.snapshot)
        return [
            self.area(state, QRectF(x, y, *size), letter, letter)
            for state, (x, y), letter in zip(states, at, "AB", strict=True)
        ]

    # --- hands ----------------------------------------------------------------------------------------
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._stage.rect())
        elif event.type() == QEvent.Type.FocusOut or _lets_go(event):
            self._comparing.hold(False)
        return False

    def wheelEvent(self, event: QWheelEvent) -> None:
        plain = not event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if not self._own or not plain:
            event.ignore()
            return
        turn, sideways = event.angleDelta(), event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        self.scroll_by(*((0, -turn.y()) if sideways else (-turn.y(), -turn.x())))

    def scroll_by(self, dy: float, dx: float = 0.0) -> None:
        """Scroll what has a scroll of its own."""
        over = [(p.size[0] - box.width(), p.size[1] - box.height()) for box, p, *_ in self._areas]
        self._across = min(max(0.0, self._across + dx), max([0.0, *(wide for wide, _ in over)]))
        self._scroll = min(max(0.0, self._scroll + dy), max([0.0, *(high for _, high in over)]))
        self.update()

    def _hit(self, point: QPointF) -> Cell | None:
        dx, dy = self._origin()
        for box, _, device, _ in self._areas:
            if box.contains(point):
                left = self._pinned_at()
                x = point.x() - box.x() * self._own
                x += left if left is not None and x < NAMES else dx
                return device.hit(x, point.y() - box.y() + dy)
        return None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self._comparing.view == "wipe" and abs(event.position().x() - self._line) <= GRIP:
            self._pulling = True
            return
        if not self._own:
            event.ignore()
            return
        self._stage.setFocus(Qt.FocusReason.MouseFocusReason)
        cell = self._hit(event.position())
        if cell is not None and event.button() == Qt.MouseButton.LeftButton:
            self._focus.select(cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pulling:
            self._comparing.move_split(event.position().x() / max(1, self.width()))
            return
        near = self._comparing.view == "wipe" and abs(event.position().x() - self._line) <= GRIP
        if near or not self._own:
            shape = Qt.CursorShape.SplitHCursor if near else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
            event.ignore()
            return
        cell = self._hit(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if cell else Qt.CursorShape.ArrowCursor)
        self._focus.hover(cell)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not self._pulling:
            event.ignore()
        self._pulling = False


def _lets_go(event: QEvent) -> bool:
    """Whether the key that shows A comes up (a key held down repeats itself)."""
    up = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyRelease
    return isinstance(event, QKeyEvent) and up and event.key() == Qt.Key.Key_A and not event.isAutoRepeat()


def _wiped(overlay: Overlay) -> list[Area]:
    """A as far as the line; B is the stage below."""
    box = QRectF(0.0, 0.0, overlay._line, float(overlay.height()))
    return [overlay.area(overlay._comparing.a, box, "A")]


DRAWN: dict[str, Callable[[Overlay], list[Area]]] = {
    "a": lambda overlay: [overlay.area(overlay._comparing.a, QRectF(overlay.rect()), "A", "A")],
    "wipe": _wiped,
    "side": Overlay.halves,
    "difference": lambda overlay: [overlay.stacked()],
    "stage": lambda overlay: [overlay.stacked()],
}
"""The faces, by name."""
