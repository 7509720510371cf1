"""Softmax of one word in two states: at each temperature A's bar in grey above B's, and both shares."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.by_head import by_head
from transformer_lab.figures.compare.caption import NotSharedError, captioned
from transformer_lab.figures.compare.pairing import Pair, pair_of
from transformer_lab.figures.heads import (
    Bools,
    Heads,
    by_heads,
    chosen_asking,
    chosen_head,
    head_title,
    hidden,
    own_cells,
    sides,
)
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.numbers import percents
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Floats, Hatch, Item, Picture, Rects, Ref, Sheet, Texts, table
from transformer_lab.figures.plates.board import Board, board, middle, plate, said
from transformer_lab.figures.plates.softmax import NEWEST, TEMPERATURES, heat_names, shares_at
from transformer_lab.language import tr

ARROW = " → "


class Row(NamedTuple):
    """The word that asks: its scores and what is hidden from it, in A and in B, in the places of B."""

    scores: tuple[Floats, Floats]
    gone: tuple[Bools, Bools]

    def shares(self, heat: float) -> tuple[Floats, Floats]:
        """Both rows of shares at a temperature; NaN where A has no such word."""
        a, b = (shares_at(np.nan_to_num(s), g, heat) for s, g in zip(self.scores, self.gone, strict=True))
        return np.where(np.isnan(self.scores[0]), np.nan, a), b


def softmax_pair(snapshot: Snapshot, options: Options) -> Picture:
    """Paired bars at three temperatures, at one where there is no room for three.

    Raises NotSharedError where A has not this head or not this word.
    """
    assert options.other is not None
    pair = pair_of(options.other, snapshot)
    heads, head = chosen_head(snapshot, options.block, options.head)
    (asks, words), query = sides(snapshot, heads), chosen_asking(snapshot, heads, options.query)
    row = _row(pair, heads, head, query)
    on, caption = captioned(board(options), pair, ("ink3", tr("A, pinned")), ("out", tr("B, now")))
    heats = TEMPERATURES if options.temperature == 1.0 else tuple(sorted({1.0, options.temperature}))
    ref = Ref(f"{heads.path}/weights", np.array([[head, query]]))
    panels = _panels(on, words, row, heats if on.room.width >= 32.0 * on.small else (1.0,), ref)
    a, b = row.shares(1.0)
    return plate(
        on,
        tr("Softmax for “{word}”", word=asks[query]),
        head_title(heads, head),
        *caption,
        *own_cells(snapshot, panels),
        description="; ".join(
            f"{word}: {old} → {new}" for word, (old, new) in zip(words, _written(a, b), strict=True)
        ),
        sheet=Sheet(words, ("A", "B"), tuple(zip(map(float, a), map(float, b), strict=True))),
    )


def _row(pair: Pair, heads: Heads, head: int, query: int) -> Row:
    assert pair.b.graph is not None
    node = next(i for i in (f"{heads.path}/{n}" for n in NEWEST) if i in pair.b)
    before = by_head(pair.b.graph, node, pair.before(node))[head][query]
    if not pair.has(node) or np.isnan(before).all():
        raise NotSharedError(tr("A has not this head or not this word, so there is no difference."))
    after = np.asarray(by_heads(pair.b, node)[head][query])
    weights = by_head(pair.b.graph, heads.weights, pair.before(heads.weights))[head][query]
    hides = hidden(pair.b, heads.path)[query]
    lost = np.isnan(before) | (np.isnan(weights) | (weights == 0.0))
    return Row((before, after), (np.asarray(lost), np.asarray(hides, bool)))


def _written(a: Floats, b: Floats) -> list[tuple[str, str]]:
    """Both rows in whole percents; “–” where A has no such word."""
    old, new = percents(np.nan_to_num(a)), percents(b)
    return [("–" if np.isnan(v) else f"{p}%", f"{q}%") for v, p, q in zip(a, old, new, strict=True)]


def _panels(on: Board, words: tuple[str, ...], row: Row, heats: tuple[float, ...], ref: Ref) -> list[Item]:
    size = on.small
    top, count = on.room.y + 1.7 * size, len(words)
    most = max(1, int((on.room.low - top) / (1.3 * size)))
    larger = np.fmax(*(np.nan_to_num(share) for share in row.shares(1.0)))
    kept = sorted(np.argsort(-larger, kind="stable")[:most].tolist()) if count > most else list(range(count))
    high = min(2.6 * size, (on.room.low - top) / len(kept))
    names = tuple(shorten(words[i], 0.22 * on.room.width, "regular", size) for i in kept)
    left = on.room.x + max(approximate(name, "regular", size) for name in names)
    base = [middle(top + i * high, high, size) for i in range(len(kept))]
    items: list[Item] = [Texts(names, table(left, base), size, anchor="end")]
    panel = (on.room.right - left - 0.8 * size) / len(heats)
    titles = heat_names(heats, panel - 0.5 * size, size)
    for i, heat in enumerate(heats):
        x = left + 0.8 * size + i * panel
        items.append(said(titles[i], x, top - 0.6 * size, size, "ink2", "medium"))
        items += _panel(on, row, heat, kept, (x, panel - 0.8 * size, top, high), ref)
    return items


def _panel(
    on: Board, row: Row, heat: float, kept: list[int], box: tuple[float, float, float, float], ref: Ref
) -> list[Item]:
    """Two bars for each word on one scale from 0, and both shares at the right."""
    (x, width, top, high), size = box, on.small
    a, b = row.shares(heat)
    texts = [_written(a, b)[i] for i in kept]
    after = max(approximate(new, "semibold", size) for _, new in texts)
    wide = after + max(approximate(old + ARROW, "regular", size) for old, _ in texts)
    reach = max(8.0, width - wide - 0.6 * size)
    thick = max(2.0, min(0.3 * high, 0.7 * size))
    y = top + (np.arange(len(kept)) + 0.5) * high
    index = np.array([[*ref.index[0].tolist(), i] for i in kept])
    items: list[Item] = [Rects(table(x - 0.75, top, 1.5, high * len(kept)), fill="line2")]
    for shares, token, at in ((a, "ink3", -thick - 0.5), (b, "out", 0.5)):
        long = np.where(np.isnan(shares[kept]), 0.0, np.fmax(1.0, np.nan_to_num(shares[kept]) * reach))
        mine = Ref(ref.node, index) if token == "out" and heat == 1.0 else None
        items.append(Rects(table(x, y + at, long, thick), fill=token, radius=1.0, ref=mine))
    gone = np.flatnonzero(row.gone[1][kept])
    if len(gone):
        items.append(Hatch(table(x + 3.0, y[gone] - thick, 2.4 * size, 2.0 * thick)))
    base = [middle(top + i * high, high, size) for i in range(len(kept))]
    right = x + width
    old, new = tuple(o + ARROW for o, _ in texts), tuple(n for _, n in texts)
    items.append(Texts(old, table(right - after, base), size, color="ink2", anchor="end"))
    items.append(Texts(new, table(right, base), size, "semibold", anchor="end"))
    return items
