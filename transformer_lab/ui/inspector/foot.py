"""At the foot of the inspector: the switch for gradients, and of what they are gradients."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.links import is_link
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.controls import Switch, smooth
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.inspector.study import Study
from transformer_lab.ui.theming import Theming

HIGH = 40


class Foot(QWidget):
    """One line. While gradients are on, the button at the right chooses what is differentiated."""

    refused = Signal(str)

    def __init__(self, lab: Lab, focus: Focus, study: Study, theming: Theming) -> None:
        super().__init__()
        self._lab, self._focus, self._study, self._theming = lab, focus, study, theming
        self.setFixedHeight(HIGH)
        self.label = QLabel(tr("Gradients"))
        self.switch = Switch(theming, tr("Gradients"))
        self.switch.setToolTip(tr("How a chosen number answers to every other one"))
        self.target = QToolButton()
        self.target.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.target.setIconSize(QSize(12, 12))
        self.target.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the chevron stands behind the text
        self.target.setCursor(Qt.CursorShape.PointingHandCursor)
        self.target.clicked.connect(self.offer_targets)
        self.switch.clicked.connect(self._switched)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 0, 20, 0)
        row.setSpacing(6)
        for part in (self.label, self.switch):
            row.addWidget(part)
        row.addStretch(1)
        row.addWidget(self.target)
        self._dress()
        theming.changed.connect(self._dress)

    def follow(self) -> None:
        """Show what is so at present."""
        on = self._study.gradients
        self.switch.setChecked(on)
        self.target.setVisible(on)
        if on:
            name = self._name()
            text = tr("of the {target}", target=name) if name else tr("choose a target")
            room = max(60, self.width() - 190)
            shown = self.target.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)
            self.target.setText(shown)
            self.target.setAccessibleName(text)
            self.target.setToolTip(text)

    def offer_targets(self) -> QMenu:
        """The menu of targets."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        usual = QAction(tr("Logit of the likeliest next word"), menu)
        usual.triggered.connect(lambda: self._study.aim(None))
        menu.addAction(usual)
        for text, cell in self._choices():
            action = QAction(text, menu)
            action.triggered.connect(lambda _checked=False, cell=cell: self._study.aim(cell))
            menu.addAction(action)
        menu.popup(self.target.mapToGlobal(self.target.rect().topLeft()))
        return menu

    def _choices(self) -> list[tuple[str, Cell]]:
        from transformer_lab.figures.ask.slopes import default_target

        found: list[tuple[str, Cell]] = []
        snapshot = self._lab.snapshot
        try:
            word = default_target(snapshot, self._focus.query)
            found.append((tr("Its probability"), Cell("probs", word.index)))
        except LabError:
            word = None
        if "loss" in snapshot:
            found.append((tr("The loss"), Cell("loss", ())))
        cell = self._focus.selected
        if cell is not None and not is_link(cell) and self._computed(cell):
            found.append((tr("The number that is explained"), cell))
        return found

    def _computed(self, cell: Cell) -> bool:
        graph = self._lab.snapshot.graph
        return graph is not None and cell.node in graph and graph[cell.node].op is not None

    def _name(self) -> str:
        from transformer_lab.figures.ask.slopes import target_name

        try:
            return target_name(self._lab.snapshot, self._study.target())
        except LabError:
            return ""

    def _switched(self, on: bool) -> None:
        self._study.show_gradients(on)
        if on:
            try:
                self._study.target()
            except LabError as error:
                self._study.show_gradients(False)
                self.refused.emit(str(error))

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.fillRect(0, 0, self.width(), 1, self._theming.color("line"))

    def _dress(self) -> None:
        ink = self._theming.theme.color("ink2")
        for part in (self.label, self.target):
            part.setStyleSheet(f"color: {ink}; font-size: 12px;")
        self.target.setIcon(self._theming.icon("chevron-down", "ink2"))
        self.update()
