"""Building ahead: while nothing moves, what the next beats will show is painted, one layer at a time.

So a beat that is played, stepped to or scrubbed over for the first time costs no more than any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer

from transformer_lab.figures.look import following
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.stage import stage
from transformer_lab.figures.timeline import Cursor
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
        if coming_key(self._scene) != self._ready:
            self._timer.start(REST_MS)

    def wait(self) -> None:
        """Something is being dragged or moves: nothing is built meanwhile."""
        self._timer.stop()

    def _step(self) -> None:
        if any(self._prepare(picture) for picture in coming(self._scene, BEATS)):
            self._timer.start(0)
        else:
            self._ready = coming_key(self._scene)


def coming(scene: Scene, beats: int) -> Iterator[Picture]:
    """The pictures at the ends of the next beats, with the sections open that will be."""
    snapshot, timeline, cursor = scene.lab.snapshot, scene.player.timeline, scene.player.cursor
    if timeline is None or cursor is None:
        return
    for beat in range(cursor.beat, min(cursor.beat + beats, len(timeline.beats))):
        then = Cursor(beat, 1.0)
        look = following(scene.look_to_be(), timeline, then) if scene.follow else scene.look_to_be()
        yield stage(snapshot, look, timeline, then, in_words=False)


def coming_key(scene: Scene) -> object:
    """Changes whenever `coming` does."""
    cursor = scene.player.cursor
    return scene.lab.snapshot, scene.look_to_be(), scene.follow, cursor.beat if cursor else None
