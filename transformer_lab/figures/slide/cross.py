"""Cross-attention on a slide: the words that are read above, threads down to the words that ask below."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.vocabulary import source_words
from transformer_lab.figures.by_head import told
from transformer_lab.figures.direction import facing
from transformer_lab.figures.look import Look
from transformer_lab.figures.picture import Item, Layer
from transformer_lab.figures.slide.body import LOW, row_layer, wash_layer, wires_layer
from transformer_lab.figures.slide.enlarge import enlarged_layer
from transformer_lab.figures.slide.head import height_of
from transformer_lab.figures.slide.lanes import Lanes, lanes_note, lanes_notice
from transformer_lab.figures.slide.page import Page, alone, scene_on
from transformer_lab.figures.slide.part import Part, sublayer_of
from transformer_lab.figures.slide.scene import SlideScene
from transformer_lab.figures.stage.attention_rows import threads_of
from transformer_lab.figures.stage.faces.row import faces
from transformer_lab.figures.stage.headings import heads_height, heads_layer
from transformer_lab.figures.stage.motion import ARRIVING, LEAVING
from transformer_lab.figures.stage.motion.move import Move
from transformer_lab.figures.stage.plan import Block, Sublayer, plan_of
from transformer_lab.figures.stage.ribbon import HEIGHT
from transformer_lab.figures.stage.route import Route, straight
from transformer_lab.figures.stage.rows import SPACE, Row
from transformer_lab.figures.stage.scale import limit_of
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.weights import HEIGHT as WEIGHTS
from transformer_lab.figures.stage.weights import stage_of
from transformer_lab.figures.timeline import Cursor, Timeline

PAIR_Y, WEIGHTS_Y, BELOW = 6.0, 27.0, 18.0
"""Rows of the words that are read, and where the threads leave the weights."""
LEAST = 36.0


class Crossing(NamedTuple):
    """Both sides, in pixels of the stage from below the words that are read."""

    above: SlideScene
    below: SlideScene
    block: Block
    sub: Sublayer
    low: float
    """where the threads end"""

    @property
    def way(self) -> Route:
        """The way of the threads."""
        return straight(self.above.x, (WEIGHTS_Y + BELOW + self.above.room.top, self.low), self.below.x)

    @property
    def reading(self) -> Row:
        """The row of weights with all that stands below it."""
        return Row("reading", self.sub, WEIGHTS_Y, self.low - WEIGHTS_Y)


def crossing(
    snapshot: Snapshot, look: Look, timeline: Timeline, cursor: Cursor, part: Part, page: Page
) -> tuple[Iterator[Layer], str]:
    """The layers, and what is said where words are left out."""
    assert snapshot.graph is not None
    decoder = plan_of(snapshot.graph).towers[1]
    found = sublayer_of(decoder, part.place)
    assert found is not None
    plan = alone(decoder, *found)
    words, source = snapshot.words, source_words(snapshot.state)
    limit = limit_of(snapshot)
    asking = Scene(snapshot, look, plan, timeline, cursor, limit, 0.0, words, words, 0.0, source=source)
    lower = page.lanes(words, asking.query, page.words)
    upper = page.lanes(source, _most(asking, plan.blocks[0].sublayers[0]), None)
    read = replace(asking, words=source, asks=words, across=True, source=())
    above, below = scene_on(page, read, upper), scene_on(page, asking, lower)
    high = heads_height(source, upper.lane, above.words_at)
    rest = heads_height(words, lower.lane, below.words_at)
    room = (page.foot - height_of(page)) / page.factor - high
    rows = _rows(plan.blocks[0].sublayers[0], 0.0)
    low = max(WEIGHTS_Y + BELOW + LEAST, room - rest - rows[-1].bottom - LOW)
    below = replace(below, head_room=rest, given_rows=_rows(plan.blocks[0].sublayers[0], low + rest))
    made = Crossing(
        replace(above, head_room=high, room_for_threads=low - WEIGHTS_Y - BELOW),
        below,
        plan.blocks[0],
        plan.blocks[0].sublayers[0],
        low,
    )
    low_note = (
        note._replace(key=("words asking", *note.key[1:]) if note.key else None, dy=high + low)
        for note in lanes_note(lower, len(words), look.manner.first, rest)
    )
    notes = (*lanes_note(upper, len(source), look.manner.first, high), *low_note)
    told_ = (enlarged_layer(note, page.scale(), height_of(page)) for note in notes)
    return chain(_layers(made, page), told_), _said(lower, upper, len(words), len(source), look.manner.first)


def _said(lower: Lanes, upper: Lanes, words: int, source: int, first: int) -> str:
    return lanes_notice(lower, words, first) or lanes_notice(upper, source, first)


def _most(scene: Scene, sub: Sublayer) -> int:
    """The word that is read most."""
    row = scene[sub.id("weights")][scene.head(sub), scene.query]
    return int(np.nan_to_num(row, nan=-1.0).argmax())


def _rows(sub: Sublayer, top: float) -> tuple[Row, ...]:
    """Rows of the words that ask, from `top` down."""
    kinds = [*(("norm",) if sub.norm_before else ()), "query", "mix", "sum" if sub.adds else "bare sum"]
    rows: list[Row] = []
    for kind in (*kinds, *(("norm",) if sub.norm_after else ())):
        gap, height = SPACE[kind]
        rows.append(Row(kind.removeprefix("bare "), sub, top + gap, height))
        top = rows[-1].bottom
    return tuple(rows)


def _layers(made: Crossing, page: Page) -> Iterator[Layer]:
    above, below = made.above, made.below
    assert above.snapshot.graph is not None
    top, plain = height_of(page), page.scale()
    start = top + above.head_room * page.factor
    foot = below.given_rows[-1].bottom + LOW - made.low
    wash = wash_layer(below, foot)
    yield enlarged_layer(wash, plain, start + made.low * page.factor)
    for layer in facing(heads_layer(above), above.words):
        key = None if layer.key is None else ("heads read", *layer.key[1:])
        yield enlarged_layer(layer._replace(key=key), plain, top)
    for layer in facing(heads_layer(below), below.words):
        yield enlarged_layer(layer, plain, start + made.low * page.factor)
    for layer in facing(told(above.snapshot.graph, [*_body(made)]), above.words, below.words):
        yield enlarged_layer(layer, plain, start)


def _body(made: Crossing) -> Iterator[Layer]:
    above, below, block, sub = made.above, made.below, made.block, made.sub
    rows = below.given_rows
    spans = (
        ((rows[0].y - 6.0, rows[-1].bottom + LOW),) if sub.adds else ((rows[-1].y, rows[-1].bottom + LOW),)
    )
    yield wires_layer(above, ((-8.0, WEIGHTS_Y),), f"read {sub.path}", block.number)
    yield wires_layer(below, spans, f"ask {sub.path}", block.number)
    yield _threads(made)
    yield row_layer(above, block, Row("pair", sub, PAIR_Y, HEIGHT))
    yield row_layer(above, block, Row("reading", sub, WEIGHTS_Y, WEIGHTS))
    for row in rows:
        yield row_layer(below, block, row)
    yield from _moving(made)


def _threads(made: Crossing) -> Layer:
    scene, sub = made.above, made.sub
    state = stage_of(scene, sub)
    values = scene.held(*(i for i in (sub.id("weights"), sub.id("masked")) if scene.has(i)))
    place = (scene.look.lane, made.below.look.lane, made.low, scene.first, scene.last, made.below.first)
    key: tuple[Hashable, ...] = (
        f"threads {sub.path}",
        0,
        *values,
        *place,
        state,
        scene.head(sub),
        scene.query,
    )
    key += (scene.look.heads, scene.look.face, scene.look.root)
    box = (0.0, WEIGHTS_Y, scene.width, made.low - WEIGHTS_Y)

    def build() -> tuple[Item, ...]:
        lines = threads_of(scene, sub, state, made.way)
        return faces(scene, made.reading, sub, state, lines)

    return Layer(key, box, build)


def _moving(made: Crossing) -> Iterator[Layer]:
    """What moves on both sides in the step under the cursor."""
    scene, sub = made.above, made.sub
    beat, u = scene.timeline.beats[scene.cursor.beat], scene.cursor.u
    if not 0.0 < u < 1.0 or beat.place != sub.path:
        return
    box = (0.0, -48.0, scene.width, 4096.0)
    if beat.name in LEAVING:
        read = {
            "pair": Row("pair", sub, PAIR_Y, HEIGHT),
            "attention": Row("reading", sub, WEIGHTS_Y, WEIGHTS),
        }
        move = Move(made.above, u, made.block, sub, read, (PAIR_Y - 16.0, HEIGHT), made.way)
        yield Layer(None, box, lambda: LEAVING[beat.name](move))
    if beat.name in ARRIVING:
        rows = {row.kind: row for row in made.below.given_rows}
        first = made.below.given_rows[0]
        arrive = Move(made.below, u, made.block, sub, rows, (first.y - 14.0, HEIGHT))
        yield Layer(None, box, lambda: ARRIVING[beat.name](arrive))
