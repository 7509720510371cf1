"""Cards of presets: a map of the head that matters, the model as a small stack, title, story, sizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QFontMetricsF,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)

from transformer_lab.document.evaluate import Evaluator
from transformer_lab.document.state import State
from transformer_lab.errors import LabError
from transformer_lab.figures.heads import all_heads
from transformer_lab.language import tr
from transformer_lab.render.fonts import font
from transformer_lab.ui.controls import ring, smooth
from transformer_lab.ui.dialogs.preset_stack import draw_stack
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.pointed import Pointed
from transformer_lab.ui.preferences import Preferences
from transformer_lab.ui.spoken import tell_value
from transformer_lab.ui.theming import Theming
from transformer_lab.ui.thumbs import Thumbs

WIDE, GAP, MAP, ACROSS = 240, 16, 92, 3
HEADING = 34
STORY_FROM, FOOT = MAP + 42, 32
"""A card above and below its story, which is never cut off: the longest one says how high all cards are."""


@dataclass(frozen=True, eq=False)
class Card:
    """One preset: its name or its file, and how to get its state."""

    title: str
    about: str
    read: Callable[[], State]
    name: str = ""
    path: Path | None = None


class Shown:
    """What is drawn of a card; filled when it is first needed."""

    def __init__(self) -> None:
        self.state: State | None = None
        self.map: QImage | None = None
        self.words = 0


class Cards(Pointed):
    """Two sections of cards, three across; arrows walk, Enter opens, Delete takes an own one away."""

    chosen = Signal(object)
    unwanted = Signal(object)
    spoken_role = QAccessible.Role.List

    def __init__(self, theming: Theming, preferences: Preferences | None = None) -> None:
        super().__init__()
        self._theming = theming
        self._thumbs = Thumbs(theming, preferences)
        self.sections: tuple[tuple[str, tuple[Card, ...]], ...] = ()
        self.current = 0
        self._shown: dict[int, Shown] = {}
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(tr("Presets"))
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._fill_one)

    def show_cards(self, sections: tuple[tuple[str, tuple[Card, ...]], ...]) -> None:
        """Show these sections; empty ones are left out."""
        self.sections = tuple((title, cards) for title, cards in sections if cards)
        self._shown = {}
        self.current = min(self.current, max(0, len(self.cards) - 1))
        self.setFixedHeight(round(self._bottom()))
        self._timer.start()
        self.update()

    @property
    def cards(self) -> list[Card]:
        """All cards, in reading order."""
        return [card for _, cards in self.sections for card in cards]

    def sizeHint(self) -> QSize:
        return QSize(ACROSS * WIDE + (ACROSS - 1) * GAP, round(self._bottom()))

    def spoken_value(self) -> str:
        """The card that Enter opens, with its story."""
        card = self.cards[self.current] if self.cards else None
        return "" if card is None else f"{card.title}: {card.about}"

    @property
    def wide(self) -> float:
        """Width of a card: less on a small screen."""
        return max(160.0, min(WIDE, (self.width() - (ACROSS - 1) * GAP) / ACROSS))

    @property
    def high(self) -> float:
        """Height of a card."""
        measure, wide = QFontMetricsF(font("regular", 12)), self.wide - 28
        room, flags = QRectF(0, 0, wide, 400), int(Qt.TextFlag.TextWordWrap)
        stories = (measure.boundingRect(room, flags, card.about).height() for card in self.cards)
        return STORY_FROM + max(stories, default=0.0) + FOOT

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.setFixedHeight(round(self._bottom()))

    def box(self, number: int) -> QRectF:
        """Where a card lies."""
        y, first, high = 0.0, 0, self.high
        for _, cards in self.sections:
            y += HEADING
            if number < first + len(cards):
                row, column = divmod(number - first, ACROSS)
                return QRectF(column * (self.wide + GAP), y + row * (high + GAP), self.wide, high)
            y += -(-len(cards) // ACROSS) * (high + GAP)
            first += len(cards)
        return QRectF()

    def _bottom(self) -> float:
        high = self.high + GAP
        return sum(HEADING + -(-len(cards) // ACROSS) * high for _, cards in self.sections)

    def _fill_one(self) -> None:
        """One picture a moment, so that the gallery is there at once."""
        todo = next((i for i in range(len(self.cards)) if i not in self._shown), None)
        if todo is None:
            self._timer.stop()
            return
        found = self._shown[todo] = Shown()
        try:
            found.state = self.cards[todo].read()
            snapshot = Evaluator()(found.state, None)
        except LabError:
            return
        heads = all_heads(snapshot)
        found.words = len(snapshot.words)
        cross = [h for h in heads if h.path.rpartition("/")[2].startswith("cross")]
        if heads:
            best = (cross or list(heads))[-1]
            images = self._thumbs.of(snapshot, best.weights, 1, self.devicePixelRatioF() * 4)
            found.map = images[0] if images else None
        self.update()

    # --- painting ----------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            number = 0
            for title, cards in self.sections:
                top = self.box(number).top() - HEADING
                painter.setFont(font("semibold", 13))
                painter.setPen(self._theming.color("ink"))
                painter.drawText(QPointF(0, top + 18), title)
                for card in cards:
                    self._card(painter, self.box(number), card, number)
                    number += 1

    def _card(self, painter: QPainter, box: QRectF, card: Card, number: int) -> None:
        theming, current = self._theming, number == self.current
        painter.setPen(QPen(theming.color("ink3" if current or number == self.near else "line2"), 1))
        painter.setBrush(theming.color("wash" if current else "raised"))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 9, 9)
        if current and self.hasFocus():
            ring(painter, theming, box, 9)
        shown = self._shown.get(number, Shown())
        self._map(painter, QRectF(box.left() + 14, box.top() + 14, MAP, MAP), shown)
        if shown.state is not None:
            stack = QRectF(box.left() + MAP + 32, box.top() + 14, box.width() - MAP - 46, MAP)
            draw_stack(painter, theming, shown.state.model, stack)
        left, wide = box.left() + 14, box.width() - 28
        painter.setFont(font("semibold", 14))
        painter.setPen(theming.color("ink"))
        painter.drawText(QPointF(left, box.top() + MAP + 36), self._elided(card.title, "semibold", 14, wide))
        painter.setFont(font("regular", 12))
        painter.setPen(theming.color("ink2"))
        story = QRectF(left, box.top() + STORY_FROM, wide, box.height() - STORY_FROM - FOOT + 4)
        painter.drawText(story, Qt.TextFlag.TextWordWrap, card.about)
        painter.setFont(font("regular", 11))
        painter.setPen(theming.color("ink3"))
        foot = QRectF(left, box.bottom() - 25, wide, 16)
        painter.drawText(foot, Qt.AlignmentFlag.AlignVCenter, sizes(shown))
        if card.path is not None:
            drawing = pixmap("x", theming.theme.color("ink3"), 14, self.devicePixelRatioF())
            painter.drawPixmap(QPointF(box.right() - 24, box.top() + 10), drawing)

    def _elided(self, text: str, face: str, size: int, wide: float) -> str:
        return QFontMetricsF(font("semibold", size)).elidedText(text, Qt.TextElideMode.ElideRight, wide)

    def _map(self, painter: QPainter, box: QRectF, shown: Shown) -> None:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        empty = shown.state is not None and shown.map is None
        if shown.map is not None:
            painter.drawImage(box, shown.map)
        style = Qt.PenStyle.DashLine if empty else Qt.PenStyle.SolidLine
        painter.setPen(QPen(self._theming.color("line2"), 1, style))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(-0.5, -0.5, 0.5, 0.5), 2, 2)

    # --- acting ------------------------------------------------------------------------------------------
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        over = self.near is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self.part_at(event.position())
        if at is None:
            return
        self.current = at
        self.update()
        box, card = self.box(at), self.cards[at]
        corner = event.position().x() > box.right() - 30 and event.position().y() < box.top() + 30
        (self.unwanted if card.path is not None and corner else self.chosen).emit(card)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: -ACROSS,
            Qt.Key.Key_Down: ACROSS,
        }.get(Qt.Key(event.key()))
        if step is not None:
            self.current = max(0, min(len(self.cards) - 1, self.current + step))
            tell_value(self, self.spoken_value())
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.cards:
            self.chosen.emit(self.cards[self.current])
        elif event.key() == Qt.Key.Key_Delete and self.cards and self.cards[self.current].path is not None:
            self.unwanted.emit(self.cards[self.current])
        else:
            super().keyPressEvent(event)

    def part_at(self, point: QPointF) -> int | None:
        """The card at this place."""
        return next((i for i in range(len(self.cards)) if self.box(i).contains(point)), None)


def sizes(shown: Shown) -> str:
    """“2 layers, width 8, 8 words”."""
    if shown.state is None:
        return ""
    model = shown.state.model
    layers = len(model.blocks) + len(model.encoder)
    said = tr("1 block") if layers == 1 else tr("{n} blocks", n=layers) if layers else tr("no blocks")
    return tr("{blocks}, width {d}, {n} words", blocks=said, d=model.d_model, n=shown.words)
