"""A project, or a figure that carries one, dropped on the window opens."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.document.project import SUFFIX

SUFFIXES = (SUFFIX, ".png", ".svg", ".pdf")
NEAR = (QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop)


def dropped_file(mime: QMimeData) -> Path | None:
    """The one file that could hold a project."""
    urls = [url for url in mime.urls() if url.isLocalFile()]
    if len(urls) != 1:
        return None
    path = Path(urls[0].toLocalFile())
    return path if path.suffix.lower() in SUFFIXES else None


class Drops(QObject):
    """Watches a window for files; what our own hand drags out is left alone."""

    def __init__(self, window: QWidget, open_: Callable[[Path], object]) -> None:
        super().__init__(window)
        self._open = open_
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in NEAR or not isinstance(event, QDropEvent):
            return False
        path = dropped_file(event.mimeData())
        if path is None or event.source() is not None:
            return False
        event.acceptProposedAction()
        if event.type() == QEvent.Type.Drop:
            self._open(path)
        return True
