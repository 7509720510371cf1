"""Paired bars: for each next word A above in grey and B below in colour, and “88% → 15%”."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.figures.compare.changes import whole_percents
from transformer_lab.figures.compare.pairing import Pair
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.picture import Floats, Ints, Item, Rects, Ref, Texts, table
from transformer_lab.figures.plates.board import Box, middle
from transformer_lab.language import tr

ARROW = " → "
SLIMMEST = 40.0
"""A track shorter than this tells nothing."""


class Paired(NamedTuple):
    """The next words after one word, by the larger of both shares: places in the vocabulary of B."""

    query: int
    order: Ints
    words: tuple[str, ...]
    old: Floats
    new: Floats
    percents: tuple[tuple[str, str], ...]


def paired(pair: Pair, query: int, most: int) -> Paired | None:
    """The words with a bar; None where B has no next words or A no such word that asks."""
    if "probs" not in pair.b or not pair.has("probs"):
        return None
    query = min(query, len(pair.b.words) - 1)
    old, new = pair.before("probs")[query], np.asarray(pair.b["probs"][query])
    larger = np.fmax(np.nan_to_num(old, nan=0.0), np.nan_to_num(new, nan=0.0))
    order = np.argsort(-larger, kind="stable")[:most]
    before, after = whole_percents(pair, "probs", (query,))
    texts = tuple((f"{before[i]}%" if before[i] >= 0 else "–", f"{after[i]}%") for i in order)
    return Paired(query, order, tuple(pair.b.vocabulary[i] for i in order), old, new, texts)


def paired_bars(found: Paired, box: Box, size: int, row: float) -> tuple[Item, ...]:
    """One row for each word from the top of `box`: name, two bars on one scale from 0, both percents."""
    count = min(len(found.order), int(box.height / row + 1e-6))
    if not count:
        return ()
    order, arrow = found.order[:count], approximate(ARROW, "regular", size)
    room = max(approximate(b, "semibold", size) for _, b in found.percents[:count])
    left = max(approximate(a, "regular", size) for a, _ in found.percents[:count]) + arrow + room
    names = [shorten(word, 0.34 * box.width, "regular", size) for word in found.words[:count]]
    start = box.x + max(approximate(name, "regular", size) for name in names) + 0.8 * size
    long = box.right - left - size - start
    y = box.y + row * np.arange(count)
    base = np.array([middle(top, row, size) for top in y])
    items: list[Item] = [
        Texts(tuple(names), table(box.x, base), size),
        Texts(
            tuple(a + ARROW for a, _ in found.percents[:count]),
            table(box.right - room, base),
            size,
            color="ink2",
            anchor="end",
        ),
        Texts(
            tuple(b for _, b in found.percents[:count]),
            table(box.right, base),
            size,
            "semibold",
            anchor="end",
        ),
    ]
    if long >= SLIMMEST:
        items += _tracks(found, order, (start, long), table(y)[:, 0], row)
    return tuple(items)


def _tracks(found: Paired, order: Ints, along: tuple[float, float], y: Floats, row: float) -> list[Item]:
    """A above, B below, on pale tracks."""
    (x, long), thick = along, max(3.0, min(0.28 * row, 12.0))
    ref = Ref("probs", np.stack([np.full(len(order), found.query), order], 1))
    items: list[Item] = []
    for values, token, at in ((found.old, "ink3", -thick - 0.5), (found.new, "out", 0.5)):
        top = y + row / 2.0 + at
        width = np.where(np.isnan(values[order]), 0.0, np.fmax(1.0, values[order] * long))
        items.append(Rects(table(x, top, long, thick), fill="well", radius=1.5))
        items.append(Rects(table(x, top, width, thick), fill=token, radius=1.5, ref=ref))
    return items


def bars_heading(pair: Pair, query: int) -> tuple[str, str]:
    """“Next word after scared”, and what the two colours are."""
    word = pair.b.words[min(query, len(pair.b.words) - 1)]
    return tr("Next word after {word}", word=word), tr("grey A, violet B")
