"""Under the stage while the model is built: what the last change kept, and how new weights start."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.session import Lab
from transformer_lab.ui.build.draft import Draft
from transformer_lab.ui.build.kept_view import KeptView
from transformer_lab.ui.build.starts_view import StartsView
from transformer_lab.ui.preferences import Preferences
from transformer_lab.ui.theming import Theming

KEPT, LEAST_STARTS = 536, 378


class Strip(QWidget):
    """Two halves with a hairline between them; the left one is 536 wide where there is room."""

    def __init__(
        self,
        lab: Lab,
        draft: Draft,
        theming: Theming,
        undo: Callable[[], None],
        by_hand: Callable[[str], None],
        preferences: Preferences | None = None,
    ) -> None:
        super().__init__()
        self._theming = theming
        self.kept = KeptView(draft, theming, undo, preferences)
        self.starts = StartsView(lab, draft, theming, by_hand)
        for half in (self.kept, self.starts):
            half.setParent(self)
        theming.changed.connect(self.update)

    def resizeEvent(self, event: QResizeEvent) -> None:
        left = min(round(KEPT * max(1.0, self.width() / 1008)), self.width() - LEAST_STARTS)
        self.kept.setGeometry(0, 1, left, self.height() - 1)
        self.starts.setGeometry(left, 1, self.width() - left, self.height() - 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("panel"))
            painter.setPen(QPen(self._theming.color("line"), 1))
            painter.drawLine(0, 0, self.width(), 0)
            painter.drawLine(self.starts.x(), 14, self.starts.x(), self.height() - 14)
