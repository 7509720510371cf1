"""The outline panel: the tree above, the parts in use below."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.inspector.errand import is_small
from transformer_lab.ui.outline.parts import PartsInUse
from transformer_lab.ui.outline.tree import OutlineTree
from transformer_lab.ui.preferences import Preferences
from transformer_lab.ui.theming import Theming


class Outline(QWidget):
    """Lists the whole model; `refused` tells why a design choice could not be made."""

    refused = Signal(str)

    def __init__(
        self, lab: Lab, focus: Focus, theming: Theming, preferences: Preferences | None = None
    ) -> None:
        super().__init__()
        self._lab, self._theming, self._model = lab, theming, lab.state.model
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(tr("Outline"))
        self.tree = OutlineTree(lab, focus, theming, preferences)
        self.parts = PartsInUse(lab, theming)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tree, 1)
        column.addWidget(self.parts)
        self.parts.refused.connect(self.refused)
        theming.changed.connect(self.update)
        self._stale = False  # an edit of a large model was made while nobody saw the list
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(lambda: self._show(lab.snapshot))
        stop = lab.watch(self._follow)
        self.destroyed.connect(lambda: stop())
        self._show(lab.snapshot)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.parts.fit(self.height(), self.tree.wanted())

    def sizeHint(self) -> QSize:
        return QSize(224, 700)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("panel"))

    def _follow(self, snapshot: Snapshot) -> None:
        """In a large model the stage comes first, and the list of the same parts one turn later."""
        if is_small(snapshot):
            self._show(snapshot)
        elif not self.isVisible():
            self._stale = True
        elif snapshot.state.model is self._model:
            self._soon.start()
        else:
            self._show(snapshot)

    def showEvent(self, event: QShowEvent) -> None:
        if self._stale:
            self._show(self._lab.snapshot)

    def _show(self, snapshot: Snapshot) -> None:
        self._stale = False
        self.tree.show_snapshot(snapshot)
        if snapshot.state.model is not self._model:
            self._model = snapshot.state.model
            self.parts.show_model()
            self.parts.fit(self.height(), self.tree.wanted())
