"""What moves from near: the rows of the beat under the cursor, as far as they have been written."""

from __future__ import annotations

from collections.abc import Iterator

from transformer_lab.figures.picture import Layer
from transformer_lab.figures.stage.extent import height_of, open_band
from transformer_lab.figures.stage.last_norm import near_moving
from transformer_lab.figures.stage.motion import motion_layer
from transformer_lab.figures.stage.near.band import near_band
from transformer_lab.figures.stage.near.table import rows_in_motion
from transformer_lab.figures.stage.rows import APPEAR
from transformer_lab.figures.stage.scene import Scene


def near_motion(scene: Scene, tops: tuple[float, ...]) -> Iterator[Layer]:
    """The rows that are being written, over those at rest."""
    beat = scene.timeline.beats[scene.cursor.beat]
    if beat.section == scene.plan.band and scene.look.sentence > 0.0:
        show = open_band(scene) * scene.look.sentence
        yield from near_band(scene, tops[0], scene.look.sentence, show, moving=True)
    for block, openness, top in zip(scene.plan.blocks, scene.look.openness, tops[1:-1], strict=False):
        if block.path == beat.section and openness > APPEAR[0]:
            yield from rows_in_motion(scene, block, top, openness, height_of(scene, block, openness))
    if beat.section == "output" and beat.name == "norm":
        yield from near_moving(scene, tops[-1])
    elif beat.section == "output":
        yield from motion_layer(scene, tops)
