"""Autosave: a copy of unsaved work, made beside the window's work and never in its way."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QRunnable, Qt, QThreadPool, QTimer, Signal

from transformer_lab.document.project import Project
from transformer_lab.document.recovery import Slot
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.paths import recovery_dir
from transformer_lab.session import Lab

QUIET_MS = 2000
"""So long after the last edit the copy is made …"""
LATEST_MS = 8000
"""… but never later than this after the first edit that it lacks: with writing, within ten seconds."""


class Safekeeping(QObject):
    """Watches one lab. What cannot be written is told once; the work itself goes on."""

    kept = Signal()
    """a copy has been written"""
    failed = Signal(str)
    """a copy could not be written: why, once"""
    failed_later = Signal(str)
    """the same from the worker"""

    def __init__(
        self,
        lab: Lab,
        parent: QObject | None = None,
        root: Path | None = None,
        *,
        quiet_ms: int = QUIET_MS,
        latest_ms: int = LATEST_MS,
    ) -> None:
        super().__init__(parent)
        self._quiet, self._latest = quiet_ms, latest_ms
        self._lab = lab
        self._slot: Slot | None = None
        self._root = root or recovery_dir()
        self._model = lab.state.model
        self._first_lack: float | None = None
        self._told = False
        self._worker = QThreadPool(self)
        self._worker.setMaxThreadCount(1)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)  # a coarse one may be late by a twentieth
        self._timer.timeout.connect(self.keep)
        self.failed_later.connect(self.tell)
        self._stop_watching = lab.watch(self._changed)
        if lab.modified:
            self.keep()  # what was restored just now is as precious as before

    def keep(self) -> None:
        """Make the copy now, on the worker; with nothing unsaved the copy goes."""
        self._timer.stop()
        self._first_lack = None
        if not self._lab.modified:
            if self._slot is not None:
                self._worker.start(_Job(self, self._slot.clear))
            return
        slot = self._open_slot()
        if slot is not None:
            project, title, path = self._lab.project, self._lab.state.title, self._lab.path
            self._worker.start(_Job(self, lambda: _write(slot, project, title, path)))

    def wait(self) -> None:
        """Until the worker has written what it was given."""
        self._worker.waitForDone()

    def hand_over(self) -> Path:
        """Keep a copy for whoever comes next, and let go of it. Raises LabError if it cannot be written."""
        self._timer.stop()
        self._worker.clear()
        self.wait()
        slot = self._slot or Slot(self._root)
        self._slot = None
        _write(slot, self._lab.project, self._lab.state.title, self._lab.path)
        slot.let_go()
        return slot.folder

    def close(self) -> None:
        """The window closes as it should: nothing is left behind."""
        self._stop_watching()
        self._timer.stop()
        self._worker.clear()
        self.wait()
        if self._slot is not None:
            self._slot.close()
            self._slot = None

    # --- inside ---------------------------------------------------------------------------------------
    def _changed(self, snapshot: Snapshot) -> None:
        structural, self._model = snapshot.state.model is not self._model, snapshot.state.model
        if structural or not self._lab.modified:
            self.keep()
            return
        now = time.monotonic() * 1000.0
        self._first_lack = self._first_lack or now
        left = self._first_lack + self._latest - now
        self._timer.start(max(0, round(min(self._quiet, left))))

    def _open_slot(self) -> Slot | None:
        if self._slot is None:
            try:
                self._slot = Slot(self._root)
            except LabError as error:
                self.tell(str(error))
        return self._slot

    def tell(self, sentence: str) -> None:
        """Once for each window: a full disk would say it every ten seconds."""
        if not self._told:
            self._told = True
            self.failed.emit(sentence)


class _Job(QRunnable):
    """One piece of writing; its outcome goes back through signals, which cross threads."""

    def __init__(self, keeper: Safekeeping, do: Callable[[], None]) -> None:
        super().__init__()
        self._keeper, self._do = keeper, do

    def run(self) -> None:
        try:
            self._do()
        except LabError as error:
            self._keeper.failed_later.emit(str(error))
        else:
            self._keeper.kept.emit()


def _write(slot: Slot, project: Project, title: str, path: Path | None) -> None:
    slot.keep(project, title or (path.stem if path is not None else ""), path)
