"""On the stage while a model cannot work: what lies below the fault is dimmed, the reason stands there.

The picture is that of the last model that works. Everything above the fault is current; time stops before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QPushButton, QWidget

from transformer_lab.document.building.faults import Fault
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.heads import all_heads
from transformer_lab.figures.stage import section_spans
from transformer_lab.language import tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.build.draft import Draft
from transformer_lab.ui.controls import smooth
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.player import Player
from transformer_lab.ui.stage.view import StageView
from transformer_lab.ui.theming import Theming

DIM = 0.6
HIGH, WIDEST, TOP = 64, 560, 96.0
OUTPUT = ("output", "output-bias", "temperature", "loss")


class Veil(QWidget):
    """Covers the stage below the fault; clicks go through it, but for the card."""

    def __init__(
        self,
        stage: StageView,
        draft: Draft,
        focus: Focus,
        player: Player,
        theming: Theming,
        say: Callable[[str], None],
    ) -> None:
        super().__init__(stage)
        self._stage, self._draft, self._focus, self._player = stage, draft, focus, player
        self._theming = theming
        self._fault: Fault | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.card = Card(stage, theming, self._mend)
        self._say = say
        self.hide()
        stage.installEventFilter(self)
        draft.changed.connect(self.follow)
        stage.state.changed.connect(self._again)
        theming.changed.connect(self.update)

    def follow(self) -> None:
        """Show the fault of the draft, or nothing."""
        fault = self._draft.fault
        if fault is None:
            if self._fault is not None:
                self._player.stop_before(None)
                self._player.to_end()
            self._fault = None
            self.hide()
            self.card.hide()
            return
        new, self._fault = fault is not self._fault, fault
        self.card.show_fault(fault)
        self.show()
        self.raise_()
        self.card.show()
        self.card.raise_()
        if new:
            self._go_there(fault)
        self._again()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """As large as the stage."""
        if watched is self._stage and event.type() == QEvent.Type.Resize:
            self._again()
        return False

    def top(self) -> float:
        """Where the fault lies, in pixels of the stage."""
        fault = self._fault
        snapshot = self._stage.state.lab.snapshot
        if fault is None or snapshot.graph is None or self._draft.outdated:
            return 0.0
        for node_id, below in self._candidates(fault):
            if node_id in snapshot.graph:
                box = self._stage.place_of(Cell(node_id, (0,) * len(snapshot.graph[node_id].shape)))
                if box is not None:
                    return box[1] + (box[3] + 4.0 if below else -4.0)
        spans = section_spans(snapshot, self._stage.state.look())
        section = self._draft.fault_at.partition("/")[0] or (
            "output" if set(fault.settings) & set(OUTPUT) else ""
        )
        y = spans[section][0] - self._stage.state.camera.y if section in spans else TOP
        return max(TOP, y)

    # --- inside ------------------------------------------------------------------------------------------
    def _candidates(self, fault: Fault) -> Iterator[tuple[str, bool]]:
        """Numbers beside the fault: it lies below those of the first kind, above the others."""
        path = self._draft.fault_at
        if not path:
            return
        if "output-map" in fault.settings:
            yield f"{path}/mixed", True
        for name in ("q", "pre", "norm", "out"):
            yield f"{path}/{name}", False

    def _go_there(self, fault: Fault) -> None:
        """The block comes into sight, and time stops before what does not work."""
        path, timeline = self._draft.fault_at, self._player.timeline
        snapshot = self._stage.state.lab.snapshot
        near = next((h for h in all_heads(snapshot) if path and h.path == path), None)
        if near is not None:
            self._focus.choose_head(near.block, 0)
        if timeline is None:
            return
        late = "output-map" in fault.settings
        beats = [i for i, beat in enumerate(timeline.beats) if path and beat.place == path]
        joins = [i for i in beats if timeline.beats[i].name in ("join", "out", "project back")]
        stop = joins[0] if late and joins else beats[-1] if late and beats else beats[0] if beats else None
        self._player.stop_before(stop)

    def _again(self) -> None:
        if self._fault is None:
            return
        self.setGeometry(self._stage.rect())
        wide = min(WIDEST, self.width() - 40)
        y = min(max(self.top() + 54.0, TOP), self.height() - HIGH - 12.0)
        self.card.setGeometry((self.width() - wide) // 2, round(y), wide, HIGH)
        self.update()

    def _mend(self) -> None:
        fault = self._draft.fault
        if fault is not None and fault.repairs:
            try:
                self._draft.do(fault.repairs[0].change)
            except LabError as error:
                self._say(str(error))

    def paintEvent(self, event: QPaintEvent) -> None:
        top = self.top()
        with smooth(self) as painter:
            ground = self._theming.color("canvas")
            ground.setAlphaF(DIM)
            painter.fillRect(QRectF(0, top, self.width(), self.height() - top), ground)
            painter.setPen(QPen(self._theming.color("error"), 1.0, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(16, top), QPointF(self.width() - 16.0, top))
            if self._fault is not None and self._draft.overflow is not None:
                self._crosses(painter, top + 14.0, *self._draft.overflow)

    def _crosses(self, painter: QPainter, y: float, given: int, wire: int) -> None:
        """In every lane the wire with its room, and the cells that have no place in it."""
        state = self._stage.state
        words = len(state.lab.snapshot.words)
        if len(state.towers) > 1 or not words or max(given, wire) > 64:
            return
        from transformer_lab.figures.look import GUTTER

        lane = state.lane
        side = min(11.0, lane * 0.8 / max(given, wire))
        if side < 2.0:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for word in range(words):
            x = GUTTER + lane * (word + 0.5) - side * max(given, wire) / 2 - state.camera.x
            painter.setPen(QPen(self._theming.color("ink3"), 1.0, Qt.PenStyle.DotLine))
            painter.drawRect(QRectF(x, y, side * wire, 11.0))
            painter.setPen(QPen(self._theming.color("error"), 1.0))
            for i in range(wire, given):
                box = QRectF(x + side * i, y, side, 11.0)
                painter.drawRect(box)
                inner = box.adjusted(2, 3, -2, -3)
                painter.drawLine(inner.topLeft(), inner.bottomRight())
                painter.drawLine(inner.bottomLeft(), inner.topRight())


class Card(QWidget):
    """The reason and the best repair."""

    def __init__(self, stage: QWidget, theming: Theming, mend: Callable[[], None]) -> None:
        super().__init__(stage)
        self._theming = theming
        self._reason = ""
        self.button = QPushButton(self)
        self.button.setDefault(True)
        self.button.clicked.connect(mend)
        theming.changed.connect(self.update)
        self.hide()

    def show_fault(self, fault: Fault) -> None:
        """Another reason."""
        self._reason = fault.reason
        self.setAccessibleName(fault.reason)
        self.button.setVisible(bool(fault.repairs))
        if fault.repairs:
            self.button.setText(fault.repairs[0].title)
        self._lay()
        self.update()

    def resizeEvent(self, event: object) -> None:
        self._lay()

    def _lay(self) -> None:
        wide = self.button.sizeHint().width()
        self.button.setGeometry(self.width() - wide - 14, self.height() // 2 - 16, wide, 32)

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.setPen(QPen(self._theming.color("line2"), 1))
            painter.setBrush(self._theming.color("raised"))
            painter.drawRoundedRect(box, 8, 8)
            painter.fillRect(QRectF(0, 5, 4, self.height() - 10), self._theming.color("error"))
            drawing = pixmap(
                "triangle-alert", self._theming.theme.color("error"), 20, self.devicePixelRatioF()
            )
            painter.drawPixmap(QPointF(18, self.height() / 2 - 10), drawing)
            right = self.button.x() if self.button.isVisibleTo(self) else self.width()
            room = right - 66.0
            two = advance(self._reason, "medium", 13) > room
            painter.setFont(font("medium", 13))
            painter.setPen(self._theming.color("ink"))
            words = QRectF(52, 8 if two else 12, room, 48 if two else 22)
            painter.drawText(words, Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter, self._reason)
            if not two:
                painter.setFont(font("regular", 12))
                painter.setPen(self._theming.color("ink2"))
                painter.drawText(QRectF(52, 33, room, 20), tr("Everything above is current."))
