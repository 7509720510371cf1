"""The band of the words from near: what is looked up, the position, and their sum, number by number."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import NamedTuple

import numpy as np

from transformer_lab.figures.geometry import PLUS, RADIUS
from transformer_lab.figures.picture import Item, Layer, Stamps, table
from transformer_lab.figures.stage.near import gutter
from transformer_lab.figures.stage.near.form import form_of
from transformer_lab.figures.stage.near.reveal import vector_row
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.language import tr

TOP, BETWEEN, FOOT = 18.0, 14.0, 18.0
SAG = 6.0
SUM_ROOM = 18.0
"""For the circled plus above the sum."""


class BandRow(NamedTuple):
    """One row of vectors: its name, its node, where it stands, the beat that writes it."""

    name: str
    node: str
    y: float
    beat: str
    color: str = "ink"
    plus: bool = False


def band_rows(scene: Scene) -> tuple[BandRow, ...]:
    """The rows of the band, from the top down."""
    plan = scene.plan
    wanted = [(tr("Embedding"), plan.found, "look-up", "ink", False)]
    if plan.positions:
        wanted.append((tr("Position"), plan.positions, "positions", "position", False))
        wanted.append((tr("Sum"), plan.summed, "positions", "ink", True))
    if plan.embedding_norm:
        wanted.append((tr("Norm"), plan.embedded, "norm", "ink", False))
    rows, y = [], TOP
    for name, node, beat, color, plus in wanted:
        y += SUM_ROOM if plus else 0.0
        rows.append(BandRow(name, node, y, beat, color, plus))
        y += _tall(scene, node) + BETWEEN
    return tuple(rows)


def _tall(scene: Scene, node: str) -> float:
    return form_of(scene.look.lane, scene[node].shape[1], scene.look.manner.decimals).tall


def near_band_height(scene: Scene) -> float:
    """Height of the open band."""
    last = band_rows(scene)[-1]
    return last.y + _tall(scene, last.node) + FOOT


def row_items(scene: Scene, row: BandRow, share: float) -> tuple[Item, ...]:
    """A row as far as it has been written."""
    role = "position" if row.color == "position" else ""
    name = gutter.named(scene, row.name, row.y + 14.0, share > 0.0, (), row.color)
    items = (*name, *vector_row(scene, row.node, row.y, share, role))
    if not row.plus:
        return items
    at = table(scene.x, np.full(scene.n, row.y - SUM_ROOM / 2.0 - RADIUS / 2.0))
    return (*items, Stamps(PLUS, at, "canvas", "residual", 1.25, 0.9 if share > 0.0 else 0.5))


def near_band(scene: Scene, top: float, openness: float, show: float, moving: bool) -> Iterator[Layer]:
    """The rows at rest, or (`moving`) those that are being written."""
    place, (beat, u) = scene.plan.band, scene.cursor
    acting = scene.timeline.beats[beat] if 0.0 < u < 1.0 else None
    for row in band_rows(scene):
        acts = acting is not None and (acting.section, acting.name) == (place, row.beat)
        if acts != moving:
            continue
        share = u if acts else float(scene.played(place, row.beat))
        looked = (scene.gutter, scene.look.lane, scene.n, scene.limit, scene.look.manner, row.y, share)
        key: tuple[Hashable, ...] = (f"near band {row.name}", 0, *scene.held(row.node), *looked)
        box = (0.0, row.y - SAG - SUM_ROOM, scene.width, _tall(scene, row.node) + SUM_ROOM + 2.0 * SAG)
        yield Layer(None if acts else key, box, _building(scene, row, share), top, openness, show)


def _building(scene: Scene, row: BandRow, share: float) -> Callable[[], tuple[Item, ...]]:
    return lambda: row_items(scene, row, share)
