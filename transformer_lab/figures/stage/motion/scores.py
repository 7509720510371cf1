"""Moving: scores appear one after another, are scaled, and the mask comes down."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.easing import part, settle, travel
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.picture import Curves, Floats, Hatch, Ints, Item, Rects, Ref, Texts, table
from transformer_lab.figures.stage import weights as cells_of
from transformer_lab.figures.stage.faces.layout import has_threads
from transformer_lab.figures.stage.motion.move import Move, blend, now_frame, staggered
from transformer_lab.figures.stage.route import backwards, part_way
from transformer_lab.figures.stage.weights import BASELINE, HEIGHT


def scores(move: Move) -> tuple[Item, ...]:
    """The query asks along its threads, one word after another; each answer is a number."""
    scene = move.scene
    shares = staggered(travel(move.u), scene.n, max(0.25, 1.5 / scene.n))
    values = cells_of.row(scene, move.sub, "scores")
    started, arrived = np.flatnonzero(shares > 0.0), np.flatnonzero(shares >= 1.0)
    lines: list[Item] = []
    asked = has_threads(scene.look.face) or move.route is not None
    for key in started if asked else ():
        share = float(shares[key])
        # from the query up to the key
        way = part_way(backwards(move.way(np.array([scene.query]), np.array([key]))), share)
        busy = share < 1.0
        ref = Ref(move.sub.id("scores"), np.array([[move.head, scene.query, key]] * len(way)))
        width, strength, color = (2.0, 0.9, "now_fill") if busy else (1.2, 0.3, "out")
        lines.append(Curves(way, np.full(len(way), width), np.full(len(way), strength), color, (), ref))
    return (*lines, *_row(move, "scores", values, values, arrived))


def scale(move: Move) -> tuple[Item, ...]:
    """Numbers and colours turn in place, left to right."""
    return _turning(move, "scaled")


def slant(move: Move) -> tuple[Item, ...]:
    """The same where scores fall with distance."""
    return _turning(move, "slanted")


def _turning(move: Move, stage: cells_of.Stage) -> tuple[Item, ...]:
    old = cells_of.row(move.scene, move.sub, cells_of.before(move.scene, move.sub, stage))
    new = cells_of.row(move.scene, move.sub, stage)
    shares = np.array([settle(float(s)) for s in staggered(move.u, move.scene.n, 0.5)])
    turning = np.flatnonzero((shares > 0.0) & (shares < 1.0))
    now = blend(old, new, shares)
    items = _row(move, stage, now, now, np.flatnonzero(shares > 0.0))
    return (*items, now_frame(_boxes(move, turning), 1.5, 4.0)) if len(turning) else items


def mask(move: Move) -> tuple[Item, ...]:
    """The hatch comes down over later words; “−∞” is stamped last."""
    covered = cells_of.hidden(move.scene, move.sub)
    if not len(covered):
        return _added(move)
    fall = settle(part(move.u, 0.0, 0.75))
    box = _boxes(move, covered)
    box[:, 3] = HEIGHT * fall
    items: list[Item] = [Rects(box, fill="canvas", radius=3.0), Hatch(box, opacity=0.35)]
    if move.u > 0.75:
        middle = table(move.scene.x[covered], np.full(len(covered), move.rows["attention"].y + BASELINE))
        grown = part(move.u, 0.75, 1.0)
        clear = table(
            move.scene.x[covered] - 17.0, np.full(len(covered), box[0, 1] + 3.0), 34.0, HEIGHT - 6.0
        )
        if cells_of.cell_width(move.scene) >= 52.0:
            items += [
                Rects(clear, fill="canvas", radius=2.0, opacity=grown),
                Texts(("−∞",) * len(covered), middle, 11, "regular", "ink3", "middle", opacity=grown),
            ]
    items.append(Rects(_boxes(move, covered), stroke="line2", width=0.75, radius=3.0))
    return tuple(items)


def _added(move: Move) -> tuple[Item, ...]:
    """A mask that hides nobody may still add numbers."""
    old = cells_of.row(move.scene, move.sub, cells_of.before(move.scene, move.sub, "masked"))
    same = np.array_equal(old, cells_of.row(move.scene, move.sub, "masked"), equal_nan=True)
    return () if same else _turning(move, "masked")


def _boxes(move: Move, seen: Ints) -> Floats:
    w = cells_of.cell_width(move.scene)
    y = np.full(len(seen), move.rows["attention"].y)
    return table(move.scene.x[seen] - w / 2.0, y, w, HEIGHT)


def _row(move: Move, stage: cells_of.Stage, shown: Floats, printed: Floats, seen: Ints) -> tuple[Item, ...]:
    """Cells with decimals for the words `seen`."""
    if not len(seen):
        return ()
    y = move.rows["attention"].y
    places = 2 if cells_of.cell_width(move.scene) >= 46.0 else 1
    texts = tuple(fixed(value, places) for value in printed)
    ground = Rects(_boxes(move, seen), fill="canvas", radius=3.0)
    filled = cells_of.cells(move.scene, move.sub, y, stage, shown, seen)
    return (ground, *filled, *cells_of.numbers(move.scene, move.sub, y, stage, texts, shown, seen))
