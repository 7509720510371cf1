"""Under the stage: the matrix editor at the left, one or two views of the person's choice at the right."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.ui.theming import Theming
from transformer_lab.ui.views.header import HIGH
from transformer_lab.ui.views.panel import BETWEEN, FOOT, ViewPanel

SIDE, LEAST_EDITOR = 310, 420
LEFT, RIGHT = 16, 20
LEAST_MAP, MOST_MAP = 280, 460
"""Width of one map; both stand side by side where each gets the least."""
USUAL_EDITOR = 0.45
"""The part of a wide panel that the matrix keeps."""


class Maps(NamedTuple):
    """How wide the maps are together, and whether both are shown."""

    width: int
    both: bool


def shared(width: int, height: int) -> Maps:
    """What the maps get: nothing while the panel is narrow, then one, then both; no more than they use."""
    if width < LEAST_EDITOR + SIDE:
        return Maps(0, False)
    one = max(SIDE, min(MOST_MAP, round(1.45 * (height - HIGH - FOOT)) + LEFT + RIGHT))
    room = width - max(520, round(USUAL_EDITOR * width))
    if room >= 2 * LEAST_MAP + LEFT + BETWEEN + RIGHT:
        return Maps(min(2 * one, room), True)
    return Maps(max(SIDE, min(one, width - 520)), False)


class Lower(QWidget):
    """Both halves with a hairline between them; the right one goes first when it gets narrow."""

    def __init__(self, editor: QWidget, views: ViewPanel, theming: Theming) -> None:
        super().__init__()
        self.editor, self.views, self._theming = editor, views, theming
        for part in (editor, views):
            part.setParent(self)
        theming.changed.connect(self.update)
        views.filled.connect(self._lay)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay()

    def _lay(self) -> None:
        wide, high = self.width(), self.height()
        side, both = shared(wide, high) if self.views.full else Maps(0, False)
        self.views.setVisible(side > 0)
        self.views.show_both(both)
        self.editor.setGeometry(0, 1, wide - side, high - 1)
        self.views.setGeometry(wide - side + LEFT, 1, max(0, side - LEFT - RIGHT), high - 1)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("panel"))
            if self.views.isVisible():
                painter.setPen(QPen(self._theming.color("line"), 1))
                x = self.views.x() - LEFT
                painter.drawLine(x, 14, x, self.height() - 14)
