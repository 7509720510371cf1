"""The foot of a decoder: one card for each position with the word that comes next, its share, and a bar."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.numbers import fixed, percent_texts
from transformer_lab.figures.picture import Face, Floats, Ints, Item, Layer, Rects, Ref, Texts, table
from transformer_lab.figures.stage.output import Stage, best_words, stage_of
from transformer_lab.figures.stage.ribbon import gutter_label
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.language import tr

TOP, HEIGHT, WIDEST = 2.0, 44.0, 96.0
WORD_Y, BAR_Y, BAR = 21.0, 32.0, 4.0
NUMBER_Y = 37.5
BESIDE = 30.0
"""Room for a percent beside its bar."""
LEAST = 66.0
"""Narrower cards have the bar alone: the words above it say more than a number cut off."""


def width_of(scene: Scene) -> float:
    """Width of a card."""
    return float(np.floor(min(WIDEST, scene.look.lane - 8.0)))


def cards_items(scene: Scene) -> tuple[Item, ...]:
    """The cards as they are by now."""
    state = stage_of(scene)
    wide, lanes = width_of(scene), np.arange(scene.n)
    label = gutter_label(tr("Next word"), 28.0, "ink3" if state == "none" else "ink", "semibold")
    box = table(scene.x - wide / 2.0, np.full(scene.n, TOP), wide, HEIGHT)
    asks = lanes == scene.query
    dash = (2.0, 2.0) if state == "none" else ()
    cards: tuple[Item, ...] = (Rects(box[~asks], "canvas", "line2", 1.0, 8.0, dash=dash),)
    cards += (Rects(box[asks], "canvas", "line2" if dash else "ink", 1.0 if dash else 1.5, 8.0, dash=dash),)
    if state == "none":
        return (label, *cards)
    shares = bars(scene, 1.0) if state == "probs" else ()
    return (label, *cards, *shares, *winners(scene, state, lanes))


def bars(scene: Scene, grown: float) -> tuple[Item, ...]:
    """A track and a bar in each card; the bars have `grown` so far (0..1)."""
    wide = width_of(scene)
    long = wide - 18.0 - (BESIDE if wide >= LEAST else 0.0)
    lanes, best = np.arange(scene.n), best_words(scene)
    share = np.clip(np.nan_to_num(scene["probs"][lanes, best]), 0.0, 1.0)
    x, y = scene.x - wide / 2.0 + 9.0, np.full(scene.n, BAR_Y)
    ref = Ref("probs", np.stack([lanes, best], -1))
    filled = table(x, y, long * share * grown, BAR)
    return (
        Rects(table(x, y, long, BAR), fill="well", radius=2.0, ref=ref),
        *_filled(filled[lanes != scene.query], 0.45),
        *_filled(filled[lanes == scene.query], 1.0),
    )


def _filled(box: Floats, opacity: float) -> tuple[Item, ...]:
    box = box[box[:, 2] > 0.2]
    return (Rects(box, fill="out", radius=2.0, opacity=opacity),) if len(box) else ()


def winners(scene: Scene, state: Stage, lanes: Ints) -> tuple[Item, ...]:
    """The likeliest next words of some lanes, each with its logit or percent where a card has room for it."""
    best, wide = best_words(scene), width_of(scene)
    items: list[Item] = []
    for lane in (int(lane) for lane in lanes):
        asks, word = lane == scene.query, int(best[lane])
        face: Face = "semibold" if asks else "regular"
        ref, color = Ref(state, np.array([[lane, word]])), "ink" if asks else "ink2"
        name = scene.snapshot.vocabulary[word]
        size = 13 if approximate(name, face, 13) <= wide - 10.0 else 11
        text = shorten(name, wide - 10.0, face, size)
        items.append(Texts((text,), table(scene.x[[lane]], WORD_Y), size, face, color, "middle", ref=ref))
        if wide >= LEAST:
            right = scene.x[[lane]] + wide / 2.0 - 8.0
            number = _number(scene, state, lane, word)
            items.append(Texts((number,), table(right, NUMBER_Y), 11, "regular", color, "end", ref=ref))
    return tuple(items)


def _number(scene: Scene, state: Stage, lane: int, word: int) -> str:
    return percent_texts(scene[state][lane])[word] if state == "probs" else fixed(scene[state][lane, word], 1)


def cards_layer(scene: Scene, top: float) -> Layer:
    """The next words in cards."""
    state = stage_of(scene)
    words = scene.snapshot.vocabulary if state != "none" else ()
    place = (scene.look.lane, scene.n, scene.query, words, state)
    key: tuple[Hashable, ...] = ("next cards", 0, *scene.held("logits", "probs"), *place)
    return Layer(key, (0.0, -8.0, scene.width, HEIGHT + 16.0), lambda: cards_items(scene), top)
