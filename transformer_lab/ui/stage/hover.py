"""Beside the pointer: one sentence with the value of the number under it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QCursor

from transformer_lab.document.axes import axis_names
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.numbers import fixed
from transformer_lab.language import tr
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

    def _show(self, cell: Cell | None) -> None:
        if cell is None or not self._stage.underMouse() or cell.node not in self._lab.snapshot:
            self.tip.hide()
            return
        here = self._stage.mapFromGlobal(QCursor.pos())
        self.tip.say(sentence(self._lab, cell), QPoint(here.x(), here.y()))


def sentence(lab: Lab, cell: Cell) -> Parts:
    """The number in words: an attention weight as who looks at whom, others by the names of their axes."""
    value = float(lab[cell.node][cell.index])
    number = (fixed(value, 3), "ink")
    words = lab.snapshot.words
    if cell.node.endswith("/weights") and len(cell.index) == 3:
        _, query, key = cell.index
        between = tr(" looks at ")
        return ((words[query], "query"), (between, "ink2"), (words[key], "key"), ("   ", "ink2"), number)
    names = axis_names(lab.snapshot, cell.node)
    place = ", ".join(names[axis][i] for axis, i in enumerate(cell.index))
    return ((short_name(cell.node), "ink2"), ("  " + place + "   " if place else "   ", "ink3"), number)


def short_name(node_id: str) -> str:
    """The last part of an address."""
    return node_id.rpartition("/")[2].replace("_", " ")
