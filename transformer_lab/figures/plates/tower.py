"""The tower of an architecture drawing, from the foot up: boxes, arrows, frames, residuals."""

from __future__ import annotations

from typing import NamedTuple

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.model import Model
from transformer_lab.figures.geometry import SINE, circle, polyline
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.picture import Group, Item, Path, Rects, Stamps, Texts, table
from transformer_lab.figures.plates.board import Board, Box, fitting, middle
from transformer_lab.language import tr

FILL = 0.12
"""How strongly a box is filled with the colour of its role."""


GAP = 0.46
"""Between boxes, in heights of a box."""


class Part(NamedTuple):
    """One box: what it says, and its role."""

    text: str
    color: str


class Stack(NamedTuple):
    """Equal blocks: how many, and their boxes from below; loops are (first box, box of the sum) pairs."""

    times: int
    parts: tuple[Part, ...]
    loops: tuple[tuple[int, int], ...]


def draw_tower(
    on: Board, model: Model, stacks: tuple[Stack, ...], snapshot: Snapshot, room: Box
) -> list[Item]:
    """The tower as high as the room: drawn, measured and drawn again, until the largest type is reached."""
    high = 2.0 * on.large
    for _ in range(4):
        items, top = _tower(on, model, stacks, snapshot, room, high)
        used = room.low - top
        if used <= room.height and (high >= 2.0 * on.large - 0.01 or used > 0.97 * room.height):
            break
        high = min(2.0 * on.large, high * room.height / used * 0.995)
    down = max(0.0, top - room.y) / 2.0
    return (
        items
        if down < 1.0
        else _raised(on, model, stacks, snapshot, room._replace(height=room.height - down), high)
    )


def _raised(
    on: Board, model: Model, stacks: tuple[Stack, ...], snapshot: Snapshot, room: Box, high: float
) -> list[Item]:
    """A tower that is lower than the room, in its middle."""
    return _tower(on, model, stacks, snapshot, room, high)[0]


def _tower(
    on: Board, model: Model, stacks: tuple[Stack, ...], snapshot: Snapshot, room: Box, high: float
) -> tuple[list[Item], float]:
    """From the foot up: sentence, embedding, positions, stacks, output; and where the top is."""
    size = max(11, min(on.large, round(0.62 * high)))
    texts = [part.text for stack in stacks for part in stack.parts] + [_embedding(model), _output(snapshot)]
    while (
        size > 11
        and max(approximate(t, "medium", size) for t in texts) + 2.0 * size + 2.0 * _side(size) > room.width
    ):
        size -= 1
    wide = min(
        max(approximate(t, "medium", size) for t in texts) + 2.0 * size, room.width - 2.0 * _side(size)
    )
    middle_x = room.x + room.width / 2.0
    pen = Pen(on, middle_x, wide, high, size, max(1.2, 1.6 * on.unit))
    y = room.low - 0.2 * size
    sentence = " ".join(snapshot.words)
    small = fitting((sentence,), room.width, size, min(size, max(11, round(0.8 * on.small)))) or size
    foot = shorten(sentence, room.width, "regular", small)
    items: list[Item] = [Texts((foot,), table(middle_x, y), small, color="ink2", anchor="middle")]
    y -= 1.15 * size
    y = _box(items, pen, Part(_embedding(model), "residual"), y - GAP * high, y)
    if model.positions.kind in ("table", "sinusoidal"):
        y = _positions(items, pen, y)
    for number, stack in enumerate(stacks):
        y = _block(items, pen, stack, number, y)
    if model.final_norm:
        y = _box(items, pen, Part(tr("Normalise"), "residual"), y - GAP * high, y)
    last = tr("one vector for each word")
    if model.output:
        y = _box(items, pen, Part(_output(snapshot), "out"), y - GAP * high, y)
        last = tr("next word")
    _arrow(items, pen, y, y - 0.62 * high)
    items.append(Texts((last,), table(middle_x, y - 0.62 * high - 0.4 * size), size, anchor="middle"))
    return items, y - 0.62 * high - 1.3 * size


def _side(size: int) -> float:
    """Room for the frame of a block and its count."""
    return 2.2 * size + approximate("12 ×", "medium", round(1.15 * size))


class Pen(NamedTuple):
    """What every stroke needs: the middle of the tower, the size of a box, type and line."""

    on: Board
    x: float
    wide: float
    high: float
    size: int
    line: float


def _embedding(model: Model) -> str:
    return tr("Embedding, d = {d}", d=model.d_model)


def _output(snapshot: Snapshot) -> str:
    return tr("Linear, softmax over {n}", n=len(snapshot.vocabulary))


def _box(items: list[Item], pen: Pen, part: Part, low: float, start: float) -> float:
    """An arrow from `start` up to a box whose foot is at `low`; returns the top of the box."""
    _arrow(items, pen, start, low)
    top = low - pen.high
    box = table(pen.x - pen.wide / 2.0, top, pen.wide, pen.high)
    name = shorten(part.text, pen.wide - 0.8 * pen.size, "medium", pen.size)
    color = "ink" if part.color == "residual" else part.color
    items.append(
        Group(
            part.text,
            (
                Rects(box, fill="canvas", radius=6.0 * pen.on.unit),
                Rects(box, fill=part.color, radius=6.0 * pen.on.unit, opacity=FILL),
                Rects(box, stroke=part.color, width=pen.line, radius=6.0 * pen.on.unit),
                Texts(
                    (name,),
                    table(pen.x, middle(top, pen.high, pen.size)),
                    pen.size,
                    "medium",
                    color,
                    "middle",
                ),
            ),
        )
    )
    return top


def _arrow(items: list[Item], pen: Pen, start: float, end: float) -> None:
    """Upwards, from `start` to a tip at `end`."""
    head = 3.6 * pen.line
    items.append(
        Stamps(
            polyline((0.0, start - end), (0.0, head * 0.8)),
            table(pen.x, end),
            stroke="residual",
            width=pen.line,
        )
    )
    items.append(
        Stamps(
            polyline((0.0, 0.5), (head * 0.62, head + 0.5), (-head * 0.62, head + 0.5), closed=True),
            table(pen.x, end),
            fill="residual",
        )
    )


def _positions(items: list[Item], pen: Pen, y: float) -> float:
    """The circled plus, the wave at its right, and its name."""
    radius = 0.3 * pen.high
    centre = y - 0.85 * pen.high
    items.append(
        Stamps(
            polyline((0.0, y - centre - radius), (0.0, 0.0)),
            table(pen.x, centre + radius),
            stroke="residual",
            width=pen.line,
        )
    )
    wave_x = pen.x + 0.28 * pen.wide
    items.append(
        Stamps(
            polyline((0.0, 0.0), (wave_x - pen.x - 1.25 * radius - radius, 0.0)),
            table(pen.x + radius, centre),
            stroke="position",
            width=pen.line,
        )
    )
    plus: Path = (
        *circle(radius),
        *polyline((-0.6 * radius, 0.0), (0.6 * radius, 0.0)),
        *polyline((0.0, -0.6 * radius), (0.0, 0.6 * radius)),
    )
    items.append(Stamps(plus, table(pen.x, centre), stroke="residual", width=pen.line))
    items.append(Stamps(circle(1.25 * radius), table(wave_x, centre), stroke="position", width=pen.line))
    scale = 1.25 * radius / 6.5
    wave: Path = tuple((step[0], *(float(n) * scale for n in step[1:])) for step in SINE)
    items.append(Stamps(wave, table(wave_x, centre), stroke="position", width=pen.line))
    items.append(
        Texts(
            (tr("position"),),
            table(wave_x + 1.25 * radius + 0.5 * pen.size, centre + 0.36 * pen.size),
            pen.size,
            color="position",
        )
    )
    return centre - radius


def _block(items: list[Item], pen: Pen, stack: Stack, number: int, y: float) -> float:
    """A frame round the boxes of a block, its count at the side, its residual arrows at the other."""
    low = y - 0.45 * pen.high
    top = low - (len(stack.parts) * (1.0 + GAP) + 0.45) * pen.high
    out = 1.5 * pen.size
    frame = table(pen.x - pen.wide / 2.0 - out, top, pen.wide + 2.0 * out, low - top)
    items.append(Rects(frame, stroke="line2", width=pen.line, radius=10.0 * pen.on.unit))
    said = tr("{n} ×", n=stack.times)
    large = round(1.15 * pen.size)
    items.append(
        Texts(
            (said,),
            table(pen.x - pen.wide / 2.0 - out - 0.6 * pen.size, (top + low) / 2.0 + 0.36 * large),
            large,
            "medium",
            anchor="end",
        )
    )
    bottoms: list[float] = []
    start, foot = y, low - (GAP - 0.08) * pen.high
    for part in stack.parts:
        bottoms.append(foot)
        start = _box(items, pen, part, foot, start)
        foot = start - GAP * pen.high
    for first, last in stack.loops:
        _loop(
            items,
            pen,
            bottoms[first] + 0.33 * GAP * pen.high + 0.1 * pen.high,
            bottoms[last] - pen.high / 2.0,
        )
    if stack.parts:
        items.append(
            Stamps(
                polyline((0.0, start - top), (0.0, 0.0)), table(pen.x, top), stroke="residual", width=pen.line
            )
        )
    return top


def _loop(items: list[Item], pen: Pen, low: float, high: float) -> None:
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
    items.append(Stamps(path, table(pen.x, low), stroke="residual", width=pen.line))
    tip = polyline(
        (right + 0.5, up),
        (right + head + 0.5, up - head * 0.62),
        (right + head + 0.5, up + head * 0.62),
        closed=True,
    )
    items.append(Stamps(tip, table(pen.x, low), fill="residual"))
