"""The logit lens of two states: the next word at each depth in B, and by how much its share changed."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.by_head import told_items
from transformer_lab.figures.compare.caption import NotSharedError, captioned, more_and_less
from transformer_lab.figures.compare.grids import difference_limit, framed, ink_on, scale_text
from transformer_lab.figures.compare.pairing import Pair, pair_of
from transformer_lab.figures.heads import chosen_query
from transformer_lab.figures.measure import CAP, shorten
from transformer_lab.figures.numbers import signed
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Cells, Floats, Hatch, Item, Picture, Rects, Sheet, Texts, table
from transformer_lab.figures.plates.board import board, plate
from transformer_lab.figures.plates.lens import TITLE, cell_ref
from transformer_lab.figures.plates.lens_lay import (
    Lens,
    depth_names,
    laid,
    marked,
    turned,
    unread,
    word_names,
)
from transformer_lab.figures.plates.lens_values import Depth, depths, top_words
from transformer_lab.language import tr


def lens_gap(snapshot: Snapshot, options: Options) -> Picture:
    """Words and depths of B. Raises NotSharedError where A or B predicts no next word."""
    assert options.other is not None
    assert snapshot.graph is not None
    pair = pair_of(options.other, snapshot)
    if "probs" not in pair.a or "probs" not in pair.b:
        raise NotSharedError(tr("A or B predicts no next word, so there is no difference."))
    query, rows = chosen_query(snapshot, options.query), depths(snapshot)
    before = {row.node: row for row in depths(pair.a)}
    gaps = [_gap(pair, row, before.get(row.node)) for row in rows]
    known = [gap for gap in gaps if gap is not None and np.isfinite(gap).any()]
    if not known:
        raise NotSharedError(tr("A and B share no word at any depth, so there is no difference."))
    limit = difference_limit(*known)
    on, caption = captioned(board(options), pair, *more_and_less(), scale=scale_text(limit))
    lens = laid(on, snapshot, rows, query, options.manner)
    shown = [gaps[rows.index(row)] for row in lens.rows]
    items: list[Item] = [*marked(on, lens, query), *word_names(on, lens, snapshot, query)]
    for number, (row, gap) in enumerate(zip(lens.rows, shown, strict=True)):
        items += (
            unread(lens, number) if gap is None else _row(snapshot, lens, row, gap, number, limit, on.small)
        )
    return plate(
        on,
        tr(TITLE),
        tr("B − A"),
        *caption,
        *told_items(snapshot.graph, [*turned(items, lens, snapshot), depth_names(on, lens)]),
        description=_said(snapshot, rows[-1], gaps[-1], query),
        sheet=_sheet(snapshot, rows, gaps).lying(lens.upright),
        notice=tr("The next word in B, and its change in points."),
    )


def _gap(pair: Pair, row: Depth, before: Depth | None) -> Floats | None:
    """For each word of B: the share of B's next word, less what A gave it; NaN where A has no such word."""
    if row.probabilities is None or before is None or before.probabilities is None:
        return None
    _, share, best = top_words(pair.b, row)
    known = {word: i for i, word in enumerate(pair.a.vocabulary)}
    found = np.full(len(share), np.nan)
    for i, (at, token) in enumerate(zip(pair.words.tolist(), best, strict=True)):
        place = known.get(pair.b.vocabulary[token], -1)
        if at >= 0 and place >= 0:
            found[i] = share[i] - before.probabilities[at, place]
    return found


def _row(
    snapshot: Snapshot, lens: Lens, row: Depth, gap: Floats, number: int, limit: float, least: int
) -> list[Item]:
    words, _, best = top_words(snapshot, row)
    kept = list(lens.kept)
    x, y = lens.corners(number).T
    inset = 2.0 if lens.wide > 14.0 else 0.0
    values = gap[kept]
    lost = np.isnan(values)
    boxes = table(x + inset / 2.0, y + inset / 2.0, lens.wide - inset, lens.high - inset)
    shown = np.nan_to_num(values)
    ref = cell_ref(snapshot, row, kept, best, number == len(lens.rows) - 1)
    items: list[Item] = [
        Cells(shown.reshape(-1, 1, 1), boxes[:, :2], boxes[:, 2:], "div", limit, radius=3.0, ref=ref)
    ]
    if lost.any():
        items.append(Hatch(boxes[lost], "ink3", 0.6))
    large = framed(shown, limit)
    if large.any():
        items.append(Rects(boxes[large], stroke="now_fill", width=2.0, radius=3.0))
    ink = tuple(ink_on(v, limit) for v in shown.tolist())
    two, small = lens.high >= 2.4 * lens.size, max(least, round(0.8 * lens.size))
    middle = y + lens.high / 2.0
    base = middle - 0.12 * lens.size if two else middle + CAP / 2.0 * lens.size
    text = tuple(shorten(words[i], lens.wide - 6.0, "medium", lens.size) for i in kept)
    items.append(Texts(text, table(x + lens.wide / 2.0, base), lens.size, "medium", ink, "middle"))
    if two:
        points = tuple("" if np.isnan(v) else signed(100.0 * v, 0) for v in values)
        base = middle + 0.12 * lens.size + CAP * small + 1.0
        items.append(Texts(points, table(x + lens.wide / 2.0, base), small, color=ink, anchor="middle"))
    return items


def _said(snapshot: Snapshot, row: Depth, gap: Floats | None, query: int) -> str:
    if gap is None or np.isnan(gap[query]):
        return tr("A has no such word, so nothing is subtracted.")
    word = top_words(snapshot, row)[0][query]
    by = signed(100.0 * gap[query], 0)
    return tr("After {word} B expects {next}, {by} points.", word=snapshot.words[query], next=word, by=by)


def _sheet(snapshot: Snapshot, rows: tuple[Depth, ...], gaps: list[Floats | None]) -> Sheet:
    cells = tuple(
        ("",) * len(snapshot.words) if gap is None else tuple("" if np.isnan(v) else float(v) for v in gap)
        for gap in gaps
    )
    return Sheet(tuple(row.name for row in rows), snapshot.words, cells)
