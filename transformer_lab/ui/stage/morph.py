"""After an edit the values on the stage pass from old to new: a quarter of a second, then nothing moves."""

from __future__ import annotations

from collections.abc import Hashable

from transformer_lab.document.passing import between
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.program import Trace
from transformer_lab.figures.easing import settle
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.stage.scene import Held

LENGTH = 240.0
UNSEEN = 400.0  # an edit that is not painted within this time has no first frame to wait for


class Morph:
    """Holds where the values come from and since when (ms); what is seen is a function of the moment."""

    def __init__(self) -> None:
        self._from: Trace | None = None
        self._asked = 0.0
        self._since: float | None = None

    def start(self, before: Trace | None, now: float) -> None:
        """The values come from these; from none of them: they stand at once.

        Time runs from the first frame on, which shows what was there: an edit is painted at no cost.
        """
        self._from, self._asked, self._since = before, now, None

    def moving(self, now: float) -> bool:
        """Whether values are on their way. What nobody has drawn for long is not."""
        start = self._since if self._since is not None else self._asked + UNSEEN
        return self._from is not None and now - start < LENGTH

    def share(self, now: float) -> float:
        """How far they have come, 0 to 1."""
        start = now if self._since is None else self._since
        return settle(min(1.0, max(0.0, (now - start) / LENGTH)))

    def shown(self, snapshot: Snapshot, now: float) -> Snapshot:
        """What is drawn at this moment."""
        if not self.moving(now):
            self._from = None
            return snapshot
        self._since = now if self._since is None else self._since
        return between(snapshot, self._from, self.share(now))

    def loosened(self, picture: Picture, shown: Snapshot, snapshot: Snapshot) -> Picture:
        """Layers of values on their way are drawn afresh and not kept; all others stay what they are."""
        if shown is snapshot or shown.trace is self._from or snapshot.trace is None:
            return picture
        still = {id(array) for array in snapshot.trace.values.values()}
        layers = tuple(y if _rests(y.key, still) else y._replace(key=None) for y in picture.layers)
        return Picture(picture.size, layers, picture.title, picture.description)


def _rests(key: Hashable, still: set[int]) -> bool:
    """Whether all arrays in a key are those of the present values."""
    if isinstance(key, Held):
        return not hasattr(key.array, "shape") or id(key.array) in still
    return all(_rests(part, still) for part in key) if isinstance(key, tuple) else True
