"""Fits the parts of comparing into a window: controls into header and crumbs, the overlay onto the stage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QAbstractItemView

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.ui.compare.switch import CompareSwitch, FaceSwitch
from transformer_lab.ui.deeds.comparing import what_changed
from transformer_lab.ui.views.view import View

if TYPE_CHECKING:
    from transformer_lab.ui.compare.note import PinnedNote
    from transformer_lab.ui.compare.overlay import Overlay
    from transformer_lab.ui.compare.strip import ChangeStrip
    from transformer_lab.ui.window import MainWindow


class Comparison(QObject):
    """Follows the document and what is pinned; the overlay is made when something is first compared."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.overlay: Overlay | None = None
        self.note: PinnedNote | None = None
        self._pinned, self._last = False, window.lab.snapshot
        self.strip: ChangeStrip | None = None
        comparing, theming = window.comparing, window.theming
        self.switch, self.faces = CompareSwitch(comparing, theming), FaceSwitch(comparing, theming)
        window.frame.header.take_compare(self.switch)
        window.frame.crumbs.take_faces(self.faces)
        comparing.changed.connect(self._changed)
        stop = window.lab.watch(self._follow)
        window.destroyed.connect(lambda: stop())

    def _changed(self) -> None:
        window = self._window
        if self.overlay is None and window.comparing.pinned:
            from transformer_lab.ui.compare.note import PinnedNote
            from transformer_lab.ui.compare.overlay import Overlay

            self.overlay = Overlay(window.stage, window.comparing, window.focus, window.theming)
            self.note = PinnedNote(window.stage, window.comparing, window.theming)
            self.note.refresh()
        if window.comparing.pinned and not self._pinned and window.focus.subject is None:
            what_changed(window)
        self._pinned = window.comparing.pinned
        window.frame.header.arrange()
        for tree in window.frame.outline.findChildren(QAbstractItemView):
            tree.viewport().update()
        window.frame.crumbs.refresh()
        for view in window.findChildren(View):
            view.refresh()
        window.refresh_actions()

    def _follow(self, snapshot: Snapshot) -> None:
        before, self._last = self._last, snapshot
        self._tell(before, snapshot)
        if self.overlay is not None:
            self.overlay.refresh()
        if self.note is not None:
            self.note.refresh()

    def _tell(self, before: Snapshot, now: Snapshot) -> None:
        """The strip is made at the first edit."""
        window = self._window
        if not window.comparing.told:
            return
        if self.strip is None:
            from transformer_lab.ui.compare.strip import ChangeStrip

            self.strip = ChangeStrip(window.stage, window.comparing, window.focus, window.theming)
        self.strip.follow(before, now)
