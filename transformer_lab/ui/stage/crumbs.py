"""The row above the stage: where we are, the printed scale of the colours, and which head is looked at."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.figures.numbers import short
from transformer_lab.figures.timeline import Beat
from transformer_lab.figures.timeline_track import section_name
from transformer_lab.language import tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.session import Lab
from transformer_lab.ui.controls import Segmented, smooth
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.gaze import head_count
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.player import Player
from transformer_lab.ui.theming import Theming

PARTS = {
    "attn": tr("Attention"),
    "self": tr("Attention"),
    "cross": tr("Cross-attention"),
    "ffn": tr("Feed-forward"),
}
BAR_WIDTH, BAR_HEIGHT = 96, 7
MOST_CHIPS = 9


def trail(beat: Beat, head: int) -> tuple[str, ...]:
    """From block to operation, in words."""
    if "." not in beat.section:
        return (section_name(beat.section), beat.title)
    kind = beat.place.rpartition("/")[2].partition("_")[0]
    parts = [section_name(beat.section)]
    if kind in PARTS:
        parts.append(PARTS[kind])
    if kind in ("attn", "self", "cross"):
        parts.append(tr("Head {n}", n=head + 1))
    return (*parts, beat.title)


class CrumbBar(QWidget):
    """Painted, but for the head chips, which are a control."""

    def __init__(self, lab: Lab, focus: Focus, player: Player, theming: Theming) -> None:
        super().__init__()
        self._lab, self._focus, self._player, self._theming = lab, focus, player, theming
        self._limit = 2.0
        self._said: tuple[str, ...] = ()
        self.heads = Segmented(theming, (), tr("Head"))
        self.heads.setParent(self)
        self.heads.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys with the stage
        self.heads.chosen.connect(self._choose)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        focus.changed.connect(self.refresh)
        focus.cursor_moved.connect(self._say)
        player.changed.connect(self.refresh)
        theming.changed.connect(self.update)
        self.refresh()

    def refresh(self) -> None:
        """Follow focus and document."""
        count = min(MOST_CHIPS, head_count(self._lab.snapshot, self._focus.block))
        self.heads.setVisible(count > 1)
        self.heads.offer(
            [tr("Head {n}", n=i + 1) for i in range(count)], min(self._focus.head, max(0, count - 1))
        )
        self._arrange()
        self._say()

    def show_limit(self, limit: float) -> None:
        """The scale that the stage prints its cells on."""
        if limit != self._limit:
            self._limit = limit
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("canvas"))
            end = self._trail(painter)
            right = self.heads.x() - 26 if self.heads.isVisible() else self.width() - 22
            lanes = self._lab.snapshot.trace is not None
            if lanes and right - end > BAR_WIDTH + 80:
                self._bar(painter, right)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    # --- inside ---------------------------------------------------------------------------------------
    def _choose(self, head: int) -> None:
        self._focus.choose_head(self._focus.block, head)

    def _say(self, _cursor: object = None) -> None:
        """The way to what is shown; painted only when it has become another."""
        timeline, cursor = self._player.timeline, self._player.cursor
        known = timeline is not None and cursor is not None
        said = trail(timeline.beats[cursor.beat], self._focus.head) if known else ()
        if said != self._said:
            self._said = said
            self.setAccessibleName(" › ".join(said))
            self.update()

    def _arrange(self) -> None:
        size = self.heads.sizeHint()
        place = QRect(self.width() - 16 - size.width(), 8, size.width(), size.height())
        if place != self.heads.geometry():
            self.heads.setGeometry(place)
            self.update()  # the ramp keeps its distance from the chips

    def _trail(self, painter: QPainter) -> float:
        x, base = 20.0, self.height() / 2 + 5
        for i, part in enumerate(self._said):
            last = i == len(self._said) - 1
            face = "semibold" if last else "regular"
            painter.setFont(font(face, 13))
            painter.setPen(self._theming.color("ink" if last else "ink2"))
            painter.drawText(QPointF(x, base), part)
            x += advance(part, face, 13)
            if not last:
                arrow = pixmap(
                    "chevron-right", self._theming.theme.color("ink2"), 12, self.devicePixelRatioF()
                )
                painter.drawPixmap(QPointF(x + 4, self.height() / 2 - 5.5), arrow)
                x += 20
        return x

    def _bar(self, painter: QPainter, right: float) -> None:
        """The signed ramp with its printed limit."""
        high, low = "+" + short(self._limit), short(-self._limit)
        painter.setFont(font("regular", 12))
        painter.setPen(self._theming.color("ink2"))
        x = right - advance(high, "regular", 12)
        base = self.height() / 2 + 4
        painter.drawText(QPointF(x, base), high)
        left = x - 8 - BAR_WIDTH
        box = QRectF(left, self.height() / 2 - 4, BAR_WIDTH, BAR_HEIGHT)
        colors = self._theming.theme.lut("div")[:255].copy()
        ramp = QImage(colors.tobytes(), 255, 1, 255 * 4, QImage.Format.Format_ARGB32_Premultiplied).copy()
        painter.drawImage(box, ramp)
        painter.setPen(QPen(self._theming.color("ink3"), 1))
        painter.drawLine(QPointF(box.center().x(), box.bottom()), QPointF(box.center().x(), box.bottom() + 4))
        painter.setPen(self._theming.color("ink2"))
        text = QRectF(0, 0, left - 8, self.height())
        painter.drawText(text, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, low)
