"""Two towers from far: one line from the memory to each block of the decoder that reads it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator

import numpy as np

from transformer_lab.figures.picture import Curves, Item, Layer
from transformer_lab.figures.stage.compose import tops_of
from transformer_lab.figures.stage.far.form import form_of
from transformer_lab.figures.stage.towers.layout import MEMORY, Towers

EDGE = 8.0


def far_links(towers: Towers) -> Iterator[Layer]:
    """The lines, pale until the block has read; none at a nearer level, where threads come over."""
    scene = towers.decoder
    if scene.level != "far":
        return
    start = (towers.encoder.width - EDGE, towers.memory + MEMORY / 2.0)
    for block, top in zip(scene.plan.blocks, tops_of(scene)[1:], strict=False):
        crosses = [sub for sub in block.sublayers if sub.kind == "cross"]
        if crosses:
            read = scene.played(crosses[-1].path, "mix")
            end = (towers.left + EDGE, top + form_of(scene).height / 2.0)
            key: tuple[Hashable, ...] = ("far reading", block.number, start, end, read)
            low, high = min(start[1], end[1]), max(start[1], end[1])
            box = (start[0], low - 4.0, end[0] - start[0], high - low + 8.0)
            yield Layer(key, box, _line(start, end, 0.75 if read else 0.25))


def _line(
    start: tuple[float, float], end: tuple[float, float], opacity: float
) -> Callable[[], tuple[Item, ...]]:
    def build() -> tuple[Item, ...]:
        middle = (start[0] + end[0]) / 2.0
        points = np.array([[start, (middle, start[1]), (middle, end[1]), end]])
        return (Curves(points, np.array([2.0]), np.array([opacity]), "out"),)

    return build
