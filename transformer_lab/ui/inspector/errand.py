"""Something computed aside while the window goes on answering: the newest question wins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QThreadPool, Signal

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError

AT_ONCE = 400_000
"""numbers in a trace up to which nobody notices that it is computed in between"""


def is_small(snapshot: Snapshot) -> bool:
    """Whether a run of the model takes a few milliseconds at most."""
    return snapshot.trace is None or sum(a.size for a in snapshot.trace.values.values()) < AT_ONCE


class Errand(QObject):
    """Holds the answer to one question at a time. A question is whatever can be compared."""

    done = Signal()
    """an answer that was waited for has come"""
    _came = Signal(object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._asked: object = None
        self._held: tuple[object, Any] | None = None
        self._came.connect(self._take)

    def answer(self, question: object, compute: Callable[[], Any], *, at_once: bool) -> Any:
        """The answer, or None while it is computed; a refusal (LabError) is an answer too."""
        if self._held is not None and self._held[0] == question:
            return self._held[1]
        if at_once:
            self._held = (question, _tried(compute))
            return self._held[1]
        if self._asked != question:
            self._asked = question
            QThreadPool.globalInstance().start(lambda: self._run(question, compute))
        return None

    def _run(self, question: object, compute: Callable[[], Any]) -> None:
        found = _tried(compute)
        try:
            self._came.emit(question, found)
        except RuntimeError:
            return  # the window has gone meanwhile

    def _take(self, question: object, found: object) -> None:
        if question == self._asked:
            self._held, self._asked = (question, found), None
            self.done.emit()


def _tried(compute: Callable[[], Any]) -> Any:
    try:
        return compute()
    except LabError as error:
        return error
