"""How vectors in a plane are drawn: equal axes with a grid, arrows from zero, labels that never overlap."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from transformer_lab.figures.geometry import circle, polyline
from transformer_lab.figures.numbers import percent, short
from transformer_lab.figures.picture import Curves, Floats, Item, Rects, Ref, Stamps, table
from transformer_lab.figures.plates.arrow_labels import Label, placed
from transformer_lab.figures.plates.board import Board, Box, said
from transformer_lab.figures.plates.plane import Plane
from transformer_lab.figures.plates.slices import Slice
from transformer_lab.figures.prose import Run, broken, set_lines
from transformer_lab.language import tr

THIN, LOUD = 1.4, 2.6
"""Widths of an arrow and of the chosen one."""
FAR = 4.0
"""A vector of more than so many times the usual length is drawn shorter, and says so."""
MOST_LINES = 12


class Arrows(NamedTuple):
    """What is drawn: points in a plane, where they come from, the chosen row, the colour."""

    plane: Plane
    found: Slice
    query: int
    color: str
    rows: tuple[int, ...] = ()
    """which rows of the node these are; empty: all"""
    of: int = 0
    """how many there are, where some are left out"""
    before: Floats | None = None
    """where the same vectors ended in another state ``n2``; NaN for those that it does not have"""


class Frame(NamedTuple):
    """Equal axes: a place of the plane in the middle of the box, pixels for one unit, lines every `step`."""

    box: Box
    centre: tuple[float, float]
    unit: float
    step: float

    def at(self, points: Floats) -> Floats:
        """Where points of the plane lie: (N, 2)."""
        x = self.box.x + self.box.width / 2.0 + (points[:, 0] - self.centre[0]) * self.unit
        y = self.box.y + self.box.height / 2.0 - (points[:, 1] - self.centre[1]) * self.unit
        return np.stack([x, y], 1)


def drawn(on: Board, arrows: Arrows) -> tuple[list[Item], str]:
    """The items, and what must be said about arrows and labels."""
    aside = 0.34 * on.room.width if on.wide else 0.0
    low = (1.7 if on.wide else 3.0) * on.small
    box = Box(on.room.x, on.room.y, on.room.width - aside, on.room.height - low)
    factors = _factors(arrows)
    points = arrows.plane.zero + (arrows.plane.points - arrows.plane.zero) * factors[:, None]
    old = _old_points(arrows, factors)
    frame = _frame(box, np.concatenate([points, old[np.isfinite(old).all(1)]]), arrows.plane.zero, on.large)
    tips, origin = frame.at(points), frame.at(arrows.plane.zero[None])[0]
    labels, lost = placed(_named(arrows, factors), tips, origin, box, (on.large, on.small), arrows.query)
    items = [
        *_grid(on, frame),
        *_ghosts(on, frame.at(old), tips, origin),
        *_shafts(on, arrows, tips, origin),
        *_text(labels, arrows.query, arrows.color),
    ]
    items += _aside(on, arrows, frame, box.right + 1.4 * on.large) if on.wide else _names(on, arrows, box)
    return items, _notice(arrows, factors, lost)


def _factors(arrows: Arrows) -> Floats:
    """By what each vector is shortened: 1 for all but those far longer than the others."""
    length = np.sqrt(((arrows.plane.points - arrows.plane.zero) ** 2).sum(1))
    usual = float(np.median(length[length > 0.0])) if (length > 0.0).any() else 1.0
    return np.where(length > FAR * usual, FAR * usual / np.maximum(length, 1e-12), 1.0)


def _old_points(arrows: Arrows, factors: Floats) -> Floats:
    """Where the arrows ended before, shortened as they are now: ``n2``; none without another state."""
    if arrows.before is None:
        return np.zeros((0, 2))
    return np.asarray(arrows.plane.zero + (arrows.before - arrows.plane.zero) * factors[:, None])


def _ghosts(on: Board, old: Floats, tips: Floats, origin: Floats) -> list[Item]:
    """Arrows of another state in grey, and from each of their tips a dotted line to where it is now."""
    known = np.flatnonzero(np.isfinite(old).all(1))
    items: list[Item] = []
    width = 1.4 * max(0.7, on.unit)
    for i in known:
        way = old[i] - origin
        size = float(np.hypot(*way))
        line = np.stack([origin + way * t for t in (0.0, 1 / 3, 2 / 3, 1.0)])[None]
        items.append(Curves(line, np.array([width]), np.array([0.8]), "ink3"))
        if size > 3.0:
            items.append(
                Stamps(_head(way / size, min(6.0 * max(0.7, on.unit), size)), old[i : i + 1], "ink3")
            )
        gone = tips[i] - old[i]
        if np.hypot(*gone) > 2.0:
            step = np.stack([old[i] + gone * t for t in (0.0, 1 / 3, 2 / 3, 1.0)])[None]
            items.append(Curves(step, np.array([width]), np.array([1.0]), "ink2", (2.0, 3.0)))
    return items


def _named(arrows: Arrows, factors: Floats) -> tuple[str, ...]:
    return tuple(
        name if factor == 1.0 else tr("{word} (drawn at {part})", word=name, part=percent(factor))
        for name, factor in zip(arrows.found.rows, factors, strict=True)
    )


def _frame(box: Box, points: Floats, zero: Floats, margin: float) -> Frame:
    """Equal axes, all tips and zero inside, lines every 1 (2, 5, 10 … where that were too many)."""
    low = np.minimum(points.min(0), zero)
    high = np.maximum(points.max(0), zero)
    reach = np.maximum(high - low, 1e-9)
    free = np.array([box.width - 5.0 * margin, box.height - 2.8 * margin])
    unit = float(min(np.maximum(free, 20.0) / reach))
    centre = (low + high) / 2.0
    span = max(box.width, box.height) / unit
    step = _step(span) if span > MOST_LINES or span < 1.5 else 1.0
    return Frame(box, (float(centre[0]), float(centre[1])), unit, step)


def _step(span: float) -> float:
    """The finest of 1, 2, 5, 10 … (or 0.5, 0.2 …) that gives at most a dozen lines."""
    power = 10.0 ** math.floor(math.log10(span / MOST_LINES))
    return next(s * power for s in (1.0, 2.0, 5.0, 10.0) if span / (s * power) <= MOST_LINES)


def _grid(on: Board, frame: Frame) -> list[Item]:
    """Hairlines every step, the two axes through zero a little stronger, and the frame."""
    box = frame.box
    half = np.array([box.width, box.height]) / 2.0 / frame.unit
    items: list[Item] = []
    for axis in (0, 1):
        low, high = frame.centre[axis] - half[axis], frame.centre[axis] + half[axis]
        ticks = np.arange(math.ceil(low / frame.step), math.floor(high / frame.step) + 1) * frame.step
        places = frame.at(np.stack([ticks, ticks], 1))[:, axis]
        for fill, which in (("line", ticks != 0.0), ("line2", ticks == 0.0)):
            kept = places[which]
            if len(kept):
                up, across = (
                    table(kept - 0.5, box.y, 1.0, box.height),
                    table(box.x, kept - 0.5, box.width, 1.0),
                )
                items.append(Rects(across if axis else up, fill=fill))
    return [*items, Rects(np.array([box]), stroke="line2", radius=4.0)]


def _shafts(on: Board, arrows: Arrows, tips: Floats, origin: Floats) -> list[Item]:
    """All arrows, the chosen one on top; zero is a small ring."""
    count = len(tips)
    items: list[Item] = []
    others = np.array([i for i in range(count) if i != arrows.query], dtype=int)
    opacity = 0.75 if count <= 16 else 0.45
    for which, width, strong in ((others, THIN, opacity), (np.array([arrows.query]), LOUD, 1.0)):
        if len(which):
            items += _several(arrows, which, tips, origin, width * max(0.7, on.unit), strong)
    ring = Stamps(circle(max(2.5, 3.5 * on.unit)), origin[None], "canvas", "ink2", max(1.0, 1.4 * on.unit))
    return [*items, ring]


def _several(
    arrows: Arrows, which: np.ndarray, tips: Floats, origin: Floats, width: float, opacity: float
) -> list[Item]:
    ends = tips[which]
    away = ends - origin
    length = np.sqrt((away**2).sum(1))
    ref = _ref(arrows, which)
    head = np.minimum(3.2 * width + 2.0, 0.7 * length)
    unit = away / np.maximum(length, 1e-9)[:, None]
    stop = ends - unit * (0.8 * head)[:, None]
    points = np.stack([origin + (stop - origin) * t for t in (0.0, 1 / 3, 2 / 3, 1.0)], 1)
    n = len(which)
    items: list[Item] = [Curves(points, np.full(n, width), np.full(n, opacity), arrows.color, ref=ref)]
    for i in range(n):
        one = None if ref is None else Ref(ref.node, ref.index[i : i + 1])
        outline = _head(unit[i], float(head[i])) if length[i] > 3.0 else circle(3.0)
        items.append(Stamps(outline, ends[i : i + 1], arrows.color, opacity=max(0.8, opacity), ref=one))
    return items


def _head(unit: Floats, size: float) -> tuple[tuple[str | float, ...], ...]:
    """An arrowhead whose tip is at the origin."""
    x, y = (float(n) for n in unit)
    back, side = (-x * size, -y * size), (-y * size * 0.5, x * size * 0.5)
    return polyline(
        (0.0, 0.0),
        (back[0] + side[0], back[1] + side[1]),
        (back[0] - side[0], back[1] - side[1]),
        closed=True,
    )


def _ref(arrows: Arrows, which: np.ndarray) -> Ref | None:
    """An arrow answers with the number that is largest in its vector."""
    found = arrows.found
    if found.ref is None:
        return None
    loud = np.abs(found.values[which]).argmax(1)
    rows = np.array(arrows.rows)[which] if arrows.rows else which
    lead = np.repeat(found.ref.index[:1], len(which), 0)
    return Ref(found.ref.node, np.concatenate([lead, np.stack([rows, loud], 1)], 1))


def _text(labels: list[Label], query: int, color: str) -> list[Item]:
    """The names, each on a little ground so that arrows behind do not cross its letters."""
    boxes = np.array([label.ground for label in labels]).reshape(-1, 4)
    return [
        Rects(boxes, fill="canvas", radius=3.0, opacity=0.72),
        *_letters(labels, query, color),
    ]


def _letters(labels: list[Label], query: int, color: str) -> list[Item]:
    return [
        said(
            label.text,
            label.x,
            label.y,
            label.size,
            color if query in label.rows else "ink",
            "semibold" if query in label.rows else "regular",
        )
        for label in labels
    ]


def _axis_names(arrows: Arrows) -> tuple[str, str]:
    plane = arrows.plane
    if plane.explained is None:
        return plane.names
    a, b = (
        tr("{name}, {share} of the variance", name=name, share=percent(share))
        for name, share in zip(plane.names, plane.explained, strict=True)
    )
    return a, b


def _aside(on: Board, arrows: Arrows, frame: Frame, x: float) -> list[Item]:
    """What is across, what is up, how far apart the lines are, and what the chosen arrow is."""
    across, up = _axis_names(arrows)
    runs = [
        (Run(tr("Across:") + " ", "semibold"), Run(across)),
        (Run(tr("Up:") + " ", "semibold"), Run(up)),
        (Run(tr("One square is {n} wide.", n=short(frame.step)), color="ink2"),),
        (Run(tr("The ring is the vector of zeros; arrows start there."), color="ink2"),),
    ]
    size, y = max(on.small, round(0.8 * on.large)), on.room.y + on.large
    items: list[Item] = []
    for run in runs:
        lines = broken(run, on.room.right - x, size)
        items += set_lines(lines, x, y, size, 1.38 * size)
        y += (1.38 * len(lines) + 0.6) * size
    return items


def _names(on: Board, arrows: Arrows, box: Box) -> list[Item]:
    """On a small figure the two axes are named under the frame."""
    across, up = arrows.plane.names
    if arrows.plane.explained is not None:
        across, up = (percent(share) for share in arrows.plane.explained)
    y = box.low + 1.2 * on.small
    return [
        said(f"→ {across}", box.right, y, on.small, "ink2", anchor="end", room=0.45 * box.width),
        said(f"↑ {up}", box.x, y, on.small, "ink2", room=0.45 * box.width),
    ]


def _notice(arrows: Arrows, factors: Floats, lost: int) -> str:
    parts = []
    if arrows.of:
        parts.append(tr("The {a} longest of {n}.", a=len(factors), n=arrows.of))
    if (factors < 1.0).any():
        parts.append(tr("Long arrows are drawn shorter, as written."))
    if lost:
        parts.append(tr("{n} arrows have no room for a name.", n=lost))
    return " ".join(parts)
