"""Finds what a test left behind. Only loaded by tests that use Qt."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QAbstractAnimation, QCoreApplication, QEvent, QThread, QThreadPool, QTimer
from PySide6.QtWidgets import QApplication, QWidget

PATIENCE_MS = 2000  # for a thread that has been told to stop


class Watch:
    """Remembers what stood before a test and what was started during it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.windows = QApplication.topLevelWidgets()  # the objects: an id may be used again
        self.threads = set(threading.enumerate())
        self.started: list[Any] = []
        gc.freeze()  # what stands before the test need not be searched after it: a second saved each time
        for kind in (QTimer, QThread, QAbstractAnimation):
            monkeypatch.setattr(kind, "start", self._remembering(kind.start))

    def left_behind(self) -> list[str]:
        """Names of all that is still there; windows are closed so that the next test is not blamed."""
        delete_what_is_due()
        QThreadPool.globalInstance().waitForDone(PATIENCE_MS)
        left = [*self._started(), *self._windows(), *self._threads()]
        gc.unfreeze()
        return left

    def _remembering(self, start: Callable[..., None]) -> Callable[..., None]:
        def remembered(thing: Any, *args: Any, **kwargs: Any) -> None:
            self.started.append(thing)
            start(thing, *args, **kwargs)

        return remembered

    def _windows(self) -> list[str]:
        left = [w for w in QApplication.topLevelWidgets() if shiboken6.isValid(w) and not self._known(w)]
        names = [repr(w) for w in left]
        for window in left:
            window.deleteLater()
        delete_what_is_due()
        return names

    def _known(self, window: QWidget) -> bool:
        return any(window is before for before in self.windows)

    def _started(self) -> list[str]:
        return [repr(thing) for thing in self.started if shiboken6.isValid(thing) and still_runs(thing)]

    def _threads(self) -> list[str]:
        new = [thread for thread in threading.enumerate() if thread not in self.threads]
        for thread in new:
            thread.join(PATIENCE_MS / 1000)
        # A QThread that ran Python shows as a dummy thread for good; those are watched as QThreads.
        return [repr(t) for t in new if t.is_alive() and not isinstance(t, threading._DummyThread)]


def still_runs(thing: Any) -> bool:
    """Whether this timer, thread or animation is at work."""
    if isinstance(thing, QTimer):
        return thing.isActive()
    if isinstance(thing, QThread):
        return not thing.wait(PATIENCE_MS)
    return thing.state() == QAbstractAnimation.State.Running


def delete_what_is_due() -> None:
    """Does what deleteLater() has promised, which otherwise waits for an event loop."""
    gc.collect()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    QCoreApplication.processEvents()
