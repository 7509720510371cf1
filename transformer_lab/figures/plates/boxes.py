"""Boxes, arrows and stacks of a drawing to plan."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from transformer_lab.figures.geometry import polyline
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.picture import Group, Item, Rects, Ref, Stamps, Texts, table
from transformer_lab.figures.plates.board import Box, middle

FILL = 0.12
"""How strongly a box is filled with the colour of its role."""
BEHIND = 5.0
"""From one sheet of a stack to the next, in pixels of a slide."""


def first_fitting(texts: Sequence[str], room: float, size: int) -> str:
    """The first text that has room, else the last one, cut."""
    fits = (text for text in texts if approximate(text, "medium", size) <= room)
    return next(fits, shorten(texts[-1], room, "medium", size))


def _lines(texts: Sequence[str], at: Box, size: int) -> tuple[str, ...]:
    """The first text in one line, or in two at a colon, where the box has room for it."""
    room = at.width - 0.5 * size
    head, colon, rest = texts[0].partition(": ")
    fits = all(approximate(part, "medium", size) <= room for part in (head, rest))
    if approximate(texts[0], "medium", size) > room and colon and fits and at.height >= 2.3 * size:
        return head, rest
    return (first_fitting(texts, room, size),)


def box(
    at: Box, texts: Sequence[str], color: str, size: int, line: float, sheets: int = 1, ref: Ref | None = None
) -> Item:
    """A rounded box in the colour of its role; `sheets` lie behind one another, one for each head."""
    radius, step = min(6.0, 0.2 * at.height), BEHIND * line / 1.6
    ink = "ink" if color == "residual" else color
    items: list[Item] = []
    for number in range(sheets - 1, -1, -1):
        place = table(at.x + number * step, at.y - number * step, at.width, at.height)
        items += [
            Rects(place, fill="canvas", radius=radius),
            Rects(place, fill=color, radius=radius, opacity=FILL),
            Rects(place, stroke=color, width=line, radius=radius, opacity=1.0 if not number else 0.55),
        ]
    lines = _lines(texts, at, size)
    step = 1.15 * size
    first = middle(at.y, at.height, size) - step * (len(lines) - 1) / 2.0
    base = table(at.x + at.width / 2.0, first + step * np.arange(len(lines)))
    items += [Rects(table(*at), fill="canvas", opacity=0.0, ref=ref)] if ref is not None else []
    return Group(texts[0], (*items, Texts(lines, base, size, "medium", ink, "middle")))


def arrow(*points: tuple[float, float], line: float, color: str = "residual") -> list[Item]:
    """A line through points with a head at the last one, which is reached from below or from the left."""
    (x0, y0), (x1, y1) = points[-2], points[-1]
    head = 3.6 * line
    long = max(1e-6, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
    ux, uy = (x1 - x0) / long, (y1 - y0) / long
    stop = (x1 - 0.8 * head * ux, y1 - 0.8 * head * uy)
    body = polyline(*((x - x1, y - y1) for x, y in (*points[:-1], stop)))
    tip = polyline(
        (0.0, 0.0),
        (-head * ux - 0.6 * head * uy, -head * uy + 0.6 * head * ux),
        (-head * ux + 0.6 * head * uy, -head * uy - 0.6 * head * ux),
        closed=True,
    )
    at = table(x1, y1)
    return [Stamps(body, at, stroke=color, width=line), Stamps(tip, at, fill=color)]
