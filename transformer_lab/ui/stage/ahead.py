"""Building ahead: while nothing moves, what the next beats will show is painted, one layer at a time.

So a beat that is played, stepped to or scrubbed over for the first time costs no more than any other.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

from transformer_lab.figures.picture import Picture
from transformer_lab.ui.stage.scene import Scene

BEATS = 4
"""How many beats ahead."""
REST_MS = 5  # after a frame; a layer then fits before the next one

Prepare = Callable[[Picture], bool]


class Ahead(QObject):
    """Asks `prepare` for one layer after another until it has nothing left to build."""

    def __init__(self, scene: Scene, prepare: Prepare, parent: QObject) -> None:
        super().__init__(parent)
        self._scene, self._prepare = scene, prepare
        self._ready: object = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._step)

    def rest(self) -> None:
        """A frame is done: go on if no other follows at once."""
        if self._scene.coming_key() != self._ready:
            self._timer.start(REST_MS)

    def wait(self) -> None:
        """Something is being dragged or moves: nothing is built meanwhile."""
        self._timer.stop()

    def _step(self) -> None:
        if any(self._prepare(picture) for picture in self._scene.coming(BEATS)):
            self._timer.start(0)
        else:
            self._ready = self._scene.coming_key()
