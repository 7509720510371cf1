"""Lines of a head in two states: what B looks at more in blue, what it looks at less dashed in orange."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.by_head import by_head, index_of, told_items
from transformer_lab.figures.compare.caption import NotSharedError, captioned, more_and_less
from transformer_lab.figures.compare.changes import whole_percents
from transformer_lab.figures.compare.grids import difference_limit, scale_text
from transformer_lab.figures.compare.pairing import Pair, pair_of
from transformer_lab.figures.heads import Heads, chosen_asking, chosen_head, head_title, sides
from transformer_lab.figures.numbers import signed
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Floats, Picture, Sheet
from transformer_lab.figures.plates.board import board, plate
from transformer_lab.figures.plates.head_lines import TITLE
from transformer_lab.figures.plates.head_lines_aside import drawn_aside
from transformer_lab.figures.plates.head_lines_drawn import Lines, Strand, drawn
from transformer_lab.language import tr, within

ROOMY = 340.0
"""From this width on both shares are written, below it how many points they differ."""


def lines_gap(snapshot: Snapshot, options: Options) -> Picture:
    """B − A of one head as lines. Raises NotSharedError where A has no such head."""
    assert options.other is not None
    assert snapshot.graph is not None
    pair = pair_of(options.other, snapshot)
    heads, head = chosen_head(snapshot, options.block, options.head)
    query = chosen_asking(snapshot, heads, options.query)
    if not pair.shared(heads.weights).any():
        raise NotSharedError(tr("A has no such head, so there is no difference."))
    gap = np.nan_to_num(by_head(snapshot.graph, heads.weights, pair.difference(heads.weights))[head])
    limit = difference_limit(gap)
    (blue, more), (orange, less) = more_and_less()
    strands = (
        Strand(head, more, np.clip(gap, 0.0, None) / limit, blue, ()),
        Strand(head, less, np.clip(-gap, 0.0, None) / limit, orange, (6.0, 4.0)),
    )
    asks, reads = sides(snapshot, heads)
    on, caption = captioned(board(options), pair, scale=scale_text(limit))
    shares = _shares(pair, heads, head, query, on.room.width >= ROOMY)
    lines = Lines(heads.weights, asks, reads, query, strands, shares)
    items, notice = (drawn_aside if options.manner.aside else drawn)(on, lines, "")
    return plate(
        on,
        tr(TITLE),
        within(head_title(heads, head)),
        *caption,
        *told_items(snapshot.graph, items),
        description=_said(asks, reads, gap, query),
        sheet=Sheet(asks, reads, tuple(map(tuple, gap.tolist()))).lying(options.manner.aside),
        notice=notice,
    )


def _shares(pair: Pair, heads: Heads, head: int, query: int, roomy: bool) -> tuple[str, ...]:
    """“88% → 37%” for each word that is read, “−51” where there is little room; nothing for the same."""
    assert pair.b.graph is not None
    lead = index_of(pair.b.graph, heads.weights, (head, query, 0))[:-1]
    old, new = whole_percents(pair, heads.weights, lead)
    texts = []
    for a, b in zip(old, new, strict=True):
        if a < 0:
            texts.append(f"– → {b}%" if roomy else "")
        else:
            texts.append("" if a == b else f"{a}% → {b}%" if roomy else signed(b - a))
    return tuple(texts)


def _said(asks: tuple[str, ...], reads: tuple[str, ...], gap: Floats, query: int) -> str:
    row = gap[query]
    if not row.any():
        return tr("{word} looks at every word as before.", word=asks[query])
    up, down = reads[int(row.argmax())], reads[int(row.argmin())]
    return tr("{word} looks more at {up} and less at {down}.", word=asks[query], up=up, down=down)
