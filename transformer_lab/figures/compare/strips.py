"""Rows of the stage in which two states stand over each other: ribbons and weights of A, of B, and B − A."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from transformer_lab.figures.by_head import by_head
from transformer_lab.figures.compare.grids import chip, difference_limit, framed, ink_on
from transformer_lab.figures.compare.pairing import Pair
from transformer_lab.figures.heads import Bools
from transformer_lab.figures.look import GUTTER
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.numbers import signed
from transformer_lab.figures.picture import Cells, Floats, Hatch, Ints, Item, Rects, Ref, Texts, table
from transformer_lab.figures.stage.ribbon import HEIGHT, gutter_label, marks, spine
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.language import tr

PITCH = 15.0
"""From one ribbon of three to the next."""
LETTER = 34.0
"""Room for “B − A” at the right edge of the gutter."""
Which = Literal["A", "B", "B − A"]
ALL: tuple[Which, ...] = ("A", "B", "B − A")
ONLY: tuple[Which, ...] = ("B − A",)


class Strip(NamedTuple):
    """A value (t, c) of one state or the difference, with what only B has."""

    node: str
    values: Floats
    alone: Bools
    limit: float
    lead: Ints
    """(t, p): where each row begins in its node"""
    which: Which


class Kind(NamedTuple):
    """One group of ribbons: its name, the value, its role colour, and whether it belongs to a head."""

    name: str
    node: str
    role: str
    head: int | None = None
    above: str = ""
    """a heading over the group"""


def of_head(pair: Pair, node: str, head: int | None) -> tuple[Floats, Floats, Floats, Bools]:
    """A, B, B − A and what only B has, of a value or of one head of it: each (t, c)."""
    assert pair.b.graph is not None
    graph, shared = pair.b.graph, pair.shared(node)
    parts = (pair.before(node), np.asarray(pair.b[node]), pair.difference(node))
    if head is None:
        return *parts, ~shared
    a, b, gap = (np.asarray(by_head(graph, node, part)[head]) for part in parts)
    return a, b, gap, ~by_head(graph, node, shared)[head]


def strips(scene: Scene, pair: Pair, kind: Kind, which: tuple[Which, ...]) -> tuple[Strip, ...]:
    """The ribbons of a group, from top to bottom."""
    a, b, gap, alone = of_head(pair, kind.node, kind.head)
    limit, own = scene.limit, difference_limit(gap)
    rows = np.arange(len(b))[:, None]
    lead = rows if kind.head is None else np.concatenate([np.full_like(rows, kind.head), rows], 1)
    made = {
        "A": Strip(kind.node, a, alone, limit, lead, "A"),
        "B": Strip(kind.node, b, np.zeros_like(alone), limit, lead, "B"),
        "B − A": Strip(kind.node, gap, alone, own, lead, "B − A"),
    }
    return tuple(made[each] for each in which)


def ribbons(scene: Scene, pair: Pair, kind: Kind, y: float, which: tuple[Which, ...]) -> tuple[Item, ...]:
    """One group of ribbons from `y` down, with its names in the gutter."""
    found = strips(scene, pair, kind, which)
    count = found[0].values.shape[1]
    cell = scene.cell(count, 9.0, 0.72)
    x = scene.x - count * cell / 2.0
    items: list[Item] = []
    for i, strip in enumerate(found):
        top = y + i * PITCH
        items += _ribbon(strip, x, top, cell, kind.role if strip.which != "B − A" else "")
        items += _names(kind, strip, i, top, len(found) == 1)
    return tuple(items)


def _names(kind: Kind, strip: Strip, i: int, top: float, alone: bool) -> tuple[Item, ...]:
    right = GUTTER - 8.0
    limit = "±" + signed(strip.limit).lstrip("+")
    if alone:
        left = right - max(LETTER, approximate(limit, "regular", 11) + 8.0)
        name = gutter_label(kind.name, top + 9.5, kind.role or "ink", "medium", left)
        return name, _small(limit, top + 9.0, right)
    letter = gutter_label(strip.which, top + 9.5, "ink2")
    first = {
        "A": gutter_label(kind.name, top + 9.5, kind.role or "ink", "medium", right - LETTER - 8.0),
        "B": _small(limit, top + 9.0, right - LETTER - 8.0),
        "B − A": _small(limit, top + 9.0, right - LETTER - 8.0),
    }
    return letter, first[strip.which]


def _small(text: str, y: float, right: float) -> Texts:
    return Texts((text,), table([right], y), 11, color="ink3", anchor="end")


def _ribbon(strip: Strip, x: Floats, y: float, cell: float, role: str) -> tuple[Item, ...]:
    count, width = strip.values.shape
    at, size = table(x, np.full(count, y)), table(np.full(count, cell), HEIGHT)
    shown = np.where(strip.alone, np.nan, strip.values)
    plain = np.where(strip.alone, 0.0, strip.values)
    ref = Ref(strip.node, strip.lead, "c")
    cells = Cells(shown[:, None, :], at, size, limit=strip.limit, grid=cell > 4.0, ref=ref)
    box = table(x, np.full(count, y), width * cell, HEIGHT)
    frame = Rects(box, stroke="line2", width=0.75)
    items: list[Item] = [cells, frame, *spine(x, y, role), *marks(plain, at, cell, HEIGHT, strip.limit)]
    k, c = np.nonzero(strip.alone)
    if len(k):
        items.append(Hatch(table(x[k] + c * cell, np.full(len(k), y), cell, HEIGHT), "ink3", 0.6))
    if strip.which == "B − A":
        k, c = np.nonzero(framed(shown, strip.limit))
        if len(k):
            box = table(x[k] + c * cell, np.full(len(k), y), cell, HEIGHT)
            items.append(Rects(box, stroke="now_fill", width=1.5))
    return tuple(items)


class Share(NamedTuple):
    """One row of weights: what is written, the values, what is hidden, and the ramp."""

    which: Which
    texts: tuple[str, ...]
    values: Floats
    covered: Bools
    alone: Bools
    limit: float


SHARE_HEIGHT, SHARE_PITCH = 20.0, 24.0


def shares(scene: Scene, rows: tuple[Share, ...], node: str, head: int, y: float) -> tuple[Item, ...]:
    """Rows of weights under the lanes: (n,) each."""
    wide = float(np.floor(min(72.0, scene.look.lane * 0.8)))
    items: list[Item] = []
    for i, row in enumerate(rows):
        items += _share_row(scene, row, node, head, y + i * SHARE_PITCH, wide)
    return tuple(items)


def _share_row(scene: Scene, row: Share, node: str, head: int, y: float, wide: float) -> list[Item]:
    box = table(scene.x - wide / 2.0, np.full(scene.n, y), wide, SHARE_HEIGHT)
    seen = np.flatnonzero(~(row.covered | row.alone))
    signed_ = row.which == "B − A"
    items: list[Item] = []
    for where, token, strength in ((row.covered & ~row.alone, "mask", 0.5), (row.alone, "ink3", 0.7)):
        if where.any():
            items.append(Hatch(box[where], token, strength))
    if len(seen):
        lead = np.stack([np.full(len(seen), head), np.full(len(seen), scene.query), seen], 1)
        size = table(np.full(len(seen), wide), SHARE_HEIGHT)
        values, ramp = row.values[seen], "div" if signed_ else "seq"
        at = box[seen, :2]
        items.append(Cells(values[:, None, None], at, size, ramp, row.limit, 3.0, ref=Ref(node, lead)))  # type: ignore[arg-type]
        ink = tuple(
            ink_on(v, row.limit) if signed_ else f"on:seq:{min(1.0, max(0.0, v)):.2f}" for v in values
        )
        middle = table(scene.x[seen], np.full(len(seen), y + 14.4))
        text = tuple(row.texts[j] for j in seen)
        items.append(Texts(text, middle, 12, "medium", ink, "middle"))
    items.append(Rects(box, stroke="line2", width=0.75, radius=3.0))
    if signed_ and framed(row.values, row.limit).any():
        large = framed(np.where(row.alone, 0.0, row.values), row.limit)
        items.append(Rects(box[large], stroke="now_fill", width=2.0, radius=3.0))
    return items


def letters(scene: Scene, y: float, which: tuple[Which, ...]) -> tuple[Item, ...]:
    """“Weights [A]”, “of scared [B]”, “B − A” in the gutter."""
    right = GUTTER - 8.0
    word = shorten(tr("of {word}", word=scene.asks[scene.query]), right - 34.0, "regular", 12)
    if which == ONLY:
        return (gutter_label(tr("Weights"), y + 14.4, "ink2"),)
    side = 1.35 * 12
    named = (tr("Weights"), word)
    items: list[Item] = []
    for i, name in enumerate(named):
        base = y + i * SHARE_PITCH + 14.4
        items += [
            gutter_label(name, base, "ink2", right=right - side - 6.0),
            *chip("AB"[i], right - side, base, 12),
        ]
    return (*items, gutter_label(tr("B − A"), y + 2 * SHARE_PITCH + 14.4, "ink", "medium"))
