"""Who may look at whom: the mask as a grid, with both of its signs spelled out."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.masking import HIDING, is_hidden, painted
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.by_head import told_items
from transformer_lab.figures.geometry import HAND
from transformer_lab.figures.heads import block_title, chosen_head, hidden, sides
from transformer_lab.figures.numbers import signed
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Hatch, Item, Picture, Rects, Ref, Sheet, Stamps, Texts, table
from transformer_lab.figures.plates.board import Board, Box, board, plate
from transformer_lab.figures.plates.grid import Grid, Place, cells, column_names, row_names
from transformer_lab.figures.plates.grid_fit import fit, thin_notice
from transformer_lab.figures.prose import Run, broken, set_lines
from transformer_lab.figures.turning import Turn, facing, turn_of
from transformer_lab.language import tr, within

SEEN = 0.42
"""The place on the ramp of attention at which “sees” is coloured."""


def mask_figure(snapshot: Snapshot, options: Options) -> Picture:
    """The mask of the chosen block. Raises LabError for a block without attention."""
    heads, head = chosen_head(snapshot, options.block, options.head)
    gone, on = hidden(snapshot, heads.path), board(options)
    asks, reads = sides(snapshot, heads)
    kind, numbers = painted(snapshot, heads.path)
    own = np.zeros_like(gone) if numbers is None else np.asarray(is_hidden(kind, numbers))
    gone = gone | own
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
    spot = fit(grid, room, on.sizes, square=True)
    notice = thin_notice(spot)
    if notice:
        spot = fit(grid, room._replace(height=room.height - 1.6 * on.small), on.sizes, square=True)
    assert snapshot.graph is not None
    sheet_of = np.transpose if turn.aside else np.asarray
    added = _added(sheet_of(numbers), spot) if numbers is not None and kind == "add" else ()
    hand = (*_by_hand(sheet_of(own), spot), *added)
    drawn = (*cells(grid, spot), *hand, *row_names(grid, spot), *column_names(grid, spot))
    items: list[Item] = [*told_items(snapshot.graph, facing(drawn, turn.mirrored, *spot.reach))]
    seen, total = int((~gone).sum()), gone.size
    if wide:
        items += _legend(on, spot.box.right + 2.6 * on.large, spot.y, gone, own, turn)
    causal = not np.tril(gone).any()
    name = (tr("Causal mask") if causal else tr("Mask")) if gone.any() else tr("No mask")
    said = tr("{seen} of {total} pairs may look.", seen=seen, total=total)
    rule = tr(
        "masked score = score + mask, with 0 where a word may look and −∞ where it may not; e to −∞ is 0"
    )
    sheet = Sheet(asks, reads, tuple(tuple("−∞" if g else "0" for g in row) for row in gone.tolist()))
    sheet = sheet.lying(turn.aside)
    place, notes = within(block_title(heads)), f"{said}\n{rule}"
    return plate(on, name, place, *items, description=said, notes=notes, sheet=sheet, notice=notice)


def _by_hand(own: np.ndarray, spot: Place) -> tuple[Item, ...]:
    """Strong hatch and the corner of what was set by hand, on the pairs that a hand has hidden."""
    rows, columns = np.nonzero(own)
    if not len(rows):
        return ()
    gap = 1.0 if min(spot.cell, spot.high) >= 8.0 else 0.0
    at = table(spot.x + columns * spot.cell + gap, spot.y + rows * spot.high + gap)
    size = table(np.full(len(at), spot.cell - 2.0 * gap), spot.high - 2.0 * gap)
    boxes = np.concatenate([at, size], 1)
    items: tuple[Item, ...] = (Hatch(boxes, "ink", 0.75), Rects(boxes, stroke="ink2", radius=2.0))
    if min(spot.cell, spot.high) < 10.0:
        return items
    return (*items, Stamps(HAND, table(boxes[:, 0] + boxes[:, 2], boxes[:, 1]), fill="ink"))


def _added(numbers: np.ndarray, spot: Place) -> tuple[Item, ...]:
    """The numbers that are added to scores, where they do not simply hide."""
    size = int(min(12.0, 0.5 * spot.high, 0.3 * spot.cell))
    if size < 8:
        return ()
    rows, columns = np.nonzero((numbers != 0.0) & (numbers > HIDING))
    if not len(rows):
        return ()
    at = table(spot.x + (columns + 0.5) * spot.cell, spot.y + (rows + 0.5) * spot.high + 0.36 * size)
    texts = tuple(signed(x, 1) for x in numbers[rows, columns].tolist())
    return (Texts(texts, at, size, color=f"on:seq:{SEEN}", anchor="middle"),)


def _legend(on: Board, x: float, y: float, gone: np.ndarray, own: np.ndarray, turn: Turn) -> list[Item]:
    size = max(on.small, round(0.92 * on.large))
    side, leading = 1.15 * size, 1.42 * size
    items: list[Item] = []
    rows = [(False, tr("may look"), tr("0 is added to its score"))]
    ruled = tr("hidden by rule") if own.any() else tr("hidden")
    rows += [(True, ruled, tr("−∞ is added, its weight is 0"))] if (gone & ~own).any() else []
    rows += [(True, tr("hidden by you"), tr("its weight is 0 as well"))] if own.any() else []
    for is_gone, name, what in rows:
        box = table(x, y, side, side)
        if name == tr("hidden by you"):
            items += [Hatch(box, "ink", 0.75), Stamps(HAND, table(x + side, y), fill="ink")]
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
