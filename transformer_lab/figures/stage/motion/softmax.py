"""Moving: softmax. Bars rise by the exponential, the total fills, and all are divided into shares."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.easing import arrive, part, settle
from transformer_lab.figures.numbers import fixed, percent_texts
from transformer_lab.figures.picture import Floats, Ints, Item, Rects, Ref, table
from transformer_lab.figures.stage import weights as cells_of
from transformer_lab.figures.stage.faces.layout import has_matrix, has_threads
from transformer_lab.figures.stage.motion.move import Move
from transformer_lab.figures.stage.ribbon import faded, gutter_label
from transformer_lab.figures.stage.threads import chosen_opacity, chosen_width, curves, others
from transformer_lab.language import tr

LIFTED, FILLED = 300.0 / 700.0, 460.0 / 700.0
"""When the bars have risen, and when the total is full."""
BASE, TALLEST, TOTAL = 66.0, 38.0, 72.0
"""Below the top of the row: where bars stand, how tall they get, where the total lies."""


def softmax(move: Move) -> tuple[Item, ...]:
    """The three parts, one after another."""
    scene = move.scene
    seen = np.setdiff1d(np.arange(scene.n), cells_of.hidden(scene, move.sub))
    lift = arrive(part(move.u, 0.0, LIFTED))
    full = part(move.u, LIFTED, FILLED)
    share = settle(part(move.u, FILLED, 1.0))
    face = scene.look.face
    lines = _threads(move, share) if has_threads(face) or move.route else ()
    if has_matrix(face) and not move.route:  # its bars stand in the matrix
        return (*lines, *_cells(move, seen, share))
    return (
        *lines,
        *faded(_bars(move, seen, lift, share), 1.0 - 0.75 * share),
        *faded(_total(move, seen, full), 1.0 - share),
        *_cells(move, seen, share),
    )


def _bars(move: Move, seen: Ints, lift: float, share: float) -> tuple[Item, ...]:
    """Amber bars under the cells: as tall as e to the score, then sinking away as they become shares."""
    grown = np.nan_to_num(move.value("weights/exp")[move.head, move.scene.query, seen])
    tall = TALLEST * grown / max(float(grown.max(initial=0.0)), 1e-300) * lift * (1.0 - share)
    w = cells_of.cell_width(move.scene)
    base = move.rows["attention"].y + BASE
    box = table(move.scene.x[seen] - w / 2.0, base - np.maximum(tall, 1.0), w, np.maximum(tall, 1.0))
    index = np.stack([np.full(len(seen), move.head), np.full(len(seen), move.scene.query), seen], -1)
    return (Rects(box, fill="now_fill", radius=1.5, ref=Ref(move.sub.id("weights/exp"), index)),)


def _total(move: Move, seen: Ints, full: float) -> tuple[Item, ...]:
    """One bar across all of them that fills to the total; the gutter names it."""
    if full <= 0.0 or not len(seen):
        return ()
    scene, w = move.scene, cells_of.cell_width(move.scene)
    y = move.rows["attention"].y + TOTAL
    left, right = scene.x[seen[0]] - w / 2.0, scene.x[seen[-1]] + w / 2.0
    total = move.value("weights/sum")[move.head, scene.query]
    ref = Ref(move.sub.id("weights/sum"), np.array([[move.head, scene.query]]))
    return (
        Rects(table([left], y, right - left, 6.0), fill="well", radius=3.0),
        Rects(table([left], y, (right - left) * full, 6.0), fill="out", radius=3.0, ref=ref),
        gutter_label(tr("Total {number}", number=fixed(total * full, 2)), y + 7.5, "ink2"),
    )


def _cells(move: Move, seen: Ints, share: float) -> tuple[Item, ...]:
    """The row's cells take their shares."""
    if share <= 0.0 or not len(seen):
        return ()
    scene, y = move.scene, move.rows["attention"].y
    weights = cells_of.row(scene, move.sub, "weights")
    w = cells_of.cell_width(scene)
    ground = Rects(
        table(scene.x[seen] - w / 2.0, np.full(len(seen), y), w, cells_of.HEIGHT), fill="canvas", radius=3.0
    )
    filled = cells_of.cells(scene, move.sub, y, "weights", weights * share, seen)
    texts = percent_texts(weights)
    numbers = (
        cells_of.numbers(scene, move.sub, y, "weights", texts, weights * share, seen) if share > 0.9 else ()
    )
    return ground, *filled, *numbers


def _threads(move: Move, share: float) -> tuple[Item, ...]:
    """Candidates swell into threads."""
    if share <= 0.0:
        return ()
    query = move.scene.query
    weights = move.value("weights")[move.head]
    ref = (move.sub.id("weights"), move.head)
    return (*faded(others(weights, query, move.way, ref), share), *_own(move, weights[query], share))


def _own(move: Move, row: Floats, share: float) -> tuple[Item, ...]:
    with np.errstate(invalid="ignore"):
        keys = np.flatnonzero(row > 0.0)
    keys = keys[np.argsort(row[keys], kind="stable")]
    if not len(keys):
        return ()
    w = move.scene.shaded(row[keys]) * share
    asks = np.full(len(keys), move.scene.query)
    ref = (move.sub.id("weights"), move.head)
    return (curves(move.way, asks, keys, chosen_width(w), chosen_opacity(w) * share, "out", ref),)
