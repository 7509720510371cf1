"""Under the stage: the matrix editor at the left, the chosen head's heat map or all heads at the right."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.figures.empty import empty_picture
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.registry import FIGURES
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.controls import Segmented
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.pictures import PictureView
from transformer_lab.ui.theming import Theming

FACES = ("attention", "head-grid")
SIDE, LEAST_EDITOR = 310, 420
TOP = 40


class HeadMaps(QWidget):
    """One well with a switch over it: the attention of the chosen head, or the grid of all heads."""

    def __init__(self, lab: Lab, focus: Focus, theming: Theming) -> None:
        super().__init__()
        self._lab, self._focus = lab, focus
        self.switch = Segmented(
            theming, (tr("Attention"), tr("Heads")), tr("What is shown beside the matrix")
        )
        self.view = PictureView(theming, self._picture, focus)
        for part in (self.switch, self.view):
            part.setParent(self)
        self.switch.chosen.connect(self._switched)
        focus.changed.connect(self.view.refresh)
        stop = lab.watch(lambda _snapshot: self.view.refresh())
        self.destroyed.connect(lambda: stop())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.switch.move(0, 6)
        self.switch.resize(self.switch.sizeHint())
        self.view.setGeometry(0, TOP, self.width(), max(0, self.height() - TOP - 8))

    def _switched(self, _index: int) -> None:
        self.view.refresh()

    def _picture(self, width: float, height: float) -> Picture:
        snapshot, focus = self._lab.snapshot, self._focus
        if snapshot.trace is None or f"{focus.attention}/weights" not in snapshot:
            return empty_picture(width, height)
        options = Options(
            block=focus.block,
            head=focus.head,
            query=focus.query,
            width=width,
            height=height,
            title=False,
        )
        return FIGURES[FACES[self.switch.index]].draw(snapshot, options)


class Lower(QWidget):
    """Both halves with a hairline between them; the right one goes first when it gets narrow."""

    def __init__(self, editor: QWidget, maps: HeadMaps, theming: Theming) -> None:
        super().__init__()
        self.editor, self.maps, self._theming = editor, maps, theming
        for part in (editor, maps):
            part.setParent(self)
        theming.changed.connect(self.update)

    def resizeEvent(self, event: QResizeEvent) -> None:
        wide, high = self.width(), self.height()
        both = wide >= LEAST_EDITOR + SIDE
        self.maps.setVisible(both)
        side = min(SIDE + max(0, wide - 860) // 3, wide // 2) if both else 0
        self.editor.setGeometry(0, 1, wide - side, high - 1)
        self.maps.setGeometry(wide - side + 16, 1, side - 36, high - 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("panel"))
            if self.maps.isVisible():
                painter.setPen(QPen(self._theming.color("line"), 1))
                x = self.maps.x() - 16
                painter.drawLine(x, 14, x, self.height() - 14)
