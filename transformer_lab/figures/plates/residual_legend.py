"""What the marks of the wire's chart mean: line, bar, cosine and share, in one line or on a slide in two."""

from __future__ import annotations

from typing import NamedTuple

from transformer_lab.figures.measure import approximate
from transformer_lab.figures.options import slide_shaped
from transformer_lab.figures.picture import Item, Rects, table
from transformer_lab.figures.plates.board import Board, said
from transformer_lab.language import tr

LEADING = 1.45
"""From one line to the next, in sizes of type."""
MARKS = {"line": (1.6, 0.12), "bar": (0.9, 0.85), "": (0.0, 0.0)}
"""Width and height of what stands before a text, in sizes of type."""


class Part(NamedTuple):
    """A text with its mark, and where it stands: x, and the number of its line."""

    text: str
    mark: str = ""
    x: float = 0.0
    line: int = 0


def legend_lines(on: Board) -> int:
    """How many lines it takes without a notice."""
    return 1 + max((part.line for part in _placed(on, "")), default=0)


def legend(on: Board, notice: str, y: float) -> list[Item]:
    """The texts with their marks, as many as have room; `y` is the first baseline."""
    items: list[Item] = []
    for part in _placed(on, notice):
        wide, high = (length * on.small for length in MARKS[part.mark])
        base = y + part.line * LEADING * on.small
        if part.mark == "line":
            box = table(part.x, base - 0.45 * on.small, wide, max(2.0, high))
            items.append(Rects(box, fill="residual"))
        elif part.mark == "bar":
            box = table(part.x, base - 0.75 * on.small, wide, high)
            items.append(Rects(box, fill="out", radius=2.0, opacity=0.34))
        gap = 0.5 * on.small if part.mark else 0.0
        items.append(said(part.text, part.x + wide + gap, base, on.small, "ink2"))
    return items


def _placed(on: Board, notice: str) -> list[Part]:
    """Each part where it stands; a second line on slides alone, where there is height for it."""
    most = 2 if slide_shaped(on.width, on.height) else 1
    parts = [
        Part(tr("length"), "line"),
        Part(tr("what is added"), "bar"),
        *([Part(notice)] if notice else []),
        Part(tr("cosine: 1 keeps the direction")),
        Part(tr("shares add up to 1")),
    ]
    found, x, line = list[Part](), on.room.x, 0
    for part in parts:
        wide = (MARKS[part.mark][0] + 0.5 * bool(part.mark)) * on.small
        wide += approximate(part.text, "regular", on.small)
        if x + wide > on.room.right and x > on.room.x and line + 1 < most:
            x, line = on.room.x, line + 1
        if x + wide > on.room.right:
            continue
        found.append(part._replace(x=x, line=line))
        x += wide + 1.4 * on.small
    return found
