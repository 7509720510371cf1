"""What moves in both towers: their own operations, the norm of the memory, and what goes over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from transformer_lab.figures.easing import part
from transformer_lab.figures.picture import Layer
from transformer_lab.figures.shift import aside
from transformer_lab.figures.stage.compose import MOTIONS, tops_of
from transformer_lab.figures.stage.motion import LEAVING, REACH
from transformer_lab.figures.stage.motion.acting import reading_layer
from transformer_lab.figures.stage.motion.join import norm_values
from transformer_lab.figures.stage.motion.move import Move
from transformer_lab.figures.stage.places import middle_x
from transformer_lab.figures.stage.plan import Sublayer
from transformer_lab.figures.stage.ribbon import HEIGHT, faded, ribbon
from transformer_lab.figures.stage.rows import APPEAR
from transformer_lab.figures.stage.scene import wire_cell
from transformer_lab.figures.stage.towers.bus import bus
from transformer_lab.figures.stage.towers.foot import near_memory, rows_of_foot
from transformer_lab.figures.stage.towers.layout import Foot, Towers, scenes


def moving_layers(towers: Towers) -> Iterator[Layer]:
    """The layers of the beat under the cursor."""
    for scene, dx, name in scenes(towers):
        yield from (aside(layer, dx, name) for layer in MOTIONS[scene.level](scene, tops_of(scene)))
    beat, u = towers.encoder.timeline.beats[towers.encoder.cursor.beat], towers.encoder.cursor.u
    if not 0.0 < u < 1.0:
        return
    if (beat.section, beat.name) == ("memory", "norm"):
        yield _memory(towers, u)
    for foot in towers.feet:
        if foot.sub.path == beat.place and beat.name in LEAVING and foot.openness > APPEAR[0]:
            yield _leaving(towers, foot, beat.name, u)
            if beat.name == "project":
                yield from reading_layer(towers.reading(foot), _read(towers, foot), foot.bottom + 14.0)


def _leaving(towers: Towers, foot: Foot, name: str, u: float) -> Layer:
    """What moves at the foot and along the lines."""
    pair, reading = rows_of_foot(foot)
    sub = _read(towers, foot)
    rows = {"pair": pair, "attention": reading}
    start = (towers.memory, HEIGHT)
    move = Move(towers.reading(foot), u, foot.block, sub, rows, start, bus(towers, foot))
    box = (0.0, -48.0, towers.width, REACH)
    return Layer(None, box, lambda: LEAVING[name](move), 0.0, part(foot.openness, *APPEAR))


def _read(towers: Towers, foot: Foot) -> Sublayer:
    """The cross-attention as the encoder sees it: it starts from the memory."""
    memory = towers.encoder.plan.memory
    assert memory is not None
    return replace(foot.sub, inside=memory)


def _memory(towers: Towers, u: float) -> Layer:
    """The norm at the end of the encoder takes its values in turn."""
    scene = towers.encoder
    graph, node = scene.snapshot.graph, "encoder/final_norm"
    if scene.level == "near":
        box = (0.0, -8.0, scene.width, towers.tall + 16.0)
        return Layer(None, box, lambda: near_memory(scene, node, u), towers.memory)
    assert graph is not None
    values = norm_values(scene, graph, node, u)
    cell = wire_cell(scene, values.shape[1])
    x = middle_x(scene, values.shape[1], cell)
    box = (0.0, -8.0, scene.width, 32.0)
    shade = part(u, 0.0, 0.2)
    return Layer(None, box, lambda: faded(ribbon(scene, node, values, x, 0.0, cell), shade), towers.memory)
