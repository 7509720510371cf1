"""From far: the words' own vectors above the blocks, below them how sure the model is of the next."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from transformer_lab.figures.measure import shorten
from transformer_lab.figures.picture import Cells, Item, Layer, Rects, Ref, Texts, table
from transformer_lab.figures.stage.far.block import LEFT, RIGHT
from transformer_lab.figures.stage.far.size import BAND, OUTPUT
from transformer_lab.figures.stage.far.strips import empty_strips, lost, slots_per_cell, strip_box, strips
from transformer_lab.figures.stage.output import PLACE, best_words
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.sentence import BEATS
from transformer_lab.language import tr

STRIP_Y = 8.0
NEXT_Y, NEXT_HEIGHT = 10.0, 10.0


def wordy(scene: Scene) -> str:
    """The vectors that go into the first block."""
    return scene.plan.blocks[0].source if scene.plan.blocks else scene.plan.embedded


def band_items(scene: Scene, ready: bool) -> tuple[Item, ...]:
    """A strip for each word, and how many slots share a cell if they do."""
    node = wordy(scene)
    each = slots_per_cell(scene[node].shape[1])
    items: list[Item] = [
        Texts((tr("Words"),), table([LEFT + 4.0], 20.0), 13, "regular", "ink2" if ready else "ink3"),
        Rects(table([LEFT], BAND - 1.0, scene.width - LEFT - RIGHT, 1.0), fill="line"),
    ]
    if each > 1:
        said = tr("{count} slots per cell", count=each)
        items.append(Texts((said,), table([scene.gutter - 16.0], 20.0), 11, "regular", "ink3", "end"))
    items += strips(scene, node, STRIP_Y) if ready else empty_strips(scene, STRIP_Y)
    return tuple(items)


def far_band(scene: Scene, top: float) -> Layer:
    """The layer of the words' vectors."""
    ready = scene.played(scene.plan.band, *BEATS)
    place = (scene.gutter, scene.look.lane, scene.n, scene.width, scene.limit, ready)
    key: tuple[Hashable, ...] = ("far words", 0, *scene.held(wordy(scene)), *place)
    return Layer(key, (0.0, 0.0, scene.width, BAND), lambda: band_items(scene, ready), top)


def output_items(scene: Scene, ready: bool) -> tuple[Item, ...]:
    """How likely the likeliest next word is, a cell for each lane; for the word that asks its name."""
    label = Texts((tr("Next word"),), table([LEFT + 4.0], 20.0), 13, "regular", "ink2" if ready else "ink3")
    x, width = strip_box(scene)
    if not ready:
        return label, Rects(table(x, np.full(scene.n, NEXT_Y), width, NEXT_HEIGHT), fill="well")
    best, lanes = best_words(scene), np.arange(scene.n)
    share = scene["probs"][lanes, best]
    size = table(np.full(scene.n, width), NEXT_HEIGHT)
    index = np.stack([lanes, best], -1)
    at = table(x, np.full(scene.n, NEXT_Y))
    q = scene.query
    ref = Ref("probs", index[[q]])
    known = np.isfinite(share[q])
    word = shorten(scene.snapshot.vocabulary[best[q]], 180.0, "semibold", 12) if known else "NaN"
    ink = "ink" if known else "error"
    left = scene.x[q] < scene.gutter + 0.5 * scene.n * scene.look.lane
    anchor_x = x[q] if left else x[q] + width
    return (
        label,
        Cells(share[:, None, None], at, size, "seq", 1.0, ref=Ref("probs", index)),
        *lost(np.isnan(share), table(x, np.full(scene.n, NEXT_Y), width, NEXT_HEIGHT)),
        Rects(table([x[q]], NEXT_Y, width, NEXT_HEIGHT), stroke="select", width=1.0),
        Texts((word,), table([anchor_x], 34.0), 12, "semibold", ink, "start" if left else "end", ref=ref),
    )


def far_output(scene: Scene, top: float) -> Layer:
    """The layer of the next words."""
    ready = scene.played(PLACE, "probabilities")
    words = scene.snapshot.vocabulary if ready else ()
    place = (scene.gutter, scene.look.lane, scene.n, scene.width, scene.query, words, ready)
    key: tuple[Hashable, ...] = ("far next", 0, *scene.held("logits", "probs"), *place)
    return Layer(key, (0.0, 0.0, scene.width, OUTPUT), lambda: output_items(scene, ready), top)
