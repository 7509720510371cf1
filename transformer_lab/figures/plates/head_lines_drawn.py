"""How lines of heads are drawn: two columns of words, and curves that run level out of both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from transformer_lab.figures.attention_notes import label_notice, plain, row_sentence
from transformer_lab.figures.measure import CAP, approximate, shorten
from transformer_lab.figures.numbers import percent_texts, short
from transformer_lab.figures.picture import Curves, Face, Floats, Ints, Item, Rects, Ref, Texts, table
from transformer_lab.figures.plates.board import Board, Box
from transformer_lab.figures.prose import broken, set_lines
from transformer_lab.figures.scales import shade
from transformer_lab.language import tr

MOST_LINES = 1200
"""More whispers than this are a grey cloud: then the heaviest are drawn, and the figure says so."""
Paths = Callable[[Ints, Ints, float], Floats]
"""From who asks, who is read, and how far beside the middle, to lines (N, 4, 2)."""
LOUD, SOFT = 0.9, 0.17


class Strand(NamedTuple):
    """One head: its number, its name, its weights ``ts``, its colour and its dash."""

    head: int
    name: str
    weights: Floats
    color: str
    dash: tuple[float, ...]


class Lines(NamedTuple):
    """All that is shown: the node of the weights, the words of both sides, who asks, the heads."""

    node: str
    asks: tuple[str, ...]
    reads: tuple[str, ...]
    query: int
    strands: tuple[Strand, ...]
    shares: tuple[str, ...] = ()
    """what stands beside each word that is read; empty: the shares of a single head"""
    root: bool = False
    """whether lines are as strong as the roots of their weights"""

    @property
    def beside(self) -> tuple[str, ...]:
        """The texts beside the words that are read, for the word that asks."""
        if self.shares or len(self.strands) > 1:
            return self.shares
        return percent_texts(self.strands[0].weights[self.query])


class Column(NamedTuple):
    """One side: its words, the x of its edge, the middle of each row, every how many are named."""

    words: tuple[str, ...]
    x: float
    y: Floats
    row: float
    every: int
    size: int


def drawn(on: Board, lines: Lines, more: str) -> tuple[list[Item], str]:
    """The items, and what must be said about them."""
    at_side = on.wide and on.room.width > 1.6 * on.room.height
    aside = 0.3 * on.room.width if at_side else 0.0
    heads = 1.9 * on.small
    legend = 1.9 * on.small if not at_side and len(lines.strands) > 1 else 0.0
    room = Box(
        on.room.x, on.room.y + heads, on.room.width - aside, on.room.height - heads - 1.6 * on.small - legend
    )
    left, right = _columns(on, lines, room)

    def path(asks: Ints, reads: Ints, shift: float) -> Floats:
        return level_thread(left.x + 4.0, left.y[asks] + shift, right.x - 4.0, right.y[reads] + shift)

    links, hidden = links_of(on, lines, min(left.row, right.row), path)
    items = [_wash(room, left, lines.query), *links]
    items += [*_words(left, lines, True, on.digit), *_words(right, lines, False, on.digit)]
    items += _axes(on, room, left, right)
    if at_side:
        items += beside(on, lines, room.right + 1.6 * on.large)
    elif legend:
        items += legend_of(on, lines, room.x, room.low + 1.7 * on.small, room.width)
    cut = any(
        a != b for side in (left, right) for a, b in zip(side.words, _whole(side, left, lines), strict=True)
    )
    notice = [label_notice(max(left.every, right.every), cut), hidden, more]
    if on.notes and not at_side and not any(notice) and len(lines.strands) == 1:
        row = lines.strands[0].weights[lines.query]
        said = plain(row_sentence(lines.asks, lines.query, row, lines.reads))
        notice = [said] if approximate(said, "regular", on.small) <= on.room.width else []
    return items, " ".join(part for part in notice if part)


def _whole(side: Column, left: Column, lines: Lines) -> tuple[str, ...]:
    return lines.asks if side is left else lines.reads


def _columns(on: Board, lines: Lines, room: Box) -> tuple[Column, Column]:
    """Both sides fill the height, each in rows of its own height; the right one has shares beside it."""
    widest = max((approximate(text, "medium", on.small) for text in lines.beside), default=0.0)
    if lines.beside and not lines.shares:
        widest = approximate("100%", "medium", on.small)
    share = widest + 0.6 * on.small if widest else 0.0
    sizes = [_size(on, len(side), room.height) for side in (lines.asks, lines.reads)]
    found = []
    for side, (size, every), spare in zip((lines.asks, lines.reads), sizes, (0.0, share), strict=True):
        words = tuple(shorten(word, 0.3 * room.width - spare, "semibold", size) for word in side)
        wide = max(approximate(word, "semibold", size) for word in words) + 0.6 * size
        row = min(room.height / len(words), 3.4 * on.large)
        start = room.y + (room.height - row * len(words)) / 2.0
        y = np.asarray(start + (np.arange(len(words)) + 0.5) * row, dtype=np.float64)
        found.append((words, wide + spare, y, row, every, size))
    (a, left, ya, ra, ea, sa), (b, right, yb, rb, eb, sb) = found
    head = max(approximate(t, "medium", on.small) for t in (tr("asks"), tr("is read")))
    return (
        Column(a, room.x + max(left, head), ya, ra, ea, sa),
        Column(b, room.right - max(right, head), yb, rb, eb, sb),
    )


def _size(on: Board, count: int, height: float) -> tuple[int, int]:
    """The largest type with which every word is named; below the smallest words are left out."""
    row = height / count
    size = min(on.large, int(row / 1.15))
    if size >= on.small:
        return size, 1
    return on.small, max(1, int(np.ceil(1.15 * on.small / row)))


def links_of(on: Board, lines: Lines, pitch: float, path: Paths) -> tuple[list[Item], str]:
    """Whispers of all heads first, then the chosen word's lines; and whether some are left out.

    `pitch` is from one word to the next where they stand closest.
    """
    soft: list[Item] = []
    loud: list[Item] = []
    weakest = least(lines)
    thick = min(0.62 * pitch, 15.0 * on.unit) / max(1.0, len(lines.strands) ** 0.5)
    for number, strand in enumerate(lines.strands):
        shift = (number - (len(lines.strands) - 1) / 2.0) * 0.16 * pitch
        for chosen, items in ((False, soft), (True, loud)):
            asks, reads = linked(strand, lines.query, chosen, 0.0 if chosen else weakest)
            if len(asks):
                points = path(asks, reads, shift)
                items.append(_threads(on, lines, strand, points, (asks, reads), thick, chosen))
    said = tr("Faint lines under {n}% are not drawn.", n=short(100.0 * weakest, 2)) if weakest else ""
    return [*soft, *loud], said


def least(lines: Lines) -> float:
    """The weight below which whispers are left out, 0 if all have room; one or two whole digits."""
    every = np.concatenate([np.nan_to_num(s.weights).ravel() for s in lines.strands])
    if (every > 0.0).sum() <= MOST_LINES:
        return 0.0
    edge = float(np.sort(every)[-MOST_LINES])
    return float(f"{edge:.1g}")


def linked(strand: Strand, query: int, chosen: bool, least: float) -> tuple[Ints, Ints]:
    """Who asks whom, the chosen word's or all others, the weakest first."""
    weights = np.nan_to_num(strand.weights)
    asks, reads = np.nonzero(weights > least)
    mine = asks == query
    asks, reads = asks[mine == chosen], reads[mine == chosen]
    order = np.argsort(weights[asks, reads], kind="stable")
    return asks[order], reads[order]


def _threads(
    on: Board,
    lines: Lines,
    strand: Strand,
    points: Floats,
    ends: tuple[Ints, Ints],
    thick: float,
    chosen: bool,
) -> Curves:
    """Lines of a head, as wide and as dark as their weights."""
    (asks, reads), weights = ends, np.nan_to_num(strand.weights)
    w = shade(weights[asks, reads], lines.root)
    width = np.maximum(1.1 * on.unit, w * thick) if chosen else np.maximum(0.6, 0.35 * w * thick)
    opacity = 0.25 + (LOUD - 0.25) * w if chosen else 0.05 + SOFT * w
    index = np.stack([np.full(len(asks), strand.head), asks, reads], 1)
    return Curves(points, width, opacity, strand.color, strand.dash, Ref(lines.node, index))


def level_thread(x0: float, y0: Floats, x1: float, y1: Floats) -> Floats:
    """Cubics from (x0, y0) to (x1, y1) with level ends: (N, 4, 2)."""
    middle = (x0 + x1) / 2.0
    ys = np.stack([y0, y0, y1, y1], -1)
    xs = np.broadcast_to(np.array([x0, middle, middle, x1]), ys.shape)
    return np.stack([xs, ys], -1)


def _wash(room: Box, left: Column, query: int) -> Item:
    high = min(max(left.row, 1.16 * left.size), 1.7 * left.size)
    box = table(room.x - 6.0, left.y[query] - high / 2.0, left.x - room.x + 6.0, high)
    return Rects(box, fill="wash", radius=4.0)


def _words(side: Column, lines: Lines, asking: bool, digit: int) -> list[Item]:
    """The words of one side, the chosen one (at the right: the one most looked at) heavier."""
    row = np.nan_to_num(lines.strands[0].weights[lines.query])
    loud = lines.query if asking else int(row.argmax())
    shown = [i for i in range(0, len(side.words), side.every) if abs(i - loud) >= side.every] + [loud]
    items: list[Item] = []
    kinds: tuple[tuple[Face, list[int]], ...] = (("regular", shown[:-1]), ("semibold", shown[-1:]))
    for face, which in kinds:
        if not which:
            continue
        at = table(
            side.x - 0.4 * side.size if asking else side.x + 0.4 * side.size, side.y[which] + _half(side)
        )
        text = tuple(side.words[i] for i in which)
        color = "query" if asking and face == "semibold" else "ink"
        items.append(Texts(text, at, side.size, face, color, "end" if asking else "start"))
    if asking or not lines.beside:
        return items
    return [*items, *_shares(side, lines, sorted(shown), row, digit)]


def _shares(side: Column, lines: Lines, shown: Sequence[int], row: Floats, digit: int) -> list[Item]:
    """The chosen word's shares beside the words that are read."""
    told = lines.strands[0].weights[lines.query]
    texts = lines.beside
    kept = [i for i in shown if (texts[i] if lines.shares else row[i] > 0.0 or np.isnan(told[i]))]
    if not kept:
        return []
    size = min(side.size, max(11, digit, round(0.85 * side.size)))
    wide = max(approximate(word, "semibold", side.size) for word in side.words)
    most = max(approximate(text, "medium", size) for text in texts) if lines.shares else 0.0
    x = side.x + 0.4 * side.size + wide + 0.5 * size + (most or approximate("100%", "medium", size))
    index = np.stack([np.full(len(kept), lines.strands[0].head), np.full(len(kept), lines.query), kept], 1)
    at = table(x, side.y[kept] + CAP / 2.0 * size)
    ref = Ref(lines.node, index)
    return [Texts(tuple(texts[i] for i in kept), at, size, "medium", "out", "end", ref=ref)]


def _half(side: Column) -> float:
    return CAP / 2.0 * side.size


def _axes(on: Board, room: Box, left: Column, right: Column) -> list[Item]:
    y, size = room.y - 0.75 * on.small, on.small
    return [
        Texts((tr("asks"),), table(left.x - 0.4 * left.size, y), size, "medium", "query", "end"),
        Texts((tr("is read"),), table(right.x + 0.4 * right.size, y), size, "medium", "key"),
    ]


def beside(on: Board, lines: Lines, x: float) -> list[Item]:
    """A sentence for each head, in its colour, under a piece of its line."""
    size = max(on.small, round(0.85 * on.large))
    y, items = on.room.y + 1.9 * on.small + size, list[Item]()
    for strand in lines.strands:
        if len(lines.strands) > 1:
            items += [_piece(x, y - 0.35 * size, 2.2 * size, strand, on)]
            items.append(Texts((strand.name,), table(x + 2.8 * size, y), size, "medium", strand.color))
            y += 1.4 * size
        runs = row_sentence(lines.asks, lines.query, strand.weights[lines.query], lines.reads)
        said = broken(runs, on.room.right - x, size)
        items += set_lines(said, x, y, size, 1.38 * size)
        y += (1.38 * len(said) + 0.9) * size
    return items


def _piece(x: float, y: float, width: float, strand: Strand, on: Board) -> Item:
    line = np.stack([np.linspace(x, x + width, 4), np.full(4, y)], -1)[None]
    return Curves(line, np.array([max(2.0, 3.0 * on.unit)]), np.array([1.0]), strand.color, strand.dash)


def legend_of(on: Board, lines: Lines, x: float, y: float, room: float) -> list[Item]:
    """Line and name of each head in one row, numbers alone where that is too wide."""
    size, items, start = on.small, list[Item](), x
    names = [strand.name for strand in lines.strands]
    if sum(approximate(n, "regular", size) + 3.6 * size for n in names) > room:
        names = [str(strand.head + 1) for strand in lines.strands]
    for strand, name in zip(lines.strands, names, strict=True):
        items.append(_piece(start, y - 0.35 * size, 1.8 * size, strand, on))
        items.append(Texts((name,), table(start + 2.2 * size, y), size, color=strand.color))
        start += approximate(name, "regular", size) + 3.4 * size
    return items
