"""Where the rows of an open block stand: a list made from its sublayers, from the top of the frame down."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from transformer_lab.figures.stage.plan import Block, Plan, Sublayer

FOLDED = 44.0
"""Height of a folded block."""
GAP = 12.0
"""Between two sections."""
HEADS = 48.0
"""Height of the words above the lanes, while they stand upright."""
FOOT = 10.0
"""From the last row of a block to the edge of its frame."""
APPEAR = (0.25, 0.85)
"""Between these degrees of openness the rows of a block fade in."""
LEAST_THREADS, MOST_THREADS = 64.0, 320.0
"""Threads take the height that a window leaves, within these."""


class Row(NamedTuple):
    """One row of an open block: what it shows, of which sublayer, and where."""

    kind: str
    sub: Sublayer | None
    y: float
    height: float

    @property
    def bottom(self) -> float:
        """One past its last pixel."""
        return self.y + self.height


SPACE = {
    "in": (14.0, 11.0),
    "norm": (8.0, 10.0),
    "pair": (8.0, 11.0),
    "attention": (12.0, 20.0),
    "cross": (12.0, 0.0),
    "query": (3.0, 11.0),
    "mix": (11.0, 11.0),
    "sum": (4.0, 27.0),
    "bare sum": (8.0, 11.0),
    "forward": (6.0, 14.0),
    "other": (6.0, 11.0),
}
"""Kind of row: the gap above it and its height; the threads of attention come on top."""
LAST_NORM = SPACE["norm"][1] + GAP
"""What a norm above the next words takes."""
AIR = 12.0
"""What the first row of an attention keeps from the wire above it, with a norm or without one."""


@lru_cache(maxsize=64)
def rows_of(block: Block, threads: float, drops: tuple[float, ...] = ()) -> tuple[Row, ...]:
    """The rows of a block whose threads are `threads` high; one of `drops` for each cross-attention."""
    rows: list[Row] = []
    y, falls = 0.0, iter(drops)
    for kind, sub in _kinds(block):
        gap, height = SPACE[kind]
        if kind == "pair" and rows[-1].kind != "norm":
            gap += AIR
        if kind == "attention":
            height += threads - 2.0
        if kind == "cross":
            height += next(falls, threads)
        rows.append(Row(kind.removeprefix("bare "), sub, y + gap, height))
        y = rows[-1].bottom
    return tuple(rows)


def _kinds(block: Block) -> Iterator[tuple[str, Sublayer | None]]:
    yield "in", None
    for sub in block.sublayers:
        if sub.norm_before:
            yield "norm", sub
        yield from ((kind, sub) for kind in INSIDE[sub.kind])
        yield ("sum" if sub.adds else "bare sum"), sub
        if sub.norm_after:
            yield "norm", sub


INSIDE = {
    "attention": ("pair", "attention", "query", "mix"),
    "cross": ("cross", "query", "mix"),
    "forward": ("forward",),
    "other": (),
}


def open_height(block: Block, threads: float, drops: tuple[float, ...] = ()) -> float:
    """Height of the frame of an open block."""
    return rows_of(block, threads, drops)[-1].bottom + FOOT


def threads_height(plan: Plan, height: float, others: float) -> float:
    """Height of the threads: what a view leaves when the tallest block is open and `others` is used."""
    tallest = max((open_height(block, 0.0) for block in plan.blocks), default=0.0)
    folded = max(0, len(plan.blocks) - 1) * (FOLDED + GAP)
    room = height - others - tallest - folded
    return float(min(MOST_THREADS, max(LEAST_THREADS, room // 2 * 2)))
