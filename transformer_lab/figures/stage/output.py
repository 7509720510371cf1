"""The foot of the stage: which word comes next, below each lane."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal

import numpy as np

from transformer_lab.figures.geometry import circle
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.numbers import fixed, percent_texts
from transformer_lab.figures.picture import Face, Floats, Ints, Item, Layer, Rects, Ref, Stamps, Texts, table
from transformer_lab.figures.stage.ribbon import gutter_label
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.language import tr

CIRCLE_Y = 4.0
WORD_Y = 22.0
BAR_Y = 26.5
BAR = 3.0
HEIGHT = 42.0
"""with the margin that keeps the bars off the lower edge of a view"""
PLACE = "output"
NUMBER_GAP = 4.0
CARDS = 52.0
"""the same where the next words stand in cards"""
ROOMY = 96.0
"""In narrower lanes words stand alone unless every word has room beside its number."""
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
    color = "ink2" if state == "none" else "ink"
    label = gutter_label(tr("Next word"), y, color, "semibold", scene.gutter - 8.0)
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
    """The likeliest next words of some lanes; each with its logit or percent if all have room for it."""
    best = best_words(scene)
    numbers = tuple(_number(scene, state, lane, int(best[lane])) for lane in range(scene.n))
    beside = _all_fit(scene, best, numbers)
    return tuple(
        item for lane in lanes for item in _winner(scene, state, int(lane), int(best[lane]), numbers, beside)
    )


def _number(scene: Scene, state: Stage, lane: int, word: int) -> str:
    return percent_texts(scene[state][lane])[word] if state == "probs" else fixed(scene[state][lane, word], 1)


def _all_fit(scene: Scene, best: Ints, numbers: tuple[str, ...]) -> bool:
    """Whether lanes have room for word and number, or are wide enough to cut a long word."""
    room, known = scene.look.lane - 6.0, scene.snapshot.vocabulary
    return scene.look.lane >= ROOMY or all(
        approximate(known[word], "semibold", 12) + _beside(number) <= room
        for word, number in zip(best, numbers, strict=True)
    )


def _beside(number: str) -> float:
    return approximate(number, "regular", 11) + NUMBER_GAP


def _winner(
    scene: Scene, state: Stage, lane: int, word: int, numbers: tuple[str, ...], beside: bool
) -> tuple[Item, ...]:
    """The word and its number, together centred on the lane, or the word alone."""
    asks = lane == scene.query
    face: Face = "semibold" if asks else "regular"
    name, ref = scene.snapshot.vocabulary[word], Ref(state, np.array([[lane, word]]))
    ink, room = "ink" if asks else "ink2", scene.look.lane - 6.0
    if not beside:
        size = 12 if approximate(name, face, 12) <= room else 11
        text = shorten(name, room, face, size)
        return (Texts((text,), table(scene.x[[lane]], WORD_Y), size, face, ink, "middle", ref=ref),)
    number = numbers[lane]
    name = shorten(name, room - _beside(number), face, 12)
    left = scene.x[lane] - (approximate(name, face, 12) + _beside(number)) / 2.0
    right = left + approximate(name, face, 12) + NUMBER_GAP
    return (
        Texts((name,), table([left], WORD_Y), 12, face, ink, ref=ref),
        Texts((number,), table([right], WORD_Y), 11, "regular", "ink2" if asks else "ink3", ref=ref),
    )


def output_layer(scene: Scene, top: float) -> Layer:
    """The next words."""
    state = stage_of(scene)
    words = scene.snapshot.vocabulary if state != "none" else ()
    place = (scene.gutter, scene.look.lane, scene.n, scene.query if state != "none" else -1, words, state)
    key: tuple[Hashable, ...] = ("next word", 0, *scene.held("logits", "probs"), *place)
    return Layer(key, (0.0, -8.0, scene.width, HEIGHT + 8.0), lambda: output_items(scene), top)
