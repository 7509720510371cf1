"""What a row shows while it is being written: lane by lane, and in the lane at work cell by cell."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.figures.picture import Floats, Ints, Item, Rects, table
from transformer_lab.figures.stage.attention_rows import QUIET
from transformer_lab.figures.stage.motion.move import now_frame
from transformer_lab.figures.stage.near.cells import numbered, single_width
from transformer_lab.figures.stage.near.form import SINGLE, Form, form_of
from transformer_lab.figures.stage.ribbon import faded
from transformer_lab.figures.stage.scene import Scene

HALF = 0.5
"""When a lane's result follows its line of arithmetic."""


class Written(NamedTuple):
    """How far a row has been written."""

    full: int
    """lanes that are done"""
    now: int | None
    """the lane at work"""
    share: float
    """how much of it is done"""

    @property
    def begun(self) -> int:
        """Lanes that are done or at work."""
        return self.full + (self.now is not None)

    def results(self) -> int:
        """Lanes whose result is there, if it follows a line of arithmetic."""
        return self.full + (self.now is not None and self.share >= HALF)


def written(share: float, lanes: int) -> Written:
    """A row of so many lanes after `share` of its time."""
    done = min(1.0, max(0.0, share)) * lanes
    full = int(done + 1e-9)
    rest = done - full
    return Written(full, full if full < lanes and rest > 1e-9 else None, rest)


def vector_row(
    scene: Scene,
    node: str,
    y: float,
    share: float,
    role: str = "",
    head: int | None = None,
    loud: int | None = None,
) -> tuple[Item, ...]:
    """One vector under each word; with `loud` those of all other words stand back."""
    values = scene[node] if head is None else scene[node][head]
    return vectors(scene, node, values, y, share, role, head, loud)


def vectors(
    scene: Scene,
    node: str,
    values: Floats,
    y: float,
    share: float,
    role: str = "",
    head: int | None = None,
    loud: int | None = None,
) -> tuple[Item, ...]:
    """The same for values that are no node's own; the cells still answer with those of `node`."""
    form = form_of(scene.look.lane, values.shape[1], scene.look.manner.decimals)
    progress = written(share, len(values))
    lanes = np.arange(len(values))
    ahead = lanes[progress.full :]
    items: list[Item] = [empty(scene, ahead, y, form, role)] if len(ahead) else []
    for group, strength in _groups(lanes[: progress.full], loud):
        shown = numbered(scene, node, values[group], scene.x[group], y, form, leads(group, head), role)
        items += faded(shown, strength if form.decimals < 0 else 1.0)  # a faded number cannot be read
    if progress.now is not None:
        items += _at_work(scene, node, values, y, form, progress, role, head)
    return tuple(items)


def _groups(lanes: Ints, loud: int | None) -> list[tuple[Ints, float]]:
    if loud is None:
        return [(lanes, 1.0)]
    return [(lanes[lanes != loud], QUIET), (lanes[lanes == loud], 1.0)]


def _at_work(
    scene: Scene,
    node: str,
    values: Floats,
    y: float,
    form: Form,
    progress: Written,
    role: str,
    head: int | None,
) -> tuple[Item, ...]:
    """The vector that is being written: as many cells as are done, the last one framed."""
    lane = np.array([progress.now])
    count = min(values.shape[1], int(progress.share * values.shape[1]) + 1)
    some = numbered(scene, node, values[lane, :count], scene.x[lane], y, form, leads(lane, head), role)
    left = scene.x[lane] - form.columns * form.width / 2.0
    row, column = divmod(count - 1, form.columns)
    box = table(left + column * form.width, y + row * form.height, form.width, form.height)
    return (*some, now_frame(box, 2.0))


def leads(lanes: Ints, head: int | None) -> Ints:
    """Where each lane's vector begins in its node."""
    return lanes[:, None] if head is None else np.stack([np.full(len(lanes), head), lanes], -1)


def empty(scene: Scene, lanes: Ints, y: float, form: Form, role: str = "") -> Item:
    """Dashed places of vectors that are still to come."""
    width = form.columns * form.width
    box = table(scene.x[lanes] - width / 2.0, np.full(len(lanes), y), width, form.tall)
    return Rects(box, stroke=role or "line2", width=1.0, dash=(2.0, 2.0), opacity=0.6)


def empty_singles(scene: Scene, lanes: Ints, y: float) -> tuple[Item, ...]:
    """Dashed places of single numbers."""
    if not len(lanes):
        return ()
    width = single_width(scene)
    box = table(scene.x[lanes] - width / 2.0, np.full(len(lanes), y), width, SINGLE)
    return (Rects(box, stroke="line2", width=1.0, dash=(2.0, 2.0), opacity=0.6),)


def single_frame(scene: Scene, lane: int, y: float) -> tuple[Item, ...]:
    """The amber frame of the number that is being worked out."""
    width = single_width(scene)
    return (now_frame(table([scene.x[lane] - width / 2.0], y, width, SINGLE), 2.0),)
