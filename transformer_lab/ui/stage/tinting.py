"""Gradients as colours of the stage and of the matrix editor, by one switch; off when gradients are off."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from transformer_lab.errors import LabError
from transformer_lab.figures.stage.tint import Tint

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


class Tinting(QObject):
    """Follows the study; the stage's look and the editor get the gradients of the present target."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._tint: Tint | None = None
        self._on = False
        window.study.changed.connect(self.follow)
        window.frame.editors.made.connect(self._spread)

    @property
    def on(self) -> bool:
        """Whether colours are gradients now."""
        return self._on and self._window.study.gradients

    def toggle(self) -> None:
        """Colour by gradient, or by value."""
        self._on = not self.on
        self.follow()

    def follow(self) -> None:
        """After an edit, or when gradients or their target are others."""
        try:
            found = self._window.study.slopes() if self.on else None
        except LabError:
            found = None
        held = self._tint
        if found is None or held is None or held.snapshot is not found.snapshot:
            self._tint = None if found is None else Tint(found.snapshot)
        if self._tint is not held or self._window.scene.faces.tint is not self._tint:
            self._spread()

    def _spread(self) -> None:
        window, tint = self._window, self._tint
        window.scene.faces = replace(window.scene.faces, tint=tint)
        window.frame.crumbs.show_tint(None if tint is None else tint.limit)
        if window.frame.editors.is_made:
            window.frame.editors.panel.editor.show_tint(tint)
        window.scene.changed.emit()
        window.refresh_actions()
