"""The menu of projects that were open last. What has gone from its place meanwhile is not listed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from transformer_lab.language import tr
from transformer_lab.ui.settings import Settings


class Recent(QObject):
    """Fills the menu when it is about to show."""

    def __init__(self, menu: QMenu, settings: Settings, open_project: Callable[[str], object]) -> None:
        super().__init__(menu)
        self._menu, self._settings, self._open = menu, settings, open_project
        menu.aboutToShow.connect(self._fill)
        self._fill()

    def _fill(self) -> None:
        self._menu.clear()
        found = [Path(path) for path in self._settings.recent if Path(path).is_file()]
        for path, name in zip(found, told_apart(found), strict=True):
            action = self._menu.addAction(name)
            action.setToolTip(str(path))
            action.triggered.connect(lambda _on=False, path=path: self._open(str(path)))
        self._menu.menuAction().setVisible(bool(found))
        if found:
            self._menu.addSeparator()
            self._menu.addAction(tr("Clear this list")).triggered.connect(self._forget)

    def _forget(self) -> None:
        self._settings.forget_recent()
        self._menu.menuAction().setVisible(False)


def told_apart(paths: list[Path]) -> list[str]:
    """Names without ending; two alike are told apart by their folders. An & in a name is no shortcut."""
    names = [path.stem for path in paths]
    found = [
        name if names.count(name) == 1 else f"{name} — {path.parent}"
        for name, path in zip(names, paths, strict=True)
    ]
    return [name.replace("&", "&&") for name in found]
