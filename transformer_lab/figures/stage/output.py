"""The foot of the stage: which word comes next, below each lane."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from transformer_lab.figures.geometry import circle
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.numbers import percent
from transformer_lab.figures.picture import Item, Layer, Rects, Ref, Stamps, Texts, table
from transformer_lab.figures.stage.ribbon import gutter_label
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.language import tr

CIRCLE_Y = 4.0
WORD_Y = 22.0
BAR_Y = 26.5
BAR = 3.0
HEIGHT = 34.0
PLACE = "output"


def output_items(scene: Scene) -> tuple[Item, ...]:
    """A circle on each wire; once played the likeliest next word under it, with its share as a bar."""
    done = scene.played(PLACE, "probabilities")
    rings = Stamps(circle(3.0), table(scene.x, np.full(scene.n, CIRCLE_Y)), "canvas", "residual", 1.25, 0.6)
    label = gutter_label(
        tr("Next word"), WORD_Y if done else CIRCLE_Y + 4.3, "ink" if done else "ink2", "semibold"
    )
    return (rings, label, *(winners(scene, 1.0) if done else ()))


def winners(scene: Scene, grown: float) -> tuple[Item, ...]:
    """The likeliest next word of each lane; its bar has `grown` so far (0..1)."""
    best = scene["probs"].argmax(1)
    items: list[Item] = list(bars(scene, best, grown))
    for lane in range(scene.n):
        items += _winner(scene, lane, int(best[lane]))
    return tuple(items)


def bars(scene: Scene, best: np.ndarray, grown: float) -> tuple[Item, ...]:
    """A track and a bar under each lane."""
    width = min(72.0, scene.look.lane * 0.8)
    share = np.nan_to_num(scene["probs"][np.arange(scene.n), best])
    x, y = scene.x - width / 2.0, np.full(scene.n, BAR_Y)
    ref = Ref("probs", np.stack([np.arange(scene.n), best], -1))
    asks = np.arange(scene.n) == scene.query
    quiet = Rects(table(x, y, width * share * grown, BAR)[~asks], fill="out", radius=1.5, opacity=0.45)
    loud = Rects(table(x, y, width * share * grown, BAR)[asks], fill="out", radius=1.5)
    return Rects(table(x, y, width, BAR), fill="well", radius=1.5, ref=ref), quiet, loud


def _winner(scene: Scene, lane: int, word: int) -> tuple[Item, ...]:
    """The word and its percent, together centred on the lane."""
    asks = lane == scene.query
    share = percent(scene["probs"][lane, word])
    face = "semibold" if asks else "regular"
    number = approximate(share, "regular", 11)
    room = max(18.0, scene.look.lane - number - 10.0)
    text = shorten(scene.snapshot.vocabulary[word], room, face, 12)  # type: ignore[arg-type]
    wide = approximate(text, face, 12)  # type: ignore[arg-type]
    left = scene.x[lane] - (wide + 4.0 + number) / 2.0
    ref = Ref("probs", np.array([[lane, word]]))
    return (
        Texts((text,), table([left], WORD_Y), 12, face, "ink" if asks else "ink2", ref=ref),  # type: ignore[arg-type]
        Texts(
            (share,), table([left + wide + 4.0], WORD_Y), 11, "regular", "ink2" if asks else "ink3", ref=ref
        ),
    )


def output_layer(scene: Scene, top: float) -> Layer:
    """The next words."""
    done = scene.played(PLACE, "probabilities")
    words = scene.snapshot.vocabulary if done else ()
    place = (scene.look.lane, scene.n, scene.query if done else -1, words, done)
    key: tuple[Hashable, ...] = ("next word", 0, *scene.held("probs"), *place)
    return Layer(key, (0.0, 0.0, scene.width, HEIGHT), lambda: output_items(scene), top)
