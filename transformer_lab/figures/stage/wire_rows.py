"""Rows on the residual wire: what comes in, norms, sums, the feed-forward network."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.geometry import PLUS, RADIUS, funnel
from transformer_lab.figures.picture import Item, Rects, Stamps, table
from transformer_lab.figures.stage.places import middle_x
from transformer_lab.figures.stage.plan import Block, Sublayer
from transformer_lab.figures.stage.ribbon import HEIGHT, SLIM, faded, gutter_label, ribbon
from transformer_lab.figures.stage.rows import Row
from transformer_lab.figures.stage.scene import Scene, wire_cell
from transformer_lab.language import tr

SUM_BEATS = {True: ("add",), False: ("join", "narrow")}
"""The beats that bring the wire after a sublayer, with a residual and without one."""
HIDDEN = 9.0
"""Height of the ribbon of hidden values."""


def wire_ribbon(scene: Scene, node: str, y: float) -> tuple[Item, ...]:
    """The vectors on the wire."""
    values = scene[node]
    cell = wire_cell(scene, values.shape[1])
    return ribbon(scene, node, values, middle_x(scene, values.shape[1], cell), y, cell)


def row_in(scene: Scene, row: Row, block: Block) -> tuple[Item, ...]:
    """What comes into the block."""
    return wire_ribbon(scene, block.source, row.y)


def row_norm(scene: Scene, row: Row, block: Block) -> tuple[Item, ...]:
    """A norm: a level bar on the wire, under it what it makes as a slim ribbon."""
    assert row.sub is not None
    node = row.sub.norm_before or row.sub.norm_after
    assert node is not None
    done = scene.played(row.sub.path, "norm")
    bar = Rects(table(scene.x - 11.0, np.full(scene.n, row.y), 22.0, 2.0), fill="residual", radius=1.0)
    begun = scene.begun(row.sub.path, "norm")
    label = gutter_label(norm_name(row.sub), row.y + 9.0, "ink2" if begun else "ink3")
    if not done:
        return label, *faded((bar,), 0.5)
    values = scene[node]
    cell = wire_cell(scene, values.shape[1])
    x = middle_x(scene, values.shape[1], cell)
    return label, bar, *ribbon(scene, node, values, x, norm_y(row), cell, height=SLIM)


def norm_name(sub: Sublayer) -> str:
    """What a norm is called: the one above the next words is the last."""
    return tr("Last norm") if sub.path == "output" else tr("Norm")


def norm_y(row: Row) -> float:
    """Where the ribbon of a norm stands in its row."""
    return row.bottom - SLIM


def row_sum(scene: Scene, row: Row, block: Block) -> tuple[Item, ...]:
    """The result meets the wire: a circled plus and the sum, or the result alone."""
    sub = row.sub
    assert sub is not None
    done = sum_done(scene, sub)
    label = tr("Add") if sub.adds else tr("Result")
    color = "ink2" if scene.begun(sub.path, *SUM_BEATS[sub.adds]) else "ink3"
    items: tuple[Item, ...] = (gutter_label(label, row.y + (10.8 if sub.adds else 9.5), color),)
    if sub.adds:
        at = table(scene.x, np.full(scene.n, row.y + RADIUS))
        items += faded((Stamps(PLUS, at, "canvas", "residual", 1.25),), 0.8 if done else 0.5)
    if done:
        return items + wire_ribbon(scene, sub.wire, sum_y(row))
    return items + (pending(scene, sub, row) if narrowed(scene, sub) else ())


def sum_y(row: Row) -> float:
    """Where the ribbon of a sum stands in its row."""
    return row.bottom - HEIGHT


def narrowed(scene: Scene, sub: Sublayer) -> bool:
    """Whether the result of a feed-forward network waits for being added."""
    return sub.kind == "forward" and sub.adds and scene.played(sub.path, "narrow")


def pending(scene: Scene, sub: Sublayer, row: Row) -> tuple[Item, ...]:
    """The result of a feed-forward network where it will meet the wire."""
    values = scene[sub.out]
    cell = wire_cell(scene, values.shape[1])
    x = middle_x(scene, values.shape[1], cell)
    return ribbon(scene, sub.out, values, x, sum_y(row), cell, role="ffn")


def sum_done(scene: Scene, sub: Sublayer) -> bool:
    """Whether the wire after the sublayer has its value."""
    return scene.played(sub.path, *SUM_BEATS[sub.adds])


def forward_cell(scene: Scene, count: int) -> float:
    """Cell width of hidden values."""
    return scene.cell(count, 6.0)


def row_forward(scene: Scene, row: Row, block: Block) -> tuple[Item, ...]:
    """A trapezoid; once played it opens into the hidden ribbon."""
    sub = row.sub
    assert sub is not None
    wide = scene.played(sub.path, "widen")
    label = gutter_label(
        tr("Feed-forward"), row.y + 11.0, "ink2" if scene.begun(sub.path, "widen") else "ink3"
    )
    return label, *forward_part(scene, row, wide)


def hidden_now(scene: Scene, sub: Sublayer) -> str:
    """Which hidden values there are by now: before the activation, after it, after the gate."""
    if not scene.played(sub.path, "relu"):
        return "pre"
    return sub.hidden if scene.played(sub.path, "gate") else "act"


def forward_part(scene: Scene, row: Row, wide: bool) -> tuple[Item, ...]:
    """The trapezoid and, if `wide`, the hidden values as they are by now."""
    sub = row.sub
    assert sub is not None
    node = sub.id(hidden_now(scene, sub))
    values = scene[node]
    count = values.shape[1]
    cell = forward_cell(scene, count)
    base = count * cell
    at = table(scene.x, np.full(scene.n, row.y))
    shape = funnel(max(8.0, base * 0.54), base, row.height, HIDDEN if wide else 0.0)
    outline = Stamps(shape, at, "canvas", "ffn", 1.1)
    if not wide:
        return faded((outline,), 0.6)
    inner = ribbon(
        scene, node, values, middle_x(scene, count, cell), row.bottom - HIDDEN, cell, height=HIDDEN
    )
    return outline, *inner, Stamps(shape, at, "", "ffn", 1.1)


def row_other(scene: Scene, row: Row, block: Block) -> tuple[Item, ...]:
    """A sublayer of another kind: its name in the gutter."""
    assert row.sub is not None
    return (gutter_label(row.sub.path.rsplit("/", 1)[-1], row.y + 9.5),)
