"""Moving: values travel along their threads to the word that asks, all together, and merge."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.easing import part, travel
from transformer_lab.figures.picture import Cells, Floats, Ints, Item, Rects, Ref, table
from transformer_lab.figures.stage.attention_rows import mix_x
from transformer_lab.figures.stage.motion.move import Move, now_frame, ribbon_boxes
from transformer_lab.figures.stage.places import lead
from transformer_lab.figures.stage.ribbon import faded, ribbon
from transformer_lab.figures.stage.route import on_way
from transformer_lab.figures.stage.scene import half_cell

ARRIVED = 800.0 / 960.0
"""When the pills are there; the rest is merging."""
LEAVE, STOP = 0.07, 0.94
"""Where on their threads pills start and end: clear of the rows above and below."""
WIDEST = 40.0
LIGHT, MANY = 0.05, 16
"""In long sentences pills of light weights are drawn as one batch below the heavy ones."""


def mix_values(move: Move) -> tuple[Item, ...]:
    """Pills on their way; then the mix takes their place."""
    return (*merge(move), *pills(move))


def pills(move: Move) -> tuple[Item, ...]:
    """All values on their way, until they have merged."""
    merged = part(move.u, ARRIVED, 1.0)
    shown = _pills(move, travel(part(move.u, 0.0, ARRIVED)))
    return faded(shown, min(part(move.u, 0.0, 0.06), 1.0 - merged))


def merge(move: Move) -> tuple[Item, ...]:
    """The mix, once the values have arrived."""
    return _mix(move, part(move.u, ARRIVED, 1.0))


def _pills(move: Move, share: float) -> tuple[Item, ...]:
    """The value of each word in a capsule as large as its weight; the heaviest on top."""
    scene = move.scene
    weights = np.nan_to_num(move.value("weights")[move.head, scene.query])
    keys = np.flatnonzero(weights > 0.0)
    keys = keys[np.argsort(weights[keys], kind="stable")]
    ways = move.way(np.full(len(keys), scene.query), keys)
    centres = on_way(ways, LEAVE + (STOP - LEAVE) * share) if len(keys) else np.zeros((0, 2))
    light = weights[keys] < LIGHT if len(keys) > MANY else np.zeros(len(keys), dtype=bool)
    heavy = zip(keys[~light], centres[~light], strict=True)
    return (
        *_capsules(move, keys[light], centres[light], weights),
        *(item for key, centre in heavy for item in _capsules(move, np.array([key]), centre[None], weights)),
    )


def _capsules(move: Move, keys: Ints, centres: Floats, weights: Floats) -> tuple[Item, ...]:
    """The values of some words, each in its capsule; together they are one batch."""
    if not len(keys):
        return ()
    values, w = move.value("v")[move.head, keys], weights[keys]
    count = values.shape[1]
    cell, height = np.minimum(6.0 + 4.0 * w, (WIDEST + 16.0 * w) / count), 8.0 + 5.0 * w
    left, top = centres[:, 0] - count * cell / 2.0, centres[:, 1] - height / 2.0
    box = table(left - 2.5, top - 2.5, count * cell + 5.0, height + 5.0)
    border = 1.5 if w.max() > 0.2 else 1.0
    ref = Ref(move.sub.id("v"), np.stack([np.full(len(keys), move.head), keys], -1), "c")
    return (
        Rects(box, fill="canvas", stroke="now_fill", width=border, radius=4.0),
        Cells(values[:, None, :], table(left, top), table(cell, height), limit=move.scene.limit, ref=ref),
    )


def _mix(move: Move, merged: float) -> tuple[Item, ...]:
    """The sums, deepening from nothing to their values in the slots."""
    if merged <= 0.0:
        return ()
    scene = move.scene
    values = move.value("mixed")[move.head]
    count = values.shape[1]
    cell, x, y = half_cell(scene, count), mix_x(scene, move.sub, count), move.rows["mix"].y
    node = move.sub.id("mixed")
    shown = ribbon(scene, node, values * merged, x, y, cell, lead(scene, move.head), "out")
    mine = ribbon_boxes(x[[scene.query]], y, count * cell)
    return (*faded(shown, merged), now_frame(mine, 1.5, opacity=1.0 - part(merged, 0.6, 1.0)))
