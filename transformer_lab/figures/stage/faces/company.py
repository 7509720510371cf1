"""Heads drawn together: each in the colour and the dash of its place, with a legend that names them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from transformer_lab.figures.look import GUTTER
from transformer_lab.figures.picture import Curves, Item, Texts, table
from transformer_lab.figures.stage.folded import DASHES
from transformer_lab.figures.stage.plan import Sublayer
from transformer_lab.figures.stage.route import Route
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.threads import chosen_opacity, chosen_width, links
from transformer_lab.language import tr

STEP = 17.0


def company(scene: Scene, sub: Sublayer) -> tuple[tuple[int, int], ...]:
    """Place and head of those drawn together, the chosen one last and so on top; () for one alone."""
    known = len(scene[sub.id("weights")])
    found = [(place, head) for place, head in enumerate(scene.look.heads) if 0 <= head < known]
    chosen = scene.head(sub)
    if len(found) < 2 or chosen not in [head for _, head in found]:
        return ()
    return tuple(sorted(found, key=lambda each: each[1] == chosen))


def together(scene: Scene, sub: Sublayer, route: Route) -> tuple[Item, ...]:
    """Threads of the word that asks, for each of the heads."""
    items: list[Item] = []
    for place, head in company(scene, sub):
        own = np.zeros_like(scene[sub.id("weights")][head])
        own[scene.query] = scene.shaded(scene[sub.id("weights")][head, scene.query])
        ref = (sub.id("weights"), head)
        items += links(
            own, route, f"heads.{place}", chosen_width, chosen_opacity, ref, dash=DASHES[place % len(DASHES)]
        )
    return tuple(items)


def legend(scene: Scene, sub: Sublayer, y: float) -> Iterator[Item]:
    """A short line and a name for each head, in the gutter below `y`."""
    for row, (place, head) in enumerate(sorted(company(scene, sub))):
        base = y + row * STEP
        line = np.stack([np.linspace(24.0, 52.0, 4), np.full(4, base - 4.0)], -1)[None]
        dash = DASHES[place % len(DASHES)]
        yield Curves(line, np.array([2.0]), np.array([1.0]), f"heads.{place}", dash)
        face = "semibold" if head == scene.head(sub) else "regular"
        at = table([GUTTER - 8.0], base)
        yield Texts((tr("Head {n}", n=head + 1),), at, 12, face, "ink2", "end")  # type: ignore[arg-type]
