"""Under the stage: the matrix editor at the left, the chosen head's heat map and all heads at the right."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QPointF, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.attention import attention_key
from transformer_lab.figures.empty import empty_picture
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.registry import FIGURES
from transformer_lab.language import tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.session import Lab
from transformer_lab.ui.controls import Segmented
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.pictures import PictureView
from transformer_lab.ui.theming import Theming

FACES = ("attention", "head-grid")
SIDE, LEAST_EDITOR = 310, 420
TOP = 36
LEFT, RIGHT, BETWEEN, FOOT = 16, 20, 16, 8
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
    one = max(SIDE, min(MOST_MAP, round(1.45 * (height - TOP - FOOT)) + LEFT + RIGHT))
    room = width - max(520, round(USUAL_EDITOR * width))
    if room >= 2 * LEAST_MAP + LEFT + BETWEEN + RIGHT:
        return Maps(min(2 * one, room), True)
    return Maps(max(SIDE, min(one, width - 520)), False)


class HeadMaps(QWidget):
    """The attention of the chosen head and the grid of all heads: side by side, or one with a switch."""

    filled = Signal()
    """there is something to show now, or no longer"""

    def __init__(self, lab: Lab, focus: Focus, theming: Theming) -> None:
        super().__init__()
        self._lab, self._focus, self._theming = lab, focus, theming
        self.both = False
        self._full = self.full
        names = (tr("Attention"), tr("Heads"))
        self.switch = Segmented(theming, names, tr("What is shown beside the matrix"))
        self.view = PictureView(theming, partial(self._picture, 0), focus)
        self.heads = PictureView(theming, partial(self._picture, 1), focus)
        self.key = PictureView(theming, self._key, rings=False)
        for part in (self.switch, self.view, self.heads, self.key):
            part.setParent(self)
        self.switch.chosen.connect(self._switched)
        focus.changed.connect(self._refresh)
        theming.changed.connect(self.update)
        stop = lab.watch(self._follow)
        self.destroyed.connect(lambda: stop())

    @property
    def full(self) -> bool:
        """Whether the model has attention to show."""
        snapshot = self._lab.snapshot
        return snapshot.trace is not None and f"{self._focus.attention}/weights" in snapshot

    def show_both(self, both: bool) -> None:
        """Both maps, or one with the switch."""
        if both != self.both:
            self.both = both
            self._lay()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay()

    def _lay(self) -> None:
        high, half = max(0, self.height() - TOP - FOOT), (self.width() - BETWEEN) // 2
        wide = half if self.both else self.width()
        self.switch.move(0, 9)
        self.switch.resize(self.switch.sizeHint())
        self.view.setGeometry(0, TOP, wide, high)
        self.heads.setGeometry(half + BETWEEN, TOP, half, high)
        first = self._title_end() + 20 if self.both else self.switch.width() + 16
        self.key.setGeometry(first, 11, max(0, wide - first), 26)
        self.switch.setVisible(not self.both)
        self.heads.setVisible(self.both)
        self.key.setVisible(self._shows(0) == FACES[0])

    def _title_end(self) -> int:
        return round(advance(tr("Attention"), "semibold", 13))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.both:
            with QPainter(self) as painter:
                painter.setFont(font("semibold", 13))
                painter.setPen(self._theming.color("ink"))
                painter.drawText(QPointF(0.0, 29.0), tr("Attention"))
                painter.drawText(QPointF(float(self.heads.x()), 29.0), tr("Heads"))

    def _follow(self, _snapshot: Snapshot) -> None:
        self._refresh()
        if self.full != self._full:
            self._full = self.full
            self.filled.emit()

    def _refresh(self) -> None:
        for view in (self.view, self.heads, self.key):
            view.refresh()

    def _switched(self, _index: int) -> None:
        self._lay()
        self._refresh()

    def _shows(self, place: int) -> str:
        return FACES[place if self.both else self.switch.index]

    def _picture(self, place: int, width: float, height: float) -> Picture:
        snapshot, focus = self._lab.snapshot, self._focus
        if not self.full:
            return empty_picture(width, height)
        options = Options(
            block=focus.block,
            head=focus.head,
            query=focus.query,
            width=width,
            height=height,
            title=False,
            notes=False,
        )
        return FIGURES[self._shows(place)].draw(snapshot, options)

    def _key(self, width: float, height: float) -> Picture:
        """What the colours mean: beside the heading, so that the map has all the room below."""
        return attention_key(self._lab.snapshot, self._focus.attention, width, height)


class Lower(QWidget):
    """Both halves with a hairline between them; the right one goes first when it gets narrow."""

    def __init__(self, editor: QWidget, maps: HeadMaps, theming: Theming) -> None:
        super().__init__()
        self.editor, self.maps, self._theming = editor, maps, theming
        for part in (editor, maps):
            part.setParent(self)
        theming.changed.connect(self.update)
        maps.filled.connect(self._lay)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay()

    def _lay(self) -> None:
        wide, high = self.width(), self.height()
        side, both = shared(wide, high) if self.maps.full else Maps(0, False)
        self.maps.setVisible(side > 0)
        self.maps.show_both(both)
        self.editor.setGeometry(0, 1, wide - side, high - 1)
        self.maps.setGeometry(wide - side + LEFT, 1, max(0, side - LEFT - RIGHT), high - 1)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("panel"))
            if self.maps.isVisible():
                painter.setPen(QPen(self._theming.color("line"), 1))
                x = self.maps.x() - LEFT
                painter.drawLine(x, 14, x, self.height() - 14)
