"""Who may look at whom: the mask as a grid, with both of its signs spelled out."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.by_head import told_items
from transformer_lab.figures.heads import block_title, chosen_head, hidden, sides
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Hatch, Item, Picture, Rects, Ref, Sheet, Texts, table
from transformer_lab.figures.plates.board import Board, Box, board, plate
from transformer_lab.figures.plates.grid import Grid, cells, column_names, fit, row_names, thin_notice
from transformer_lab.figures.prose import Run, broken, set_lines
from transformer_lab.figures.turning import Turn, facing, turn_of
from transformer_lab.language import tr

SEEN = 0.42
"""The place on the ramp of attention at which “sees” is coloured."""


def mask_figure(snapshot: Snapshot, options: Options) -> Picture:
    """The mask of the chosen block. Raises LabError for a block without attention."""
    heads, head = chosen_head(snapshot, options.block, options.head)
    gone, on = hidden(snapshot, heads.path), board(options)
    asks, reads = sides(snapshot, heads)
    ref = Ref(heads.weights, np.array([[head]], dtype=np.int64), "rc")
    grid = Grid(np.where(gone, 0.0, SEEN), asks, reads, "seq", 1.0, ref=ref, hidden=gone, numbers="none")
    turn = turn_of(options.manner, asks, reads)
    grid = grid.laid() if turn.aside else grid
    wide = on.wide
    room = Box(
        on.room.x,
        on.room.y,
        on.room.width * (0.6 if wide else 1.0),
        on.room.height - (0.0 if wide else 2.0 * on.small),
    )
    spot = fit(grid, room, on.large, on.small, square=True)
    notice = thin_notice(spot)
    if notice:
        spot = fit(grid, room._replace(height=room.height - 1.6 * on.small), on.large, on.small, square=True)
    assert snapshot.graph is not None
    drawn = (*cells(grid, spot), *row_names(grid, spot), *column_names(grid, spot))
    items: list[Item] = [*told_items(snapshot.graph, facing(drawn, turn.mirrored, *spot.reach))]
    seen, total = int((~gone).sum()), gone.size
    if wide:
        items += _legend(on, spot.box.right + 2.6 * on.large, spot.y, gone, turn)
    causal = not np.tril(gone).any()
    name = (tr("Causal mask") if causal else tr("Mask")) if gone.any() else tr("No mask")
    said = tr("{seen} of {total} pairs may look.", seen=seen, total=total)
    rule = tr(
        "masked score = score + mask, with 0 where a word may look and −∞ where it may not; e to −∞ is 0"
    )
    sheet = Sheet(asks, reads, tuple(tuple("−∞" if g else "0" for g in row) for row in gone.tolist()))
    place, notes = lowered(block_title(heads)), f"{said}\n{rule}"
    return plate(on, name, place, *items, description=said, notes=notes, sheet=sheet, notice=notice)


def lowered(title: str) -> str:
    """A title in the middle of a line."""
    return title[:1].lower() + title[1:]


def _legend(on: Board, x: float, y: float, gone: np.ndarray, turn: Turn) -> list[Item]:
    size = max(on.small, round(0.92 * on.large))
    side, leading = 1.15 * size, 1.42 * size
    items: list[Item] = []
    rows = [(False, tr("may look"), tr("0 is added to its score"))]
    rows += [(True, tr("hidden"), tr("−∞ is added, its weight is 0"))] if gone.any() else []
    for is_gone, name, what in rows:
        box = table(x, y, side, side)
        items += (
            [Hatch(box), Rects(box, stroke="line2", radius=2.0)]
            if is_gone
            else [Rects(box, fill=f"seq:{SEEN}", radius=2.0)]
        )
        items.append(Texts((name,), table(x + 1.7 * size, y + 0.95 * size), size, "semibold"))
        beside = x + 1.7 * size
        lines = broken([Run(what, color="ink2")], on.room.right - beside, on.small)
        items += set_lines(lines, beside, y + 0.95 * size + 1.25 * on.small, on.small, 1.3 * on.small)
        y += 1.3 * on.small * (len(lines) - 1)
        y += 3.3 * size
    causal = not np.tril(gone).any()
    each = tr("Each column is a word that asks;") if turn.aside else tr("Each row is a word that asks;")
    rest = (
        tr("hatched words are hidden from it.")
        if not causal
        else tr("a word may look at itself and at those before it.")
        if gone.any()
        else tr("it may look at every word.")
    )
    said = f"{each} {rest}"
    lines = broken([Run(said)], on.room.right - x, size)
    return [*items, *set_lines(lines, x, y + 0.9 * size, size, leading)]
