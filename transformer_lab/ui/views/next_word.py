"""The next word with a slider under its bars: the temperature of the model, set while one looks."""

from __future__ import annotations

from itertools import count
from math import log2

from PySide6.QtCore import QPointF
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent

from transformer_lab.document import edits
from transformer_lab.document.building.settings import configured
from transformer_lab.figures.numbers import short
from transformer_lab.language import tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.controls import QuietSlider
from transformer_lab.ui.views.figure_view import FigureView
from transformer_lab.ui.views.view import Choice, Room

STEPS = 12
"""Steps of the slider on either side of 1; so many make four times the temperature."""
HIGH, WIDE, LEAST = 30, 160, 140
DRAGS = count()


def temperature_at(step: int) -> float:
    """The temperature of a step of the slider: ¼ to 4, with two digits."""
    return round(float(4.0 ** (step / STEPS)), 2)


def step_of(temperature: float) -> int:
    """The step nearest to a temperature; ends for what lies outside."""
    return max(-STEPS, min(STEPS, round(STEPS * log2(temperature) / 2.0))) if temperature > 0.0 else -STEPS


class Warmth(QuietSlider):
    """The slider; each press and each key is a step of its own in the history, a drag is one."""

    drag: object = None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.drag = next(DRAGS)
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not event.isAutoRepeat():
            self.drag = next(DRAGS)
        super().keyPressEvent(event)


class NextWordView(FigureView):
    """Bars of the likeliest words; the temperature is an edit like any other, one drag one step."""

    def __init__(self, room: Room, figure: str, choices: tuple[Choice, ...] = ()) -> None:
        super().__init__(room, figure, choices)
        self.slider = Warmth(room.theming, tr("Temperature"), -STEPS, STEPS)
        self.slider.setParent(self)
        self.slider.setToolTip(tr("Divides every logit: below 1 sharper, above 1 more even"))
        self._stand()
        self.slider.valueChanged.connect(self._set)

    def draw(self) -> None:
        self._stand()
        super().draw()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        foot = HIGH if self._has_room() else 0
        self.board.setGeometry(self.rect().adjusted(0, 0, 0, -foot))
        self.slider.setFixedWidth(min(WIDE, max(LEAST, self.width() // 3)))
        self.slider.move(self._start(), self.height() - HIGH + 2)
        self.slider.setVisible(foot > 0)

    def _start(self) -> int:
        return 4 + round(advance(tr("Temperature"), "regular", 12)) + 8

    def _has_room(self) -> bool:
        """Whether the slider stands below the bars: not in low panels, nor where nothing is predicted."""
        return self.height() > 6 * HIGH and "probs" in self.snapshot

    def _stand(self) -> None:
        """The slider stands where the model's temperature is."""
        self.slider.blockSignals(True)
        self.slider.setValue(step_of(self.snapshot.state.model.temperature))
        self.slider.blockSignals(False)
        if self.slider.isHidden() == self._has_room():
            self.resizeEvent(QResizeEvent(self.size(), self.size()))

    def _set(self, step: int) -> None:
        merge = ("temperature", self.slider.drag)
        self.room.lab.do(edits.build(configured("", "temperature", temperature_at(step), merge)))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.slider.isHidden():
            return
        with QPainter(self) as painter:
            painter.setFont(font("regular", 12))
            painter.setPen(self.room.theming.color("ink2"))
            base = self.height() - HIGH / 2.0 + 4.0
            painter.drawText(QPointF(4.0, base), tr("Temperature"))
            painter.setPen(self.room.theming.color("ink"))
            end = self.slider.geometry().right() + 8.0
            painter.drawText(QPointF(end, base), short(self.snapshot.state.model.temperature))
