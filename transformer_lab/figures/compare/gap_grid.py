"""B − A of every head of every block: small maps on one signed scale, unchanged heads without a colour."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.by_head import told_items
from transformer_lab.figures.compare.attention_pair import gap_of
from transformer_lab.figures.compare.caption import NotSharedError
from transformer_lab.figures.compare.grids import Gap, difference_limit, gap_map, scale_text
from transformer_lab.figures.compare.naming import left_out
from transformer_lab.figures.compare.pairing import pair_of
from transformer_lab.figures.heads import Heads, all_heads, block_title, chosen_head, sides
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.mirror import laid
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Item, Picture, Rects, Texts, table
from transformer_lab.figures.plates.board import Board, board, plate, said
from transformer_lab.figures.turning import Turn, facing, turn_of
from transformer_lab.language import tr

LARGEST = 120.0


def gap_grid(snapshot: Snapshot, options: Options) -> Picture:
    """The maps of what changed. `options.other` is A. Raises LabError for a block or head that is not."""
    assert options.other is not None
    pair, on, rows = pair_of(options.other, snapshot), board(options), all_heads(snapshot)
    chosen, head = chosen_head(snapshot, options.block, options.head)
    if not any(pair.has(row.weights) for row in rows):
        raise NotSharedError(tr("A and B have no head in common, so there is no difference."))
    gaps = {(row.path, h): gap_of(pair, row, h) for row in rows for h in range(len(row.names))}
    limit = difference_limit(*(gap.values for gap in gaps.values()))
    x, y, side, dx, dy = _lay(on, rows)
    turns = {row.path: turn_of(options.manner, *sides(snapshot, row)) for row in rows}
    items: list[Item] = []
    for i, row in enumerate(rows):
        base = y + i * dy + side / 2.0 + 0.36 * on.small
        items.append(Texts((block_title(row),), table(x - 8.0, base), on.small, "medium", anchor="end"))
        for h in range(len(row.names)):
            gap, left, top = gaps[row.path, h], x + h * dx, y + i * dy
            cell = side / max(gap.values.shape)
            items += _lying(gap_map(gap, left, top, cell, limit), turns[row.path], gap, left, top, cell)
            items.append(Rects(table(left - 0.5, top - 0.5, side + 1.0, side + 1.0), stroke="line2"))
            if (row.path, h) == (chosen.path, head):
                ring = table(left - 3.0, top - 3.0, side + 6.0, side + 6.0)
                items.append(Rects(ring, stroke="select", width=2.0, radius=4.0))
    items += _heads(on, rows, x, y, side, dx)
    items.append(said(f"{tr('B − A')}, {scale_text(limit)}", on.room.x, on.room.low, on.small, "ink2"))
    assert snapshot.graph is not None
    drawn = told_items(snapshot.graph, tuple(items))
    moved = sum(bool(np.nan_to_num(gap.values).any()) for gap in gaps.values())
    told = tr("{n} of {all} heads changed.", n=moved, all=len(gaps))
    return plate(
        on, tr("What changed in every head"), "", *drawn, description=f"{told} {left_out(pair)}".strip()
    )


def _lying(
    items: tuple[Item, ...], turn: Turn, gap: Gap, left: float, top: float, cell: float
) -> tuple[Item, ...]:
    """A map as words lie and as they run."""
    shown = laid(items, left, top) if turn.aside else items
    return facing(shown, turn.mirrored, left, left + cell * gap.values.shape[0 if turn.aside else 1])


def _lay(on: Board, rows: tuple[Heads, ...]) -> tuple[float, float, float, float, float]:
    """Left and upper edge, side of a map, and the steps."""
    left = max(approximate(block_title(row), "medium", on.small) for row in rows) + 8.0
    across, top = max(len(row.names) for row in rows), 1.6 * on.small
    wide, high = on.room.width - left, on.room.height - top - 1.8 * on.small
    gap = 10.0
    side = max(
        6.0,
        min((wide + gap) / across - gap, (high + gap) / len(rows) - gap, LARGEST * max(1.0, 2.3 * on.unit)),
    )
    return on.room.x + left, on.room.y + top, side, side + gap, side + gap


def _heads(
    on: Board, rows: tuple[Heads, ...], x: float, y: float, side: float, dx: float
) -> tuple[Texts, ...]:
    across = max(len(row.names) for row in rows)
    full = [tr("Head {number}", number=h + 1) for h in range(across)]
    fits = max(approximate(name, "regular", on.small) for name in full) <= dx - 4.0
    names = tuple(full if fits else [str(h + 1) for h in range(across)])
    at = table([x + h * dx + side / 2.0 for h in range(across)], y - 0.5 * on.small)
    return (Texts(names, at, on.small, color="ink2", anchor="middle"),)
