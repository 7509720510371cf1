"""The panel at the left: the model as it is, or the model being built, behind two tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from transformer_lab.language import tr
from transformer_lab.ui.controls import Segmented
from transformer_lab.ui.deeds import building, dialogs
from transformer_lab.ui.later import Later
from transformer_lab.ui.outline import Outline

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow

TOP = 54


class Left(QWidget):
    """Outline and builder in one place; the builder is made when it is first opened."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__()
        theming = window.theming
        self._theming = theming
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.tabs = Segmented(theming, (tr("Model"), tr("Build")), tr("What the left panel shows"))
        self.presets = QPushButton(tr("Presets"))
        self.presets.clicked.connect(lambda: dialogs.choose_preset(window))
        self.model = Outline(window.lab, window.focus, theming, window.preferences)
        self.model.refused.connect(window.notice.say)
        self.builder = Later(theming, lambda: _builder(window))
        for part in (self.tabs, self.presets, self.model, self.builder):
            part.setParent(self)
        self.tabs.chosen.connect(lambda index: building.show_builder(window, on=index == 1))
        self.builder.made.connect(window.frame.order_tabs)
        theming.changed.connect(self.update)
        self.show_builder(on=window.frame.wishes.build)

    @property
    def tree(self) -> Any:
        """The outline's tree."""
        return self.model.tree

    @property
    def parts(self) -> Any:
        """The outline's design choices."""
        return self.model.parts

    def show_builder(self, *, on: bool) -> None:
        """Show the builder, or the outline."""
        self.tabs.offer((tr("Model"), tr("Build")), int(on))
        self.model.setVisible(not on)
        self.builder.setVisible(on)
        self._lay()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay()

    def _lay(self) -> None:
        self.tabs.move(16, 13)
        self.tabs.resize(self.tabs.sizeHint())
        wide = self.presets.sizeHint().width()
        self.presets.setGeometry(self.width() - 16 - wide, 12, wide, 32)
        self.presets.setVisible(self.tabs.geometry().right() + 12 < self.presets.x())
        for page in (self.model, self.builder):
            page.setGeometry(0, TOP, self.width(), max(0, self.height() - TOP))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("panel"))


def _builder(window: MainWindow) -> QWidget:
    from transformer_lab.ui.build.panel import Builder

    builder = Builder(
        window.lab, window.focus, window.draft, window.theming, window.notice.say, window.preferences
    )
    builder.list.left.connect(lambda: building.show_builder(window, on=False))
    return builder
