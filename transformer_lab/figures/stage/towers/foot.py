"""The foot of an encoder: its memory, and for each cross-attention that is seen keys, values and weights."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from transformer_lab.figures.easing import part
from transformer_lab.figures.picture import Item, Layer, Texts, table
from transformer_lab.figures.stage.block import ROWS, row_key
from transformer_lab.figures.stage.compose import tops_of
from transformer_lab.figures.stage.far.block import LEFT
from transformer_lab.figures.stage.frame import wire_layer
from transformer_lab.figures.stage.near import gutter
from transformer_lab.figures.stage.near.reveal import vector_row
from transformer_lab.figures.stage.places import middle_x
from transformer_lab.figures.stage.ribbon import gutter_label, slots
from transformer_lab.figures.stage.rows import APPEAR, GAP, Row
from transformer_lab.figures.stage.scene import Scene, wire_cell
from transformer_lab.figures.stage.towers.layout import MEMORY, READING_Y, Foot, Towers
from transformer_lab.figures.stage.weights import HEIGHT
from transformer_lab.figures.stage.wire_rows import wire_ribbon
from transformer_lab.language import tr


def foot_layers(towers: Towers) -> Iterator[Layer]:
    """Wires down to the last foot, the memory, and the feet."""
    start = tops_of(towers.encoder)[-1]
    end = towers.encoder_end - 8.0 if towers.feet else towers.memory + towers.tall
    yield wire_layer(towers.encoder, "memory", 0, ((-GAP, end - start),), start, 1e9)
    yield memory_layer(towers.encoder, towers.memory, towers.tall)
    for foot in towers.feet:
        scene = towers.reading(foot)
        for row in rows_of_foot(foot):
            yield _row_layer(scene, row, foot)


def rows_of_foot(foot: Foot) -> tuple[Row, Row]:
    """Keys and values, and under them the weights; y in the figure."""
    pair = Row("pair", foot.sub, foot.top, MEMORY)
    return pair, Row("reading", foot.sub, foot.top + READING_Y, HEIGHT)


def _row_layer(scene: Scene, row: Row, foot: Foot) -> Layer:
    """At its place in the figure, so that moving it does not draw it anew."""
    still = row._replace(y=0.0)
    box = (0.0, -4.0, scene.width, row.height + 20.0)
    key = row_key(scene, still, foot.block)
    opacity = part(foot.openness, *APPEAR)
    return Layer(key, box, lambda: ROWS[row.kind].draw(scene, still, foot.block), row.y, opacity)


def has_memory(scene: Scene) -> bool:
    """Whether the encoder is done."""
    if scene.plan.memory == "encoder/final_norm":
        return scene.played("memory", "norm")
    last = next((b.sublayers[-1] for b in reversed(scene.plan.blocks) if b.sublayers), None)
    return last is None or scene.played(last.path, "join", "narrow", "add", "norm")


def memory_layer(scene: Scene, top: float, tall: float) -> Layer:
    """What the encoder hands over: one vector for each word of the source."""
    node = scene.plan.memory
    assert node is not None
    done = has_memory(scene)
    place = (scene.level, scene.look.lane, scene.look.manner, scene.n, scene.limit, scene.look.tint, done)
    key: tuple[Hashable, ...] = ("memory", 0, *scene.held(node), *place)
    box = (0.0, -4.0, scene.width, tall + 8.0)
    draw = near_memory if scene.level == "near" else _memory
    return Layer(key, box, lambda: draw(scene, node, done), top)


def near_memory(scene: Scene, node: str, share: float) -> tuple[Item, ...]:
    """From near its numbers, as far as they have been written."""
    name = gutter.named(scene, tr("Memory"), 13.0, share > 0.0)
    return (*name, *vector_row(scene, node, 0.0, share))


def _memory(scene: Scene, node: str, done: bool) -> tuple[Item, ...]:
    ink = "ink" if done else "ink3"
    label = gutter_label(tr("Memory"), 9.5, ink, "semibold")
    if scene.level == "far":
        label = Texts((tr("Memory"),), table([LEFT + 4.0], 10.0), 13, "semibold", ink)
    if done:
        return (label, *wire_ribbon(scene, node, 0.0))
    width = scene[node].shape[1]
    cell = wire_cell(scene, width)
    return label, slots(middle_x(scene, width, cell), 0.0, width * cell)
