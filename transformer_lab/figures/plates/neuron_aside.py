"""The neuron view on its side: words are columns, q is one too, and what follows stands in rows below."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np

from transformer_lab.figures.direction import joined, lettered, right_to_left, set_size
from transformer_lab.figures.measure import CAP, approximate, shorten
from transformer_lab.figures.picture import Item, Rects, Ref, Texts, table
from transformer_lab.figures.plates.board import Board, said
from transformer_lab.figures.plates.foot import LINE, foot_lines, foot_scales
from transformer_lab.figures.plates.neuron_drawn import left_out, results, scales_of, strip
from transformer_lab.figures.plates.neuron_layout import THINNEST, Pen, fixed, limits_of, ways_of
from transformer_lab.figures.plates.neuron_values import After, Neurons, kept_features, kept_words
from transformer_lab.language import tr

LOWEST, HIGHEST = 1.3, 2.3
"""A row in sizes of its type."""
GAP = 0.55
"""Between the bands, in sizes of the type."""
LONGEST = 7.0
"""How long a tilted word may be, in sizes of its type."""


class Plan(NamedTuple):
    """Where everything stands: the words as they lie, the features, and the cells."""

    words: tuple[int, ...]
    features: tuple[int, ...]
    after: tuple[After, ...]
    pen: Pen
    q: float
    """x of the column of q"""
    x: float
    """x of the words"""
    y: float
    """of the first feature of k"""
    tilted: bool
    limits: tuple[float, float]

    @property
    def gap(self) -> float:
        """Between two bands."""
        return GAP * self.pen.size

    @property
    def product(self) -> float:
        """Where the products begin."""
        return self.y + len(self.features) * self.pen.row + self.gap

    def below(self, number: int) -> float:
        """Where a row behind the products begins."""
        return self.product + len(self.features) * self.pen.row + self.gap + number * self.pen.row


def drawn_aside(on: Board, found: Neurons, numbers: int) -> tuple[list[Item], str]:
    """The items, and what must be said about features and words that are left out.

    `numbers`: the decimals that are wanted, 0 for colours alone.
    """
    at = _plan(on, found, numbers, 1)
    notice = left_out(found, len(at.features), len(at.after), len(at.words))
    if foot_lines(on, scales_of(at.limits), notice) > 1:
        at = _plan(on, found, numbers, 2)
        notice = left_out(found, len(at.features), len(at.after), len(at.words))
    items = [*_names(at, found), *_labels(at), *_query(at, found), *_bands(at, found), *_after(at, found)]
    return [*items, *foot_scales(on, scales_of(at.limits), notice)], notice


def _plan(on: Board, found: Neurons, numbers: int, foot: int) -> Plan:
    """The largest type with which all words and features have room; else as many as fit at the smallest."""
    sizes, ways = range(on.large, on.small - 1, -1), ways_of(found, numbers)
    for (decimals, after), size in product(ways, sizes):
        plan = _placed(on, found, after, size, decimals, foot)
        if len(plan.words) + len(found.lost) == len(found.words) and len(plan.features) == len(found.q):
            return plan
    wide = (_placed(on, found, after, on.small, decimals, foot) for decimals, after in ways)
    return max(
        wide, key=lambda plan: (min(3, len(plan.words)), min(2, len(plan.features)), plan.pen.decimals)
    )


def _placed(on: Board, found: Neurons, after: tuple[After, ...], size: int, decimals: int, foot: int) -> Plan:
    values = (*found.q, *found.k.ravel()[:512], *found.products.ravel()[:512])
    digits = max(approximate(fixed(v, decimals), "regular", size) for v in values) if decimals else THINNEST
    sums = [fixed(v, decimals or 2) for column in after for v in column.values]
    least = max(digits, *(approximate(text, "regular", size) for text in sums)) + 0.4 * size
    labels = max(approximate(c.name, "medium", size) for c in after)
    labels = max(labels, approximate("q × k", "semibold", size)) + 1.9 * size
    free = on.room.width - labels
    words = kept_words(found, max(1, int(free / least) - 1))
    cell = min(free / (len(words) + 1), 4.6 * size)
    names = [found.words[w] for w in words]
    longest = max(approximate(name, "semibold", set_size(name, size)) for name in names)
    level = longest <= cell - 0.3 * size or any(map(joined, names))
    over = 0.0 if level else 0.72 * min(longest, LONGEST * size)
    cell = min(cell, (free - over) / (len(words) + 1)) if (free - over) / (len(words) + 1) >= least else cell
    top = 1.7 * size if level else over + 0.9 * size
    room = on.room.height - (0.4 + LINE * foot) * on.small - top - 2.0 * GAP * size
    rows = int(room / (LOWEST * size))
    features = kept_features(found, max(1, (rows - len(after)) // 2))
    row = min(room / (2 * len(features) + len(after)), HIGHEST * size)
    spare = max(0.0, room - row * (2 * len(features) + len(after))) / 3.0
    start = on.room.x + 0.4 * max(0.0, free - over - cell * (len(words) + 1))
    turned = words[::-1] if right_to_left(found.words) else words
    limits = limits_of(found)
    pen = Pen(cell, row, size, decimals)
    y = on.room.y + top + spare
    return Plan(turned, features, after, pen, start, start + cell + labels, y, not level, limits)


def _names(at: Plan, found: Neurons) -> tuple[Item, ...]:
    """The word that asks over q, the words that are read over the columns; hidden ones are grey."""
    size = at.pen.size
    room = at.x - at.q - 2.8 * size
    asker = shorten(tr("q of {word}", word=found.asker), room, "semibold", set_size(found.asker, size))
    items: list[Item] = [Texts((asker,), table(at.q, at.y - 0.55 * size), size, "semibold", "query")]
    for place, word in enumerate(at.words):
        items.append(_name(at, found, word, at.x + (place + 0.5) * at.pen.cell))
    return lettered(items)


def _name(at: Plan, found: Neurons, word: int, middle: float) -> Item:
    size, name = at.pen.size, found.words[word]
    ink = "ink3" if found.gone[word] else "key"
    if not at.tilted:
        text = shorten(name, at.pen.cell - 2.0, "regular", set_size(name, size))
        return said(text, middle, at.y - 0.55 * size, size, ink, anchor="middle")
    text = shorten(name, LONGEST * size, "regular", size)
    way = -1.0 if right_to_left(found.words) else 1.0
    place = table(middle + 0.1 * way * size, at.y - 0.4 * size)
    return Texts((text,), place, size, color=ink, anchor="end" if way < 0.0 else "start", angle=-45.0 * way)


def _labels(at: Plan) -> list[Item]:
    """What each band and row is called, at the left of the words."""
    size, half = at.pen.size, len(at.features) * at.pen.row / 2.0
    edge, base = at.x - 0.6 * size, CAP / 2.0 * size
    items: list[Item] = [
        said("k", edge, at.y + half + base, size, "key", "semibold", "end"),
        said("q × k", edge, at.product + half + base, size, "ink", "semibold", "end"),
    ]
    for i, column in enumerate(at.after):
        color = "out" if column.ramp == "seq" else "ink2"
        y = at.below(i) + at.pen.row / 2.0 + base
        items.append(said(column.name, edge, y, size, color, "medium", "end"))
    return items


def _query(at: Plan, found: Neurons) -> list[Item]:
    """The column of q, framed."""
    ref = Ref(found.nodes[0], np.array([[found.head, found.query, f] for f in at.features]))
    high = at.pen.row * len(at.features)
    frame = Rects(table(at.q, at.y, at.pen.cell, high), stroke="query", width=1.5)
    values = found.q[list(at.features)][:, None]
    return [*strip(at.pen, values, at.q, at.y, at.limits[0], ref), frame]


def _bands(at: Plan, found: Neurons) -> list[Item]:
    """Keys, and the products; a product answers with the score it is a part of."""
    kept, words = list(at.features), list(at.words)
    lead = np.array([[found.head, word, f] for f in kept for word in words])
    parts = np.array([[found.head, found.query, word] for _ in kept for word in words])
    keys, products = found.k[np.ix_(words, kept)].T, found.products[np.ix_(words, kept)].T
    score = Ref(found.after[0].node, parts)
    return [
        *strip(at.pen, keys, at.x, at.y, at.limits[0], Ref(found.nodes[1], lead)),
        *strip(at.pen, products, at.x, at.product, at.limits[1], score),
    ]


def _after(at: Plan, found: Neurons) -> list[Item]:
    """The sum, scaled, and the weight; the last row first, so that a door leads to the sum."""
    items: list[Item] = []
    x = at.x + np.arange(len(at.words)) * at.pen.cell + 2.0
    for number in reversed(range(len(at.after))):
        boxes = table(x, at.below(number) + 2.0, at.pen.cell - 4.0, at.pen.row - 4.0)
        items += results(found, at.after[number], at.words, boxes, at.limits[1], at.pen)
    return items
