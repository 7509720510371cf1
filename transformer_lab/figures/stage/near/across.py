"""From near, what a cross-attention reads: the words of the source in lanes of their own, on a ground."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial

import numpy as np

from transformer_lab.figures.easing import part
from transformer_lab.figures.measure import shorten
from transformer_lab.figures.picture import Item, Layer, Rects, Texts, table
from transformer_lab.figures.stage.near import gutter
from transformer_lab.figures.stage.near.reveal import vector_row
from transformer_lab.figures.stage.near.rows import LINE
from transformer_lab.figures.stage.plan import Block
from transformer_lab.figures.stage.rows import APPEAR, Row
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.language import tr

READ = frozenset(("memory", "keys", "scores", "scaled", "slanted", "masked", "softmax", "values", "products"))
"""Rows that have one lane for each word of the source; queries and mixes stand in the lanes of who asks."""
ABOVE, BELOW, EDGE = 10.0, 8.0, 26.0
"""What the ground keeps from the rows on it, and from the frame of the block."""


def lanes_of(scene: Scene, row: Row) -> Scene:
    """The scene in whose lanes a row stands."""
    across = row.sub is not None and row.sub.kind == "cross" and row.kind in READ
    return scene.reading if across else scene


def row_memory(scene: Scene, row: Row, block: Block, share: float) -> tuple[Item, ...]:
    """The words of the source, and under each what the encoder knows of it in the end."""
    node = scene.plan.reads
    assert node is not None
    name = gutter.named(scene, tr("Memory"), row.y + LINE + 13.0, True)
    words = tuple(shorten(word, scene.look.lane - 12.0, "semibold", 14) for word in scene.words)
    at = table(scene.x, np.full(scene.n, row.y + 12.0))
    said = Texts(words, at, 14, "semibold", "key", "middle")
    return (*name, said, *vector_row(scene, node, row.y + LINE, share))


def grounds(scene: Scene, block: Block, top: float, openness: float, show: float) -> Iterator[Layer]:
    """Under the rows of each cross-attention: neither wires nor the lane of who asks run through them."""
    for sub in block.sublayers:
        own = [row for row in scene.rows(block) if row.sub == sub and row.kind in READ]
        if sub.kind == "cross" and own:
            first, end = own[0].y - ABOVE, own[-1].bottom + BELOW
            box = (EDGE, first, scene.width - 2.0 * EDGE, end - first)
            key: tuple[Hashable, ...] = (f"near ground {sub.path}", block.number, box)
            yield Layer(key, box, partial(_ground, box), top, part(openness, *APPEAR), show)


def _ground(box: tuple[float, float, float, float]) -> tuple[Item, ...]:
    x, y, width, height = box
    return (Rects(table([x], y, width, height), fill="panel", stroke="line", radius=8.0),)
