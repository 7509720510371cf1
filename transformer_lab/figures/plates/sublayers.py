"""Attention drawn to plan, in the manner of figure 2 of Vaswani et al. 2017, from the model itself."""

from __future__ import annotations

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.heads import block_title, chosen_head
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.plates.board import Box, board, plate
from transformer_lab.figures.plates.sublayers_drawn import draw_head, draw_heads
from transformer_lab.figures.plates.sublayers_values import read_attention, told
from transformer_lab.language import tr, within


def sublayers_figure(snapshot: Snapshot, options: Options) -> Picture:
    """One head at the left, all at the right, of the chosen block. Raises LabError without attention."""
    heads, _ = chosen_head(snapshot, options.block, None)
    drawn, on = read_attention(snapshot, heads, options.manner.notation), board(options)
    one, all_ = (0.53, 0.44) if drawn.turns else (0.4, 0.56) if on.wide else (0.44, 0.5)
    part = one * on.room.width
    left = Box(on.room.x, on.room.y, part, on.room.height)
    other = all_ * on.room.width
    right = Box(on.room.right - other, on.room.y, other, on.room.height)
    items = [*draw_head(on, drawn, left), *draw_heads(on, drawn, right)]
    facts = told(drawn)
    return plate(
        on,
        tr("Attention, drawn to plan"),
        within(block_title(heads)),
        *items,
        description=", ".join(facts),
        notes="\n".join(facts),
    )
