"""The strip of pinned numbers: they stay in sight and follow every edit."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtWidgets import QSizePolicy

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.ask.pins import pins_picture, unpinned
from transformer_lab.figures.links import is_link
from transformer_lab.language import tr
from transformer_lab.render.fonts import advance
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.inspector.study import Study
from transformer_lab.ui.pictures import PictureView
from transformer_lab.ui.theming import Theming


class PinStrip(PictureView):
    """As high as its pins; a click on one explains it, its cross lets it go."""

    def __init__(self, lab: Lab, focus: Focus, study: Study, theming: Theming) -> None:
        super().__init__(theming, None, focus, rings=False)
        self._lab, self._gaze, self._study = lab, focus, study
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Pinned numbers"))

    def follow(self, width: float) -> None:
        """Show the pins with their present values at this width."""
        cells = self._study.pins
        self.setVisible(bool(cells))
        if not cells:
            return
        graded = graded_of(self._study)
        self.show_picture(pins_picture(self._lab.snapshot, cells, width, advance, graded, self._study.manner))
        if self.picture is not None:
            self.setFixedHeight(round(self.picture.size[1]))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position().x(), event.position().y())
        if cell is None or event.button() != Qt.MouseButton.LeftButton:
            return
        at = unpinned(cell)
        if at is not None:
            self._study.pin(self._study.pins[at], on=False)
        else:
            self._gaze.select(cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        cell = self.cell_at(event.position().x(), event.position().y())
        self.setCursor(Qt.CursorShape.PointingHandCursor if cell is not None else Qt.CursorShape.ArrowCursor)
        self._gaze.hover(None if cell is None or is_link(cell) else cell)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        cell = self.cell_at(event.x(), event.y())
        self._gaze.offer(None if cell is None or is_link(cell) else cell, event.globalPos())


def graded_of(study: Study) -> Snapshot | None:
    """The values with gradients, while there are some."""
    try:
        slopes = study.slopes()
    except LabError:
        return None
    return slopes.snapshot if slopes is not None else None
