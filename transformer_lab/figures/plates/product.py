"""A matrix product: the left matrix at the left, the right one on top, and each result where both meet."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.label import text
from transformer_lab.errors import LabError
from transformer_lab.figures.heads import all_heads, chosen_head, chosen_query
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Picture, Sheet, Texts, table
from transformer_lab.figures.plates.board import Board, board, plate
from transformer_lab.figures.plates.factors import factors, worked
from transformer_lab.figures.plates.foot import foot_lines, foot_scales
from transformer_lab.figures.plates.spread import draw_product
from transformer_lab.language import tr

GAP = 0.9
"""Between the matrices, in sizes of the type."""


def product_figure(snapshot: Snapshot, options: Options) -> Picture:
    """A product of two matrices, `options.node` (the scores of the chosen head), with one cell worked out.

    Raises LabError for a node that is no product of two matrices.
    """
    node = options.node or _default(snapshot, options)
    parts, on = factors(snapshot, node, options.head or 0), board(options)
    row = chosen_query(snapshot, options.query) if len(parts.rows) == len(snapshot.words) else 0
    column = int(np.argmax(parts.result[row]))
    if options.manner.notation == "Wx":
        parts, row, column = parts.columnwise(), column, row
    foot = 2.1 * on.large
    across = len(parts.columns) - 1 - column if parts.words[2] else column
    numbered, cell = options.numbers != "none", (row, across)
    items, notice, scales = draw_product(on, parts.facing(), cell, foot, numbered)
    lower = 1.35 * on.small * foot_lines(on, scales, notice) if notice or scales else 0.0
    if lower:
        items, notice, scales = draw_product(on, parts.facing(), cell, foot + lower, numbered)
        items += foot_scales(on, scales, notice)
    what = tr("{row} · {column}: ", row=parts.rows[row], column=parts.columns[column])
    told, _ = line, short = worked(parts, row, column, options.manner.decimals)
    if approximate(what + line, "regular", on.small) > on.room.width:  # fewer decimals, and a larger type
        line, short = worked(parts, row, column)
    size = _size(line, on) if options.manner.decimals == 2 else _size(what + line, on) or _size(line, on)
    shown = line if size else short
    size = size or on.small
    y = on.room.low - 0.35 * on.large - lower
    x, room, head = on.room.x, on.room.width, approximate(what, "regular", size)
    if (
        head + approximate(shown, "regular", size) <= room
    ):  # by themselves, so that words of Hebrew turn no sum
        items.append(Texts((what.rstrip(),), table(x, y), size))
        x, room = x + head, room - head
    items.append(Texts((shorten(shown, room, "regular", size),), table(x, y), size))
    assert snapshot.graph is not None
    title = f"{parts.names[0]} · {parts.names[1]} = {parts.names[2]}"
    sheet = Sheet(parts.rows, parts.columns, tuple(tuple(map(float, r)) for r in parts.result))
    return plate(
        on,
        title,
        parts.head,
        *items,
        description=told,
        notes=f"{text(snapshot.graph, node, options.manner.notation == 'Wx')}\n{what}{told}",
        sheet=sheet,
        notice=notice,
    )


def _size(line: str, on: Board) -> int:
    """The largest type in which a line has room; 0 for none."""
    sizes = range(on.large, on.small - 1, -1)
    return next((s for s in sizes if approximate(line, "regular", s) <= on.room.width), 0)


def _default(snapshot: Snapshot, options: Options) -> str:
    if not all_heads(snapshot):
        raise LabError(tr("This model has no attention; say which product with --node."))
    return f"{chosen_head(snapshot, options.block, options.head)[0].path}/scores"
