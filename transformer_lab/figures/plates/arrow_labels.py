"""Names beside the tips of arrows: near-equal arrows share one, none covers another, the rest is counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from transformer_lab.figures.measure import approximate
from transformer_lab.figures.picture import Floats
from transformer_lab.figures.plates.board import Box
from transformer_lab.language import tr

MOST_NAMES = 3
FEW = 16
"""With more names than this there is no keeping off the arrows."""
AROUND = 12
"""Places round a tip that are tried."""


class Spot(NamedTuple):
    """A box for a label."""

    x: float
    y: float
    width: float
    height: float


class Label(NamedTuple):
    """A name (or several) at its baseline, and the rows it stands for."""

    text: str
    x: float
    y: float
    size: int
    rows: tuple[int, ...]
    ground: Spot


def placed(
    names: Sequence[str], tips: Floats, origin: Floats, box: Box, sizes: tuple[int, int], chosen: int
) -> tuple[list[Label], int]:
    """Labels in the box that cover neither each other nor a tip, and how many rows have none.

    The chosen row comes first, then the longest arrows. All are set in the largest type that names every row.
    """
    best: tuple[list[Label], int] | None = None
    for size in range(sizes[0], sizes[1] - 1, -2):
        found = _all(names, tips, origin, box, size, chosen)
        if best is None or found[1] < best[1]:
            best = found
        if not best[1]:
            break
    assert best is not None
    return best


def _all(
    names: Sequence[str], tips: Floats, origin: Floats, box: Box, size: int, chosen: int
) -> tuple[list[Label], int]:
    groups = together(tips, 0.45 * size)
    length = ((tips - origin) ** 2).sum(1)
    groups.sort(key=lambda rows: (chosen not in rows, -float(length[rows[0]])))
    dots = [Spot(x - 3.0, y - 3.0, 6.0, 6.0) for x, y in tips.tolist()]
    shafts = _along(tips, origin) if len(groups) <= FEW else []
    labels: list[Label] = []
    taken: list[Spot] = []
    lost = 0
    for rows in groups:
        text = shared(tuple(names[i] for i in rows))
        tip, close = tips[rows].mean(0), [*taken, *dots]
        spot = _spot(text, tip, origin, box, size, [*close, *shafts])
        spot = spot or _spot(text, tip, origin, box, size, close)
        if spot is None:
            lost += len(rows)
            continue
        taken.append(spot)
        labels.append(Label(text, spot.x + 2.0, spot.y + 0.86 * size, size, tuple(rows), spot))
    return labels, lost


def _along(tips: Floats, origin: Floats) -> list[Spot]:
    """Small boxes strung on every arrow: where there is room elsewhere, names keep off them."""
    steps = np.linspace(0.0, 1.0, 24)[:, None, None]
    points = (origin + (tips - origin) * steps).reshape(-1, 2)
    return [Spot(x - 1.0, y - 1.0, 2.0, 2.0) for x, y in points.tolist()]


def together(tips: Floats, near: float) -> list[list[int]]:
    """Rows whose tips lie closer than `near` to the first of their group."""
    groups: list[list[int]] = []
    for i, tip in enumerate(tips):
        home = next((g for g in groups if np.hypot(*(tips[g[0]] - tip)) < near), None)
        if home is None:
            groups.append([i])
        else:
            home.append(i)
    return groups


def shared(names: tuple[str, ...]) -> str:
    """“the, cat +2”: each name once, at most three of them."""
    once = tuple(dict.fromkeys(names))
    if len(once) <= MOST_NAMES:
        return ", ".join(once)
    return tr("{names} +{n}", names=", ".join(once[: MOST_NAMES - 1]), n=len(once) - MOST_NAMES + 1)


def _spot(text: str, tip: Floats, origin: Floats, box: Box, size: int, taken: Sequence[Spot]) -> Spot | None:
    """The first free place round the tip, beginning in the direction in which the arrow points."""
    wide, high = approximate(text, "semibold", size) + 4.0, 1.14 * size
    away = tip - origin
    start = float(np.arctan2(away[1], away[0])) if np.hypot(*away) > 1.0 else 0.0
    turns = sorted(range(AROUND), key=lambda i: min(i, AROUND - i))
    for turn in (start + 2.0 * np.pi * i / AROUND for i in turns):
        x = float(tip[0] + np.cos(turn) * (wide / 2.0 + 7.0) - wide / 2.0)
        y = float(tip[1] + np.sin(turn) * (high / 2.0 + 7.0) - high / 2.0)
        spot = Spot(x, y, wide, high)
        if _inside(spot, box) and not any(_meet(spot, other) for other in taken):
            return spot
    return None


def _inside(spot: Spot, box: Box) -> bool:
    across = box.x + 2.0 <= spot.x and spot.x + spot.width <= box.right - 2.0
    return across and box.y + 2.0 <= spot.y and spot.y + spot.height <= box.low - 2.0


def _meet(a: Spot, b: Spot) -> bool:
    return a.x < b.x + b.width and b.x < a.x + a.width and a.y < b.y + b.height and b.y < a.y + a.height
