"""A working on its side: a row for each word that is read, a column for each step, the mix below."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.direction import lettered, set_size
from transformer_lab.figures.measure import CAP, approximate, shorten
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Item, Rects, Texts, table
from transformer_lab.figures.plates.board import Board, middle, said
from transformer_lab.figures.plates.lay import LONGEST, formula_size
from transformer_lab.figures.plates.rows import draw_mix_line, fields, ribbons
from transformer_lab.figures.plates.working import Row, Working, kept_words, working
from transformer_lab.language import tr, within

LOWEST, HIGHEST = 1.3, 2.2
"""A row in sizes of its type."""
FOOT = 2.6
"""Rows for the totals and the mix."""
FREE = ("score", "scaled")
"""Steps before the mask, in which no word is hidden."""


class Sideways(NamedTuple):
    """Names at the left, a column for each step and one for the values, all rows of one height."""

    on: Board
    kept: tuple[int, ...]
    x: float
    y: float
    row: float
    size: int
    widths: tuple[float, ...]
    told: bool
    """whether formulas stand under the names of the steps"""

    def left(self, number: int) -> float:
        """Where the column of a step begins."""
        return float(self.x + sum(self.widths[:number]))

    @property
    def digit(self) -> int:
        """The type of numbers in cells: that of names."""
        return self.size

    @property
    def low(self) -> float:
        """Where the words end."""
        return self.y + self.row * len(self.kept)


def laid_aside(on: Board, snapshot: Snapshot, options: Options, foot: int = 1) -> tuple[Working, Sideways]:
    """The working with the decimals that are wanted; with two, if more would cost words or type."""
    wanted = options.manner.decimals
    ways = [
        (w, _lay(on, w, foot)) for w in (working(snapshot, options, d) for d in dict.fromkeys((2, wanted)))
    ]
    (_, place), (_, finer) = ways[0], ways[-1]
    good = len(finer.kept) == len(place.kept) and finer.size >= max(on.small, 0.8 * place.size)
    return ways[-1] if good else ways[0]


def _lay(on: Board, work: Working, foot: int) -> Sideways:
    """The largest type at which all words have a row; else the strongest words at the smallest type."""
    least = max(11, on.digit, min(on.small, round(0.8 * on.small)))
    for told in (True, False):
        for size in range(on.large, least - 1, -1):
            place = _at(on, work, size, told, foot)
            wide = sum(place.widths) + place.x - on.room.x <= on.room.width
            if wide and (len(place.kept) == len(work.words) or size == least):
                return place
    return _at(on, work, least, False, foot)


def _at(on: Board, work: Working, size: int, told: bool, foot: int) -> Sideways:
    head = (2.9 if told else 1.7) * size
    room = on.room.height - 1.5 * on.small * foot - head
    kept = kept_words(work, max(1, int(room / (LOWEST * size) - FOOT)))
    row = min(room / (len(kept) + FOOT), HIGHEST * size)
    widths = (*(_width(step, work, size, told) for step in work.rows), _value_width(work, size, told))
    names = max(approximate(work.words[w], "semibold", set_size(work.words[w], size)) for w in kept)
    names = min(names, LONGEST * size) + 0.7 * size
    spare = max(0.0, on.room.width - names - sum(widths))
    stretch = min(spare / len(widths), 1.6 * size)
    left = on.room.x + names + 0.4 * (spare - stretch * len(widths))
    down = max(0.0, room - row * (len(kept) + FOOT)) / 3.0
    wide = tuple(w + stretch for w in widths)
    return Sideways(on, kept, left, on.room.y + head + down, row, size, wide, told)


def _width(row: Row, work: Working, size: int, told: bool) -> float:
    small = formula_size(size)
    texts = [approximate(row.name, "semibold", size)]
    texts += [approximate(fixed(v, work.decimals), "medium", size) for v in row.values]
    if told:
        texts += [approximate(row.total, "medium", size)]
        texts += [approximate(formula, "regular", small) for formula in (row.formula, row.rule)]
    return max(texts) + (0.6 if told else 0.5) * size


def _value_width(work: Working, size: int, told: bool) -> float:
    slots = min(8, work.values.shape[1]) if told else 1
    return (
        max(approximate(within(tr("Value")), "semibold", size), slots * 1.1 * size)
        + (0.6 if told else 0.3) * size
    )


def heading_aside(place: Sideways, work: Working) -> tuple[Item, ...]:
    """The words that are read, at the left, in the colour of keys."""
    items: list[Item] = []
    for line, word in enumerate(place.kept):
        face = "semibold" if work.own and word == work.query else "medium"
        color = "ink3" if work.gone[word] else "key"
        name = shorten(work.words[word], LONGEST * place.size, face, place.size)  # type: ignore[arg-type]
        y = middle(place.y + line * place.row, place.row, place.size)
        items.append(said(name, place.x - 0.5 * place.size, y, place.size, color, face, "end"))  # type: ignore[arg-type]
    return lettered(items)


def draw_column(
    place: Sideways,
    work: Working,
    row: Row,
    number: int,
    fresh: bool = False,
    blank: bool = False,
    answers: bool = False,
) -> list[Item]:
    """Name, formula, cells with numbers, total. `blank` leaves the cells to be filled in."""
    formula = row.rule if blank and not answers and row.rule else row.formula
    items = _step_name(place, row.name, formula, number)
    kept = list(place.kept)
    gone = work.gone[kept] & (row.name not in tuple(map(tr, FREE)))
    gap = max(2.0, 0.05 * place.row)
    x, wide, high = place.left(number), place.widths[number] - 2.0 * gap, place.row - 2.0 * gap
    boxes = table(x + gap, place.y + np.arange(len(kept)) * place.row + gap, wide, high)
    items += fields(work, row, place, boxes, gone, blank, answers)
    if fresh:
        frame = table(x + gap - 3.0, place.y + gap - 3.0, wide + 6.0, place.low - place.y - 2.0 * gap + 6.0)
        items.append(Rects(frame, stroke="now_fill", width=2.5, radius=6.0))
    return [*items, *_total(place, row, number, blank, answers)]


def _step_name(place: Sideways, name: str, formula: str, number: int) -> list[Item]:
    size, small = place.size, formula_size(place.size)
    x = place.left(number) + place.widths[number] / 2.0
    y = place.y - 0.55 * size
    if not place.told or not formula:
        return [said(name, x, y, size, face="semibold", anchor="middle")]
    return [
        said(name, x, y - 1.25 * size, size, face="semibold", anchor="middle"),
        said(formula, x, y, small, "ink2", anchor="middle"),
    ]


def _total(place: Sideways, row: Row, number: int, blank: bool, answers: bool) -> list[Item]:
    """Under its column: the total, or a line to write it on."""
    if not row.total:
        return []
    x, wide = place.left(number), place.widths[number]
    if blank and not answers:
        return [Rects(table(x + 0.15 * wide, place.low + 0.8 * place.row, 0.7 * wide, 1.2), fill="ink2")]
    at = table(x + wide / 2.0, place.low + place.row / 2.0 + CAP / 2.0 * place.size)
    return [Texts((row.total,), at, place.size, "medium", "ok" if blank else "ink", "middle")]


def draw_mix_aside(place: Sideways, work: Working, blank: bool = False, answers: bool = False) -> list[Item]:
    """The values as ribbons beside their shares, and the mix written out below."""
    number = len(work.rows)
    x, wide = place.left(number) + 0.25 * place.size, place.widths[number] - 0.5 * place.size
    y = place.y + (np.arange(len(place.kept)) + 0.22) * place.row
    items = _step_name(place, within(tr("Value")), "v", number)
    items += ribbons(place, work, table(np.full(len(y), x), y, wide, 0.56 * place.row))
    below = place.low + (FOOT - 1.3) * place.row
    return [*items, *draw_mix_line(place, work, below, blank, answers)]
