"""Moving: words are looked up, positions are added."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.easing import part, settle
from transformer_lab.figures.geometry import mix
from transformer_lab.figures.picture import Floats, Item
from transformer_lab.figures.stage.motion.join import norm_values
from transformer_lab.figures.stage.motion.move import blend, now_frame, ribbon_boxes, staggered
from transformer_lab.figures.stage.motion.table import OVERLAP, place_of
from transformer_lab.figures.stage.places import middle_x
from transformer_lab.figures.stage.ribbon import faded, ribbon
from transformer_lab.figures.stage.scene import Scene, wire_cell
from transformer_lab.figures.stage.sentence import POSITIONS_Y, SUM_Y, WORDS_Y, last_y

LIFT = 22.0
"""How far above its place a row comes out where no table is seen."""


def look_up(scene: Scene, u: float) -> tuple[Item, ...]:
    """The row of each word lifts out of the table and lands as a ribbon, word after word."""
    node = scene.plan.found
    values, place = scene[node], place_of(scene)
    wide = wire_cell(scene, values.shape[1])
    x = middle_x(scene, values.shape[1], wide)
    items: list[Item] = []
    for lane, share in enumerate(staggered(u, scene.n, OVERLAP)):
        if share > 0.0:
            way = settle(float(share))
            start = (
                (x[lane], WORDS_Y - LIFT, wide) if place is None else (place.x, place.y(lane), place.cell[0])
            )
            cell = mix(start[2], wide, way)
            at = np.array([mix(start[0], float(x[lane]), way)])
            y, lead = mix(start[1], WORDS_Y, way), np.array([[lane]])
            landed = ribbon(scene, node, values[[lane]], at, y, cell, lead)
            items += faded(landed, min(1.0, float(share) * 4.0))
    return tuple(items)


def positions(scene: Scene, u: float) -> tuple[Item, ...]:
    """Positions appear, then copies of both rows slide onto the sum, whose values step at 60 %."""
    node = scene.plan.positions
    if node is None:
        return ()
    lanes = np.arange(scene.n)
    appear, slide, step = part(u, 0.0, 0.4), settle(part(u, 0.4, 0.85)), part(u, 0.78, 0.95)
    width = scene[node].shape[1]
    shown = np.where(np.arange(width)[None, :] < appear * width, scene[node], np.nan)
    items = list(_ribbons(scene, node, shown, POSITIONS_Y, lanes, marked=False))
    if slide <= 0.0:
        return tuple(items)
    lower = _ribbons(scene, node, scene[node], mix(POSITIONS_Y, SUM_Y, slide), lanes)
    items += faded(lower, min(1.0 - slide * 0.6, 1.0 - step))
    end = scene.plan.summed
    summed = blend(scene[scene.plan.found], scene[end], step)
    items += _ribbons(scene, end, summed, mix(WORDS_Y, SUM_Y, slide), lanes)
    cell = wire_cell(scene, width)
    box = ribbon_boxes(middle_x(scene, width, cell), mix(WORDS_Y, SUM_Y, slide), width * cell)
    items.append(now_frame(box, 1.5, opacity=1.0 - part(u, 0.92, 1.0)))
    return tuple(items)


def norm(scene: Scene, u: float) -> tuple[Item, ...]:
    """The norm of the embedding takes its values in turn."""
    graph = scene.snapshot.graph
    assert graph is not None
    values = norm_values(scene, graph, f"{scene.plan.embedded}/norm", u)
    shown = _ribbons(scene, scene.plan.embedded, values, last_y(scene), np.arange(scene.n))
    return faded(shown, part(u, 0.0, 0.2))


def _ribbons(
    scene: Scene, node: str, values: Floats, y: float, lanes: np.ndarray, marked: bool = True
) -> tuple[Item, ...]:
    cell = wire_cell(scene, values.shape[1])
    x = middle_x(scene, values.shape[1], cell)[lanes]
    items = ribbon(scene, node, values[lanes], x, y, cell, lanes[:, None])
    return items if marked else items[:2]
