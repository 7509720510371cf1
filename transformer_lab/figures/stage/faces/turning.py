"""A thread turns into its cell and back: the same curve, ever shorter, wider and more level."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.picture import Curves, Floats, Ints, Item, Ref
from transformer_lab.figures.stage.faces.grid import Grid
from transformer_lab.figures.stage.route import Route
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.stage.threads import FAINTEST, chosen_opacity, chosen_width

LEAST_SEEN = 0.03


def turning(
    scene: Scene, weights: Floats, grid: Grid, route: Route, ref: tuple[str, int], share: float
) -> tuple[Item, ...]:
    """Every link that is drawn as a thread, so far (`share`) on its way to being a cell."""
    with np.errstate(invalid="ignore"):
        mine = (np.arange(len(weights)) == scene.query)[:, None]
        asks, reads = np.nonzero((weights > FAINTEST) | (mine & (weights > 0.0)))
    if not len(asks):
        return ()
    w = weights[asks, reads]
    order = np.argsort(w, kind="stable")
    asks, reads, w = asks[order], reads[order], w[order]
    loud = asks == scene.query
    strong = scene.shaded(w)
    width = np.where(loud, chosen_width(strong), 0.5 + 3.0 * w)
    opacity = np.where(loud, chosen_opacity(strong), 0.05 + 0.16 * w)
    ways = route(asks, reads)
    points = ways[:, 0] + (_bars(scene, grid, asks, reads) - ways[:, 0]) * share
    index = np.stack([np.full(len(asks), ref[1]), asks, reads], -1)
    return (
        Curves(
            points,
            width + (grid.cell[1] - width) * share,
            opacity + (np.maximum(strong, LEAST_SEEN) - opacity) * share,
            "out",
            (),
            Ref(ref[0], index),
        ),
    )


def _bars(scene: Scene, grid: Grid, asks: Ints, reads: Ints) -> Floats:
    """Cells as level strokes through their middle: (N, 4, 2)."""
    steps = np.array([-0.5, -1.0 / 6.0, 1.0 / 6.0, 0.5]) * grid.cell[0]
    x = scene.x[reads][:, None] + steps
    y = np.broadcast_to((grid.top + asks * grid.row + grid.cell[1] / 2.0)[:, None], x.shape)
    return np.stack([x, y], -1)
