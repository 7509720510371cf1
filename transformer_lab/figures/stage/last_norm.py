"""The norm between the last block and the next words: a row of its own on every wire.

It is drawn by the rows of blocks: it stands as the one sublayer of a block without a frame.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

import numpy as np

from transformer_lab.figures.picture import Item, Layer, Rects, Texts, table
from transformer_lab.figures.stage.block import ROWS, row_key
from transformer_lab.figures.stage.frame import wire_layer
from transformer_lab.figures.stage.last_row import BLOCK, FAR, PLACE, last_height, last_row
from transformer_lab.figures.stage.near.table import acting, near_row
from transformer_lab.figures.stage.rows import GAP
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.language import tr

SAG, FAR_LABEL = 4.0, 8.0


def last_layers(scene: Scene, foot: float) -> Iterator[Layer]:
    """The row above `foot`, and the wire down to it."""
    if not scene.plan.last_norm:
        return
    row, top = last_row(scene), foot - last_height(scene)
    low = 0.0 if scene.level == "near" else row.bottom
    yield wire_layer(scene, "last norm", 0, ((-GAP, low),), top, 1e9)
    if scene.level == "near":
        if not acting(scene, row):
            yield near_row(scene, row, BLOCK, top, 1.0, 1e9, moving=False)
        return
    box = (0.0, row.y - SAG, scene.width, row.height + 2.0 * SAG)
    key = row_key(scene, row, BLOCK)
    yield Layer(key, box, lambda: ROWS["norm"].draw(scene, row, BLOCK), top)


def near_moving(scene: Scene, foot: float) -> Iterator[Layer]:
    """From near: the row while it is written."""
    if scene.plan.last_norm and acting(scene, last_row(scene)):
        yield near_row(scene, last_row(scene), BLOCK, foot - last_height(scene), 1.0, 1e9, moving=True)


def far_last(scene: Scene, foot: float) -> Iterator[Layer]:
    """From far: a short bar on every wire, strong once it has been played."""
    if not scene.plan.last_norm:
        return
    done = scene.played(PLACE, "norm")
    key: tuple[Hashable, ...] = ("far last norm", 0, scene.gutter, scene.look.lane, scene.n, done)

    def build() -> tuple[Item, ...]:
        wide = min(22.0, scene.look.lane * 0.6)
        bars = table(scene.x - wide / 2.0, np.full(scene.n, FAR_LABEL - 1.0), wide, 2.0)
        name = Texts(
            (tr("Last norm"),), table([16.0], FAR_LABEL + 4.0), 12, "regular", "ink2" if done else "ink3"
        )
        return name, Rects(bars, fill="residual", radius=1.0, opacity=1.0 if done else 0.4)

    yield Layer(key, (0.0, 0.0, scene.width, FAR), build, foot - FAR)
