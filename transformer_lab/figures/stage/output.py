"""The foot of the stage: which word comes next, below each lane."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal

import numpy as np

from transformer_lab.figures.geometry import circle
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.numbers import fixed, percent
from transformer_lab.figures.picture import Face, Floats, Ints, Item, Layer, Rects, Ref, Stamps, Texts, table
from transformer_lab.figures.stage.ribbon import gutter_label
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.language import tr

CIRCLE_Y = 4.0
WORD_Y = 22.0
BAR_Y = 26.5
BAR = 3.0
HEIGHT = 34.0
PLACE = "output"
NUMBER_GAP = 4.0
ROOMY = 96.0
"""In narrower lanes a word that has no room beside its number stands alone."""
Stage = Literal["none", "logits", "probs"]


def stage_of(scene: Scene) -> Stage:
    """How far the output has been played."""
    if scene.played(PLACE, "probabilities"):
        return "probs"
    return "logits" if scene.played(PLACE, "logits") else "none"


def output_items(scene: Scene) -> tuple[Item, ...]:
    """A circle on each wire; once played the likeliest next word under it, with its share as a bar."""
    state = stage_of(scene)
    rings = Stamps(circle(3.0), table(scene.x, np.full(scene.n, CIRCLE_Y)), "canvas", "residual", 1.25, 0.6)
    y = CIRCLE_Y + 4.3 if state == "none" else WORD_Y
    label = gutter_label(tr("Next word"), y, "ink2" if state == "none" else "ink", "semibold")
    if state == "none":
        return rings, label
    lanes = np.arange(scene.n)
    return (rings, label, *(bars(scene, 1.0) if state == "probs" else ()), *winners(scene, state, lanes))


def best_words(scene: Scene) -> Ints:
    """The likeliest next word of each lane: (n,)."""
    best: Ints = np.nan_to_num(scene["logits"], nan=-np.inf).argmax(1)
    return best


def bars(scene: Scene, grown: float) -> tuple[Item, ...]:
    """A track and a bar under each lane; the bars have `grown` so far (0..1)."""
    width = min(72.0, scene.look.lane * 0.8)
    lanes, best = np.arange(scene.n), best_words(scene)
    share = np.clip(np.nan_to_num(scene["probs"][lanes, best]), 0.0, 1.0)
    x, y = scene.x - width / 2.0, np.full(scene.n, BAR_Y)
    ref = Ref("probs", np.stack([lanes, best], -1))
    asks = lanes == scene.query
    return (
        Rects(table(x, y, width, BAR), fill="well", radius=1.5, ref=ref),
        *_filled(table(x, y, width * share * grown, BAR), ~asks, 0.45),
        *_filled(table(x, y, width * share * grown, BAR), asks, 1.0),
    )


def _filled(box: Floats, which: np.ndarray, opacity: float) -> tuple[Item, ...]:
    box = box[which & (box[:, 2] > 0.2)]
    return (Rects(box, fill="out", radius=1.5, opacity=opacity),) if len(box) else ()


def winners(scene: Scene, state: Stage, lanes: Ints) -> tuple[Item, ...]:
    """The likeliest next words of some lanes, each with its logit or its percent."""
    best = best_words(scene)
    return tuple(item for lane in lanes for item in _winner(scene, state, int(lane), int(best[lane])))


def _winner(scene: Scene, state: Stage, lane: int, word: int) -> tuple[Item, ...]:
    """The word and its number, together centred on the lane; where they do not fit, the word alone."""
    asks = lane == scene.query
    value = scene[state][lane, word]
    number = percent(value) if state == "probs" else fixed(value, 1)
    face: Face = "semibold" if asks else "regular"
    name, ref = scene.snapshot.vocabulary[word], Ref(state, np.array([[lane, word]]))
    ink = "ink" if asks else "ink2"
    wide, beside = approximate(name, face, 12), approximate(number, "regular", 11) + NUMBER_GAP
    if wide + beside > scene.look.lane - 6.0 and scene.look.lane < ROOMY:
        text = shorten(name, scene.look.lane - 6.0, face, 11)
        return (Texts((text,), table(scene.x[[lane]], WORD_Y), 11, face, ink, "middle", ref=ref),)
    name = shorten(name, scene.look.lane - 6.0 - beside, face, 12)
    left = scene.x[lane] - (approximate(name, face, 12) + beside) / 2.0
    right = left + approximate(name, face, 12) + NUMBER_GAP
    return (
        Texts((name,), table([left], WORD_Y), 12, face, ink, ref=ref),
        Texts((number,), table([right], WORD_Y), 11, "regular", "ink2" if asks else "ink3", ref=ref),
    )


def output_layer(scene: Scene, top: float) -> Layer:
    """The next words."""
    state = stage_of(scene)
    words = scene.snapshot.vocabulary if state != "none" else ()
    place = (scene.look.lane, scene.n, scene.query if state != "none" else -1, words, state)
    key: tuple[Hashable, ...] = ("next word", 0, *scene.held("logits", "probs"), *place)
    return Layer(key, (0.0, 0.0, scene.width, HEIGHT), lambda: output_items(scene), top)
