"""Beside the pointer: one sentence about the number under it, the same that the inspector speaks."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QCursor

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.stage.tip import Parts, Tip
from transformer_lab.ui.stage.view import StageView
from transformer_lab.ui.theming import Theming


class Hover(QObject):
    """Shows the tip while a number of the stage is under the pointer."""

    def __init__(self, lab: Lab, focus: Focus, stage: StageView, theming: Theming) -> None:
        super().__init__(stage)
        self._lab, self._stage = lab, stage
        self.tip = Tip(theming, stage)
        focus.hovered.connect(self._show)
        stage.state.changed.connect(self.tip.hide)  # something else may lie under the pointer now

    def _show(self, cell: Cell | None) -> None:
        if cell is None or not self._stage.underMouse() or cell.node not in self._lab.snapshot:
            self.tip.hide()
            return
        here = self._stage.mapFromGlobal(QCursor.pos())
        self.tip.say(sentence(self._lab, cell, self._stage.state.look().manner), QPoint(here.x(), here.y()))


def sentence(lab: Lab, cell: Cell, manner: Manner = USUAL) -> Parts:
    """The number in words and how it came about, the words in the colours of their roles."""
    from transformer_lab.figures.ask import spoken  # late: nobody hovers before the window is there

    return tuple((span.text, span.role or "ink2") for span in spoken(lab.snapshot, cell, manner))
