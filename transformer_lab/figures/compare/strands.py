"""Threads of two states beside each other: A grey and three pixels left, B in its colour three right."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.compare.attention_pair import Maps
from transformer_lab.figures.compare.pairing import Pair
from transformer_lab.figures.compare.strips import ONLY, Which, of_head
from transformer_lab.figures.picture import Floats, Item, Rects, Texts, table
from transformer_lab.figures.stage.plan import Sublayer
from transformer_lab.figures.stage.route import straight
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.threads import chosen_opacity, chosen_width, links
from transformer_lab.language import tr

ASIDE = 3.0
LEAST = 0.005
"""Thinner changes have no thread."""


def strands(
    scene: Scene, pair: Pair, sub: Sublayer, maps: Maps, span: tuple[float, float], which: tuple[Which, ...]
) -> tuple[Item, ...]:
    """The threads of the word that asks: of A and B, or of what became more (blue) and less (orange)."""
    a, b, gap, _ = of_head(pair, sub.id("weights"), scene.head(sub))
    ref = (sub.id("weights"), scene.head(sub))
    if which == ONLY:
        more, less = (_own(scene, np.clip(sign * np.nan_to_num(gap), 0.0, None)) for sign in (1.0, -1.0))
        route = straight(scene.x, span)
        up = links(more, route, "div:1", chosen_width, chosen_opacity, ref, LEAST)
        down = links(less, route, "div:0", chosen_width, chosen_opacity, ref, LEAST)
        if not (up or down):
            return ()
        return *up, *down, *_legend(span[0], (("div:1", tr("more in B")), ("div:0", tr("less in B"))))
    left, right = (straight(scene.x + dx, span) for dx in (-ASIDE, ASIDE))
    old = links(_own(scene, np.nan_to_num(a)), left, "ink3", chosen_width, lambda w: 0.2 + 0.2 * w, ref, 1e-9)
    new = links(_own(scene, b), right, "out", chosen_width, chosen_opacity, ref, 1e-9)
    return *old, *new, *_legend(span[0], (("ink3", tr("A, pinned")), ("out", tr("B, now"))))


def _own(scene: Scene, weights: Floats) -> Floats:
    """The row of the word that asks alone."""
    own = np.zeros_like(weights)
    own[scene.query] = weights[scene.query]
    return own


def _legend(y: float, rows: tuple[tuple[str, str], ...]) -> tuple[Item, ...]:
    items: list[Item] = []
    for i, (token, text) in enumerate(rows):
        top = y + 34.0 + i * 20.0
        strength = 0.4 if token == "ink3" else 1.0
        items.append(Rects(table([20.0], top, 18.0, 5.0), fill=token, opacity=strength))
        items.append(Texts((text,), table([44.0], top + 7.0), 12, color="ink2"))
    return tuple(items)
