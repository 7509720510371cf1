"""The logit lens: which next word the wire would give behind every block, could it be read off there."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.direction import joined, right_to_left, set_size
from transformer_lab.figures.heads import chosen_query
from transformer_lab.figures.measure import CAP, approximate, shorten
from transformer_lab.figures.numbers import percent
from transformer_lab.figures.options import Options, slide_shaped
from transformer_lab.figures.picture import (
    Cells,
    Face,
    Floats,
    Hatch,
    Item,
    Picture,
    Rects,
    Ref,
    Sheet,
    Texts,
    table,
)
from transformer_lab.figures.plates.board import Board, Box, board, plate, said
from transformer_lab.figures.plates.card import card
from transformer_lab.figures.plates.foot import LINE, Scale, foot_lines, foot_scales
from transformer_lab.figures.plates.lay import LONGEST
from transformer_lab.figures.plates.lens_values import Depth, depths, norm_rule, unembedding
from transformer_lab.figures.turning import facing
from transformer_lab.language import tr

SCALES = (Scale("seq", 1.0, tr("probability")),)
TITLE = "The next word, read off after every block"


class Lens(NamedTuple):
    """What is shown: depths from the words down, the columns (words), and where the cells stand."""

    rows: tuple[Depth, ...]
    kept: tuple[int, ...]
    box: Box
    wide: float
    high: float
    size: int
    tilted: bool
    """whether the words on top have no room otherwise"""
    digit: int
    """the smallest type of a share"""


def lens_figure(snapshot: Snapshot, options: Options) -> Picture:
    """Rows are depths, columns words; each cell holds the likeliest next word and its probability.

    The last row is the output of the model itself. A model without an output gets a card that says so.
    """
    if "probs" not in snapshot:
        missing = tr("This model predicts no next word, so nothing can be read off.")
        return card(options, tr(TITLE), missing, tr("Switch its output on, or choose another model."))
    on, query = board(options), chosen_query(snapshot, options.query)
    rows = depths(snapshot)
    lens = laid(on, snapshot, rows, query)
    notice = _notice(on, lens, snapshot, rows, options.manner.first)
    if foot_lines(on, SCALES, notice) > 1:
        lens = laid(on, snapshot, rows, query, 1.9 + LINE)
        notice = _notice(on, lens, snapshot, rows, options.manner.first)
    drawn = [*marked(on, lens, query), *_cells(snapshot, lens), *word_names(on, lens, snapshot, query)]
    right = lens.box.x + len(lens.kept) * lens.wide
    turned = facing(drawn, right_to_left(snapshot.words), lens.box.x, right)
    items = [*turned, depth_names(on, lens)]
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
        sheet=_sheet(snapshot, rows),
        notice=notice,
    )


def laid(on: Board, snapshot: Snapshot, rows: tuple[Depth, ...], query: int, below: float = 1.9) -> Lens:
    """All rows that have room, the last always; the words up to the chosen one that have room."""
    foot = below * on.small
    names = max(approximate(row.name, "medium", on.small) for row in rows) + 0.7 * on.small
    heads = _heads(on, snapshot, on.room.width - names)
    top = heads or 1.7 * on.small
    box = Box(on.room.x + names, on.room.y + top, on.room.width - names, on.room.height - top - foot)
    every = max(1, int(np.ceil(1.45 * on.small * len(rows) / box.height)))
    shown = tuple(row for i, row in enumerate(reversed(rows)) if i % every == 0)[::-1]
    tops = [top_words(snapshot, row)[0] for row in shown if row.probabilities is not None]
    told = ("100%", *(() if heads else snapshot.words), *(w for r in tops for w in r))
    least_type = min(on.small, max(11, on.digit)) if heads else on.small
    widest = max(approximate(w, "medium", least_type) for w in told) / least_type
    least = min(widest, 8.0 * 0.58) * least_type + 0.25 * least_type
    count = len(snapshot.words)
    fits = max(1, min(count, int(box.width / least)))
    start = max(0, min(query - fits + 1, count - fits))
    wide, high = min(box.width / fits, 9.0 * on.large), min(box.height / len(shown), 5.2 * on.large)
    size = max(least_type, min(on.large, int((wide - 0.25 * on.small) / widest), int(high / 1.45)))
    return Lens(shown, tuple(range(start, start + fits)), box, wide, high, size, heads > 0.0, on.digit)


def _heads(on: Board, snapshot: Snapshot, room: float) -> float:
    """The height that tilted words take; 0 where all are level, or must be."""
    wide = max(approximate(word, "semibold", on.small) for word in snapshot.words)
    if not slide_shaped(on.width, on.height) or any(map(joined, snapshot.words)):
        return 0.0
    if wide + 4.0 <= room / len(snapshot.words):
        return 0.0
    return 0.72 * min(wide, LONGEST * on.small) + 0.9 * on.small


def top_words(snapshot: Snapshot, row: Depth) -> tuple[list[str], Floats, list[int]]:
    """For each word the likeliest next one, its probability, and its place in the vocabulary."""
    assert row.probabilities is not None
    best = np.nan_to_num(row.probabilities).argmax(-1)
    share = row.probabilities[np.arange(len(best)), best]
    return [snapshot.vocabulary[i] for i in best], share, best.tolist()


def marked(on: Board, lens: Lens, query: int) -> list[Item]:
    """The wash behind the chosen word."""
    x = lens.box.x + lens.kept.index(query) * lens.wide
    top = lens.box.y - (0.0 if lens.tilted else 1.55 * on.small)
    return [
        Rects(
            table(x, top, lens.wide, lens.box.y + len(lens.rows) * lens.high - top), fill="wash", radius=4.0
        )
    ]


def _cells(snapshot: Snapshot, lens: Lens) -> list[Item]:
    items: list[Item] = []
    for number, row in enumerate(lens.rows):
        y = lens.box.y + number * lens.high
        items += unread(lens, y) if row.probabilities is None else _row(snapshot, lens, row, number, y)
    return items


def unread(lens: Lens, y: float) -> list[Item]:
    """A row whose width does not fit W_U."""
    return [Hatch(table(lens.box.x + 1.0, y + 1.0, lens.wide * len(lens.kept) - 2.0, lens.high - 2.0))]


def _row(snapshot: Snapshot, lens: Lens, row: Depth, number: int, y: float) -> list[Item]:
    words, share, best = top_words(snapshot, row)
    kept = list(lens.kept)
    x = lens.box.x + np.arange(len(kept)) * lens.wide
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
    text = tuple(shorten(words[i], lens.wide - 6.0, "medium", lens.size) for i in kept)
    items.append(Texts(text, table(x + lens.wide / 2.0, base), lens.size, "medium", ink, "middle"))
    if two:
        shares = tuple(percent(v) for v in share[kept])
        base = middle + 0.12 * lens.size + CAP * small + 1.0
        items.append(Texts(shares, table(x + lens.wide / 2.0, base), small, color=ink, anchor="middle"))
    return items


def cell_ref(snapshot: Snapshot, row: Depth, kept: list[int], best: list[int], last: bool) -> Ref:
    """The output answers with its probability, an earlier depth with the number that speaks loudest."""
    if last:
        return Ref("probs", np.array([[word, best[word]] for word in kept]))
    assert row.drive is not None
    weights, _ = unembedding(snapshot)
    loud = [int(np.nan_to_num(row.drive[word] * weights[:, best[word]]).argmax()) for word in kept]
    return Ref(row.node, np.stack([np.array(kept), np.array(loud)], 1))


def depth_names(on: Board, lens: Lens) -> Item:
    size = on.small
    down = [lens.box.y + (i + 0.5) * lens.high + CAP / 2.0 * size for i in range(len(lens.rows))]
    rows = tuple(row.name for row in lens.rows)
    return Texts(rows, table(lens.box.x - 0.6 * size, down), size, "medium", "ink2", "end")


def word_names(on: Board, lens: Lens, snapshot: Snapshot, query: int) -> list[Item]:
    size, items = on.small, list[Item]()
    for place, word in enumerate(lens.kept):
        face: Face = "semibold" if word == query else "regular"
        name = snapshot.words[word]
        x = lens.box.x + (place + 0.5) * lens.wide
        if lens.tilted:
            at = table(x + 0.1 * size, lens.box.y - 0.35 * size)
            text = shorten(name, LONGEST * size, "semibold", size)
            items.append(Texts((text,), at, size, face, angle=-45.0))
            continue
        text = shorten(name, lens.wide - 4.0, "semibold", set_size(name, size))
        items.append(said(text, x, lens.box.y - 0.5 * size, size, face=face, anchor="middle"))
    return items


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
