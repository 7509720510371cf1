"""The tower of an architecture drawing, from the foot up: boxes, arrows, frames, residuals."""

from __future__ import annotations

from typing import Literal, NamedTuple

from transformer_lab.figures.geometry import SINE, circle, polyline
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.picture import Item, Path, Rects, Stamps, Texts, table
from transformer_lab.figures.plates.board import Board, Box, fitting, said
from transformer_lab.figures.plates.boxes import arrow, box
from transformer_lab.figures.prose import Run, broken
from transformer_lab.language import tr

GAP = 0.4
"""Between boxes, in heights of a box."""
TYPE = 0.78
"""The largest type in a box, in heights of it."""
BRIEF, ROUGH = 2, 20.5
"""In how many ways a box may say less; the last one for no type larger than this, in points of a slide."""
SUM = 0.7
"""How high the circled plus of a residual is, in heights of a box."""


class Part(NamedTuple):
    """One box: what it says, its role, and whether what the encoder tells enters here."""

    text: str
    color: str
    joins: bool = False
    brief: str = ""
    """what it says where there is no room at all"""
    shorter: tuple[str, ...] = ()
    """what it says where there is little room, ever shorter"""
    sum: bool = False
    """the sum of a residual alone: a circled plus instead of a box"""

    def said(self, brief: int) -> str:
        """The text in full, or shorter by so many ways of saying it."""
        return (self.text, *self.shorter)[min(brief, len(self.shorter))]


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
    side: Literal["left", "right"] = "left"
    """where the number of blocks stands"""
    output_shorter: str = ""

    def texts(self, brief: int = 0) -> list[str]:
        """All that stands in boxes, in full or shorter by so many ways of saying it."""
        parts = [part.said(brief) for stack in self.stacks for part in stack.parts if not part.sum]
        return [*parts, self.embedding, *([self.ending.said(brief)] if self.output else [])]

    @property
    def ending(self) -> Part:
        """The box of the output."""
        return Part(self.output, "out", brief=tr("Softmax"), shorter=(self.output_shorter,))


class Pen(NamedTuple):
    """What every stroke needs: the middle of the tower, the size of a box, type and line."""

    on: Board
    x: float
    wide: float
    high: float
    size: int
    line: float
    brief: int
    """how short the boxes say it"""


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
    if down < 1.0 or like[0] < 1e8 or not column.last:
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
        y = _box(items, pen, column.ending, y - GAP * high, y)
    end = y
    if column.last:
        items += arrow((pen.x, y), (pen.x, y - 0.5 * high), line=pen.line)
        items.append(said(column.last, pen.x, y - 0.5 * high - 0.3 * pen.size, pen.size, anchor="middle"))
    return Tower(items, y - (0.5 * high + 1.1 * pen.size if column.last else 0.0), end, tuple(joints), pen)


def _pen(on: Board, column: Column, room: Box, high: float, most: int) -> Pen:
    """The largest type with which every box says all it has to say, in full or shorter."""
    largest = max(11, min(on.large, round(TYPE * high), most))
    least = min(on.small, largest)
    most_brief = BRIEF if on.small <= ROUGH * on.unit else BRIEF - 1
    ways = [(s, brief) for brief in range(most_brief + 1) for s in range(largest, least - 1, -1)]
    ways += [(s, BRIEF) for s in range(least, 10, -1)]
    fits = ((s, b) for s, b in ways if _needed(column, s, b) + sum(_sides(column, s)) <= room.width)
    size, brief = next(fits, (11, BRIEF))
    left, right = _sides(column, size)
    wide = min(_needed(column, size, brief), room.width - left - right)
    x = room.x + left + (room.width - left - right) / 2.0
    return Pen(on, x, wide, high, size, max(1.2, 1.6 * on.unit), brief)


def _needed(column: Column, size: int, brief: int) -> float:
    return max(approximate(t, "medium", size) for t in column.texts(brief)) + 1.2 * size


def _foot(pen: Pen, column: Column, room: Box) -> tuple[list[Item], float]:
    """The sentence, as large as it fits, in two lines where it is long, else cut."""
    least = min(pen.size, max(11, pen.on.small))
    width = 2.0 * min(pen.x - room.x, room.right - pen.x)
    size = fitting((column.sentence,), width, pen.size, least) or least
    lines = [" ".join(word.run.text for word in line) for line in broken([Run(column.sentence)], width, size)]
    if len(lines) > 2:
        lines = [shorten(column.sentence, width, "regular", size)]
    y, step = room.low - 0.2 * pen.size, 1.15 * size
    rows = enumerate(reversed(lines))
    items: list[Item] = [said(t, pen.x, y - i * step, size, "ink2", anchor="middle") for i, t in rows]
    return items, y - (len(lines) - 1) * step - 1.15 * pen.size


def _sides(column: Column, size: int) -> tuple[float, float]:
    """Room at both sides for the frame of a block and its count."""
    texts = [tr("{n} ×", n=stack.times) for stack in column.stacks]
    frame = 1.6 * size
    count = 0.6 * size + max((approximate(text, "medium", size) for text in texts), default=0.0)
    return frame + count * (column.side == "left"), frame + count * (column.side == "right")


def _box(items: list[Item], pen: Pen, part: Part, low: float, start: float) -> float:
    """An arrow from `start` up to a box whose foot is at `low`; returns the top of the box."""
    items += arrow((pen.x, start), (pen.x, low), line=pen.line)
    if part.sum:
        return _sum(items, pen, low)
    at = Box(pen.x - pen.wide / 2.0, low - pen.high, pen.wide, pen.high)
    full = part.said(pen.brief)
    texts = (full, part.brief) if part.brief else (full,)
    items.append(box(at, texts, part.color, pen.size, pen.line))
    return at.y


def _sum(items: list[Item], pen: Pen, low: float) -> float:
    """The circled plus of a residual; returns its top."""
    r = SUM * pen.high / 2.0
    items += _plus(pen, r, low - r)
    return low - 2.0 * r


def _plus(pen: Pen, r: float, y: float) -> list[Item]:
    """A plus in a round box, to which arrows hold in a slide."""
    path = *polyline((-0.6 * r, 0.0), (0.6 * r, 0.0)), *polyline((0.0, -0.6 * r), (0.0, 0.6 * r))
    round_ = Rects(table(pen.x - r, y - r, 2.0 * r, 2.0 * r), stroke="residual", width=pen.line, radius=r)
    return [round_, Stamps(path, table(pen.x, y), stroke="residual", width=pen.line)]


def _positions(items: list[Item], pen: Pen, y: float) -> float:
    """The circled plus, the wave at its right, and its name."""
    r = SUM * pen.high / 2.0
    centre = y - 0.25 * pen.high - r
    wave_x = pen.x + min(0.28 * pen.wide, 2.0 * pen.high)
    wave: Path = tuple((step[0], *(float(n) * 1.25 * r / 6.5 for n in step[1:])) for step in SINE)
    down = polyline((0.0, y - centre - r), (0.0, 0.0))
    across = polyline((0.0, 0.0), (wave_x - pen.x - 2.25 * r, 0.0))
    for path, x, low, color in (
        (down, pen.x, centre + r, "residual"),
        (across, pen.x + r, centre, "position"),
        (circle(1.25 * r), wave_x, centre, "position"),
        (wave, wave_x, centre, "position"),
    ):
        items.append(Stamps(path, table(x, low), stroke=color, width=pen.line))
    items += _plus(pen, r, centre)
    x = wave_x + 1.25 * r + 0.5 * pen.size
    items.append(said(tr("position"), x, centre + 0.36 * pen.size, pen.size, "position"))
    return centre - r


def _block(items: list[Item], pen: Pen, stack: Stack, y: float, joints: list[float], side: str) -> float:
    """A frame round the boxes of a block, its count at the side, its residual arrows at the right."""
    low = y - 0.3 * pen.high
    boxes = sum((SUM if part.sum else 1.0) + GAP for part in stack.parts)
    top = low - (boxes + 0.35) * pen.high
    items += _frame(pen, Box(pen.x - pen.wide / 2.0, top, pen.wide, low - top), stack.times, side)
    bottoms: list[float] = []
    start, foot = y, low - 0.4 * pen.high
    for part in stack.parts:
        bottoms.append(foot)
        if part.joins:
            joints.append(foot - pen.high / 2.0)
        start = _box(items, pen, part, foot, start)
        foot = start - GAP * pen.high
    for first, last in stack.loops:
        alone = stack.parts[last].sum
        middle = bottoms[last] - (SUM if alone else 1.0) * pen.high / 2.0
        edge = SUM * pen.high / 2.0 if alone else pen.wide / 2.0
        items += _loop(pen, bottoms[first] + 0.24 * pen.high, middle, edge)
    if stack.parts:
        up = polyline((0.0, start - top), (0.0, 0.0))
        items.append(Stamps(up, table(pen.x, top), stroke="residual", width=pen.line))
    return top


def _frame(pen: Pen, inner: Box, times: int, side: str) -> list[Item]:
    """The frame, and “6 ×” beside it."""
    right = side == "right"
    out, large = 1.5 * pen.size, pen.size
    frame = table(inner.x - out, inner.y, inner.width + 2.0 * out, inner.height)
    x = inner.right + out + 0.6 * pen.size if right else inner.x - out - 0.6 * pen.size
    at = table(x, inner.y + inner.height / 2.0 + 0.36 * large)
    text = tr("× {n}", n=times) if right else tr("{n} ×", n=times)
    count = Texts((text,), at, large, "medium", anchor="start" if right else "end")
    return [Rects(frame, stroke="line2", width=pen.line, radius=10.0 * pen.on.unit), count]


def _loop(pen: Pen, low: float, high: float, right: float) -> list[Item]:
    """From the wire under the sublayer round its right side into the sum, which ends `right` of the wire."""
    reach, r = pen.wide / 2.0 + 0.85 * pen.size, 0.4 * pen.size
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
