"""While A is pinned and nothing differs yet: one quiet sentence at the foot of the ordinary stage."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.figures.compare.page import waiting
from transformer_lab.render.fonts import font
from transformer_lab.ui.compare.comparing import Comparing
from transformer_lab.ui.compare.signs import paint_chip
from transformer_lab.ui.stage.view import StageView
from transformer_lab.ui.theming import Theming

HIGH = 34


class PinnedNote(QWidget):
    """Lies at the foot of the stage, which makes room for it."""

    def __init__(self, stage: StageView, comparing: Comparing, theming: Theming) -> None:
        super().__init__(stage)
        self._stage, self._comparing, self._theming = stage, comparing, theming
        self.setAccessibleName(waiting())
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()
        stage.installEventFilter(self)
        comparing.changed.connect(self.refresh)
        theming.changed.connect(self.update)

    def refresh(self) -> None:
        """Come with the first pin, go with the first difference."""
        wanted = self._comparing.waits and self._comparing.shown != "a"
        if wanted or self.isVisible():
            self.setGeometry(0, self._stage.height() - HIGH, self._stage.width(), HIGH)
            self.setVisible(wanted)
            self.raise_()
            self._stage.state.give_way(float(HIGH) if wanted else 0.0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.refresh()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(self.rect(), self._theming.color("panel"))
            painter.fillRect(0, 0, self.width(), 1, self._theming.color("line"))
            paint_chip(painter, self._theming, QRectF(20.0, 8.0, 18.0, 18.0), "A")
            painter.setFont(font("regular", 13))
            painter.setPen(self._theming.color("ink2"))
            painter.drawText(
                QRectF(48.0, 0.0, self.width() - 60.0, HIGH), Qt.AlignmentFlag.AlignVCenter, waiting()
            )
