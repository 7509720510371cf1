"""At the right of the lanes: what a whole row comes to."""

from __future__ import annotations

import numpy as np

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.geometry import polyline
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.picture import Floats, Item, Stamps, table
from transformer_lab.figures.stage import weights as weights_of
from transformer_lab.figures.stage.level import MARGINS
from transformer_lab.figures.stage.near.form import SINGLE
from transformer_lab.figures.stage.near.lines import EQUALS, Line, Part, fitting, summed, texts, width_of
from transformer_lab.figures.stage.near.rows import LINE, MOST_PRODUCTS, PRODUCT
from transformer_lab.figures.stage.plan import Sublayer
from transformer_lab.figures.stage.rows import Row
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.language import tr

INSET = 20.0
"""From the last lane to the margin's texts."""
MOST_SUMMED = 6
"""Longer rows say their total only."""

CHECK = polyline((-3.6, 0.2), (-1.0, 2.8), (3.8, -2.8))
HIGHEST = 20.0
"""Beyond scores of this size e to the score is no number to read: the largest is taken off first."""


def before_softmax(scene: Scene, sub: Sublayer) -> str:
    """What softmax starts from."""
    return next(s for s in ("masked", "slanted", "scaled", "scores") if scene.has(sub.id(s)))


def exponents(scene: Scene, sub: Sublayer) -> tuple[Floats, Floats]:
    """The scores that softmax starts from, and e to them; the largest is taken off where it is too large."""
    scores = weights_of.row(scene, sub, before_softmax(scene, sub))  # type: ignore[arg-type]
    known = scores[np.isfinite(scores)]
    if len(known) and np.abs(known).max() > HIGHEST:
        scores = scores - known.max()
    with np.errstate(over="ignore", invalid="ignore"):
        return scores, np.exp(scores)


def left_of(scene: Scene) -> float:
    """Where the texts of the margin start."""
    return scene.gutter + scene.n * scene.look.lane + INSET


def _room() -> float:
    return MARGINS["near"] - INSET - 24.0


def row_totals(scene: Scene, sub: Sublayer, row: Row, share: float) -> tuple[Item, ...]:
    """Beside softmax: the total of the exponentials, then the sum of the weights."""
    places = scene.look.manner.decimals
    seen = np.setdiff1d(np.arange(scene.n), weights_of.hidden(scene, sub))
    items: list[Item] = []
    if share >= 0.5 and len(seen):
        _, grown = exponents(scene, sub)
        total = float(np.nansum(grown[seen]))
        lead, before = (scene.head(sub), scene.query), sub.id(before_softmax(scene, sub))
        doors = [*(Cell(before, (*lead, int(i))) for i in seen), Cell(sub.id("weights/sum"), lead)]
        items += _said(scene, tr("total"), grown[seen].tolist(), total, row.y + 15.0, doors)
    if share >= 1.0 and len(seen):
        weights = weights_of.row(scene, sub, "weights")
        total = float(weights[seen].sum())
        said = (Part(tr("sum") + " ", "ink3"), Part(fixed(total, places), "ink", "semibold"))
        y = row.y + LINE + SINGLE / 2.0 + 4.7
        items += texts([said], [left_of(scene)], y, middle=False)
        if abs(total - 1.0) < 1e-6:
            at = table([left_of(scene) + width_of(said) + 12.0], y - 4.5)
            items.append(Stamps(CHECK, at, stroke="ok", width=1.5))
    return tuple(items)


def slot_sums(scene: Scene, sub: Sublayer, row: Row, share: float) -> tuple[Item, ...]:
    """Beside the weighed values: each slot's sum over all words."""
    mixed = scene[sub.id("mixed")][scene.head(sub), scene.query]
    if share < 1.0 or len(mixed) > MOST_PRODUCTS:
        return ()
    weights = np.nan_to_num(scene[sub.id("weights")][scene.head(sub), scene.query])
    products = weights[:, None] * scene[sub.id("v")][scene.head(sub)]
    kept = np.flatnonzero(weights > 0.0)
    items: list[Item] = []
    for slot, total in enumerate(mixed.tolist()):
        y = row.y + 18.0 + slot * PRODUCT
        name = tr("slot {n}", n=slot + 1)
        door = Cell(sub.id("mixed"), (scene.head(sub), scene.query, slot))
        items += _said(scene, name, products[kept, slot].tolist(), total, y, [door] * (len(kept) + 1))
    return tuple(items)


def _said(
    scene: Scene, name: str, values: list[float], total: float, y: float, doors: list[Cell]
) -> tuple[Item, ...]:
    """“total 2.028 + 1.000 + 1.640 = 4.669”, shorter where that is too long; the last door is the total's."""
    places = scene.look.manner.decimals
    end = Part(fixed(total, places), "ink", "semibold", door=doors[-1])
    start = Part(name + " ", "ink3")
    ways: list[list[Line]] = []
    if len(values) <= MOST_SUMMED:
        ways += [[(start, *summed(values, p, doors=doors), EQUALS, end)] for p in (places, 2)]
    lines, size = fitting([*ways, [(start, end)]], _room())
    return texts(lines, [left_of(scene)], y, size, middle=False)
