"""The left half of the strip: what the last change kept, matrix by matrix, with three counts and Undo."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from transformer_lab.document.building.kept import Kept, KeptPart
from transformer_lab.figures.scales import limit_covering
from transformer_lab.figures.turning import turn_aside
from transformer_lab.language import grouped, tr
from transformer_lab.render.fonts import font
from transformer_lab.ui.build.draft import Draft
from transformer_lab.ui.build.small_matrix import paint_part
from transformer_lab.ui.controls import smooth
from transformer_lab.ui.preferences import Preferences, manner_of
from transformer_lab.ui.theming import Theming

LEFT, TOP, COUNTS, EACH, BETWEEN = 24, 16, 112, 88, 18
ORDER = ("W_Q", "W_K", "W_V", "W_O", "W_1", "W_3", "W_2", "W_E", "W_U")


class KeptView(QWidget):
    """Shows the parameters that a change touched, the weights first."""

    def __init__(
        self, draft: Draft, theming: Theming, undo: Callable[[], None], preferences: Preferences | None = None
    ) -> None:
        super().__init__()
        self._draft, self._theming, self._preferences = draft, theming, preferences
        if preferences is not None:
            preferences.changed.connect(self.update)
        self.undo = QPushButton(tr("Undo"), self)
        self.undo.setFlat(True)
        self.undo.clicked.connect(undo)
        theming.changed.connect(self._dress)
        draft.changed.connect(self.refresh)
        self._dress()
        self.refresh()

    def refresh(self) -> None:
        """Follow the draft, while somebody looks."""
        if not self.isVisible():
            return
        self.undo.setVisible(self._draft.last is not None or self._draft.faulty)
        told = self._draft.kept
        self.setAccessibleName(sentence(told) if told is not None else NOTHING)
        self.update()

    def _dress(self) -> None:
        ink = self._theming.theme.color("query")
        self.undo.setStyleSheet(
            f"QPushButton {{ border: none; background: transparent; padding: 0 4px; color: {ink};"
            " text-decoration: underline; }"
        )
        self.update()

    def showEvent(self, event: QShowEvent) -> None:
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        size = self.undo.sizeHint()
        self.undo.setGeometry(self.width() - size.width() - 12, TOP - 6, size.width(), 28)

    def paintEvent(self, event: QPaintEvent) -> None:
        told = self._draft.kept
        with smooth(self) as painter:
            painter.setFont(font("semibold", 13))
            painter.setPen(self._theming.color("ink"))
            wrap, inside = Qt.TextFlag.TextWordWrap, QRectF(LEFT, TOP, self.width() - LEFT - 12, 60)
            head = painter.boundingRect(inside, wrap, tr("What the last change kept"))
            painter.drawText(inside, wrap, tr("What the last change kept"))
            painter.setFont(font("regular", 12))
            painter.setPen(self._theming.color("ink2"))
            said = self._story(told)
            if told is None:
                painter.drawText(inside.translated(0, head.height() + 6), wrap, said)
                return
            measure = QFontMetricsF(font("regular", 12))
            said = measure.elidedText(said, Qt.TextElideMode.ElideRight, self.width() - LEFT - 20)
            painter.drawText(QPointF(LEFT, TOP + 35), said)
            self._matrices(painter, told)

    def _story(self, told: Kept | None) -> str:
        if self._draft.faulty:
            return tr("The stage shows the last model that works; nothing of it is lost.")
        if told is None or self._draft.last is None:
            return NOTHING
        if not told.filled and not told.lost:
            return tr("{what}. Every number stayed.", what=self._draft.last.label)
        if not told.filled:
            return tr("{what}. Nothing is new.", what=self._draft.last.label)
        return tr("{what}. It brings {n} numbers.", what=self._draft.last.label, n=grouped(told.filled))

    def _matrices(self, painter: QPainter, told: Kept) -> None:
        parts = sorted(told.touched, key=_rank)
        room = self.width() - LEFT - COUNTS - 16
        fitting = max(1, min(len(parts), (room + BETWEEN) // (EACH + BETWEEN)))
        shown = parts[:fitting]
        limit = limit_covering(*(p.now for p in shown if p.now is not None)) if shown else 1.0
        for i, part in enumerate(shown):
            left = LEFT + i * (EACH + BETWEEN)
            box = QRectF(left, TOP + 50, EACH, self.height() - TOP - 66)
            paint_part(
                painter, self._theming, part, box, limit, turn_aside(manner_of(self._preferences), True)
            )
        more = len(parts) - len(shown)
        x = float(LEFT + fitting * (EACH + BETWEEN)) if shown else float(LEFT)
        self._counts(painter, told, max(x + 2.0, self.width() - COUNTS - 8.0) if shown else x, more, limit)

    def _counts(self, painter: QPainter, told: Kept, x: float, more: int, limit: float) -> None:
        theming, y = self._theming, TOP + 78.0
        square = QRectF(0, 0, 13, 13)
        rows = (
            (told.kept, tr("kept"), QColor(theming.theme.palette("div")[190]), Qt.PenStyle.NoPen, "ink"),
            (told.filled, tr("filled"), theming.color("now_fill"), Qt.PenStyle.SolidLine, "ink"),
            (told.lost, tr("lost"), theming.color("ink2"), Qt.PenStyle.DashLine, "ink"),
        )
        for count, name, color, style, _ink in rows:
            box = square.translated(x, y - 10.5)
            painter.setPen(QPen(color, 1.6, style) if style != Qt.PenStyle.NoPen else QPen(style))
            painter.setBrush(color if style == Qt.PenStyle.NoPen else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 2.5, 2.5)
            loud = name == tr("lost") and count > 0
            painter.setFont(font("semibold" if loud else "regular", 13))
            painter.setPen(theming.color("ink"))
            number = grouped(count) if count else tr("none")
            painter.drawText(QPointF(x + 22, y), f"{number} {name}")
            y += 27
        painter.setFont(font("regular", 11))
        painter.setPen(theming.color("ink2"))
        notes = [tr("scale ±{n}", n=f"{limit:g}")] if told.touched else []
        notes += [tr("and {n} more", n=more)] if more else []
        painter.drawText(QPointF(x, y), ", ".join(notes))


NOTHING = tr("No block or size has been changed since the project was opened.")


def sentence(told: Kept) -> str:
    """The counts as a sentence."""
    return tr("{kept} kept, {filled} filled, {lost} lost", kept=told.kept, filled=told.filled, lost=told.lost)


def _rank(part: KeptPart) -> tuple[bool, int]:
    """Weights before biases and gains, in the order in which they act."""
    name = part.node_id.rsplit("/", 1)[-1]
    return name not in ORDER, ORDER.index(name) if name in ORDER else 0
