"""The logit lens: which next word the wire would give behind every block, could it be read off there."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.heads import chosen_query
from transformer_lab.figures.measure import CAP, approximate, shorten
from transformer_lab.figures.numbers import percent
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import (
    Cells,
    Item,
    Picture,
    Ref,
    Sheet,
    Texts,
    table,
)
from transformer_lab.figures.plates.board import Board, board, plate
from transformer_lab.figures.plates.card import card
from transformer_lab.figures.plates.foot import LINE, Scale, foot_lines, foot_scales
from transformer_lab.figures.plates.lens_lay import (
    Lens,
    depth_names,
    laid,
    marked,
    turned,
    unread,
    word_names,
)
from transformer_lab.figures.plates.lens_values import Depth, depths, norm_rule, top_words, unembedding
from transformer_lab.language import tr

SCALES = (Scale("seq", 1.0, tr("probability")),)
TITLE = "The next word, read off after every block"


def lens_figure(snapshot: Snapshot, options: Options) -> Picture:
    """Words and depths; each cell holds the likeliest next word and its probability.

    The last depth is the output of the model itself. A model without an output gets a card that says so.
    """
    if "probs" not in snapshot:
        missing = tr("This model predicts no next word, so nothing can be read off.")
        return card(options, tr(TITLE), missing, tr("Switch its output on, or choose another model."))
    on, query = board(options), chosen_query(snapshot, options.query)
    rows = depths(snapshot)
    lens = laid(on, snapshot, rows, query, options.manner)
    notice = _notice(on, lens, snapshot, rows, options.manner.first)
    if foot_lines(on, SCALES, notice) > 1:
        lens = laid(on, snapshot, rows, query, options.manner, 1.9 + LINE)
        notice = _notice(on, lens, snapshot, rows, options.manner.first)
    drawn = [*marked(on, lens, query), *_cells(snapshot, lens), *word_names(on, lens, snapshot, query)]
    items = [*turned(drawn, lens, snapshot), depth_names(on, lens)]
    items += foot_scales(on, SCALES, notice)
    best = rows[-1].probabilities
    assert best is not None
    top = int(best[query].argmax())
    line = tr(
        "After {word} the model expects {next} ({share}).",
        word=snapshot.words[query],
        next=snapshot.vocabulary[top],
        share=percent(best[query, top]),
    )
    return plate(
        on,
        tr(TITLE),
        "",
        *items,
        description=f"{line} {norm_rule(snapshot)}",
        notes=_spoken(snapshot, rows, query),
        sheet=_sheet(snapshot, rows).lying(lens.upright),
        notice=notice,
    )


def _cells(snapshot: Snapshot, lens: Lens) -> list[Item]:
    items: list[Item] = []
    for number, row in enumerate(lens.rows):
        items += unread(lens, number) if row.probabilities is None else _row(snapshot, lens, row, number)
    return items


def _row(snapshot: Snapshot, lens: Lens, row: Depth, number: int) -> list[Item]:
    words, share, best = top_words(snapshot, row)
    kept = list(lens.kept)
    x, y = lens.corners(number).T
    gap = 2.0 if lens.wide > 14.0 else 0.0
    ref = cell_ref(snapshot, row, kept, best, number == len(lens.rows) - 1)
    at, size = (
        table(x + gap / 2.0, y + gap / 2.0),
        table(np.full(len(kept), lens.wide - gap), lens.high - gap),
    )
    items: list[Item] = [Cells(share[kept].reshape(-1, 1, 1), at, size, "seq", 1.0, radius=3.0, ref=ref)]
    ink = tuple(f"on:seq:{min(1.0, max(0.0, v)):.2f}" if v == v else "error" for v in share[kept].tolist())
    two = lens.high >= 2.25 * lens.size
    small = max(lens.digit, round(0.8 * lens.size))
    middle = y + lens.high / 2.0
    base = middle - 0.12 * lens.size if two else middle + CAP / 2.0 * lens.size
    shares = tuple(percent(v) for v in share[kept])
    text = tuple(shorten(words[i], lens.wide - 6.0, "medium", lens.size) for i in kept)
    if not two and lens.upright:
        text = _with_shares(lens, text, shares)
    items.append(Texts(text, table(x + lens.wide / 2.0, base), lens.size, "medium", ink, "middle"))
    if two:
        base = middle + 0.12 * lens.size + CAP * small + 1.0
        items.append(Texts(shares, table(x + lens.wide / 2.0, base), small, color=ink, anchor="middle"))
    return items


def _with_shares(lens: Lens, words: tuple[str, ...], shares: tuple[str, ...]) -> tuple[str, ...]:
    """“cat 88%” where every cell has room for it, else the words alone."""
    both = tuple(f"{word}  {share}" for word, share in zip(words, shares, strict=True))
    fits = max(approximate(text, "medium", lens.size) for text in both) <= lens.wide - 6.0
    return both if fits else words


def cell_ref(snapshot: Snapshot, row: Depth, kept: list[int], best: list[int], last: bool) -> Ref:
    """The output answers with its probability, an earlier depth with the number that speaks loudest."""
    if last:
        return Ref("probs", np.array([[word, best[word]] for word in kept]))
    assert row.drive is not None
    weights, _ = unembedding(snapshot)
    loud = [int(np.nan_to_num(row.drive[word] * weights[:, best[word]]).argmax()) for word in kept]
    return Ref(row.node, np.stack([np.array(kept), np.array(loud)], 1))


def _notice(on: Board, lens: Lens, snapshot: Snapshot, rows: tuple[Depth, ...], first: int) -> str:
    parts = [norm_rule(snapshot, brief=on.width < 480.0)]
    if len(lens.kept) < len(snapshot.words):
        parts.append(
            tr(
                "Words {a}–{b} of {n}.",
                a=first + lens.kept[0],
                b=first + lens.kept[-1],
                n=len(snapshot.words),
            )
        )
    if len(lens.rows) < len(rows):
        parts.append(tr("{a} of {n} depths.", a=len(lens.rows), n=len(rows)))
    if any(row.probabilities is None for row in lens.rows):
        parts.append(tr("Hatched: too wide or narrow for W_U."))
    return " ".join(parts)


def _spoken(snapshot: Snapshot, rows: tuple[Depth, ...], query: int) -> str:
    lines = [norm_rule(snapshot), tr("After “{word}”:", word=snapshot.words[query])]
    for row in rows:
        if row.probabilities is None:
            lines.append(tr("{depth}: cannot be read", depth=row.name))
            continue
        words, share, _ = top_words(snapshot, row)
        lines.append(f"{row.name}: {words[query]} {percent(share[query])}")
    return "\n".join(lines)


def _sheet(snapshot: Snapshot, rows: tuple[Depth, ...]) -> Sheet:
    cells = []
    for row in rows:
        words, share = (
            ([""] * len(snapshot.words), None) if row.probabilities is None else top_words(snapshot, row)[:2]
        )
        cells.append(tuple(w if share is None else f"{w} {percent(share[i])}" for i, w in enumerate(words)))
    return Sheet(tuple(row.name for row in rows), snapshot.words, tuple(cells))
