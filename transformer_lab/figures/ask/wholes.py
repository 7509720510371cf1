"""Parts of the page of a whole value: badges, its numbers as small cells, how often which values occur."""

from __future__ import annotations

import numpy as np

from transformer_lab.engine.ops import Array
from transformer_lab.figures.ask.answer import FLAT, Badge, Histogram, Span, Tile
from transformer_lab.figures.ask.page import Page, place
from transformer_lab.figures.geometry import CROSS
from transformer_lab.figures.numbers import short
from transformer_lab.figures.picture import Cells, Item, Rects, Ref, Stamps, table

PILL, LINE = 22.0, 18.0
GAP, LABEL = 14.0, 16.0
LARGEST, SMALLEST = 20.0, 2.0
HIGH = 56.0
FINE = 6.0
"""cells from this size on are parted by hairlines"""
CROSSED = 7.0
"""cells from this size on have room for the cross of NaN"""


def draw_badges(page: Page, badges: tuple[Badge, ...]) -> None:
    """A pill for each, the sentence on what it means beside or below it."""
    page.y += 12.0
    for badge in badges:
        wide = page.measure(badge.text, "medium", 12) + 18.0
        color = "error" if badge.alarm else "line2"
        box = place(page.margin, page.y, wide, PILL)
        page.items.append(Rects(box, "raised", color, radius=PILL / 2))
        page.text(badge.text, 9.0, page.y + 15.0, 12, "medium", "error" if badge.alarm else "ink")
        page.y += PILL + 16.0
        page.paragraph((Span(badge.note),), 12, "regular", LINE, "ink2")
        if badge.door.text:
            page.y += LINE
            page.text(badge.door.text, 0.0, page.y, 12, cell=badge.door.cell)
        page.y += 12.0
    page.y -= 12.0


def draw_tiles(page: Page, tiles: tuple[Tile, ...], limit: float) -> None:
    """Matrices as small cells on one scale; as many side by side as there is room for."""
    page.y += 12.0
    rows, most = tiles[0].turn.turned(tiles[0].values).shape
    across = 2 if len(tiles) > 1 and (page.width - GAP) / 2 / most >= 8.0 else 1
    room = (page.width - GAP * (across - 1)) / across
    size = max(SMALLEST, min(LARGEST, float(np.floor(room / most * 2.0) / 2.0)))
    high = rows * size
    named = LABEL if any(tile.name for tile in tiles) else 0.0
    for i, tile in enumerate(tiles):
        column = i % across
        if i and not column:
            page.y += high + GAP + named
        draw_tile(page, tile, column * (room + GAP), size, limit)
    page.y += high + named


def draw_tile(page: Page, tile: Tile, x: float, size: float, limit: float) -> None:
    """One matrix: its name above, the cells, a frame."""
    y = page.y
    if tile.name:
        page.text(tile.name, x, y + 11.0, 11, color="ink2")
        y += LABEL
    shown = tile.turn.turned(tile.values)
    rows, columns = shown.shape
    page.items += (
        _flat_cells(page, tile, x, y, size, limit)
        if tile.turn == FLAT
        else _turned_cells(page, tile, x, y, size, limit)
    )
    page.items += crosses(shown, page.margin + x, y, size)
    frame = place(page.margin + x - 0.5, y - 0.5, columns * size + 1.0, rows * size + 1.0)
    page.items.append(Rects(frame, stroke="line2"))


def _flat_cells(page: Page, tile: Tile, x: float, y: float, size: float, limit: float) -> list[Item]:
    """A strip for each row, with hairlines between."""
    rows, columns = tile.values.shape
    values = np.asarray(tile.values, dtype=np.float64)[:, None]
    at = table(page.margin + x, y + size * np.arange(rows))
    sizes, ref = np.full((rows, 2), size), Ref(tile.node, tile.index, "c")
    strips = Cells(values, at, sizes, tile.ramp, limit, grid=size >= FINE, ref=ref)
    between = y + size * np.arange(1, rows) - 0.5
    lines = Rects(table(page.margin + x, between, columns * size, 0.5), "line2", opacity=0.6)
    return [strips, lines] if size >= FINE else [strips]


def _turned_cells(page: Page, tile: Tile, x: float, y: float, size: float, limit: float) -> list[Item]:
    """Cell by cell, as the rows of an index need not be next to its columns."""
    rows, columns = tile.values.shape
    row, column = (tile.turn.turned(g).ravel() for g in np.indices((rows, columns)))
    down, across = (g.ravel() for g in np.indices(tile.turn.turned(tile.values).shape))
    index = np.concatenate([tile.index[row], column[:, None]], 1)
    values = np.asarray(tile.values, dtype=np.float64)[row, column].reshape(-1, 1, 1)
    gap = 0.5 if size >= FINE else 0.0
    at = table(page.margin + x + across * size, y + down * size)
    sizes = np.full((len(at), 2), size - gap)
    return [Cells(values, at, sizes, tile.ramp, limit, ref=Ref(tile.node, index))]


def crosses(values: Array, x: float, y: float, size: float) -> list[Item]:
    """A frame round each NaN of a matrix (rows, columns), and where there is room a cross in it."""
    row, column = np.nonzero(np.isnan(values))
    if not len(row):
        return []
    at = table(x + column * size, y + row * size)
    boxes = np.concatenate([at, np.full_like(at, size)], 1)
    items: list[Item] = [Rects(boxes, fill="canvas", stroke="error", width=1.0)]
    if size >= CROSSED:
        items.append(Stamps(CROSS, at + size / 2.0, stroke="error", width=1.0))
    return items


def draw_histogram(page: Page, told: Histogram) -> None:
    """Bars over equal steps, zero marked, the ends named."""
    page.y += 14.0
    count = len(told.counts)
    wide, most = page.width / count, max(told.counts) or 1
    heights = np.array(told.counts) / most * HIGH
    heights = np.where(np.array(told.counts) > 0, np.maximum(heights, 1.0), 0.0)
    x = page.margin + np.arange(count) * wide
    base = page.y + HIGH
    page.items.append(Rects(table(x + 0.5, base - heights, wide - 1.0, heights), "ink2", opacity=0.75))
    page.rule(base)
    if told.low < 0.0 < told.high:
        zero = -told.low / (told.high - told.low) * page.width
        page.box(zero, page.y - 4.0, 1.0, HIGH + 8.0, "ink3")
        if 0.15 * page.width < zero < 0.85 * page.width:
            page.text("0", zero, base + 16.0, 11, color="ink3", anchor="middle")
    page.text(short(told.low), 0.0, base + 16.0, 11, color="ink3")
    page.text(short(told.high), page.width, base + 16.0, 11, color="ink3", anchor="end")
    page.text(str(most), page.width, page.y + 2.0, 11, color="ink3", anchor="end")
    page.y = base + 18.0
