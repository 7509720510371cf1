"""The line under the wire: what line, bar, cosine and share are."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.measure import approximate
from transformer_lab.figures.picture import Item, Rects, table
from transformer_lab.figures.plates.board import Board, said
from transformer_lab.language import tr


def legend(on: Board, notice: str, y: float) -> list[Item]:
    """What line, bar, cosine and share are, as many as have room."""
    size, x, items = on.small, on.room.x, list[Item]()
    parts = (
        (Rects(table(0.0, 0.0, 1.6 * size, max(2.0, 3.0 * on.unit)), fill="residual"), tr("length"), 0.45),
        (
            Rects(table(0.0, 0.0, 0.9 * size, 0.85 * size), fill="out", radius=2.0, opacity=0.34),
            tr("what is added"),
            0.75,
        ),
    )
    for mark, text, up in parts:
        wide = float(mark.box[0, 2]) + 0.5 * size + approximate(text, "regular", size)
        if x + wide > on.room.right:
            return items
        items.append(
            Rects(
                mark.box + np.array([x, y - up * size, 0.0, 0.0]),
                fill=mark.fill,
                radius=mark.radius,
                opacity=mark.opacity,
            )
        )
        items.append(said(text, x + float(mark.box[0, 2]) + 0.5 * size, y, size, "ink2"))
        x += wide + 1.4 * size
    for text in filter(None, (notice, tr("cosine: 1 keeps the direction"), tr("shares add up to 1"))):
        wide = approximate(text, "regular", size)
        if x + wide <= on.room.right:
            items.append(said(text, x, y, size, "ink2"))
            x += wide + 1.4 * size
    return items
