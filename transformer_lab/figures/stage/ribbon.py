"""Ribbons: unbroken rows of computed cells on the lanes; their slots, spines and marks of unusual values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from transformer_lab.figures.geometry import CROSS, DOWN, HAND, UP
from transformer_lab.figures.look import GUTTER
from transformer_lab.figures.measure import shorten
from transformer_lab.figures.picture import (
    Cells,
    Face,
    Floats,
    Group,
    Ints,
    Item,
    Path,
    Rects,
    Ref,
    Stamps,
    Texts,
    table,
)
from transformer_lab.figures.stage.scene import Scene

Flags = NDArray[np.bool_]
HEIGHT, SLIM = 11.0, 5.0
"""Of a ribbon, and of one that only hints at its values (norms)."""
SPINE = 4.0
"""From a ribbon's left end to its spine."""
STRONG = 0.6
"""From this share of the limit on a cell's colour is strong."""
LEAST_MARK = 5.0
"""Cells narrower than this have no room for marks."""


def ribbon(
    scene: Scene,
    node: str,
    values: Floats,
    x: Floats,
    y: float,
    cell: float,
    lead: Ints | None = None,
    role: str = "",
    height: float = HEIGHT,
) -> tuple[Item, ...]:
    """One ribbon for each row of `values` (K, C), left ends at `x`: cells, hairline, spine, marks."""
    count, width = values.shape
    index = np.arange(count)[:, None] if lead is None else lead
    at = table(x, np.full(count, y))
    size = table(np.full(count, cell), height)
    limit, tint = scene.limit, scene.look.tint
    if tint is not None:
        values, limit = tint.rows(node, scene.snapshot[node].shape, index, values), tint.limit
    cells = Cells(values[:, None, :], at, size, limit=limit, grid=cell > 4.0, ref=Ref(node, index, "c"))
    frame = Rects(table(x, np.full(count, y), width * cell, height), stroke="line2", width=0.75)
    strong = has_strong_colour(values, limit)
    hand = by_hand(scene, node, index, at, (cell, height), strong)
    return (cells, frame, *spine(x, y, role, height), *marks(values, at, cell, height, limit), *hand)


def has_strong_colour(values: Floats, limit: float) -> Flags:
    """Where the colour of a value is so strong that marks on it need another ink."""
    with np.errstate(invalid="ignore"):
        return np.abs(values) > STRONG * limit


def by_hand(
    scene: Scene,
    node: str,
    index: Ints,
    at: Floats,
    size: tuple[float, float],
    strong: Flags,
    ramp: str = "div",
) -> tuple[Item, ...]:
    """A corner on the cells that were set by hand, in an ink that can be seen on their colour.

    `index` tells (K, p) where each row of cells begins, `strong` (K, C) which cells have a strong colour.
    """
    flags = scene.by_hand(node)
    if flags is None or size[0] < LEAST_MARK or size[1] < 8.0:
        return ()
    flags = flags[tuple(index.T)].reshape(strong.shape)
    items = []
    for where, token in ((flags & ~strong, "ink"), (flags & strong, f"on:{ramp}:1")):
        k, c = np.nonzero(where)
        if len(k):
            items.append(Stamps(HAND, table(at[k, 0] + (c + 1.0) * size[0], at[k, 1]), fill=token))
    return tuple(items)


def spine(x: Floats, y: float, role: str, height: float = HEIGHT) -> tuple[Item, ...]:
    """The line at the left that says what a ribbon is; none without a role."""
    if not role:
        return ()
    return (Rects(table(x - SPINE, np.full(len(x), y), 2.5, height), fill=role, radius=1.2),)


def slots(x: Floats, y: float, width: float, role: str = "line2", height: float = HEIGHT) -> Rects:
    """Dashed empty places for ribbons that are still to come."""
    return Rects(table(x, np.full(len(x), y), width, height), stroke=role, width=1.0, dash=(2.0, 2.0))


def marks(
    values: Floats, at: Floats, cell: float, height: float, limit: float, inset: float | None = None
) -> tuple[Item, ...]:
    """Arrowheads where a value lies outside the scale (doubled: infinite), frames where it is no number.

    They stand in the middle of a cell, or `inset` from its left end, where a number is written in it.
    """
    with np.errstate(invalid="ignore"):
        big, small, lost = values > limit, values < -limit, np.isnan(values)
    if not (big.any() or small.any() or lost.any()):
        return ()
    items = list(_lost(lost, at, cell, height))
    if cell >= LEAST_MARK and height >= 8.0:
        x = cell / 2.0 if inset is None else inset
        items += _arrows(big, at, cell, x, 1.0, UP, "on:div:1")
        items += _arrows(big & np.isinf(values), at, cell, x, 5.0, UP, "on:div:1")
        items += _arrows(small, at, cell, x, height - 1.0, DOWN, "on:div:0")
        items += _arrows(small & np.isinf(values), at, cell, x, height - 5.0, DOWN, "on:div:0")
    return tuple(items)


def _arrows(
    where: Flags, at: Floats, cell: float, dx: float, dy: float, outline: Path, token: str
) -> list[Item]:
    k, c = np.nonzero(where)
    return [Stamps(outline, table(at[k, 0] + c * cell + dx, at[k, 1] + dy), fill=token)] if len(k) else []


def _lost(where: Flags, at: Floats, cell: float, height: float) -> list[Item]:
    k, c = np.nonzero(where)
    if not len(k):
        return []
    x, y = at[k, 0] + c * cell, at[k, 1]
    items: list[Item] = [Rects(table(x, y, cell, height), fill="canvas", stroke="error", width=1.0)]
    if min(cell, height) >= 7.0:
        items.append(Stamps(CROSS, table(x + cell / 2, y + height / 2), stroke="error", width=1.0))
    return items


def faded(items: tuple[Item, ...], opacity: float) -> tuple[Item, ...]:
    """The items drawn together at less than full strength."""
    return items if opacity >= 1.0 or not items else (Group("", items, opacity),)


FRAME = 18.0
"""Where the frame of a block begins, and what lies between it and the longest name."""


def gutter_label(
    text: str, y: float, color: str = "ink2", face: Face = "regular", right: float = GUTTER - 8.0
) -> Texts:
    """A row's name at the right edge of the gutter, as much of it as fits into the frame of its block."""
    text = shorten(text, GUTTER - 8.0 - FRAME, face, 12)
    return Texts((text,), table([right], y), 12, face, color, "end")
