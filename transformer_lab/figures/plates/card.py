"""A card in place of a figure whose subject this model does not have: what is missing, and what to do."""

from __future__ import annotations

from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Item, Picture, Rects, table
from transformer_lab.figures.plates.board import board, plate
from transformer_lab.figures.prose import Run, broken, set_lines


def card(options: Options, title: str, missing: str, advice: str) -> Picture:
    """The head line, and under it a dashed card: `missing` in ink, `advice` in grey."""
    on = board(options)
    size, inner = on.large, on.room.width - 3.0 * on.large
    lines = broken(
        [Run(missing + "\n", "semibold"), Run(advice, color="ink2")], min(inner, 26.0 * size), size
    )
    wide = min(on.room.width, 29.0 * size)
    high = min(on.room.height, (1.4 * len(lines) + 2.2) * size)
    x, y = on.room.x + (on.room.width - wide) / 2.0, on.room.y + (on.room.height - high) / 2.5
    items: tuple[Item, ...] = (
        Rects(table(x, y, wide, high), stroke="line2", width=1.5, radius=10.0, dash=(6.0, 4.0)),
        *set_lines(lines, x + 1.5 * size, y + 1.95 * size, size, 1.4 * size),
    )
    said = f"{missing} {advice}"
    return plate(on, title, "", *items, description=said, notes=said)
