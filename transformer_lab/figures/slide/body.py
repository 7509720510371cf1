"""What a slide shows below the words where one tower is enough: a sublayer, the embedding, the memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from transformer_lab.figures.picture import Layer
from transformer_lab.figures.slide.page import alone, moved_up
from transformer_lab.figures.slide.part import Part, sublayer_of
from transformer_lab.figures.slide.scene import SlideScene
from transformer_lab.figures.stage.block import ROWS, row_key
from transformer_lab.figures.stage.frame import wire_items, wire_spans
from transformer_lab.figures.stage.headings import wash
from transformer_lab.figures.stage.motion.acting import moving_and_acting
from transformer_lab.figures.stage.plan import Block, Sublayer, leaves
from transformer_lab.figures.stage.ribbon import gutter_label
from transformer_lab.figures.stage.rows import GAP, Row, rows_of
from transformer_lab.figures.stage.sentence import band_height, sentence_layers
from transformer_lab.language import tr

RISE = 8.0
"""So much nearer to the words than in a window the first row stands."""
LOW = 6.0
LEAST = 30.0
"""With less room for threads the sum is left out, as beside a matrix and threads."""
TIGHT = 20.0
"""With less room for threads that which comes in is left out too."""
LOW_ROW = 6.0
"""The lowest rows of a matrix beside which the sum is still shown, with what is around them."""
WITHOUT_SUM = ("norm", "project", "turn", "scores", "scale", "slant", "mask", "softmax", "mix")
"""Steps of an attention that do not reach its sum."""
SAG = 4.0


class Body(NamedTuple):
    """Layers in pixels of the stage from the words down, how high they are, and whether they may grow."""

    layers: tuple[Layer, ...]
    height: float
    grows: bool = True


def body_of(scene: SlideScene, part: Part, room: float) -> Body:
    """The body of a part in one tower; threads of attention take all of the `room`."""
    if part.kind == "embedding":
        return _embedding(scene)
    if part.kind == "memory":
        return _memory(scene)
    found = sublayer_of(scene.plan, part.place)
    assert found is not None
    return _sublayer(scene, *found, room)


def _embedding(scene: SlideScene) -> Body:
    tops, height = (-RISE, 0.0), band_height(scene) - RISE
    layers = (
        _wires(scene, ((-RISE, height),)),
        *sentence_layers(scene, -RISE, 1.0),
        *moving_and_acting(scene, tops),
    )
    return Body(layers, height)


def _memory(scene: SlideScene) -> Body:
    """The norm at the end of an encoder, and what comes into it."""
    node = scene.plan.memory
    assert node is not None
    sub = Sublayer("memory", "other", node, node, node, adds=False, norm_before=node)
    block = Block(0, "memory", leaves(scene.plan), (sub,))
    rows = (Row("in", None, 6.0, 11.0), Row("norm", sub, 40.0, 10.0))
    scene = replace(scene, given_rows=rows)
    return Body((_wires(scene, ((-RISE, 60.0),)), *rows_layers(scene, block, rows)), 60.0)


def _sublayer(scene: SlideScene, block: Block, sub: Sublayer, wire: str, room: float) -> Body:
    plan = alone(scene.plan, block, sub, wire)
    block = plan.blocks[0]
    attends, low = sub.kind == "attention", False
    rows = _rows(block, 0.0, summed=True)
    whole = not attends or (room - rows[-1].bottom >= _least(scene) and scene.look.face != "both")
    if attends:
        rest = _rows(block, 0.0, whole)[-1].bottom + LOW
        low = room - rest < TIGHT
        rest -= _entering(block) * low
        scene = replace(scene, room_for_threads=max(0.0, room - rest))
        rows = _rows(block, scene.room.area, whole)
        rows = moved_up(rows[1:], _entering(block)) if low else rows
    height = rows[-1].bottom + LOW
    scene = replace(scene, plan=plan, given_rows=rows)
    layers = (
        _wires(
            scene,
            wire_spans(block, rows, height) if whole else ((-RISE, rows[0].bottom),),
            sub.path,
            block.number,
        ),
        *rows_layers(scene, block, rows),
        *(_moving(scene, block, height) if whole or (_stays(scene, sub) and not low) else ()),
    )
    return Body(layers, height, not attends)


def _least(scene: SlideScene) -> float:
    """The room below the weights from which on the sum stands there too: a matrix is not squeezed."""
    return max(LEAST, LOW_ROW * len(scene.asks)) if scene.look.face == "matrix" else LEAST


def _moving(scene: SlideScene, block: Block, height: float) -> Iterator[Layer]:
    return moving_and_acting(scene, (*(0.0,) * (block.number + 2), height + GAP, height + GAP))


def _stays(scene: SlideScene, sub: Sublayer) -> bool:
    """Whether the step under the cursor moves nothing but rows above the sum."""
    name = scene.timeline.beats[scene.cursor.beat].name
    return name in WITHOUT_SUM and (name != "norm" or sub.norm_before is not None)


def _entering(block: Block) -> float:
    """What the row of that which comes in takes; on a low page it is left out."""
    rows = _rows(block, 0.0, summed=True)
    return rows[1].y - rows[0].y


def _rows(block: Block, threads: float, summed: bool) -> tuple[Row, ...]:
    """The rows of a sublayer; where there is no room for the sum it ends with what is mixed."""
    rows = moved_up(rows_of(block, threads), RISE)
    end = len(rows) if summed else next(i for i, row in enumerate(rows) if row.kind == "sum")
    return rows[:end]


def wash_layer(scene: SlideScene, foot: float) -> Layer:
    """The lane of the word that asks, exactly as long as the page."""
    key = ("wash", 0, scene.look.lane, scene.query, scene.first, scene.last, foot)
    return Layer(key, (0.0, 0.0, scene.width, foot), lambda: wash(scene, foot))


def rows_layers(scene: SlideScene, block: Block, rows: tuple[Row, ...]) -> Iterator[Layer]:
    """Each row as it rests; that of what comes in has its name here, where no title stands beside it."""
    for row in rows:
        yield row_layer(scene, block, row)
        if row.kind == "in":
            yield _named(scene, block, row)


def _named(scene: SlideScene, block: Block, row: Row) -> Layer:
    key = (f"input {block.path}", block.number, row.y)
    box = (0.0, row.y - SAG, scene.gutter, row.height + 2.0 * SAG)
    return Layer(key, box, lambda: (gutter_label(tr("Input"), row.y + 9.5),))


def row_layer(scene: SlideScene, block: Block, row: Row) -> Layer:
    """One row."""
    place = row.sub.path if row.sub is not None else block.path
    key = (f"{row.kind} {place}", *row_key(scene, row, block)[1:], scene.first, scene.last)
    box = (0.0, row.y - SAG, scene.width, row.height + 2.0 * SAG)
    return Layer(key, box, lambda: ROWS[row.kind].draw(scene, row, block))


def wires_layer(
    scene: SlideScene, spans: tuple[tuple[float, float], ...], name: str, number: int = 0
) -> Layer:
    """The wires of the lanes over these spans of y."""
    key = (f"wire {name}", number, scene.look.lane, scene.first, scene.last, scene.n, spans)
    box = (0.0, spans[0][0], scene.width, spans[-1][1] - spans[0][0])
    return Layer(key, box, lambda: wire_items(scene, spans))


def _wires(
    scene: SlideScene, spans: tuple[tuple[float, float], ...], place: str = "", number: int = 0
) -> Layer:
    return wires_layer(scene, ((-RISE, spans[0][1]), *spans[1:]), place, number)
