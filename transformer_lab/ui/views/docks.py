"""The docks: any view in a part of the window or a window of its own, several at once, remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QCloseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QDockWidget, QTabBar, QWidget

from transformer_lab.language import tr
from transformer_lab.ui.controls import IconButton
from transformer_lab.ui.views.header import ViewHeader, is_outside
from transformer_lab.ui.views.panel import Deeds, ViewPanel
from transformer_lab.ui.views.table import BESIDE, VIEWS, make_view
from transformer_lab.ui.views.view import Room, View

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow

WIDTH, LEAST_WIDTH, LEAST_HEIGHT = 400, 260, 180
EDGE = 12
LEAST_FRAME = 900
"""A dock that would leave the rest of the window less than this opens as a window of its own."""
STACKED = 3
"""So many docks stand below each other; further ones become tabs."""
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea


class Ground(QWidget):
    """A view on its ground, with a margin."""

    def __init__(self, room: Room, view: View) -> None:
        super().__init__()
        self._theming, self.view = room.theming, view
        view.setParent(self)
        self.setMinimumSize(LEAST_WIDTH, LEAST_HEIGHT)
        room.theming.changed.connect(self.update)

    def resizeEvent(self, event: object) -> None:
        self.view.setGeometry(self.rect().adjusted(EDGE, 4, -EDGE, -EDGE))

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("panel"))
            if is_outside(self):
                painter.setPen(self._theming.color("line2"))
                painter.drawRect(self.rect().adjusted(0, -2, -1, -1))


class ViewDock(QDockWidget):
    """One view with its line as a title bar: drag it to an edge, onto another dock, or out of the window."""

    left = Signal(str)
    """it was closed by the person"""

    def __init__(self, window: QWidget, room: Room, name: str, deeds: Deeds) -> None:
        super().__init__(VIEWS[name].title, window)
        self.name = name
        self.setObjectName(f"view-{name}")
        self.setAccessibleName(tr("View: {name}", name=VIEWS[name].title))
        self.view = make_view(name, room)
        self.setWidget(Ground(room, self.view))
        rows = ((tr("Export this view…"), lambda: deeds.export(self.view)),)
        self.header = ViewHeader(room.theming, name, rows, picks=False)
        self.float = IconButton(room.theming, "maximize", tr("Own window, or back into this one"), 14)
        self.float.clicked.connect(lambda: self.setFloating(not self.isFloating()))
        cross = IconButton(room.theming, "x", tr("Close this view"), 14)
        cross.clicked.connect(self.close)
        self.header.add_buttons(self.float, cross)
        self.header.show_view(name, self.view)
        self.setTitleBarWidget(self.header)
        self.topLevelChanged.connect(self.header.update)
        self.topLevelChanged.connect(self.widget().update)

    def regions(self) -> tuple[QWidget, ...]:
        """Its line with the buttons, then the view: as Tab goes."""
        return self.header, self.widget()

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.left.emit(self.name)


class Docks(QObject):
    """Opens and closes views for the window, and remembers which ones are open and where."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._room = Room(window.lab, window.focus, window.theming, window.preferences, window.settings)
        self._open: dict[str, ViewDock] = {}
        self._panel: ViewPanel | None = None
        self._deeds = Deeds(self._export, self.open)
        corner = Qt.Corner
        for place in (corner.TopRightCorner, corner.BottomRightCorner):
            window.setCorner(place, RIGHT)
        for place in (corner.TopLeftCorner, corner.BottomLeftCorner):
            window.setCorner(place, Qt.DockWidgetArea.LeftDockWidgetArea)
        window.setDockOptions(window.DockOption.AllowTabbedDocks | window.DockOption.AllowNestedDocks)

    def panel(self) -> ViewPanel:
        """The views beside the matrix editor; there is one such panel."""
        names = tuple(self._window.settings.texts("beside")) or BESIDE
        self._panel = ViewPanel(self._room, self._deeds, names)
        self._panel.renewed.connect(self._window.frame.order_tabs)
        return self._panel

    @property
    def names(self) -> tuple[str, ...]:
        """The views that are open as docks."""
        return tuple(self._open)

    @property
    def all(self) -> tuple[ViewDock, ...]:
        """The docks that are open."""
        return tuple(self._open.values())

    def __getitem__(self, name: str) -> ViewDock:
        return self._open[name]

    def is_open(self, name: str) -> bool:
        """Whether this view has a dock."""
        return name in self._open

    def toggle(self, name: str) -> None:
        """Open or close the dock of a view."""
        if name in self._open:
            self.close(name)
        else:
            self.open(name)

    def open(self, name: str) -> ViewDock:
        """The dock of a view, made if need be, before all others of its place."""
        dock = self._open.get(name)
        if dock is None:
            dock = self._made(name)
            self._place(dock)
            self._window.frame.order_tabs()
        dock.show()
        dock.raise_()
        self._window.refresh_actions()
        return dock

    def close(self, name: str) -> None:
        """Close the dock of a view, if it has one."""
        dock = self._open.pop(name, None)
        if dock is not None:
            dock.hide()
            self._window.removeDockWidget(dock)
            dock.deleteLater()
            self._window.refresh_actions()

    # --- remembering ----------------------------------------------------------------------------------
    def leave(self) -> None:
        """The window closes: remember which views are open and where, and let none of them stay behind."""
        settings = self._window.settings
        settings.keep_texts("views", self.names)
        settings.docks = self._window.saveState()
        if self._panel is not None:
            settings.keep_texts("beside", self._panel.names)
        for dock in self._open.values():
            dock.hide()

    def restore(self) -> None:
        """Open what was open when the window was left."""
        settings = self._window.settings
        known = [name for name in settings.texts("views") if name in VIEWS]
        for name in known:
            self._window.addDockWidget(RIGHT, self._made(name))
        if known:
            self._window.restoreState(settings.docks)
            for name in known:
                self._open[name].show()
            self._window.refresh_actions()

    # --- inside ---------------------------------------------------------------------------------------
    def _made(self, name: str) -> ViewDock:
        dock = ViewDock(self._window, self._room, name, self._deeds)
        dock.left.connect(self.close, Qt.ConnectionType.QueuedConnection)
        dock.topLevelChanged.connect(lambda _outside: self._window.frame.order_tabs())
        self._open[name] = dock
        return dock

    def _place(self, dock: ViewDock) -> None:
        """At the right, below the others; as a tab where they are many; outside where there is no room."""
        window = self._window
        beside = [d for d in self._open.values() if d is not dock and self._is_beside(d)]
        window.addDockWidget(RIGHT, dock)
        if len(beside) >= STACKED:
            window.tabifyDockWidget(beside[-1], dock)
            for bar in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
                bar.setAccessibleName(tr("Open views"))
        elif not beside and window.width() - WIDTH < LEAST_FRAME:
            dock.setFloating(True)
            dock.resize(dock.view.outside)
            corner = window.mapToGlobal(QPoint(window.width() - dock.width() - 32, 80))
            dock.move(corner + QPoint(-36, 44) * (len(self._open) - 1))
        else:
            column = [*beside, dock]
            window.resizeDocks([dock], [WIDTH], Qt.Orientation.Horizontal)
            window.resizeDocks(column, [1000] * len(column), Qt.Orientation.Vertical)

    def _is_beside(self, dock: ViewDock) -> bool:
        return not dock.isFloating() and self._window.dockWidgetArea(dock) == RIGHT

    def _export(self, view: View) -> None:
        from transformer_lab.ui.deeds.views import export_view

        export_view(self._window, view)
