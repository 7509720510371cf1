"""All sections from far, from the words down to the next words."""

from __future__ import annotations

from collections.abc import Iterator

from transformer_lab.figures.picture import Layer
from transformer_lab.figures.stage.far.around import far_band, far_output
from transformer_lab.figures.stage.far.block import far_block
from transformer_lab.figures.stage.last_norm import far_last
from transformer_lab.figures.stage.scene import Scene


def far_sections(scene: Scene, tops: tuple[float, ...]) -> Iterator[Layer]:
    """One layer for the words, one for each block, one for the output."""
    yield far_band(scene, tops[0])
    for block, top in zip(scene.plan.blocks, tops[1:-1], strict=False):
        yield far_block(scene, block, top)
    yield from far_last(scene, tops[-1])
    if scene.plan.output:
        yield far_output(scene, tops[-1])
