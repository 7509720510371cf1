"""Amber frames round the cells that the last edit changed: held for a moment, then faded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer

from transformer_lab.engine.program import Trace
from transformer_lab.figures.hit import Laid
from transformer_lab.figures.picture import Cells, Floats, Group, Item, Layer, Rects, Ref
from transformer_lab.render.painter import PicturePainter
from transformer_lab.ui.marks import EVERYWHERE

HOLD_MS, FADE_MS = 1200.0, 400.0
SEEN = 0.004  # a smaller change shows neither in a colour nor in a whole percent
WHOLE = 0.9  # a layer fainter than this is on its way in or out
KEY = 16.0  # a cell this high is a key with a gap round it; lower ones stand in ribbons
MOST_FRAMES = 400  # beyond this nearly everything changed, and frames would say nothing


@dataclass(frozen=True)
class Change:
    """The values before and after an edit, and when it happened (ms)."""

    before: Trace
    after: Trace
    when: float

    def opacity(self, now: float) -> float:
        """1 while held, then falling to 0."""
        return min(1.0, max(0.0, 1.0 - (now - self.when - HOLD_MS) / FADE_MS))


class AmberFrames(QObject):
    """The frames of the last change. While they are held nothing moves; `wake` is called when they fade."""

    def __init__(self, wake: Callable[[], None], parent: QObject) -> None:
        super().__init__(parent)
        self._change: Change | None = None
        self._held = QTimer(self)
        self._held.setTimerType(Qt.TimerType.PreciseTimer)  # a coarse one may come too early
        self._held.setSingleShot(True)
        self._held.timeout.connect(wake)

    def show_change(self, change: Change | None) -> None:
        """Frame another change, or none."""
        self._change = change
        if change is not None:
            self._held.start(round(HOLD_MS) + 1)

    def fading(self, now: float) -> bool:
        """Whether the frames look different from one moment to the next."""
        return self._change is not None and self._change.opacity(now) < 1.0

    def layers(self, painter: PicturePainter, now: float) -> tuple[Layer, ...]:
        """The layer of frames, as long as there are any."""
        if self._change is not None and self._change.opacity(now) <= 0.0:
            self._change = None
        return () if self._change is None else (changed_layer(self._change, painter, now),)


def change_between(before: Trace | None, after: Trace | None, now: float) -> Change | None:
    """The change, if both sides have values of one graph (another text or model is no changed cell)."""
    if before is None or after is None or before.graph is not after.graph:
        return None
    return Change(before, after, now)


def changed_layer(change: Change, painter: PicturePainter, now: float) -> Layer:
    """Frames over what has been laid down in the same frame."""

    def build() -> tuple[Item, ...]:
        boxes = changed_boxes(change, painter.live)
        if not 0 < len(boxes) <= MOST_FRAMES:
            return ()
        keys = boxes[:, 3] >= KEY
        shade = change.opacity(now)
        around = boxes[keys] + np.array([-1.0, -1.0, 2.0, 2.0])
        return (
            Rects(around, stroke="now_fill", width=2.0, radius=4.0, opacity=shade),
            Rects(boxes[~keys], stroke="now_fill", width=1.5, opacity=shade),
        )

    return Layer(None, EVERYWHERE, build)


def changed_boxes(change: Change, live: Laid) -> Floats:
    """(N, 4) boxes of all cells shown whose values differ."""
    parts = [
        _boxes(item, change) + np.array([0.0, layer.dy, 0.0, 0.0])
        for layer, items in live
        if layer.opacity > WHOLE
        for item in _flat(items)
        if isinstance(item, Cells)
    ]
    return np.concatenate([np.zeros((0, 4)), *parts])


def _flat(items: Sequence[Item]) -> list[Item]:
    return [leaf for item in items for leaf in (_flat(item.items) if isinstance(item, Group) else [item])]


def _boxes(item: Cells, change: Change) -> Floats:
    """(N, 4) boxes of the cells of one batch whose values differ."""
    ref = item.ref
    if ref is None or ref.node not in change.after.values or not len(ref.index):
        return np.zeros((0, 4))
    old, new = change.before[ref.node], change.after[ref.node]
    if old is new or old.shape != new.shape or not _stands_for(item, ref, new.shape):
        return np.zeros((0, 4))
    with np.errstate(invalid="ignore"):  # equal infinities differ by nothing
        differs = (np.abs(new - old) > SEEN) | (np.isnan(old) != np.isnan(new))
    shown = differs[tuple(ref.index.T)] if ref.index.shape[1] else differs[None]
    if not shown.any():
        return np.zeros((0, 4))
    grid = _grid(new.shape[ref.index.shape[1] :])
    shown = np.broadcast_to(shown.reshape(len(ref.index), *grid), item.values.shape)
    which, row, column = np.nonzero(shown)
    size = item.size[which]
    corner = item.at[which] + np.stack([column, row], 1) * size
    return np.concatenate([corner, size], 1)


def _stands_for(item: Cells, ref: Ref, shape: tuple[int, ...]) -> bool:
    """False for a batch of another model or text that waits to be drawn anew."""
    axes = ref.index.shape[1]
    grid = _grid(shape[axes:])
    inside = axes <= len(shape) and bool((ref.index < np.array(shape[:axes])).all())
    return inside and grid in ((1, 1), item.values.shape[1:])


def _grid(tail: tuple[int, ...]) -> tuple[int, ...]:
    """Rows and columns that the tail of the reference stands for."""
    return {0: (1, 1), 1: (1, *tail)}.get(len(tail), tail)
