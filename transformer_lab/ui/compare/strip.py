"""After an edit one quiet line at the foot of the stage, which makes room for it: the largest changes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.compare.line import HIGH, changes_line
from transformer_lab.figures.compare.pairing import Pair, pair_of
from transformer_lab.language import tr
from transformer_lab.ui.compare.changes_view import ChangesView
from transformer_lab.ui.compare.comparing import Comparing
from transformer_lab.ui.controls import IconButton
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.stage.view import StageView
from transformer_lab.ui.theming import Theming

REST = 320
"""So long (ms) after the last edit of a drag, when the values have come to rest."""


class ChangeStrip(QWidget):
    """A click goes to a change; while A and B are compared the inspector's page tells the same."""

    def __init__(self, stage: StageView, comparing: Comparing, focus: Focus, theming: Theming) -> None:
        super().__init__(stage)
        self._stage, self._comparing, self._theming = stage, comparing, theming
        self._pair: Pair | None = None
        self._before: Snapshot | None = None
        self._now: Snapshot | None = None
        self.view = ChangesView(theming, focus)
        self.view.setParent(self)
        self.cross = IconButton(theming, "x", tr("Tell no more what changed"), 14)
        self.cross.setParent(self)
        self.cross.clicked.connect(lambda: comparing.tell(False))
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(REST)
        self._soon.timeout.connect(self._tell)
        self.setAccessibleName(tr("The largest changes"))
        self.hide()
        stage.installEventFilter(self)
        comparing.changed.connect(self.refresh)
        theming.changed.connect(self.update)

    def follow(self, before: Snapshot, now: Snapshot) -> None:
        """An edit: what changed is told once the hand rests."""
        if not self._soon.isActive():
            self._before = before
        self._now = now
        self._soon.start()

    def refresh(self) -> None:
        """Show what there is to tell."""
        if self._comparing.pinned:  # its own note stands there, or nothing
            self.hide()
            return
        wanted = self._comparing.told and self._pair is not None
        page = changes_line(self._pair, float(self._stage.width() - 44)) if wanted and self._pair else None
        if page is not None:
            self.setGeometry(0, self._stage.height() - round(HIGH), self._stage.width(), round(HIGH))
            self.view.show_page(page)
            self.view.setGeometry(0, 0, self.width() - 44, round(HIGH))
            self.cross.move(self.width() - 38, (self.height() - self.cross.height()) // 2)
            self.raise_()
        self.setVisible(page is not None)
        self._stage.state.give_way(HIGH if page is not None else 0.0)

    def _tell(self) -> None:
        """Of another sentence or model there is no change of numbers to tell."""
        old, new = self._before, self._now
        self._pair = pair_of(old, new) if old is not None and new is not None and _alike(old, new) else None
        self.refresh()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.refresh()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("panel"))
            painter.fillRect(0, 0, self.width(), 1, self._theming.color("line"))


def _alike(old: Snapshot, new: Snapshot) -> bool:
    """Whether both have the values of one graph for the same words."""
    same = (old.words, old.state.source) == (new.words, new.state.source)
    return same and new.trace is not None and old.graph is new.graph
