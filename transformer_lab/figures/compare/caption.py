"""The line over a difference: “B − A”, what its colours mean, and what could not be subtracted."""

from __future__ import annotations

from transformer_lab.errors import LabError
from transformer_lab.figures.compare.naming import left_out
from transformer_lab.figures.compare.pairing import Pair
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.picture import Item, Rects, table
from transformer_lab.figures.plates.board import Board, said
from transformer_lab.language import tr

LINE = 1.75
"""Height of a line of the caption, in sizes of type."""
Key = tuple[str, str]
"""A colour and what it means."""


class NotSharedError(LabError):
    """A and B have nothing in common here that could be subtracted: both are shown instead."""


def captioned(on: Board, pair: Pair, *keys: Key, scale: str = "") -> tuple[Board, tuple[Item, ...]]:
    """The board below the caption, and the caption; notes beside a figure have no place in a difference."""
    size, notice = on.small, left_out(pair)
    name = tr("B − A")
    base = on.room.y + 0.9 * size
    items: list[Item] = [said(name, on.room.x, base, size, face="semibold")]
    x = on.room.x + approximate(name, "semibold", size) + 1.2 * size
    for token, text in keys:
        wide = 1.1 * size + approximate(text, "regular", size)
        if x + wide > on.room.right:
            break
        items.append(Rects(table(x, base - 0.62 * size, 0.7 * size, 0.6 * size), fill=token, radius=1.5))
        items.append(said(text, x + 1.05 * size, base, size, "ink2"))
        x += wide + 1.1 * size
    if scale and x + approximate(scale, "regular", size) <= on.room.right:
        items.append(said(scale, on.room.right, base, size, "ink2", anchor="end"))
    lines = 1
    if notice:
        items.append(said(notice, on.room.x, base + 1.5 * size, size, "ink2", room=on.room.width))
        lines = 2
    low = (LINE + 1.5 * (lines - 1)) * size
    room = on.room._replace(y=on.room.y + low, height=on.room.height - low)
    return on._replace(room=room, notes=False), tuple(items)


def more_and_less() -> tuple[Key, Key]:
    """What blue and orange are in a difference."""
    return ("div:0.9", tr("more in B")), ("div:0.1", tr("less in B"))
