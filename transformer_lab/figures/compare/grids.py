"""A matrix of A, the same of B, and B − A on a scale of its own: cells, hatch, amber frames, numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple, cast

import numpy as np

from transformer_lab.figures.heads import Bools
from transformer_lab.figures.matrix import ROUNDED, Weights, cell_gap, number_size, weight_cells
from transformer_lab.figures.measure import CAP
from transformer_lab.figures.numbers import signed
from transformer_lab.figures.picture import Cells, Floats, Hatch, Item, Rects, Ref, Texts, table
from transformer_lab.figures.scales import limit_covering
from transformer_lab.language import tr

FRAMED = 0.25
"""A change beyond this part of the scale has an amber frame."""


class Gap(NamedTuple):
    """A difference (t, s): what is hidden in both, what only B has, and the numbers as they are printed."""

    values: Floats
    hidden: Bools
    alone: Bools
    node: str
    lead: tuple[int, ...]
    """the indices in front of row and column, such as the head"""
    points: Floats | None = None
    """differences of whole percents as printed; None writes the values"""

    @property
    def limit(self) -> float:
        """The end of the scale: covers every difference."""
        return difference_limit(self.values)


def difference_limit(*values: Floats) -> float:
    """The scale of differences: the power of two that covers them all; 1 where nothing differs."""
    return limit_covering(*values, cover=1.0)


def framed(values: Floats, limit: float) -> Bools:
    """Which differences are large enough for an amber frame."""
    with np.errstate(invalid="ignore"):
        return np.asarray(np.abs(values) > FRAMED * limit)


def plain_map(weights: Weights, x: float, y: float, cell: float, asked: bool) -> tuple[Item, ...]:
    """The weights of one state; only those of words that B has too can be asked."""
    items = weight_cells(weights, x, y, cell)
    return items if asked else tuple(_mute(item) for item in items)


def _mute(item: Item) -> Item:
    batch: Any = item  # every kind with a reference is a dataclass with this field
    return cast(Item, replace(batch, ref=None)) if getattr(item, "ref", None) is not None else item


def gap_map(gap: Gap, x: float, y: float, cell: float, limit: float, size: int = 0) -> tuple[Item, ...]:
    """B − A: signed cells, hatch where both hide, denser hatch where only B has words, frames, numbers."""
    inset = cell_gap(cell)
    shown = np.where(gap.hidden | gap.alone, np.nan, gap.values)
    rows, columns = np.nonzero(~np.isnan(shown))
    items: list[Item] = []
    for where, token, strength in ((gap.hidden & ~gap.alone, "mask", 0.5), (gap.alone, "ink3", 1.0)):
        r, c = np.nonzero(where)
        if len(r):
            box = table(x + c * cell + inset / 2, y + r * cell + inset / 2, cell - inset, cell - inset)
            items.append(Hatch(box, token, strength))
    if not len(rows):
        return tuple(items)
    at = table(x + columns * cell + inset / 2, y + rows * cell + inset / 2)
    radius = min(3.0, 0.07 * cell) if cell >= ROUNDED else 0.0
    lead = np.tile(np.array(gap.lead, dtype=np.int64), (len(rows), 1))
    ref = Ref(gap.node, np.concatenate([lead, np.stack([rows, columns], 1)], 1))
    keys = np.full((len(rows), 2), cell - inset)
    values = shown[rows, columns]
    items.append(Cells(values.reshape(-1, 1, 1), at, keys, "div", limit, radius, ref=ref))
    large = framed(values, limit)
    if large.any() and cell >= 6.0:
        box = table(at[large, 0], at[large, 1], cell - inset, cell - inset)
        items.append(Rects(box, stroke="now_fill", width=2.0 if cell >= ROUNDED else 1.0, radius=radius))
    return (*items, *_numbers(gap, x, y, cell, limit, size))


def _numbers(gap: Gap, x: float, y: float, cell: float, limit: float, size: int) -> tuple[Item, ...]:
    """Differences in points of percent (or with their sign), in ink that can be read on their colour."""
    size = size and number_size("percent", 0.85 * cell, size)
    rows, columns = np.nonzero(~(gap.hidden | gap.alone | np.isnan(gap.values)))
    if not size or not len(rows):
        return ()
    written = gap.values if gap.points is None else gap.points
    text = tuple(signed(written[r, c], 2) for r, c in zip(rows, columns, strict=True))
    ink = tuple(ink_on(v, limit) for v in gap.values[rows, columns].tolist())
    at = table(x + (columns + 0.5) * cell, y + (rows + 0.5) * cell + CAP / 2.0 * size)
    return (Texts(text, at, size, color=ink, anchor="middle"),)


def ink_on(value: float, limit: float) -> str:
    """The ink that is readable on a signed colour."""
    return f"on:div:{min(1.0, max(0.0, 0.5 + 0.5 * value / limit)):.2f}"


def chip(letter: str, x: float, base: float, size: int, word: str = "") -> tuple[Item, ...]:
    """The mark of a state: A in a frame, B filled, and what it is."""
    side = 1.35 * size
    top = base - CAP * size / 2.0 - side / 2.0
    filled = letter == "B"
    box = Rects(
        table(x, top, side, side),
        fill="ink" if filled else "canvas",
        stroke="ink",
        width=1.25,
        radius=0.25 * side,
    )
    text = Texts(
        (letter,), table(x + side / 2.0, base), size, "semibold", "canvas" if filled else "ink", "middle"
    )
    if not word:
        return box, text
    return box, text, Texts((word,), table(x + side + 0.5 * size, base), size, color="ink2")


def scale_text(limit: float) -> str:
    """“scale ±0.5”."""
    return tr("scale ±{limit}", limit=signed(limit).lstrip("+"))
