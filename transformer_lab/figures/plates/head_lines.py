"""Heads as lines: the words that ask at the left, those read at the right (Vig 2019, “head view”)."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.attention_notes import plain, root_notice, row_sentence
from transformer_lab.figures.by_head import told_items
from transformer_lab.figures.heads import (
    block_title,
    check_index,
    chosen_asking,
    chosen_head,
    head_title,
    head_weights,
    sides,
)
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Picture, Sheet
from transformer_lab.figures.plates.board import board, plate
from transformer_lab.figures.plates.head_lines_aside import drawn_aside
from transformer_lab.figures.plates.head_lines_drawn import Lines, Strand, drawn
from transformer_lab.language import tr, within

MOST_HEADS = 4
TITLE = "Who looks at whom, as lines"


def head_lines_figure(snapshot: Snapshot, options: Options) -> Picture:
    """Lines as wide as the weights of `options.heads` (or of `options.head` alone), the chosen word's loud.

    Raises LabError for a block, head or word that does not exist, and for more than four heads.
    """
    heads, head = chosen_head(snapshot, options.block, options.head)
    shown = tuple(dict.fromkeys(options.heads)) or (head,)
    for number in shown:
        check_index("heads", number, len(heads.names), block_title(heads), tr("head"))
    shown = shown[:MOST_HEADS]
    asks, reads = sides(snapshot, heads)
    query = chosen_asking(snapshot, heads, options.query)
    weights = np.asarray(head_weights(snapshot, heads))
    strands = tuple(
        Strand(h, tr("head {n}", n=h + 1), weights[h], color, dash)
        for h, (color, dash) in zip(shown, looks(shown), strict=True)
    )
    on = board(options)
    left_out = len(dict.fromkeys(options.heads)) - len(shown)
    root = options.ramp == "root"
    lines = Lines(heads.weights, asks, reads, query, strands, root=root)
    draw = drawn_aside if options.manner.aside else drawn
    more = (tr("{n} more heads are left out.", n=left_out) if left_out > 0 else "", root_notice(root))
    items, notice = draw(on, lines, " ".join(filter(None, more)))
    said = [plain(row_sentence(asks, query, weights[h][query], reads)) for h in shown]
    several = len(shown) > 1
    place = within(block_title(heads) if several else head_title(heads, shown[0]))
    assert snapshot.graph is not None
    return plate(
        on,
        tr(TITLE),
        place,
        *told_items(snapshot.graph, items),
        description=" ".join(f"{s.name}: {t}" for s, t in zip(strands, said, strict=True))
        if several
        else said[0],
        notes="\n".join(f"{s.name}: {t}" for s, t in zip(strands, said, strict=True)),
        sheet=Sheet(asks, reads, tuple(map(tuple, weights[shown[0]].tolist()))).lying(options.manner.aside),
        notice=notice,
    )


def looks(shown: tuple[int, ...]) -> list[tuple[str, tuple[float, ...]]]:
    """Colour and dash of each head: its own of four, else the first free one; alone it is violet."""
    from transformer_lab.figures.stage.folded import DASHES

    if len(shown) == 1:
        return [("out", ())]
    taken = {h for h in shown if h < MOST_HEADS}
    free = [h for h in range(MOST_HEADS) if h not in taken]
    places = [h if h < MOST_HEADS else free.pop(0) for h in shown]
    return [(f"heads.{place}", DASHES[place]) for place in places]
