"""The row of the chosen word: first its scores, then its weights, one key-shaped cell under each lane."""

from __future__ import annotations

from typing import Literal

import numpy as np

from transformer_lab.figures.geometry import DOWN, UP
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.numbers import fixed, percent_texts
from transformer_lab.figures.picture import (
    Cells,
    Face,
    Floats,
    Hatch,
    Ints,
    Item,
    Rects,
    Ref,
    Stamps,
    Texts,
    table,
)
from transformer_lab.figures.stage.plan import Sublayer
from transformer_lab.figures.stage.ribbon import by_hand, has_strong_colour
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.figures.veiled import veil
from transformer_lab.language import tr

Stage = Literal["none", "scores", "scaled", "slanted", "masked", "weights"]
STAGES: tuple[tuple[Stage, str], ...] = (
    ("weights", "softmax"),
    ("masked", "mask"),
    ("slanted", "slant"),
    ("scaled", "scale"),
    ("scores", "scores"),
)
"""What the row can show, the newest first, and the beat that brings it."""
HEIGHT = 20.0
WIDEST = 72.0
BASELINE = 14.4
LEAST_FOR_MARKS = 60.0
"""Narrower cells have no room for an arrowhead beside the number."""


def stage_of(scene: Scene, sub: Sublayer) -> Stage:
    """What the row shows now."""
    for stage, beat in STAGES:
        if scene.has(sub.id(stage)) and scene.played(sub.path, beat):
            return stage
    return "none"


def before(scene: Scene, sub: Sublayer, stage: Stage) -> Stage:
    """What the row shows before `stage`."""
    names = [name for name, _ in STAGES if scene.has(sub.id(name))]
    later = names[names.index(stage) + 1 :] if stage in names else []
    return later[0] if later else "none"


def cell_width(scene: Scene) -> float:
    """Width of one cell of the row."""
    return float(np.floor(min(WIDEST, scene.look.lane * scene.cell_share)))


def hidden(scene: Scene, sub: Sublayer) -> Ints:
    """Words that the mask keeps from the chosen word."""
    if not scene.has(sub.id("masked")):
        return np.zeros(0, dtype=np.int64)
    covered = veil(scene.snapshot, sub.path, scene[sub.id("masked")][scene.head(sub)])
    return np.flatnonzero(covered[scene.query])


def row(scene: Scene, sub: Sublayer, stage: Stage) -> Floats:
    """The numbers of the row: (n,)."""
    numbers: Floats = scene[sub.id(stage)][scene.head(sub), scene.query]
    return numbers


def weight_row(scene: Scene, sub: Sublayer, y: float, stage: Stage) -> tuple[Item, ...]:
    """The row as it rests at `stage`."""
    if stage == "none":
        return (_frames(scene, np.arange(scene.n), y, dashed=True),)
    covered = hidden(scene, sub) if stage in ("masked", "weights") else np.zeros(0, dtype=np.int64)
    seen = np.setdiff1d(np.arange(scene.n), covered)
    texts = (
        percent_texts(row(scene, sub, stage))
        if stage == "weights"
        else _decimals(scene, row(scene, sub, stage))
    )
    return (
        *cells(scene, sub, y, stage, row(scene, sub, stage), seen),
        *numbers(scene, sub, y, stage, texts, row(scene, sub, stage), seen),
        *_covered(scene, sub, y, stage, covered),
    )


def cells(
    scene: Scene, sub: Sublayer, y: float, stage: Stage, values: Floats, seen: Ints
) -> tuple[Item, ...]:
    """Coloured cells with hairlines for the words `seen`."""
    if not len(seen):
        return ()
    w = cell_width(scene)
    at = table(scene.x[seen] - w / 2.0, np.full(len(seen), y))
    ramp: Literal["seq", "div"] = "seq" if stage == "weights" else "div"
    limit = 1.0 if stage == "weights" else scene.limit
    size = table(np.full(len(seen), w), HEIGHT)
    coloured = scene.coloured(sub.id(stage), values[seen])
    shown = Cells(coloured[:, None, None], at, size, ramp, limit, 3.0, ref=_ref(scene, sub, stage, seen))
    off = () if stage == "weights" or w < LEAST_FOR_MARKS else _off_scale(values[seen], at, w, limit)
    index = np.stack([np.full(len(seen), scene.head(sub)), np.full(len(seen), scene.query), seen], -1)
    strong = has_strong_colour(values[seen][:, None], limit)
    hand = by_hand(scene, sub.id(stage), index, at, (w, HEIGHT), strong, ramp)
    return (shown, _frames(scene, seen, y), *off, *hand)


def _off_scale(values: Floats, at: Floats, w: float, limit: float) -> tuple[Item, ...]:
    """Arrowheads at the right end of cells whose value lies outside the scale."""
    with np.errstate(invalid="ignore"):
        sides = ((values > limit, UP, 5.0, "on:div:1"), (values < -limit, DOWN, HEIGHT - 5.0, "on:div:0"))
    return tuple(
        Stamps(shape, at[where] + np.array([w - 7.0, dy]), fill=token)
        for where, shape, dy, token in sides
        if where.any()
    )


def numbers(
    scene: Scene, sub: Sublayer, y: float, stage: Stage, texts: tuple[str, ...], values: Floats, seen: Ints
) -> tuple[Item, ...]:
    """The numbers in the cells; that of the selected weight is heavier."""
    heavy = seen == (scene.picked(sub) if stage == "weights" else -1)
    groups: tuple[tuple[Face, Ints], ...] = (("medium", seen[~heavy]), ("semibold", seen[heavy]))
    return tuple(
        Texts(
            tuple(texts[i] for i in group),
            table(scene.x[group], np.full(len(group), y + BASELINE)),
            12,
            face,
            tuple(ink(scene, stage, float(values[i])) for i in group),
            "middle",
            ref=_ref(scene, sub, stage, group),
        )
        for face, group in groups
        if len(group)
    )


def ink(scene: Scene, stage: Stage, value: float) -> str:
    """The token of the ink that is readable on the value's colour."""
    if np.isnan(value):
        return "error"
    place = scene.shade_of(value) if stage == "weights" else 0.5 + 0.5 * value / scene.limit
    ramp = "seq" if stage == "weights" else "div"
    return f"on:{ramp}:{min(1.0, max(0.0, place)):.3f}"


def _decimals(scene: Scene, values: Floats) -> tuple[str, ...]:
    places = 2 if cell_width(scene) >= 46.0 else 1
    return tuple(fixed(value, places) for value in values)


def _why(scene: Scene, key: int) -> str:
    """Why a word is hidden, in one word."""
    return tr("later") if key > scene.query and not scene.across else tr("hidden")


def _ref(scene: Scene, sub: Sublayer, stage: Stage, seen: Ints) -> Ref:
    count = len(seen)
    lead = (np.full(count, scene.head(sub)), np.full(count, scene.query), seen)
    return Ref(sub.id(stage), np.stack(lead, -1))


def _frames(scene: Scene, seen: Ints, y: float, *, dashed: bool = False) -> Rects:
    w = cell_width(scene)
    box = table(scene.x[seen] - w / 2.0, np.full(len(seen), y), w, HEIGHT)
    if dashed:
        return Rects(box, stroke="line2", width=1.0, radius=3.0, dash=(2.0, 2.0))
    return Rects(box, stroke="line2", width=0.75, radius=3.0)


def nobody(scene: Scene, y: float, height: float) -> tuple[Item, ...]:
    """The tag of a row in which every word is hidden: in its middle, in wide lanes under who asks."""
    said = tr("nobody to look at")
    wide = approximate(said, "medium", 11) + 16.0
    under = scene.look.lane > wide + 8.0
    x = float(scene.x[min(scene.query, scene.n - 1)] if under else (scene.x.min() + scene.x.max()) / 2.0)
    tag = table(x - wide / 2.0, y + height / 2.0 - 8.0, wide, 16.0)
    at = table(x, y + height / 2.0 + 4.0)
    return (
        Rects(tag, fill="canvas", stroke="line2", width=0.75, radius=8.0),
        Texts((said,), at, 11, "medium", "ink2", "middle"),
    )


def _covered(scene: Scene, sub: Sublayer, y: float, stage: Stage, covered: Ints) -> tuple[Item, ...]:
    """Cells under the mask: hatched, with what that means in a cleared centre."""
    if not len(covered):
        return ()
    w = cell_width(scene)
    box = table(scene.x[covered] - w / 2.0, np.full(len(covered), y), w, HEIGHT)
    if len(covered) == scene.n and stage == "weights":
        ref = _ref(scene, sub, stage, covered)
        return (Hatch(box, opacity=0.5, ref=ref), _frames(scene, covered, y), *nobody(scene, y, HEIGHT))
    labels = tuple("−∞" if stage == "masked" else _why(scene, int(key)) for key in covered)
    room = 34.0 if w >= 52.0 else 0.0
    room += 6.0 if room and tr("hidden") in labels else 0.0
    clear = table(scene.x[covered] - room / 2.0, np.full(len(covered), y + 3.0), room, HEIGHT - 6.0)
    middle = table(scene.x[covered], np.full(len(covered), y + BASELINE))
    ref = _ref(scene, sub, stage, covered)
    hatch = (Hatch(box, opacity=0.5 if stage == "weights" else 0.35, ref=ref), _frames(scene, covered, y))
    if not room:
        return hatch
    return (
        *hatch,
        Rects(clear, fill="canvas", radius=2.0),
        Texts(labels, middle, 11, "regular", "ink3", "middle"),
    )
