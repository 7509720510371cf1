"""The right part of the bottom panel: one view of the person's choice, or two side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.language import tr
from transformer_lab.ui.views.header import HIGH, Deed, ViewHeader
from transformer_lab.ui.views.table import BESIDE, VIEWS, make_view
from transformer_lab.ui.views.view import Room, View

BETWEEN, FOOT = 16, 8


class Deeds(NamedTuple):
    """What the window does for a view."""

    export: Callable[[View], object]
    tear_off: Callable[[str], object]


class ViewPlace(QWidget):
    """A place in which one view is shown under its line; another one can be picked."""

    renewed = Signal()
    """another view stands here"""

    def __init__(self, room: Room, name: str, deeds: Deeds) -> None:
        super().__init__()
        self._room, self._deeds, self.name = room, deeds, name
        rows: tuple[Deed, ...] = (
            (tr("Export this view…"), lambda: deeds.export(self.view)),
            (tr("Open in its own dock"), lambda: deeds.tear_off(self.name)),
        )
        self.header = ViewHeader(room.theming, name, rows, picks=True)
        self.header.setParent(self)
        self._made: View | None = None
        if self.header.picker is not None:
            self.header.picker.picked.connect(self.pick)

    @property
    def view(self) -> View:
        """The view, made when it is first needed."""
        if self._made is None:
            self._made = make_view(self.name, self._room)
            self._made.setParent(self)
            self.header.show_view(self.name, self._made)
            self._lay()
            self.renewed.emit()
        return self._made

    def pick(self, name: str) -> None:
        """Show another view here."""
        if name == self.name:
            return
        before, self._made, self.name = self._made, None, name
        if before is not None:
            before.hide()
            before.deleteLater()
        self.view.setVisible(True)

    def showEvent(self, event: object) -> None:
        self.view.setVisible(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay()

    def _lay(self) -> None:
        self.header.setGeometry(0, 0, self.width(), HIGH)
        if self._made is not None:
            self._made.setGeometry(0, HIGH, self.width(), max(0, self.height() - HIGH - FOOT))


class ViewPanel(QWidget):
    """Two places; the second is shown where there is room for both."""

    filled = Signal()
    """there is something to show now, or no longer"""
    renewed = Signal()
    """another view stands in one of the places"""

    def __init__(self, room: Room, deeds: Deeds, names: tuple[str, ...] = BESIDE) -> None:
        super().__init__()
        self._room = room
        self.both = False
        self._full = self.full
        known = [*(name for name in names if name in VIEWS), *BESIDE][:2]
        self.places = tuple(ViewPlace(room, name, deeds) for name in known)
        for place in self.places:
            place.setParent(self)
            place.renewed.connect(self.renewed)
        stop = room.lab.watch(self._follow)
        self.destroyed.connect(lambda: stop())

    @property
    def full(self) -> bool:
        """Whether there is something to show."""
        return self._room.lab.snapshot.trace is not None

    @property
    def names(self) -> tuple[str, ...]:
        """Which views stand here."""
        return tuple(place.name for place in self.places)

    def show_both(self, both: bool) -> None:
        """Both places, or the first alone."""
        if both != self.both:
            self.both = both
            self._lay()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay()

    def _lay(self) -> None:
        half = (self.width() - BETWEEN) // 2
        first, second = self.places
        first.setGeometry(0, 0, half if self.both else self.width(), self.height())
        second.setGeometry(half + BETWEEN, 0, half, self.height())
        second.setVisible(self.both)

    def _follow(self, _snapshot: Snapshot) -> None:
        if self.full != self._full:
            self._full = self.full
            self.filled.emit()
