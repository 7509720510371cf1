"""How attention is drawn: one head as a pile of operations, and all heads as stacks of sheets."""

from __future__ import annotations

from typing import NamedTuple

from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.picture import Item, Ref
from transformer_lab.figures.plates.board import Board, Box, said
from transformer_lab.figures.plates.boxes import BEHIND, arrow, box, first_fitting
from transformer_lab.figures.plates.sublayers_values import Drawn, Step
from transformer_lab.language import tr

MOST_SHEETS = 4
GAP = 0.55
"""The least gap between boxes, in heights of a box."""


class Pen(NamedTuple):
    """Type, line, the height of a box, and the gap between two."""

    size: int
    line: float
    high: float
    gap: float

    @property
    def step(self) -> float:
        """From one box to the next."""
        return self.high + self.gap


def _pen(on: Board, room: Box, rows: int, taller: float = 0.0) -> Pen:
    """Boxes and gaps fill the room; no box is higher than two lines of type, no gap than a box and a half.

    `taller` is kept for boxes of two lines.
    """
    size = on.small
    free = room.height - 4.6 * size - taller
    high = min(free / (rows * (1.0 + GAP) + GAP), 2.0 * size)
    return Pen(size, max(1.2, 1.6 * on.unit), high, min((free - rows * high) / (rows + 1.0), 1.5 * high))


def _caption(on: Board, room: Box, text: str, x: float) -> Item:
    words = shorten(text, room.width, "semibold", on.small)
    return said(words, x, room.y + 0.9 * on.small, on.small, face="semibold", anchor="middle")


def _leaving(pen: Pen, x: float, y: float, name: str) -> list[Item]:
    """The arrow out of the top, and what leaves."""
    top = y - min(pen.gap, 1.2 * pen.high)
    return [
        *arrow((x, y), (x, top), line=pen.line),
        said(name, x, top - 0.35 * pen.size, pen.size, anchor="middle"),
    ]


# -- one head -----------------------------------------------------------------


def draw_head(on: Board, drawn: Drawn, room: Box) -> list[Item]:
    """Scaled dot-product attention: q and k enter at the foot, v at the side, the mix leaves on top."""
    pen = _pen(on, room, len(drawn.steps) + drawn.turns)
    wide = 0.78 * room.width
    columns = (room.x + 0.25 * wide, room.x + 0.75 * wide, room.x + 0.89 * room.width)
    foot = room.low - 1.5 * pen.size
    items: list[Item] = [_caption(on, room, tr("One head"), room.x + room.width / 2.0)]
    for x, name, color in zip(columns, "qkv", ("query", "key", "value"), strict=True):
        items.append(said(name, x, room.low - 0.3 * pen.size, pen.size, color, "semibold", "middle"))
    y = foot
    if drawn.turns:
        items += _turns(pen, columns[:2], 0.48 * wide, y)
        y -= pen.step
    for x in columns[:2]:
        items += arrow((x, y), (x, y - pen.gap), line=pen.line)
    return [*items, *_pile(drawn, pen, room, wide, (y, foot))]


def _turns(pen: Pen, columns: tuple[float, ...], wide: float, foot: float) -> list[Item]:
    """Rotary positions: q and k are turned before they meet."""
    items: list[Item] = []
    for x in columns:
        at = Box(x - wide / 2.0, foot - pen.step, wide, pen.high)
        items += arrow((x, foot), (x, at.low), line=pen.line)
        items.append(box(at, (tr("Turn by place"), tr("Turn")), "position", pen.size, pen.line))
    return items


def _pile(drawn: Drawn, pen: Pen, room: Box, wide: float, start: tuple[float, float]) -> list[Item]:
    """The operations one above the other; the last one also takes v."""
    (y, foot), middle = start, room.x + wide / 2.0
    items: list[Item] = []
    for number, step in enumerate(drawn.steps):
        last = number == len(drawn.steps) - 1
        at = Box(room.x, y - pen.step, room.width if last else wide, pen.high)
        if number:
            items += arrow((middle, y), (middle, at.low), line=pen.line)
        if last:
            x = room.x + 0.89 * room.width
            items += arrow((x, foot), (x, at.low), line=pen.line, color="value")
        items.append(box(at, step.names, step.color, pen.size, pen.line, ref=step.ref))
        y = at.y
    return [*items, *_leaving(pen, room.x + room.width / 2.0, y, tr("mix"))]


# -- all heads ----------------------------------------------------------------


def draw_heads(on: Board, drawn: Drawn, room: Box) -> list[Item]:
    """Multi-head attention: three maps for every head, attention in each, side by side, and W_O."""
    pen = _pen(on, room, 2 + (drawn.heads > 1) + (drawn.output is not None), 1.3 * on.small)
    sheets = min(drawn.heads, MOST_SHEETS)
    label = 2.9 * pen.size if drawn.heads > 1 else 0.0
    wide = room.width - label
    count = tr("1 head") if drawn.heads == 1 else tr("{n} heads", n=drawn.heads)
    items: list[Item] = [_caption(on, room, tr("All together: {count}", count=count), room.x + wide / 2.0)]
    for number, step in enumerate(drawn.linears):
        items += _linear(drawn, pen, room, wide, (number, step))
    foot = room.low - 1.5 * pen.size
    at = Box(room.x, foot - 2.0 * pen.step - _more(pen, drawn, wide / 3.0), wide, pen.high)
    names = (tr("Scaled dot-product attention"), tr("Attention in each"), tr("Attention"))
    items.append(box(at, names, "out", pen.size, pen.line, sheets, drawn.steps[-1].ref))
    if drawn.heads > 1:
        x = at.right + BEHIND * pen.line / 1.6 * (sheets - 1) + 0.4 * pen.size
        y = at.y + pen.high / 2.0 + 0.2 * pen.size
        items.append(said(f"× {drawn.heads}", x, y, pen.size, face="medium"))
    return [*items, *_joined(drawn, pen, at)]


def _tall(pen: Pen, drawn: Drawn, third: float) -> float:
    """The height of the boxes of W_Q, W_K and W_V: two lines where their sizes have no room in one."""
    widest = max(approximate(step.names[0], "medium", pen.size) for step in drawn.linears)
    return max(pen.high, 2.4 * pen.size) if widest > 0.9 * third - 0.5 * pen.size else pen.high


def _more(pen: Pen, drawn: Drawn, third: float) -> float:
    """By how much these boxes are higher than all others."""
    return _tall(pen, drawn, third) - pen.high


def _linear(drawn: Drawn, pen: Pen, room: Box, wide: float, which: tuple[int, Step]) -> list[Item]:
    """One of W_Q, W_K, W_V: what it reads at the foot, a sheet for each head, and an arrow up."""
    number, step = which
    third, foot = wide / 3.0, room.low - 1.5 * pen.size
    x = room.x + (number + 0.5) * third
    sheets = min(drawn.shared if number else drawn.heads, MOST_SHEETS)
    reads = (tr("encoder"), tr("enc.")) if drawn.cross and number else (tr("words"), "x")
    text = first_fitting(reads, third - 0.4 * pen.size, pen.size)
    at = Box(
        x - 0.47 * third, foot - pen.step - _more(pen, drawn, third), 0.9 * third, _tall(pen, drawn, third)
    )
    return [
        said(text, x, room.low - 0.3 * pen.size, pen.size, "ink2", anchor="middle"),
        *arrow((x, foot), (x, at.low), line=pen.line),
        *arrow((x, at.y), (x, at.y - pen.gap), line=pen.line),
        box(at, step.names, step.color, pen.size, pen.line, sheets, step.ref),
    ]


def _joined(drawn: Drawn, pen: Pen, below: Box) -> list[Item]:
    """Several heads side by side, then W_O if the model has one, and where it goes."""
    x, inset = below.x + below.width / 2.0, 0.16 * below.width
    side_by_side = (tr("Heads side by side"), tr("Side by side"))
    steps: list[tuple[tuple[str, ...], str, Ref | None]] = []
    if drawn.heads > 1:
        steps.append((side_by_side, "residual", None))
    if drawn.output is not None:
        steps.append((drawn.output.names, drawn.output.color, drawn.output.ref))
    items: list[Item] = []
    y = below.y
    for names, color, ref in steps:
        at = Box(below.x + inset, y - pen.step, below.width - 2.0 * inset, pen.high)
        items += arrow((x, y), (x, at.low), line=pen.line)
        items.append(box(at, names, color, pen.size, pen.line, ref=ref))
        y = at.y
    return [
        *items,
        *_leaving(
            pen, x, y, tr("added to the residual stream") if drawn.residual else tr("the new residual stream")
        ),
    ]
