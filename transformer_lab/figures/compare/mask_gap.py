"""Two masks: which pairs may look only in B, and which only in A."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.by_head import told_items
from transformer_lab.figures.compare.caption import NotSharedError, captioned
from transformer_lab.figures.compare.pairing import Pair, pair_of
from transformer_lab.figures.heads import Bools, Heads, block_title, chosen_head, hidden, sides
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Item, Picture, Rects, Ref, Sheet, table
from transformer_lab.figures.plates.board import board, plate
from transformer_lab.figures.plates.grid import Grid, Place, cells, column_names, row_names
from transformer_lab.figures.plates.grid_fit import fit, thin_notice
from transformer_lab.figures.turning import facing, turn_of
from transformer_lab.language import tr, within


def mask_gap(snapshot: Snapshot, options: Options) -> Picture:
    """Blue where only B lets a word look, orange where only A does, hatch where neither does.

    Raises NotSharedError where A has no such attention.
    """
    assert options.other is not None
    assert snapshot.graph is not None
    pair = pair_of(options.other, snapshot)
    heads, head = chosen_head(snapshot, options.block, options.head)
    before, after = _before(pair, heads), hidden(snapshot, heads.path)
    lost = ~pair.shared(heads.weights).any(tuple(range(pair.b[heads.weights].ndim - 2)))
    gap = np.where(lost, np.nan, before.astype(float) - after.astype(float))
    asks, reads = sides(snapshot, heads)
    on, caption = captioned(
        board(options), pair, ("div:0.9", tr("may look only in B")), ("div:0.1", tr("may look only in A"))
    )
    ref = Ref(heads.weights, np.array([[head]], dtype=np.int64), "rc")
    both = (before & after) | lost
    grid = Grid(np.nan_to_num(gap), asks, reads, "div", 1.0, ref=ref, hidden=both, numbers="none")
    turn = turn_of(options.manner, asks, reads)
    grid = grid.laid() if turn.aside else grid
    room = on.room._replace(height=on.room.height - 1.6 * on.small)
    spot = fit(grid, room, on.sizes, square=True)
    drawn = (*_unchanged(grid, spot), *cells(grid, spot), *row_names(grid, spot), *column_names(grid, spot))
    count = int(np.nan_to_num(gap).astype(bool).sum())
    told = tr("{n} pairs differ.", n=count) if count else tr("The mask is the same in A and in B.")
    sheet = Sheet(asks, reads, tuple(map(tuple, np.nan_to_num(gap).tolist())))
    return plate(
        on,
        tr("What changed in the mask"),
        within(block_title(heads)),
        *caption,
        *told_items(snapshot.graph, facing(drawn, turn.mirrored, *spot.reach)),
        description=told,
        sheet=sheet.lying(turn.aside),
        notice=" ".join(part for part in (told, thin_notice(spot)) if part),
    )


def _unchanged(grid: Grid, spot: Place) -> tuple[Item, ...]:
    """A quiet frame for each pair that may look in both."""
    kept = grid.values == 0.0 if grid.hidden is None else (grid.values == 0.0) & ~grid.hidden
    rows, columns = np.nonzero(kept)
    box = table(spot.x + columns * spot.cell, spot.y + rows * spot.high, spot.cell, spot.high)
    return (Rects(box, stroke="line", width=1.0),) if len(rows) else ()


def _before(pair: Pair, heads: Heads) -> Bools:
    """What A hides, in the places of B."""
    if not pair.has(heads.weights):
        raise NotSharedError(tr("A has no such attention, so there is no difference."))
    gone = hidden(pair.a, heads.path)
    asks, reads = pair.places(heads.weights)[-2:]
    laid = gone[np.ix_(np.maximum(asks, 0), np.maximum(reads, 0))]
    return np.asarray(laid & (asks >= 0)[:, None] & (reads >= 0))
