"""The end of the model on a slide: the next word below each lane, and the likeliest ones as a list."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace

import numpy as np

from transformer_lab.figures.direction import TALLER, joined
from transformer_lab.figures.geometry import circle
from transformer_lab.figures.look import GUTTER, MARGIN
from transformer_lab.figures.measure import CAP, approximate, shorten
from transformer_lab.figures.numbers import fixed, percent_texts
from transformer_lab.figures.picture import Face, Floats, Item, Layer, Rects, Ref, Stamps, Texts, table
from transformer_lab.figures.slide.body import Body, rows_layers, wires_layer
from transformer_lab.figures.slide.page import LETTERS, Page
from transformer_lab.figures.slide.scene import SlideScene
from transformer_lab.figures.stage.last_row import LAST
from transformer_lab.figures.stage.output import Stage, best_words, stage_of
from transformer_lab.figures.stage.plan import Block, leaves
from transformer_lab.figures.stage.ribbon import gutter_label
from transformer_lab.figures.stage.rows import Row
from transformer_lab.language import tr

NUMBER = 12
RING, WORD, SHARE = 10.0, 26.0, 41.0
"""From the foot of the vectors down to the rings, the words, and their numbers."""
BAR, ROW, MOST, WIDEST = 4.0, 19.0, 5, 110.0
"""Height of the bars below the words; of a row of the list, how many it has, how wide its words are."""


def body(scene: SlideScene, room: float, page: Page) -> Body:
    """Vectors, next words, and a list that fills what is left of the room."""
    rows: tuple[Row, ...] = (Row("in", None, 6.0, 11.0),)
    if scene.plan.last_norm:
        rows = (*rows, Row("norm", LAST, 27.0, 10.0))
    block = Block(0, "output", leaves(scene.plan), (LAST,) if scene.plan.last_norm else ())
    scene = replace(scene, given_rows=rows)
    foot = rows[-1].bottom
    layers = [*rows_layers(scene, block, rows)]
    if not scene.plan.output:
        return Body(tuple(layers), foot + 6.0)
    wire = wires_layer(scene, ((-8.0, foot + RING),), "output")
    layers = [wire, *layers, *_states(scene, foot, room)]
    return Body(tuple(layers), room, grows=False)


def _states(scene: SlideScene, foot: float, room: float) -> Iterator[Layer]:
    """What has been played, and while scores or shares come, those over what was there."""
    now, u = stage_of(scene), scene.cursor.u
    coming = {"logits": "logits", "probabilities": "probs"}.get(scene.timeline.beats[scene.cursor.beat].name)
    moving = coming is not None and 0.0 < u < 1.0
    yield _layer(scene, now, foot, room)._replace(opacity=1.0 - u if moving and now != "none" else 1.0)
    if moving and coming is not None:
        state: Stage = "probs" if coming == "probs" else "logits"
        yield _layer(scene, state, foot, room)._replace(key=None, opacity=u)


def _layer(scene: SlideScene, state: Stage, foot: float, room: float) -> Layer:
    words = scene.snapshot.vocabulary if state != "none" else ()
    place = (scene.look.lane, scene.first, scene.last, scene.query, foot, room)
    key: tuple[Hashable, ...] = ("next word", 0, *scene.held("logits", "probs"), *place, words, state)
    box = (0.0, foot, scene.width, room - foot)
    return Layer(
        key, box, lambda: (*_next(scene, state, foot), *_list(scene, state, foot + SHARE + 12.0, room))
    )


def _next(scene: SlideScene, state: Stage, foot: float) -> Iterator[Item]:
    """A ring at the end of each wire, the likeliest word, its score or share."""
    lanes = np.arange(scene.first, scene.last + 1)
    at = table(scene.x[lanes], np.full(len(lanes), foot + RING))
    yield Stamps(circle(3.5), at, "canvas", "residual", 1.25, 0.6)
    yield gutter_label(tr("Next word"), foot + WORD, "ink3" if state == "none" else "ink", "semibold")
    if state == "none":
        return
    best, room = best_words(scene), scene.look.lane - 5.0
    for lane in map(int, lanes):
        asks, word = lane == scene.query, int(best[lane])
        face: Face = "semibold" if asks else "regular"
        ref, ink = Ref(state, np.array([[lane, word]])), "ink" if asks else "ink2"
        name = shorten(scene.snapshot.vocabulary[word], room, face, LETTERS)
        x = scene.x[[lane]]
        yield Texts((name,), table(x, foot + WORD), LETTERS, face, ink, "middle", ref=ref)
        number = _number(scene, state, lane, word)
        if approximate(number, "regular", NUMBER) <= room + 3.0:
            yield Texts((number,), table(x, foot + SHARE), NUMBER, "regular", ink, "middle", ref=ref)


def _number(scene: SlideScene, state: Stage, lane: int, word: int) -> str:
    return percent_texts(scene[state][lane])[word] if state == "probs" else fixed(scene[state][lane, word], 1)


def _list(scene: SlideScene, state: Stage, top: float, foot: float) -> Iterator[Item]:
    """The likeliest words after the one that asks, each with a bar: as many as have room."""
    count = min(MOST, int((foot - 4.0 - top) / ROW), len(scene.snapshot.vocabulary))
    if state == "none" or count < 2:
        return
    scores: Floats = np.nan_to_num(scene["logits"][scene.query], nan=-np.inf)
    best = [int(i) for i in np.argsort(-scores, kind="stable")[:count]]
    names = [shorten(scene.snapshot.vocabulary[i], WIDEST, "medium", LETTERS) for i in best]
    numbers = [_number(scene, state, scene.query, i) for i in best]
    high = (foot - 4.0 - top) / count
    y = top + high * (np.arange(count) + 0.5)
    base = y + CAP / 2.0 * LETTERS
    asks = shorten(scene.words[scene.query], GUTTER - 30.0, "semibold", LETTERS)
    yield gutter_label(tr("After"), base[0], "ink2")
    yield gutter_label(asks, base[0] + 16.5 + TALLER * joined(asks), "ink", "semibold")
    left = GUTTER + 8.0
    ref = Ref(state, np.array([[scene.query, i] for i in best]))
    yield Texts(tuple(names), table(np.full(count, left), base), LETTERS, "medium", ref=ref)
    start = left + max(approximate(name, "medium", LETTERS) for name in names) + 12.0
    long = scene.width - MARGIN - max(approximate(n, "regular", NUMBER) for n in numbers) - 8.0 - start
    ends = np.full(count, start)
    if state == "probs":
        share = np.clip(np.nan_to_num(scene["probs"][scene.query, best]), 0.0, 1.0)
        thick = min(9.0, 0.5 * high)
        yield Rects(table(np.full(count, start), y - thick / 2.0, long, thick), fill="well", radius=2.0)
        filled = table(np.full(count, start), y - thick / 2.0, np.maximum(1.0, long * share), thick)
        yield Rects(filled, fill="out", radius=2.0, ref=ref)
        ends = ends + long + 8.0
    at = table(ends, y + CAP / 2.0 * NUMBER)
    yield Texts(tuple(numbers), at, NUMBER, "regular", "ink2", ref=ref)
