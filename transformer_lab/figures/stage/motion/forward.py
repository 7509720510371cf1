"""Moving: the feed-forward network widens, cuts negatives, narrows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from transformer_lab.figures.easing import part, settle
from transformer_lab.figures.geometry import funnel, mix
from transformer_lab.figures.picture import Floats, Item, Stamps, table
from transformer_lab.figures.stage.motion.move import Move, blend, now_frame, ribbon_boxes, staggered
from transformer_lab.figures.stage.places import middle_x
from transformer_lab.figures.stage.ribbon import faded, ribbon
from transformer_lab.figures.stage.scene import wire_cell
from transformer_lab.figures.stage.wire_rows import HIDDEN, forward_cell, sum_y


def widen(move: Move) -> tuple[Item, ...]:
    """The trapezoid opens; hidden values appear from the middle outwards."""
    scene, row = move.scene, move.rows["forward"]
    values = move.value("pre")
    count = values.shape[1]
    cell = forward_cell(scene, count)
    share = settle(move.u)
    reach = np.abs(np.arange(count) + 0.5 - count / 2.0) <= share * count / 2.0
    shown = np.where(reach[None, :], values, np.nan)
    x, y = middle_x(scene, count, cell), row.bottom - HIDDEN
    shape = funnel(max(8.0, count * cell * 0.54), count * cell, row.height, HIDDEN * share)
    at = table(scene.x, np.full(scene.n, row.y))
    inner = ribbon(scene, move.sub.id("pre"), shown, x, y, cell, height=HIDDEN)[:1]
    return (
        Stamps(shape, at, "canvas", "ffn", 1.1),
        *faded(inner, min(1.0, 2.0 * share)),
        Stamps(shape, at, "", "ffn", 1.1),
        now_frame(
            ribbon_boxes(scene.x - share * count * cell / 2.0, y, share * count * cell, HIDDEN),
            1.5,
            opacity=1.0 - part(move.u, 0.8, 1.0),
        ),
    )


def cut(move: Move) -> tuple[Item, ...]:
    """Negative values fade to zero (or bend towards it), left to right."""
    old = move.value("pre")
    with np.errstate(invalid="ignore"):
        return _turning(move, old, "act", old < 0.0)


def gate(move: Move) -> tuple[Item, ...]:
    """Every hidden value takes the share that its gate lets through, left to right, in one frame."""
    old, row = move.value("act"), move.rows["forward"]
    count = old.shape[1]
    cell = forward_cell(move.scene, count)
    box = ribbon_boxes(middle_x(move.scene, count, cell), row.bottom - HIDDEN, count * cell, HIDDEN)
    frame = now_frame(box, 1.5, opacity=1.0 - part(move.u, 0.8, 1.0))
    return (*_turning(move, old, "gated", np.zeros(old.shape, dtype=bool)), frame)


def _turning(move: Move, old: Floats, name: str, framed: NDArray[np.bool_]) -> tuple[Item, ...]:
    """Hidden values take new ones in place; those that are `framed` show when."""
    scene, row = move.scene, move.rows["forward"]
    new = move.value(name)
    count = old.shape[1]
    cell = forward_cell(scene, count)
    shares = np.array([settle(float(s)) for s in staggered(move.u, count, 0.5)])
    x, y = middle_x(scene, count, cell), row.bottom - HIDDEN
    shown = ribbon(scene, move.sub.id(name), blend(old, new, shares[None, :]), x, y, cell, height=HIDDEN)
    lane, unit = np.nonzero(framed & (shares > 0.0) & (shares < 1.0))
    if not len(lane):
        return shown
    return (*shown, now_frame(table(x[lane] + unit * cell, np.full(len(lane), y), cell, HIDDEN), 1.0))


def narrow(move: Move) -> tuple[Item, ...]:
    """The result comes out of the trapezoid and slides to where it will meet the wire."""
    scene, row = move.scene, move.rows["forward"]
    node = move.sub.out if move.sub.adds else move.sub.wire
    values = scene[node]
    count = values.shape[1]
    share = settle(move.u)
    hidden = move.value("act").shape[1]
    wide, cell = forward_cell(scene, hidden) * hidden / count, wire_cell(scene, count)
    now = mix(wide, cell, share)
    y = mix(row.bottom - HIDDEN, sum_y(move.rows["sum"]), share)
    x = middle_x(scene, count, now)
    role = "ffn" if move.sub.adds else ""
    shown = ribbon(scene, node, values, x, y, now, role=role)
    frame = now_frame(ribbon_boxes(x, y, count * now), 1.5, opacity=1.0 - part(move.u, 0.8, 1.0))
    return (*faded(shown, min(1.0, move.u * 3.0)), frame)
