"""Cells with their numbers: vectors that wrap where a lane is narrow, and single numbers under their line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np

from transformer_lab.figures.measure import approximate
from transformer_lab.figures.numbers import compact, fixed, short
from transformer_lab.figures.picture import Cells, Face, Floats, Ints, Item, Rects, Ref, Texts, table
from transformer_lab.figures.stage.near.form import BARE, PAD, SINGLE, SIZE, Form
from transformer_lab.figures.stage.ribbon import STRONG, by_hand, marks, spine
from transformer_lab.figures.stage.scene import Scene

LARGE = 13
SINGLE_WIDEST = 136.0
"""Greatest width of a cell that stands alone."""
BESIDE = 4.5
"""From the left end of a cell to the arrowhead of a number outside the scale, beside the digits."""


def texts_of(values: Floats, decimals: int, room: float, size: int = SIZE) -> tuple[str, ...]:
    """How the numbers of one row are written: short if all are round, else with fixed decimals that fit."""
    flat = [float(v) for v in np.ravel(values)]
    with np.errstate(over="ignore", invalid="ignore"):  # numbers near the largest that there are
        known = np.ravel(values)[np.isfinite(np.ravel(values))]
        plain = bool((np.abs(known - np.round(known, min(2, decimals))) < 1e-9).all())
    return tuple(_fitting(v, decimals, room, size, plain) for v in flat)


def _fitting(value: float, decimals: int, room: float, size: int, plain: bool) -> str:
    tries = [short(value, decimals)] if plain else []
    tries += [fixed(value, places) for places in range(decimals, -1, -1)] if abs(value) < 1e5 else []
    tries.append(compact(value))
    fits = (text for text in (*tries, "…") if approximate(text, "regular", size) <= room)
    return next(fits, "")  # “…”: there is a number that has no room; a click tells it


def ink(value: float, limit: float, ramp: str = "div") -> str:
    """The token of the ink that is readable on a number's colour."""
    if math.isnan(value):
        return "error"
    place = value if ramp == "seq" else 0.5 + 0.5 * value / limit
    return f"on:{ramp}:{min(1.0, max(0.0, place)):.3f}"


def numbered(
    scene: Scene,
    node: str,
    values: Floats,
    x: Floats,
    y: float,
    form: Form,
    lead: Ints,
    role: str = "",
    face: Face = "regular",
) -> tuple[Item, ...]:
    """Vectors (K, C) centred at `x` (K,), wrapped as `form` says, every number in its cell."""
    count, width = values.shape
    if not count:
        return ()
    left = x - form.columns * form.width / 2.0
    slots = np.arange(width)
    across = np.tile(slots % form.columns, count) * form.width
    down = np.tile(slots // form.columns, count) * form.height
    at = table(np.repeat(left, width) + across, y + down)
    index = np.concatenate([np.repeat(lead, width, 0), np.tile(slots, count)[:, None]], 1)
    shown = cell_items(scene, node, values.ravel(), at, (form.width, form.height), index)
    texts = number_items(scene, node, values.ravel(), at, form, index, face) if form.decimals >= 0 else ()
    return (*shown, *spine(left - 1.0, y, role, form.tall), *texts)


def cell_items(
    scene: Scene,
    node: str,
    values: Floats,
    at: Floats,
    size: tuple[float, float],
    index: Ints,
    ramp: Literal["div", "seq"] = "div",
) -> tuple[Item, ...]:
    """Coloured cells (N,) with hairlines and what marks unusual ones."""
    limit = 1.0 if ramp == "seq" else scene.limit
    sizes = table(np.full(len(values), size[0]), size[1])
    whole = scene.coloured(node, values).reshape(-1, 1, 1)
    box = np.concatenate([at, sizes], 1)
    strong = np.abs(np.nan_to_num(values[:, None])) > STRONG * limit
    lost = np.isnan(values)
    items: list[Item] = [Cells(whole, at, sizes, ramp, limit, ref=Ref(node, index))]
    if size[0] > 4.0:
        items.append(Rects(box, stroke="line2", width=0.75))
    if lost.any():
        items.append(Rects(box[lost], fill="canvas", stroke="error", width=1.0, ref=Ref(node, index[lost])))
    if ramp == "div":
        finite = np.nan_to_num(values, posinf=np.inf, neginf=-np.inf)[:, None]
        items += marks(finite, at, *size, limit, BESIDE if size[1] > BARE else None)
    return (*items, *by_hand(scene, node, index, at, size, strong, ramp))


def number_items(
    scene: Scene,
    node: str,
    values: Floats,
    at: Floats,
    form: Form,
    index: Ints,
    face: Face,
    ramp: str = "div",
) -> tuple[Item, ...]:
    """The numbers in the cells of a vector."""
    texts = texts_of(values, form.decimals, form.width - PAD + 3.0)
    middle = table(at[:, 0] + form.width / 2.0, at[:, 1] + form.height / 2.0 + 4.3)
    limit = 1.0 if ramp == "seq" else scene.limit
    inks = tuple(ink(float(v), limit, ramp) for v in scene.coloured(node, values))
    return (Texts(texts, middle, SIZE, face, inks, "middle", ref=Ref(node, index)),)


def single_width(scene: Scene) -> float:
    """Width of a cell that stands alone on its lane."""
    return float(math.floor(min(SINGLE_WIDEST, scene.look.lane * 0.6)))


def singles(
    scene: Scene,
    node: str,
    values: Floats,
    lanes: Ints,
    y: float,
    index: Ints,
    ramp: Literal["div", "seq"] = "div",
    heavy: Sequence[int] = (),
) -> tuple[Item, ...]:
    """One number for each of `lanes`, each in a cell of its own."""
    if not len(lanes):
        return ()
    width = single_width(scene)
    at = table(scene.x[lanes] - width / 2.0, np.full(len(lanes), y))
    shown = cell_items(scene, node, values, at, (width, SINGLE), index, ramp)
    texts = texts_of(values, scene.look.manner.decimals, width - PAD, LARGE)
    limit = 1.0 if ramp == "seq" else scene.limit
    inks = [ink(float(v), limit, ramp) for v in scene.coloured(node, values)]
    middle = table(scene.x[lanes], np.full(len(lanes), y + SINGLE / 2.0 + 4.7))
    loud = np.isin(lanes, np.asarray(heavy, dtype=np.int64))
    faces: tuple[tuple[Face, Ints], ...] = (
        ("medium", np.flatnonzero(~loud)),
        ("semibold", np.flatnonzero(loud)),
    )
    return (
        *shown,
        *(
            Texts(
                tuple(texts[i] for i in group),
                middle[group],
                LARGE,
                face,
                tuple(inks[i] for i in group),
                "middle",
                ref=Ref(node, index[group]),
            )
            for face, group in faces
            if len(group)
        ),
    )
