"""The figure `comparison`: attention in A, in B, their difference, and the next word before and after."""

from __future__ import annotations

import math
from dataclasses import replace

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.attention_notes import label_notice
from transformer_lab.figures.by_head import told_items
from transformer_lab.figures.compare.attention_pair import Maps, maps_of
from transformer_lab.figures.compare.bars import bars_heading, paired, paired_bars
from transformer_lab.figures.compare.changes import largest, written
from transformer_lab.figures.compare.comparison_lay import Lay, column_names, laid
from transformer_lab.figures.compare.grids import chip, gap_map, plain_map, scale_text
from transformer_lab.figures.compare.naming import called, left_out
from transformer_lab.figures.compare.pairing import Pair, pair_of
from transformer_lab.figures.direction import lettered
from transformer_lab.figures.heads import chosen_asking, chosen_head, head_title
from transformer_lab.figures.measure import CAP, approximate, shorten
from transformer_lab.figures.mirror import laid as on_its_side
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Face, Item, Picture, Rects, Sheet, Texts, table
from transformer_lab.figures.plates.board import Board, Box, board, plate, said
from transformer_lab.figures.plates.card import card
from transformer_lab.figures.turning import Turn, facing, turn_of
from transformer_lab.language import tr

MOST_BARS = 8


def comparison_figure(snapshot: Snapshot, options: Options) -> Picture:
    """A | B | B − A of one head, and the next words. Without a state A (`options.other`) a card says so.

    Raises LabError for a block, head or word that does not exist.
    """
    other, title = options.other, tr("What changed from A to B")
    if other is None or other.trace is None:
        missing = tr("There is no state A to compare with.")
        return card(options, title, missing, tr("Pin one with Ctrl+D, or give a file with --other."))
    pair, on = pair_of(other, snapshot), board(options)
    heads, head = chosen_head(snapshot, options.block, options.head)
    query = chosen_asking(snapshot, heads, options.query)
    maps = maps_of(pair, heads, head, options.ramp)
    assert snapshot.graph is not None
    notice = left_out(pair)
    items, every = _items(pair, maps, query, on, notice, options)
    if every > 1 and not notice:
        items, every = _items(pair, maps, query, on, _thinned(every), options)
    notice = " ".join(part for part in (_thinned(every), notice) if part)
    items = told_items(snapshot.graph, items)
    told = _told(pair)
    return plate(
        on,
        title,
        head_title(heads, head),
        *items,
        description=told,
        notes=" ".join(part for part in (told, notice) if part),
        sheet=_sheet(maps).lying(options.manner.aside),
        notice=notice,
    )


def _told(pair: Pair) -> str:
    """The largest changes, as a sentence."""
    found = largest(pair, 3)
    if not found:
        return tr("Nothing changed.")
    parts = []
    for change in found:
        name, (old, new) = called(pair.b, change.cell), written(pair, change)
        parts.append(tr("{what}, {where}: {a} → {b}", what=name.what, where=name.where, a=old, b=new))
    return tr("The largest changes: {all}.", all="; ".join(parts))


def _sheet(maps: Maps) -> Sheet:
    cells = tuple(tuple("" if math.isnan(v) else v for v in row) for row in maps.gap.values.tolist())
    return Sheet(maps.words_b, maps.reads_b, cells)


def _items(
    pair: Pair, maps: Maps, query: int, on: Board, notice: str, options: Options
) -> tuple[tuple[Item, ...], int]:
    """What is drawn, and of how many columns one is named."""
    found, foot = paired(pair, query, MOST_BARS), 1.7 * on.small if notice else 0.0
    row, head = 1.3 * on.small, 2.2 * on.small
    bars = 0.0 if found is None else min(min(4, len(found.order)) * row + head, 0.34 * on.room.height)
    whole = on.room.height - foot
    turn = turn_of(options.manner, maps.words_b, maps.reads_b)
    named = maps.named(turn.aside)
    lay = laid(named, on, on.room._replace(height=whole - bars), options)
    items: list[Item] = [*_captions(named, lay, on), *_labels(named, lay, query, options, turn)]
    drawn: list[tuple[Item, ...]] = [
        plain_map(maps.a, lay.x[0], lay.y, lay.cell, maps.alike) if maps.a is not None else (),
        plain_map(maps.b, lay.x[1], lay.y, lay.cell, True),
        gap_map(maps.gap, lay.x[2], lay.y, lay.cell, maps.gap.limit, on.small),
    ]
    rings = _rings(maps, lay, query)
    for i, cells in enumerate(drawn):
        items += _lying((*cells, *rings[i]), named, lay, i, options)
    if found is not None and bars > head + row:
        top = max(lay.low + head, on.room.low - foot - len(found.order) * row)
        low = Box(on.room.x, top, on.room.width, on.room.low - foot - top)
        items += bars_head(pair, query, low, on)
        items += paired_bars(found, low, on.small, row)
    return tuple(items), lay.every


def _lying(cells: tuple[Item, ...], named: Maps, lay: Lay, i: int, options: Options) -> tuple[Item, ...]:
    """One map with the names of its columns, as words lie and as its own text runs."""
    words, reads = (named.words_b, named.reads_b) if i else (named.words_a, named.reads_a)
    aside = options.manner.aside
    turn = turn_of(options.manner, *((reads, words) if aside else (words, reads)))
    shown = on_its_side(cells, lay.x[i], lay.y) if aside else cells
    right = lay.x[i] + lay.cell * len(reads)
    return facing((*shown, *column_names(lay, i, turn.inks()[0])), turn.mirrored, lay.x[i], right)


def _thinned(every: int) -> str:
    """What is said where columns are left without a name."""
    return label_notice(every, False) if every > 1 else ""


def bars_head(pair: Pair, query: int, low: Box, on: Board) -> tuple[Item, ...]:
    """What the bars are, above them, and what their colours are where there is room."""
    name, key = bars_heading(pair, query)
    wide = approximate(key, "regular", on.small)
    base = low.y - 0.75 * on.small
    fits = approximate(name, "semibold", on.small) + wide + on.small < low.width
    return (
        said(name, low.x, base, on.small, face="semibold", room=low.width - (wide + on.small) * fits),
        *((said(key, low.right, base, on.small, "ink2", anchor="end"),) if fits else ()),
    )


def _captions(maps: Maps, lay: Lay, on: Board) -> tuple[Item, ...]:
    """A pinned, B now, B − A with its scale."""
    size, base = lay.size, lay.y - lay.top + 1.0 * lay.size
    a = tr("pinned") if maps.a is not None else tr("has no such head")
    name, scale = tr("B − A"), scale_text(maps.gap.limit)
    wide = approximate(name, "semibold", size)
    last = min(lay.x[2], on.room.right - wide)
    items: list[Item] = []
    for letter, word, x, end in (("A", a, lay.x[0], lay.x[1]), ("B", tr("now"), lay.x[1], last)):
        room = end - x - 2.9 * size
        items += chip(
            letter, x, base, size, shorten(word, room, "regular", size) if room > 3.0 * size else ""
        )
    items.append(said(name, last, base, size, face="semibold"))
    wide += approximate(scale, "regular", size) + size
    right = max(lay.x[2] + lay.cell * len(maps.reads_b), last + wide)
    if right <= on.room.right + 1.0:
        items.append(said(scale, right, base, size, "ink2", anchor="end"))
    return tuple(items)


def _labels(maps: Maps, lay: Lay, query: int, options: Options, turn: Turn) -> tuple[Item, ...]:
    """Words at the left of A (of B too where they are others), numbers at all other sides."""
    size = lay.size
    every = max(1, math.ceil(1.15 * size / lay.cell))
    items: list[Item] = []
    for i, asks in enumerate((maps.words_a, maps.words_b, maps.words_b)):
        if not asks:
            continue
        named = i == 0 or (i == 1 and (not maps.alike or maps.a is None))
        at = query if (maps.alike or i) and not turn.aside else -1
        room = lay.second if i and maps.a is not None else lay.first
        rows = _rows(asks if named else None, len(asks), lay, i, every, at, options, room)
        items += [replace(texts, color=turn.inks()[1]) for texts in rows]
    return lettered(items)


def _rows(
    words: tuple[str, ...] | None,
    count: int,
    lay: Lay,
    i: int,
    every: int,
    query: int,
    options: Options,
    room: float,
) -> list[Texts]:
    shown = [r for r in range(0, count, every) if r == query or query < 0 or abs(r - query) >= every]
    shown = sorted({*shown, query} if query >= 0 else {*shown})
    items: list[Texts] = []
    faces: tuple[tuple[Face, bool], ...] = (("regular", False), ("semibold", True))
    for face, asks in faces:
        rows = [r for r in shown if (r == query) == asks]
        if not rows:
            continue
        most = room - 0.5 * lay.size
        text = tuple(
            options.manner.ordinal(r) if words is None else shorten(words[r], most, face, lay.size)
            for r in rows
        )
        y = [lay.y + (r + 0.5) * lay.cell + CAP / 2.0 * lay.size for r in rows]
        at = table(lay.x[i] - 0.5 * lay.size, y)
        items.append(Texts(text, at, lay.size, face, "query", "end"))
    return items


def _rings(maps: Maps, lay: Lay, query: int) -> list[tuple[Item, ...]]:
    """The row of the word that asks, framed in each map that has it, before any is turned."""
    wide = [len(maps.reads_a) if maps.alike else 0, len(maps.reads_b), len(maps.reads_b)]
    y = lay.y + query * lay.cell - 1.0
    boxes = [table(x - 1.0, y, lay.cell * n + 2.0, lay.cell + 2.0) for x, n in zip(lay.x, wide, strict=True)]
    rings = [Rects(box, stroke="select", width=1.5, radius=2.0) for box in boxes]
    return [(ring,) if n else () for ring, n in zip(rings, wide, strict=True)]
