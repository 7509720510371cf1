"""The controls of comparing: “Pin A”, or A | B | B − A with “Let A go”, and the four faces."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from transformer_lab.language import tr
from transformer_lab.ui.compare.comparing import FACE_NAMES, FACES, SHOWN, SHOWN_NAMES, Comparing
from transformer_lab.ui.controls import Segmented
from transformer_lab.ui.theming import Theming


class CompareSwitch(QWidget):
    """Stands in the header, left of the export; `resized` tells that it needs other room."""

    resized = Signal()

    def __init__(self, comparing: Comparing, theming: Theming) -> None:
        super().__init__()
        self._comparing = comparing
        self.pin = QPushButton(tr("Pin A"))
        self.pin.setToolTip(tr("Keep this state as A and go on with B  (Ctrl+D)"))
        self.pin.clicked.connect(comparing.pin)
        self.shown = Segmented(theming, SHOWN_NAMES, tr("What is looked at"))
        self.shown.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.shown.setToolTip(tr("Hold A to see A; Shift+A swaps"))
        self.shown.chosen.connect(lambda i: comparing.show(SHOWN[i]))
        self.let_go = QPushButton(tr("Let A go"))
        self.let_go.clicked.connect(comparing.let_go)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for part in (self.pin, self.shown, self.let_go):
            row.addWidget(part)
        comparing.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Follow what is pinned."""
        pinned = self._comparing.pinned
        before = self.sizeHint()
        self.pin.setVisible(not pinned)
        self.shown.setVisible(pinned)
        self.let_go.setVisible(pinned)
        self.shown.offer(SHOWN_NAMES, SHOWN.index(self._comparing.shown))
        if self.sizeHint() != before:
            self.resized.emit()


class FaceSwitch(Segmented):
    """The four faces, over the stage while something is pinned."""

    def __init__(self, comparing: Comparing, theming: Theming) -> None:
        super().__init__(theming, FACE_NAMES, tr("How A and B are shown"))
        self._comparing = comparing
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.chosen.connect(lambda i: comparing.take(FACES[i]))
        comparing.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Follow what is shown."""
        self.setVisible(self._comparing.pinned)
        self.offer(FACE_NAMES, FACES.index(self._comparing.face))
