"""The band below the words: each word is looked up and gets its position. It folds away when blocks play."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from transformer_lab.figures.geometry import PLUS, WAVE
from transformer_lab.figures.picture import Face, Item, Layer, Stamps, table
from transformer_lab.figures.stage.places import middle_x
from transformer_lab.figures.stage.ribbon import HEIGHT, faded, gutter_label, ribbon, slots
from transformer_lab.figures.stage.scene import Scene, wire_cell
from transformer_lab.language import tr

BEATS = ("look-up", "positions", "norm")
WORDS_Y, POSITIONS_Y, PLUS_Y, SUM_Y = 16.0, 42.0, 68.5, 86.0
NORM = 24.0
"""From the last row to that of the norm, if there is one."""


def band_height(scene: Scene) -> float:
    """Height of the open band."""
    return last_y(scene) + HEIGHT + 15.0


def last_y(scene: Scene) -> float:
    """Where the last row stands."""
    y = SUM_Y if scene.plan.positions else WORDS_Y
    return y + NORM if scene.plan.embedding_norm else y


def sentence_items(scene: Scene) -> tuple[Item, ...]:
    """Rows of the table, rows of positions, their sum: what of it has been played."""
    place = scene.plan.band
    found, placed = scene.played(place, "look-up"), scene.played(place, "look-up", "positions")
    items = [*row(scene, scene.plan.found, WORDS_Y, tr("Embedding"), found)]
    if scene.plan.positions:
        items += row(scene, scene.plan.positions, POSITIONS_Y, tr("Position"), placed, "position")
        items += waves(scene, placed)
        items += row(scene, scene.plan.summed, SUM_Y, tr("Sum"), placed)
        items += pluses(scene, placed)
    if scene.plan.embedding_norm:
        items += row(scene, scene.plan.embedded, last_y(scene), tr("Norm"), scene.played(place, *BEATS))
    return tuple(items)


def row(scene: Scene, node: str, y: float, name: str, done: bool, color: str = "ink2") -> tuple[Item, ...]:
    """One named row of vectors on the wire, or its slots."""
    values = scene[node]
    width = values.shape[1]
    cell = wire_cell(scene, width)
    x = middle_x(scene, width, cell)
    face: Face = "medium" if color == "position" else "regular"
    label = gutter_label(name, y + 9.5, color if done else "ink3", face)
    return label, *(ribbon(scene, node, values, x, y, cell) if done else (slots(x, y, width * cell),))


def waves(scene: Scene, done: bool) -> tuple[Item, ...]:
    """The mark of positions, in the gutter."""
    at = table([44.0], POSITIONS_Y + 5.5)
    return faded((Stamps(WAVE, at, "canvas", "position", 1.25),), 1.0 if done else 0.5)


def pluses(scene: Scene, done: bool) -> tuple[Item, ...]:
    """Word and position are added."""
    at = table(scene.x, np.full(scene.n, PLUS_Y))
    return faded((Stamps(PLUS, at, "canvas", "residual", 1.25),), 1.0 if done else 0.5)


def sentence_layers(scene: Scene, top: float, openness: float) -> tuple[Layer, ...]:
    """The band's layers; none while it is folded away."""
    if openness <= 0.0:
        return ()
    plan = scene.plan
    nodes = [i for i in (plan.found, plan.positions, plan.summed, plan.embedded) if i and scene.has(i)]
    flags = tuple(scene.played(plan.band, *BEATS[: i + 1]) for i in range(len(BEATS)))
    place = (scene.gutter, scene.look.lane, scene.n, scene.limit, scene.look.tint)
    key: tuple[Hashable, ...] = ("sentence", 0, *scene.held(*nodes), *place, *flags)
    height = band_height(scene)
    box = (0.0, 0.0, scene.width, height)
    return (Layer(key, box, lambda: sentence_items(scene), top, openness, height * openness),)
