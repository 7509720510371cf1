"""Moving: values travel along their threads to the word that asks, all together, and merge."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.easing import part, travel
from transformer_lab.figures.geometry import along, thread
from transformer_lab.figures.picture import Cells, Floats, Item, Rects, Ref, table
from transformer_lab.figures.stage.attention_rows import mix_x, span_of
from transformer_lab.figures.stage.motion.move import Move, now_frame, ribbon_boxes
from transformer_lab.figures.stage.places import lead
from transformer_lab.figures.stage.ribbon import faded, ribbon
from transformer_lab.figures.stage.scene import half_cell

ARRIVED = 800.0 / 960.0
"""When the pills are there; the rest is merging."""
LEAVE, STOP = 0.07, 0.94
"""Where on their threads pills start and end: clear of the rows above and below."""
WIDEST = 40.0


def mix_values(move: Move) -> tuple[Item, ...]:
    """Pills on their way; then the mix takes their place."""
    merged = part(move.u, ARRIVED, 1.0)
    pills = _pills(move, travel(part(move.u, 0.0, ARRIVED)))
    return (*_mix(move, merged), *faded(pills, min(part(move.u, 0.0, 0.06), 1.0 - merged)))


def _pills(move: Move, share: float) -> tuple[Item, ...]:
    """The value of each word in a capsule as large as its weight; the heaviest on top."""
    scene = move.scene
    weights = np.nan_to_num(move.value("weights")[move.head, scene.query])
    keys = np.flatnonzero(weights > 0.0)
    keys = keys[np.argsort(weights[keys], kind="stable")]
    x = scene.x
    paths = thread(
        x[keys], span_of(move.rows["attention"])[0], np.full(len(keys), x[scene.query]), _foot(move)
    )
    centres = along(paths, LEAVE + (STOP - LEAVE) * share) if len(keys) else np.zeros((0, 2))
    return tuple(
        item
        for key, centre in zip(keys, centres, strict=True)
        for item in _pill(move, int(key), centre, weights[key])
    )


def _foot(move: Move) -> float:
    return span_of(move.rows["attention"])[1]


def _pill(move: Move, key: int, centre: Floats, weight: float) -> tuple[Item, ...]:
    values = move.value("v")[move.head, key]
    count = len(values)
    cell, height = min(6.0 + 4.0 * weight, (WIDEST + 16.0 * weight) / count), 8.0 + 5.0 * weight
    left, top = centre[0] - count * cell / 2.0, centre[1] - height / 2.0
    box = table([left - 2.5], top - 2.5, count * cell + 5.0, height + 5.0)
    border = 1.5 if weight > 0.2 else 1.0
    ref = Ref(move.sub.id("v"), np.array([[move.head, key]]), "c")
    return (
        Rects(box, fill="canvas", stroke="now_fill", width=border, radius=4.0),
        Cells(
            values[None, None, :], table([left], top), table([cell], height), limit=move.scene.limit, ref=ref
        ),
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
