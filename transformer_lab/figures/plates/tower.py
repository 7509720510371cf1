"""The tower of an architecture drawing, from the foot up: boxes, arrows, frames, residuals."""

from __future__ import annotations

from typing import Literal, NamedTuple

from transformer_lab.figures.geometry import SINE, circle, polyline
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.picture import Item, Path, Rects, Stamps, Texts, table
from transformer_lab.figures.plates.board import Board, Box, fitting, said
from transformer_lab.figures.plates.boxes import arrow, box
from transformer_lab.language import tr

GAP = 0.46
"""Between boxes, in heights of a box."""


class Part(NamedTuple):
    """One box: what it says, its role, and whether what the encoder tells enters here."""

    text: str
    color: str
    joins: bool = False
    brief: str = ""
    """what it says where there is little room"""


class Stack(NamedTuple):
    """Equal blocks: how many, and their boxes from below; loops are (first box, box of the sum) pairs."""

    times: int
    parts: tuple[Part, ...]
    loops: tuple[tuple[int, int], ...]


class Column(NamedTuple):
    """A tower from its foot to its top."""

    sentence: str
    embedding: str
    positions: bool
    stacks: tuple[Stack, ...]
    final_norm: bool
    output: str
    """the text of the output box; empty: there is none"""
    last: str
    """what leaves on top; empty: the arrow is drawn by whoever takes it"""
    side: Literal["both", "left", "right"] = "both"
    """where the number of blocks has its room: a lone tower keeps as much free on the other side"""

    @property
    def texts(self) -> list[str]:
        """All that stands in boxes."""
        parts = [part.text for stack in self.stacks for part in stack.parts]
        return [*parts, self.embedding, *([self.output] if self.output else [])]


class Pen(NamedTuple):
    """What every stroke needs: the middle of the tower, the size of a box, type and line."""

    on: Board
    x: float
    wide: float
    high: float
    size: int
    line: float


class Tower(NamedTuple):
    """A tower that is drawn: its items, where the text on top ends, the top of its last box, its joints."""

    items: list[Item]
    top: float
    end: float
    joints: tuple[float, ...]
    """the middle heights of the boxes into which the encoder speaks"""
    pen: Pen


def draw_tower(on: Board, column: Column, room: Box, like: tuple[float, int] = (1e9, 99)) -> Tower:
    """The tower as high as the room: drawn, measured and drawn again, until the largest type is reached.

    `like`: no box is higher and no type larger than these.
    """
    largest = min(2.0 * on.large, like[0])
    high = largest
    for _ in range(4):
        found = _tower(on, column, room, high, like[1])
        used = room.low - found.top
        if used <= room.height and (high >= largest - 0.01 or used > 0.97 * room.height):
            break
        high = min(largest, high * room.height / used * 0.995)
    down = max(0.0, found.top - room.y) / 2.0
    if down < 1.0 or column.side != "both":
        return found
    return _tower(on, column, room._replace(height=room.height - down), high, like[1])


def _tower(on: Board, column: Column, room: Box, high: float, most: int) -> Tower:
    """From the foot up: sentence, embedding, positions, stacks, output."""
    pen = _pen(on, column, room, high, most)
    items, y = _foot(pen, column, room)
    joints: list[float] = []
    y = _box(items, pen, Part(column.embedding, "residual", brief=tr("Embed")), y - GAP * high, y)
    if column.positions:
        y = _positions(items, pen, y)
    for stack in column.stacks:
        y = _block(items, pen, stack, y, joints, column.side)
    if column.final_norm:
        y = _box(items, pen, Part(tr("Norm"), "residual"), y - GAP * high, y)
    if column.output:
        y = _box(items, pen, Part(column.output, "out", brief=tr("Softmax")), y - GAP * high, y)
    end = y
    if column.last:
        items += arrow((pen.x, y), (pen.x, y - 0.62 * high), line=pen.line)
        items.append(said(column.last, pen.x, y - 0.62 * high - 0.4 * pen.size, pen.size, anchor="middle"))
    return Tower(items, y - 0.62 * high - 1.3 * pen.size, end, tuple(joints), pen)


def _pen(on: Board, column: Column, room: Box, high: float, most: int) -> Pen:
    """The largest type with which every box says all it has to say."""
    size = max(11, min(on.large, round(0.62 * high), most))

    def needed(size: int) -> float:
        return max(approximate(t, "medium", size) for t in column.texts) + 2.0 * size

    while size > 11 and needed(size) + sum(_sides(column, size)) > room.width:
        size -= 1
    left, right = _sides(column, size)
    wide = min(needed(size), room.width - left - right)
    x = room.x + left + (room.width - left - right) / 2.0
    return Pen(on, x, wide, high, size, max(1.2, 1.6 * on.unit))


def _foot(pen: Pen, column: Column, room: Box) -> tuple[list[Item], float]:
    """The sentence, as large as it fits, else cut."""
    least = min(pen.size, max(11, pen.on.small))
    width = 2.0 * min(pen.x - room.x, room.right - pen.x)
    size = fitting((column.sentence,), width, pen.size, least) or pen.size
    y = room.low - 0.2 * pen.size
    text = shorten(column.sentence, width, "regular", size)
    return [said(text, pen.x, y, size, "ink2", anchor="middle")], y - 1.15 * pen.size


def _sides(column: Column, size: int) -> tuple[float, float]:
    """Room at both sides for the frame of a block and its count."""
    frame, count = 1.6 * size, 0.6 * size + approximate("12 ×", "medium", round(1.15 * size))
    lone = column.side == "both"
    return frame + count * (lone or column.side == "left"), frame + count * (lone or column.side == "right")


def _box(items: list[Item], pen: Pen, part: Part, low: float, start: float) -> float:
    """An arrow from `start` up to a box whose foot is at `low`; returns the top of the box."""
    items += arrow((pen.x, start), (pen.x, low), line=pen.line)
    at = Box(pen.x - pen.wide / 2.0, low - pen.high, pen.wide, pen.high)
    texts = (part.text, part.brief) if part.brief else (part.text,)
    items.append(box(at, texts, part.color, pen.size, pen.line))
    return at.y


def _positions(items: list[Item], pen: Pen, y: float) -> float:
    """The circled plus, the wave at its right, and its name."""
    r = 0.3 * pen.high
    centre, wave_x = y - 0.85 * pen.high, pen.x + 0.28 * pen.wide
    plus: Path = (
        *circle(r),
        *polyline((-0.6 * r, 0.0), (0.6 * r, 0.0)),
        *polyline((0.0, -0.6 * r), (0.0, 0.6 * r)),
    )
    wave: Path = tuple((step[0], *(float(n) * 1.25 * r / 6.5 for n in step[1:])) for step in SINE)
    down = polyline((0.0, y - centre - r), (0.0, 0.0))
    across = polyline((0.0, 0.0), (wave_x - pen.x - 2.25 * r, 0.0))
    for path, x, low, color in (
        (down, pen.x, centre + r, "residual"),
        (across, pen.x + r, centre, "position"),
        (plus, pen.x, centre, "residual"),
        (circle(1.25 * r), wave_x, centre, "position"),
        (wave, wave_x, centre, "position"),
    ):
        items.append(Stamps(path, table(x, low), stroke=color, width=pen.line))
    x = wave_x + 1.25 * r + 0.5 * pen.size
    items.append(said(tr("position"), x, centre + 0.36 * pen.size, pen.size, "position"))
    return centre - r


def _block(items: list[Item], pen: Pen, stack: Stack, y: float, joints: list[float], side: str) -> float:
    """A frame round the boxes of a block, its count at the side, its residual arrows at the right."""
    low = y - 0.45 * pen.high
    top = low - (len(stack.parts) * (1.0 + GAP) + 0.45) * pen.high
    items += _frame(pen, Box(pen.x - pen.wide / 2.0, top, pen.wide, low - top), stack.times, side)
    bottoms: list[float] = []
    start, foot = y, low - (GAP - 0.08) * pen.high
    for part in stack.parts:
        bottoms.append(foot)
        if part.joins:
            joints.append(foot - pen.high / 2.0)
        start = _box(items, pen, part, foot, start)
        foot = start - GAP * pen.high
    for first, last in stack.loops:
        items += _loop(pen, bottoms[first] + (0.33 * GAP + 0.1) * pen.high, bottoms[last] - pen.high / 2.0)
    if stack.parts:
        up = polyline((0.0, start - top), (0.0, 0.0))
        items.append(Stamps(up, table(pen.x, top), stroke="residual", width=pen.line))
    return top


def _frame(pen: Pen, inner: Box, times: int, side: str) -> list[Item]:
    """The frame, and “6 ×” beside it."""
    right = side == "right"
    out, large = 1.5 * pen.size, round(1.15 * pen.size)
    frame = table(inner.x - out, inner.y, inner.width + 2.0 * out, inner.height)
    x = inner.right + out + 0.6 * pen.size if right else inner.x - out - 0.6 * pen.size
    at = table(x, inner.y + inner.height / 2.0 + 0.36 * large)
    text = tr("× {n}", n=times) if right else tr("{n} ×", n=times)
    count = Texts((text,), at, large, "medium", anchor="start" if right else "end")
    return [Rects(frame, stroke="line2", width=pen.line, radius=10.0 * pen.on.unit), count]


def _loop(pen: Pen, low: float, high: float) -> list[Item]:
    """From the wire under the sublayer round its right side into the sum."""
    right, reach, r = pen.wide / 2.0, pen.wide / 2.0 + 0.85 * pen.size, 0.4 * pen.size
    up, k, head = high - low, 0.55, 3.6 * pen.line
    path: Path = (
        ("M", 0.0, 0.0),
        ("L", reach - r, 0.0),
        ("C", reach - r + k * r, 0.0, reach, -k * r, reach, -r),
        ("L", reach, up + r),
        ("C", reach, up + r - k * r, reach - r + k * r, up, reach - r, up),
        ("L", right + head * 0.8, up),
    )
    tip = polyline(
        (right + 0.5, up),
        (right + head + 0.5, up - head * 0.62),
        (right + head + 0.5, up + head * 0.62),
        closed=True,
    )
    at = table(pen.x, low)
    return [Stamps(path, at, stroke="residual", width=pen.line), Stamps(tip, at, fill="residual")]


def joined(left: Tower, right: Tower) -> list[Item]:
    """From the top of the encoder over to every box of the decoder that reads it."""
    pen, edge = left.pen, right.pen.x - right.pen.wide / 2.0
    top = left.end - 0.55 * pen.high
    outer = (left.pen.x + left.pen.wide / 2.0 + 1.5 * pen.size, edge - 1.5 * pen.size)
    middle = (outer[0] + outer[1]) / 2.0
    items: list[Item] = []
    for y in right.joints:
        way = ((pen.x, left.end), (pen.x, top), (middle, top), (middle, y), (edge, y))
        items += arrow(*way, line=pen.line, color="out")
    return items
