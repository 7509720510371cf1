"""The numbers of what has just been typed, worked out in a thread while the window goes on answering.

One run at a time: while one is under way, only the newest wish waits behind it.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QThreadPool, Signal

from transformer_lab.document.foresight import Outcome
from transformer_lab.document.history import Edit
from transformer_lab.figures.stage import limit_of
from transformer_lab.session import Lab

Wish = Callable[[], Outcome]


class Foresight(QObject):
    """Asks what an edit leads to. `came` brings the outcome, or what went wrong, if it is still wanted."""

    came = Signal(object)
    _found = Signal(object, object)

    def __init__(self, lab: Lab, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lab = lab
        self._wanted: Wish | None = None
        self._busy = False
        self._found.connect(self._take)

    def ask(self, edit: Edit) -> None:
        """This is wanted now, and nothing else."""
        self._wanted = self._lab.foresee(edit)
        self._go_on()

    def forget(self) -> None:
        """Nothing is wanted any more, whatever comes."""
        self._wanted = None

    def _go_on(self) -> None:
        wish = self._wanted
        if wish is not None and not self._busy:
            self._busy = True
            QThreadPool.globalInstance().start(lambda: self._run(wish))

    def _run(self, wish: Wish) -> None:
        """In a thread."""
        found: Outcome | Exception
        try:
            found = wish()
            limit_of(found.snapshot)  # the window asks for it first of all, and finds it kept
        except Exception as error:
            found = error
        try:
            self._found.emit(wish, found)
        except RuntimeError:
            return  # the window has gone meanwhile

    def _take(self, wish: Wish, found: Outcome | Exception) -> None:
        self._busy = False
        if wish is self._wanted:
            self._wanted = None
            self.came.emit(found)
        self._go_on()
