"""The list of steps: what is done in ink, what was undone quieter, the present one marked."""

from __future__ import annotations

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QListView, QVBoxLayout, QWidget

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.language import tr
from transformer_lab.render.fonts import font
from transformer_lab.session import Lab
from transformer_lab.ui.dialogs.base import Sheet, voiced
from transformer_lab.ui.theming import Theming

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
HIGH = 28


class Steps(QAbstractListModel):
    """The steps of a lab's history, the beginning first."""

    def __init__(self, lab: Lab, theming: Theming, parent: QWidget) -> None:
        super().__init__(parent)
        self._lab, self._theming = lab, theming
        self._history = lab.history

    def follow(self) -> None:
        """The history has changed."""
        if self._lab.history is not self._history:
            self.beginResetModel()
            self._history = self._lab.history
            self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._history.steps)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        place, here = index.row(), self._history.position
        if role in (Role.DisplayRole, Role.ToolTipRole):  # a long name is cut in the list
            step = self._history.steps[place]
            first = tr("Earlier steps are no longer kept") if step.label else tr("The beginning")
            return step.label if place else first
        if role == Role.FontRole:
            return font("semibold" if place == here else "regular", 13)
        if role == Role.SizeHintRole:
            return QSize(120, HIGH)
        if role == Role.ForegroundRole:
            return QColor(self._theming.color("ink3" if place > here else "ink"))
        if role == Role.AccessibleTextRole:
            said = str(self.data(index, Role.DisplayRole))
            state = tr("now") if place == here else tr("undone") if place > here else tr("done")
            return f"{said}, {state}"
        return None


class HistoryPanel(Sheet):
    """Stays open beside the window; follows it, and leads it."""

    def __init__(self, lab: Lab, theming: Theming, parent: QWidget) -> None:
        super().__init__(parent, tr("History"))
        self.setWindowModality(Qt.WindowModality.NonModal)
        self._lab = lab
        self.steps = Steps(lab, theming, self)
        self.list = QListView(self)
        self.list.setModel(self.steps)
        self.list.setUniformItemSizes(True)
        self.list.setAccessibleName(tr("Steps of this project"))
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.activated.connect(self._go)
        self.list.clicked.connect(self._go)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(20, 18, 12, 14)
        whole.setSpacing(10)
        whole.addWidget(voiced(tr("History"), "title"))
        whole.addWidget(voiced(tr("Click a step to go there; nothing is lost by going back."), "quiet"))
        whole.addWidget(self.list, 1)
        self.fit(380, 460)
        stop = lab.watch(self._follow)
        self.destroyed.connect(lambda: stop())
        self._follow(lab.snapshot)

    def _follow(self, _snapshot: Snapshot) -> None:
        self.steps.follow()
        here = self.steps.index(self._lab.history.position)
        self.list.setCurrentIndex(here)
        self.list.scrollTo(here)

    def _go(self, index: QModelIndex) -> None:
        self._lab.go_to(index.row())
