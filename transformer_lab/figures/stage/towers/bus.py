"""Threads between the towers: down from the foot, along a line of their own, and down on the query."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from transformer_lab.figures.easing import part
from transformer_lab.figures.picture import Floats, Ints, Item, Layer
from transformer_lab.figures.stage.attention_rows import threads_of
from transformer_lab.figures.stage.faces.layout import seen_threads
from transformer_lab.figures.stage.route import Route, bend
from transformer_lab.figures.stage.rows import APPEAR
from transformer_lab.figures.stage.towers.layout import Foot, Towers
from transformer_lab.figures.stage.weights import stage_of

TURN, REACH = 46.0, 118.0
"""How far sideways a thread goes while it turns into its line, and while it drops from it."""


def bus(towers: Towers, foot: Foot) -> Route:
    """The way of the threads of one cross-attention, in three pieces, in coordinates of the figure."""
    lane = towers.encoder.look.lane
    turn = float(np.floor(min(TURN, 0.7 * lane)))
    reach = float(np.floor(min(REACH, 60.0 + lane)))

    def way(asks: Ints, reads: Ints) -> Floats:
        x0, x1, y = towers.encoder.x[reads], towers.query_x[asks], foot.lines[reads]
        top, low = np.full(len(x0), foot.bottom), np.full(len(x0), foot.low)
        # whole pixels where pieces meet: no seam is seen there
        left, right = np.round(x0 + turn), np.round(x1 - reach)
        level = np.stack([left + (right - left) * u for u in (0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0)], 1)
        run = np.stack([level, np.repeat(y[:, None], 4, 1)], -1)
        turned, dropped = bend(x0, top, left, y, falling=False), bend(right, y, x1, low, falling=True)
        return np.stack([turned, run, dropped], 1)

    return way


def bus_layer(towers: Towers, foot: Foot) -> Layer:
    """The threads as they are by now."""
    scene, sub = towers.reading(foot), foot.sub
    state = stage_of(scene, sub)
    values = scene.held(*(i for i in (sub.id("weights"), sub.id("masked")) if scene.has(i)))
    place = (scene.look.lane, scene.n, len(scene.asks), foot.bottom, foot.low, *foot.lines.tolist())
    key: tuple[Hashable, ...] = (f"bus {sub.path}", 0, *values, *place, state, scene.head(sub), scene.query)
    key += (scene.look.heads,)
    low = max(foot.low, float(foot.lines.max()))
    box = (0.0, foot.bottom - 8.0, towers.width, low - foot.bottom + 12.0)

    def build() -> tuple[Item, ...]:
        return threads_of(scene, sub, state, bus(towers, foot))

    return Layer(key, box, build, 0.0, part(foot.openness, *APPEAR) * seen_threads(scene.look))
