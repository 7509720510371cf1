"""Features of positions as curves over the places."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.geometry import circle
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.picture import Curves, Floats, Item, Rects, Ref, Stamps, table
from transformer_lab.figures.plates.board import Board, Box, said
from transformer_lab.figures.plates.positions_values import Told
from transformer_lab.language import tr

WAVES = 3


def telling(values: Floats) -> list[int]:
    """Three slots worth a curve: evenly spaced ones if most of them vary, else those that vary most."""
    width = values.shape[1]
    even = sorted({round(i * (width - 1) / (WAVES + 1)) // 2 * 2 for i in range(WAVES)})
    spread = np.ptp(values, axis=0)
    if (spread[even] > 1e-6).all():
        return even
    most = min(WAVES, max(1, int((spread > 1e-6).sum())))
    return sorted(np.argsort(-spread, kind="stable")[:most].tolist())


def waves(on: Board, told: Told, box: Box, limit: float) -> list[Item]:
    """Slots as curves over the places, each point in the colour of its value."""
    chosen = telling(told.values)
    step = box.height / max(1, len(chosen))
    last = told.first + len(told.values) - 1
    places = tr("position {first} to {last}", first=told.first, last=last)
    names = _names(on, chosen, places, box.width)
    items: list[Item] = []
    for number, slot in enumerate(chosen):
        strip = Box(box.x, box.y + number * step + 4.0, box.width, 0.6 * step)
        items += _wave(on, told, strip, slot, limit)
        items.append(said(names[number], box.x, strip.low + 1.35 * on.small, on.small, face="medium"))
    y = box.y + (len(chosen) - 1) * step + 0.6 * step + 4.0 + 1.35 * on.small
    return [*items, said(places, box.right, y, on.small, "ink2", anchor="end")]


def _names(on: Board, chosen: list[int], places: str, room: float) -> list[str]:
    """Names of the curves; the last one shares its line with the places."""
    names = [tr("feature {n}", n=slot + 1) for slot in chosen]
    needed = max(approximate(name, "medium", on.small) for name in names) + on.small
    if needed + approximate(places, "regular", on.small) > room:
        return [str(slot + 1) for slot in chosen]
    return names


def _wave(on: Board, told: Told, strip: Box, slot: int, limit: float) -> list[Item]:
    """One curve about its line of zero, with a dot for each place."""
    count, high = len(told.values), strip.height / 2.0
    zero = strip.y + high
    x = strip.x + (np.arange(count) + 0.5) * strip.width / count
    y = zero - told.values[:, slot] / limit * high
    dot = circle(max(3.0, 5.0 * on.unit))
    items: list[Item] = [Rects(table(strip.x, zero - 0.5, strip.width, 1.0), fill="line2"), curve(x, y)]
    for i in range(count):
        part = min(1.0, max(0.0, (told.values[i, slot] / limit + 1.0) / 2.0))
        ref = Ref(told.node, np.array([[*told.lead, i, slot]]))
        items.append(Stamps(dot, table(x[i], y[i]), f"div:{part:.3f}", "ink", max(0.8, on.unit), ref=ref))
    return items


def curve(
    x: Floats, y: Floats, color: str = "ink2", width: float = 1.6, dash: tuple[float, ...] = ()
) -> Curves:
    """A smooth line through points: each third of a chord is a handle (Catmull and Rom 1974)."""
    points = np.stack([x, y], 1)
    if len(points) < 2:
        return Curves(np.empty((0, 4, 2)), np.empty(0), np.empty(0))
    slope = np.gradient(points, axis=0) if len(points) > 2 else np.repeat(points[1:] - points[:1], 2, 0)
    start, end = points[:-1], points[1:]
    curves = np.stack([start, start + slope[:-1] / 3.0, end - slope[1:] / 3.0, end], 1)
    return Curves(curves, np.full(len(curves), width), np.ones(len(curves)), color, dash)
