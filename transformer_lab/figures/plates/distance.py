"""A chart of what happens to positions with distance: means as a line, all pairs between two ends."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from transformer_lab.figures.geometry import circle
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.numbers import short
from transformer_lab.figures.picture import Floats, Item, Rects, Ref, Stamps, table
from transformer_lab.figures.plates.board import Board, Box, said
from transformer_lab.figures.plates.positions_values import Fall, Told
from transformer_lab.figures.plates.waves import curve
from transformer_lab.language import tr

LOOKS: tuple[tuple[str, tuple[float, ...]], ...] = (
    ("heads.0", ()),
    ("heads.1", (9.0, 5.0)),
    ("heads.2", (3.0, 3.0)),
    ("heads.3", (9.0, 4.0, 2.0, 4.0)),
)
SEVERAL = len(LOOKS)
"""So many lines have a colour and a dash of their own; further ones are grey."""


class Axes(NamedTuple):
    """The box of the lines and the numbers at its foot and top."""

    box: Box
    places: int
    low: float
    high: float
    step: float

    def x(self, distance: ArrayLike) -> Floats:
        """Where distances lie."""
        return np.asarray(
            self.box.x + (np.asarray(distance, dtype=float) + 0.5) * self.box.width / self.places
        )

    def y(self, value: ArrayLike) -> Floats:
        """Where values lie."""
        part = (np.asarray(value, dtype=float) - self.low) / (self.high - self.low)
        return np.asarray(self.box.low - part * self.box.height)


def distance_chart(on: Board, told: Told, box: Box) -> list[Item]:
    """One line for each fall; a thin bar from the smallest to the largest of the pairs; both axes named."""
    axes = _axes(on, told, box)
    several = len(told.falls) > 1
    items = [*_grid(on, axes), *_foot(on, axes, box)]
    for number, fall in reversed(list(enumerate(told.falls))):
        color, dash = (fall.color, ()) if fall.color else _look(number, several)
        items += _spread(on, axes, fall)
        items.append(
            curve(axes.x(np.arange(axes.places)), axes.y(fall.mean), color, 2.2 * max(0.6, on.unit), dash)
        )
        items += _dots(on, axes, told, number, color)
    return [*items, *(_ends(on, axes, told) if several else [])]


def _look(number: int, several: bool) -> tuple[str, tuple[float, ...]]:
    if not several:
        return "position", ()
    return LOOKS[number] if number < SEVERAL else ("ink3", ())


def _axes(on: Board, told: Told, box: Box) -> Axes:
    """Round numbers from below the smallest to above the largest, zero among them."""
    low = min(0.0, *(float(fall.low.min()) for fall in told.falls))
    high = max(0.0, *(float(fall.high.max()) for fall in told.falls))
    reach = max(high - low, 1e-9)
    power = 10.0 ** np.floor(np.log10(reach / 4.0))
    step = next(s * power for s in (1.0, 2.0, 5.0, 10.0) if reach / (s * power) <= 5.0)
    low, high = float(np.floor(low / step + 1e-9) * step), float(np.ceil(high / step - 1e-9) * step)
    ticks = [short(t) for t in np.arange(low, high + step / 2.0, step)]
    left = max(approximate(text, "regular", on.small) for text in ticks) + 0.6 * on.small
    right = max(approximate(f.name, "regular", on.small) for f in told.falls) + 0.6 * on.small
    wide = box.width - left - (right if len(told.falls) > 1 else 0.0)
    inner = Box(box.x + left, box.y + 0.8 * on.small, wide, box.height - 4.2 * on.small)
    return Axes(inner, len(told.falls[0].mean), low, high, step)


def _grid(on: Board, axes: Axes) -> list[Item]:
    items: list[Item] = []
    ticks = np.arange(axes.low, axes.high + axes.step / 2.0, axes.step)
    every = max(1, int(np.ceil(1.3 * on.small * len(ticks) / max(axes.box.height, 1.0))))
    for tick in ticks[::every]:
        y = float(axes.y(float(tick)))
        zero = abs(tick) < axes.step / 1e6
        items.append(Rects(table(axes.box.x, y - 0.5, axes.box.width, 1.0), fill="line2" if zero else "line"))
        text = short(0.0 if zero else tick)
        items.append(
            said(text, axes.box.x - 0.5 * on.small, y + 0.36 * on.small, on.small, "ink2", anchor="end")
        )
    return items


def _foot(on: Board, axes: Axes, box: Box) -> list[Item]:
    """The distances, as many as have room, and what they are."""
    widest = approximate(str(axes.places), "regular", on.small) + 0.8 * on.small
    every = max(1, int(np.ceil(widest / (axes.box.width / axes.places))))
    y = axes.box.low + 1.5 * on.small
    items: list[Item] = [
        said(str(d), float(axes.x(d)), y, on.small, "ink2", anchor="middle")
        for d in range(0, axes.places, every)
    ]
    return [
        *items,
        said(tr("distance"), axes.box.right, y + 1.45 * on.small, on.small, face="medium", anchor="end"),
    ]


def _spread(on: Board, axes: Axes, fall: Fall) -> list[Item]:
    """From the smallest to the largest of all pairs at each distance, where they differ."""
    kept = np.flatnonzero(fall.high - fall.low > 1e-9 * max(1.0, float(np.abs(fall.high).max())))
    if not len(kept):
        return []
    x, top, low = axes.x(kept), axes.y(fall.high[kept]), axes.y(fall.low[kept])
    wide = min(6.0 * on.unit + 2.0, 0.5 * axes.box.width / axes.places)
    return [Rects(table(x - wide / 2.0, top, wide, low - top), fill="position", radius=2.0, opacity=0.22)]


def _dots(on: Board, axes: Axes, told: Told, number: int, color: str) -> list[Item]:
    """A dot for each distance; those of the head or table that is shown answer with one of its numbers."""
    fall = told.falls[number]
    far = np.arange(axes.places)
    ref = None
    if len(told.falls) == 1:
        ref = Ref(told.node, np.array([[*told.lead, d, fall.loud[d]] for d in range(axes.places)]))
    size = max(2.0, min(4.5 * on.unit, 0.3 * axes.box.width / axes.places))
    return [Stamps(circle(size), table(axes.x(far), axes.y(fall.mean)), color, "canvas", 1.0, ref=ref)]


def _ends(on: Board, axes: Axes, told: Told) -> list[Item]:
    """The names at the ends of the lines, as many as have room."""
    taken: list[float] = []
    items: list[Item] = []
    for number, fall in enumerate(told.falls):
        y = float(axes.y(float(fall.mean[-1]))) + 0.36 * on.small
        if all(abs(y - other) >= 1.15 * on.small for other in taken):
            taken.append(y)
            color = fall.color or _look(number, True)[0]
            items.append(said(fall.name, axes.box.right + 0.3 * on.small, y, on.small, color))
    return items
