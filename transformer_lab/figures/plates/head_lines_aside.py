"""Lines of heads between two rows of words: those that are read on top, those that ask below."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from transformer_lab.figures.attention_notes import label_notice
from transformer_lab.figures.direction import joined, lettered, right_to_left, set_size
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.picture import Face, Floats, Ints, Item, Rects, Ref, Texts, table
from transformer_lab.figures.plates.board import Board, Box, said
from transformer_lab.figures.plates.head_lines_drawn import Lines, beside, legend_of, level_thread, links_of
from transformer_lab.language import tr

LONGEST = 7.0
"""How long a tilted word may be, in sizes of its type."""


class Line(NamedTuple):
    """One side: its words, the middle of each, from one to the next, every how many are named, their type."""

    words: tuple[str, ...]
    x: Floats
    pitch: float
    every: int
    size: int
    tilted: bool

    @property
    def high(self) -> float:
        """The room that its names take."""
        longest = max(approximate(word, "semibold", set_size(word, self.size)) for word in self.words)
        return 0.72 * min(longest, LONGEST * self.size) + 0.9 * self.size if self.tilted else 1.6 * self.size


def drawn_aside(on: Board, lines: Lines, more: str) -> tuple[list[Item], str]:
    """The items, and what must be said about them."""
    aside = 0.3 * on.room.width if on.wide else 0.0
    legend = 1.9 * on.small if not on.wide and len(lines.strands) > 1 else 0.0
    foot = 1.6 * on.small + legend
    room = Box(on.room.x, on.room.y, on.room.width - aside, on.room.height - foot)
    label = max(approximate(t, "medium", on.small) for t in (tr("asks"), tr("is read"))) + on.small
    within = room._replace(x=room.x + label, width=room.width - label)
    below, above = (_line(on, side, within) for side in (lines.asks, lines.reads))
    shares = 1.5 * on.small if lines.beside else 0.0
    top, low = room.y + shares + above.high, room.low - below.high

    def path(asks: Ints, reads: Ints, shift: float) -> Floats:
        points = level_thread(low - 4.0, below.x[asks] + shift, top + 4.0, above.x[reads] + shift)
        return points[..., ::-1]

    links, hidden = links_of(on, lines, min(below.pitch, above.pitch), path)
    items = [*_wash(below, lines.query, low), *links]
    items += [*_words(below, lines, low, asking=True), *_words(above, lines, top, asking=False)]
    items += _axes(on, room.x, top, low)
    if shares:
        items += _shares(on, above, lines, room.y + on.small)
    if on.wide:
        items += beside(on, lines, room.right + 1.6 * on.large)
    elif legend:
        items += legend_of(on, lines, room.x, room.low + 1.7 * on.small, room.width)
    cut = any(line.tilted and _cut(line) for line in (above, below))
    notice = (label_notice(max(above.every, below.every), cut), hidden, more)
    return items, " ".join(part for part in notice if part)


def _line(on: Board, words: tuple[str, ...], room: Box) -> Line:
    """Words beside each other as their text runs: level where they fit, else smaller, tilted, or thinned."""
    for size in range(on.large, on.small - 1, -1):
        widest = max(approximate(word, "semibold", set_size(word, size)) for word in words)
        pitch = min(room.width / len(words), max(5.0 * size, widest + size))
        if widest + 0.4 * size <= pitch:
            return _placed(words, room, pitch, 1, size, tilted=False)
    level = any(map(joined, words))
    over = 0.0 if level else 0.72 * min(widest, LONGEST * size)
    pitch = (room.width - over) / len(words)
    needed = widest + 0.4 * size if level else 1.2 * size / math.sin(math.pi / 4.0)
    return _placed(
        words, room._replace(width=room.width - over), pitch, math.ceil(needed / pitch), size, not level
    )


def _placed(words: tuple[str, ...], room: Box, pitch: float, every: int, size: int, tilted: bool) -> Line:
    turned = right_to_left(words)
    start = room.x + (room.width - pitch * len(words)) / 2.0
    x = np.asarray(start + (np.arange(len(words)) + 0.5) * pitch, dtype=np.float64)
    return Line(words, x[::-1] if turned else x, pitch, max(1, every), size, tilted)


def _cut(line: Line) -> bool:
    return any(approximate(word, "semibold", line.size) > LONGEST * line.size for word in line.words)


def _wash(line: Line, query: int, y: float) -> list[Item]:
    """Behind the word that asks; one that is tilted stands out by its ink."""
    if line.tilted:
        return []
    size = line.size
    wide = approximate(line.words[query], "semibold", set_size(line.words[query], size)) + 0.8 * size
    box = table(line.x[query] - wide / 2.0, y, wide, min(line.high, 1.7 * size))
    return [Rects(box, "wash", radius=4.0)]


def _words(line: Line, lines: Lines, edge: float, asking: bool) -> tuple[Item, ...]:
    """The words of one side, the chosen one (on top: the one most looked at) heavier."""
    row = np.nan_to_num(lines.strands[0].weights[lines.query])
    loud = lines.query if asking else int(row.argmax())
    shown = [i for i in range(0, len(line.words), line.every) if abs(i - loud) >= line.every]
    items = [_name(line, i, edge, "regular", "ink", asking) for i in shown]
    ink = "query" if asking else "ink"
    return lettered([*items, _name(line, loud, edge, "semibold", ink, asking)])


def _name(line: Line, place: int, edge: float, face: Face, ink: str, asking: bool) -> Item:
    size, word, x = line.size, line.words[place], float(line.x[place])
    if not line.tilted:
        return said(word, x, edge + 1.15 * size if asking else edge - 0.5 * size, size, ink, face, "middle")
    text, way = shorten(word, LONGEST * size, face, size), -1.0 if right_to_left(line.words) else 1.0
    ends = ("start", "end") if way < 0.0 else ("end", "start")
    at = table(x + (0.35 if asking else 0.1) * way * size, edge + size if asking else edge - 0.4 * size)
    return Texts((text,), at, size, face, ink, ends[not asking], angle=-45.0 * way)  # type: ignore[arg-type]


def _shares(on: Board, line: Line, lines: Lines, y: float) -> list[Item]:
    """The chosen word's shares over the words that are read, the largest where they have no room."""
    told, head, size = lines.strands[0].weights[lines.query], lines.strands[0].head, on.small
    texts, row = lines.beside, np.nan_to_num(told)
    wide = max(approximate(text, "medium", size) for text in texts) + 0.2 * size
    every = max(line.every, math.ceil(wide / line.pitch))
    loud = int(row.argmax())
    kept = [i for i in range(0, len(row), every) if abs(i - loud) >= every] + [loud]
    kept = [i for i in sorted(kept) if (texts[i] if lines.shares else row[i] > 0.0 or np.isnan(told[i]))]
    if not kept:
        return []
    index = np.stack([np.full(len(kept), head), np.full(len(kept), lines.query), kept], 1)
    at, ref = table(line.x[kept], y), Ref(lines.node, index)
    shown = tuple(texts[i] for i in kept)
    return [Texts(shown, at, size, "medium", "out", "middle", ref=ref)]


def _axes(on: Board, x: float, top: float, low: float) -> list[Item]:
    return [
        said(tr("is read"), x, top - 0.5 * on.small, on.small, "key", "medium"),
        said(tr("asks"), x, low + 1.15 * on.small, on.small, "query", "medium"),
    ]
