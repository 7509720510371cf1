"""Around a number of few terms: the vectors that it was read from, its own place in them ringed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from transformer_lab.document.axes import axis_names
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.ask.context import Asked
from transformer_lab.figures.ask.symbols import role_of
from transformer_lab.figures.measure import shorten
from transformer_lab.figures.picture import Item, Rects, Texts, table
from transformer_lab.figures.stage.closest.terms import is_share, symbol
from transformer_lab.figures.stage.near.cells import cell_items, number_items
from transformer_lab.figures.stage.near.form import Form
from transformer_lab.figures.stage.scene import Scene

WIDE, HIGH, NAMES = 64.0, 24.0, 17.0
"""Of a cell, and the room for the name over it."""
PER_LINE, MOST, EDGE = 10, 40, 16.0
"""Longer vectors are not shown: they can be asked for themselves."""
INDENT, BETWEEN = 112.0, 16.0


def neighbours(asked: Asked) -> Iterator[Cell]:
    """The cells read whose node has a last axis of a length that can be shown, and the cell itself."""
    terms = asked.explanation.terms
    cells = [cell for term in terms for cell in term.cells] + [asked.cell]
    seen: set[Cell] = set()
    for cell in cells:
        start = Cell(cell.node, cell.index[:-1])
        if cell.index and start not in seen and 1 < asked.trace.graph[cell.node].shape[-1] <= MOST:
            seen.add(start)
            yield cell


def _per_line(scene: Scene, left: float) -> int:
    """How many cells stand beside each other in this width: none may leave a narrow page."""
    return max(1, min(PER_LINE, int((scene.look.width - EDGE - left - INDENT) // WIDE)))


def _lines(asked: Asked, cell: Cell, per_line: int) -> int:
    return -(-asked.trace.graph[cell.node].shape[-1] // per_line)


def around_height(scene: Scene, asked: Asked, left: float) -> float:
    """Height of the vectors."""
    per_line = _per_line(scene, left)
    return sum(_lines(asked, c, per_line) * (HIGH + NAMES) + BETWEEN for c in neighbours(asked))


def around_items(scene: Scene, asked: Asked, left: float, y: float) -> tuple[Item, ...]:
    """One vector below the other, each with its name and those of its cells."""
    items: list[Item] = []
    for cell in neighbours(asked):
        items += _vector(scene, asked, cell, left, y)
        y += _lines(asked, cell, _per_line(scene, left)) * (HIGH + NAMES) + BETWEEN
    return tuple(items)


def _vector(scene: Scene, asked: Asked, cell: Cell, left: float, y: float) -> tuple[Item, ...]:
    values = asked.trace[cell.node][cell.index[:-1]]
    count = len(values)
    slots, per_line = np.arange(count), _per_line(scene, left)
    x = left + INDENT + (slots % per_line) * WIDE
    top = y + NAMES + (slots // per_line) * (HIGH + NAMES)
    at, lead = table(x, top), np.array(cell.index[:-1], dtype=np.int64)
    index = np.concatenate([np.tile(lead, (count, 1)), slots[:, None]], 1)
    ramp: Literal["seq", "div"] = "seq" if is_share(cell.node) else "div"
    form = Form(count, 1, WIDE, HIGH, scene.look.manner.decimals)
    names = axis_names(scene.snapshot, cell.node)[-1]
    texts = tuple(shorten(name, WIDE - 4.0, "regular", 11) for name in names)
    own = cell.index[-1]
    name, role = shorten(symbol(cell.node), INDENT - 8.0, "medium", 13), role_of(cell.node)
    return (
        Texts((name,), table([left], y + NAMES + 16.5), 13, "medium", role),
        Texts(texts, table(x + WIDE / 2.0, top - 5.0), 11, "regular", "ink3", "middle"),
        *cell_items(scene, cell.node, values, at, (WIDE, HIGH), index, ramp),
        *number_items(scene, cell.node, values, at, form, index, "regular", ramp),
        Rects(
            table([x[own] - 2.0], top[own] - 2.0, WIDE + 4.0, HIGH + 4.0),
            stroke="select",
            width=2.0,
            radius=2.0,
        ),
    )
