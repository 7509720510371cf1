"""A folded block: the threads of its heads in small."""

from __future__ import annotations

from collections.abc import Hashable

import numpy as np

from transformer_lab.figures.easing import part
from transformer_lab.figures.geometry import funnel
from transformer_lab.figures.picture import Curves, Floats, Item, Layer, Stamps, Texts, table
from transformer_lab.figures.stage.plan import Block, Sublayer
from transformer_lab.figures.stage.ribbon import faded
from transformer_lab.figures.stage.route import straight
from transformer_lab.figures.stage.rows import FOLDED
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.threads import links

SHOWN_HEADS = 4
DASHES: tuple[tuple[float, ...], ...] = ((), (9.0, 5.0), (3.0, 3.0), (9.0, 4.0, 2.0, 4.0))
"""Heads drawn together differ by dash as well as by colour."""
MANY = 16
"""In longer sentences each word shows its strongest link alone."""
LEAST = 0.06
"""Fainter links are not drawn in small."""
GONE = 0.4
"""How far a block has opened when its small threads have faded."""
SPAN = (6.0, FOLDED - 6.0)
LEGEND_X, LEGEND_Y = 42.0, 33.0


def folded_items(scene: Scene, block: Block) -> tuple[Item, ...]:
    """Threads of at most four heads, once their weights are played."""
    sub = block.attention
    if sub is None:
        return _forward(scene, block)
    if not scene.played(sub.path, "softmax"):
        return ()
    weights = scene[sub.id("weights")]
    shown = range(min(SHOWN_HEADS, len(weights)))
    lines = [item for h in reversed(shown) for item in _head(scene, sub, h, len(weights))]
    return (*lines, *(_legend(len(shown)) if len(weights) > 1 else ()))


def _head(scene: Scene, sub: Sublayer, head: int, heads: int) -> tuple[Item, ...]:
    color, dash = ("out", ()) if heads == 1 else (f"heads.{head}", DASHES[head])
    weights = strongest(scene[sub.id("weights")][head])
    ref = (sub.id("weights"), head)
    route = straight(scene.x, SPAN)
    return links(weights, route, color, lambda w: 0.6 + 3.0 * w, lambda w: 0.12 + 0.5 * w, ref, LEAST, dash)


def strongest(weights: Floats) -> Floats:
    """Of long sentences only the strongest link of each word, so that the small picture stays a picture."""
    if len(weights) <= MANY:
        return weights
    top = np.nan_to_num(weights, nan=-1.0).argmax(1)[:, None] == np.arange(weights.shape[1])
    return np.where(top, weights, 0.0)


def _legend(heads: int) -> tuple[Item, ...]:
    """A short line and a number for each head, below the title; with many heads both are smaller."""
    small = heads > 2
    step, length, shrink = (17.0, 7.0, 0.4) if small else (40.0, 23.0, 1.0)
    items: list[Item] = []
    for head in range(heads):
        x = LEGEND_X + head * step
        line = np.stack([np.linspace(x, x + length, 4), np.full(4, LEGEND_Y)], -1)[None]
        dash = tuple(shrink * part for part in DASHES[head])
        items.append(Curves(line, np.array([1.5]), np.array([1.0]), f"heads.{head}", dash))
        items.append(
            Texts(
                (str(head + 1),),
                table([x + length + (2.0 if small else 3.0)], LEGEND_Y + 4.0),
                11,
                "regular",
                "ink3",
            )
        )
    return tuple(items)


def _forward(scene: Scene, block: Block) -> tuple[Item, ...]:
    """A block without attention shows the mark of its feed-forward network."""
    sub = next((sub for sub in block.sublayers if sub.kind == "forward"), None)
    if sub is None:
        return ()
    at = table(scene.x, np.full(scene.n, FOLDED / 2.0 - 6.5))
    mark = Stamps(funnel(20.0, 36.0, 13.0), at, "panel", "ffn", 1.1)
    return faded((mark,), 1.0 if scene.played(sub.path, "narrow") else 0.5)


def last_path(block: Block) -> str:
    """The path of a block's last sublayer."""
    return block.sublayers[-1].path if block.sublayers else block.path


def folded_layer(scene: Scene, block: Block, top: float, openness: float) -> Layer:
    """What a folded block shows; it fades while the block opens."""
    sub = block.attention
    beat = (last_path(block), "narrow") if sub is None else (sub.path, "softmax")
    done = scene.played(*beat)
    nodes = () if sub is None else (sub.id("weights"),)
    place = (scene.gutter, scene.look.lane, scene.n, scene.width)
    key: tuple[Hashable, ...] = ("folded", block.number, *scene.held(*nodes), *place, done)
    box = (0.0, 0.0, scene.width, FOLDED)
    return Layer(key, box, lambda: folded_items(scene, block), top, 1.0 - part(openness, 0.0, GONE))
