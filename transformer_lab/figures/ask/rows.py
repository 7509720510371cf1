"""Rows of an answer: terms with bars, and short vectors as cells."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.ask.answer import TermRow, Terms, VectorRow
from transformer_lab.figures.ask.page import ROW, Page, place, ref_of
from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.figures.measure import shorten
from transformer_lab.figures.numbers import number
from transformer_lab.figures.picture import Cells, Face, Rects

SHARED = 128.0
"""Right end of the values of shares."""
FACTOR = (138.0, 206.0)
"""Right ends of the two factors."""
BAR, BAR_OF_PRODUCT = 150.0, 218.0
"""Where bars begin; they end before the numbers at the right."""
UPRIGHT, GAP = 64.0, 18.0
"""Width of vectors that stand upright, and the room between them."""
LEAST_BAR, LEAST_SHARE = 14.0, 30.0
CELL, PITCH, FIRST = 50.0, 24.0, 60.0
BESIDE, LEAST_CELL = 60.0, 36.0
"""Room for the sum beside the product; if cells would get too narrow it stands below."""


def draw_terms(page: Page, terms: Terms) -> None:
    """The rows below y, then the rest and the sum under a hairline."""
    page.y += 12.0
    signed = any(row.bar is not None and row.bar < 0 for row in terms.rows)
    for row in terms.rows:
        draw_row(page, row, terms.color, signed)
    if terms.rest is not None:
        draw_row(page, terms.rest, terms.color, signed, "ink2")
    if terms.total is not None:
        page.rule(page.y + 1.0)
        page.y += 3.0
        draw_row(page, terms.total, terms.color, signed, "ink2", value_color="ink")


def draw_row(
    page: Page, row: TermRow, color: str, signed: bool, ink: str = "ink", value_color: str = ""
) -> None:
    """One row, 22 high: name, factors or value, bar, share."""
    if row.here:
        page.box(-8.0, page.y, page.width + 16.0, ROW, "wash", 5.0)
    base = page.y + 15.0
    face: Face = "semibold" if row.here else "regular"
    shared = bool(row.share) and not row.factors
    ends = factor_ends(page.width)
    plain = row.bar is None and not shared
    room = ends[0] - 52.0 if row.factors else 200.0 if plain else SHARED - 48.0 if shared else BAR - 10.0
    page.text(shorten(row.name, room, face, 13, page.measure), 0.0, base, 13, face, ink)
    page.number(row.value, SHARED if shared else page.width, base, face, value_color or ink)
    if shared:
        page.text(row.share, page.width, base, 13, face, ink, "end")
    factors = row.factors if len(row.factors) == 2 else row.factors[:1]
    for factor, end in zip(factors, ends, strict=False):
        page.number(factor, end, base)
    if len(factors) > 1:
        page.text("×", ends[0] + 7.0, base, 12, color="ink3")
    left = BAR_OF_PRODUCT if row.factors else BAR
    width = page.width - left - (70.0 if shared else 54.0)
    if row.bar is not None and width >= LEAST_BAR:
        draw_bar(page, row, left, width, color, signed)
    if row.factors and row.share and width >= LEAST_SHARE:
        page.text(row.share, left + width / 2, page.y + 11.0, 10, color="ink2", anchor="middle")
    page.y += ROW


def factor_ends(width: float) -> tuple[float, float]:
    """Right ends of two factors; in a narrow panel they move towards the names."""
    second = min(FACTOR[1], width - 56.0)
    return second - (FACTOR[1] - FACTOR[0]), second


def draw_bar(page: Page, row: TermRow, left: float, width: float, color: str, signed: bool) -> None:
    """A bar on its track, low where a share stands above it; signed ones start in the middle."""
    top, high = (page.y + 14.0, 4.0) if row.factors and row.share else (page.y + 6.0, 9.0)
    page.box(left, top, width, high, "well", 2.0)
    share = max(-1.0, min(1.0, row.bar or 0.0)) * (width / 2 if signed else width)
    if share == 0.0:
        return
    length = max(abs(share), 1.5)
    zero = left + width / 2 if signed else left
    page.box(
        zero if share > 0 else zero - length,
        top,
        length,
        high,
        color,
        min(2.0, length / 2),
        1.0 if row.here else 0.7,
    )


def draw_vectors(page: Page, rows: tuple[VectorRow, ...], limit: float, manner: Manner = USUAL) -> None:
    """Vectors as cells with their numbers, spines in the colour of their role, the product's sum at its end:
    as rows, or upright beside each other where words are columns.
    """
    page.y += 12.0
    if manner.words == "columns":
        _draw_upright(page, rows, limit, manner.decimals)
        return
    count = max(len(row.values) for row in rows)
    beside = (page.width - FIRST - BESIDE) / count >= LEAST_CELL
    wide = min(CELL, (page.width - FIRST - (BESIDE if beside else 0.0)) / count)
    decimals = _fitting(page, rows, wide, manner.decimals)
    for row in rows:
        draw_vector(page, row, wide, limit, decimals)
        page.y += PITCH if beside or row.total is None else 2 * PITCH


def _fitting(page: Page, rows: tuple[VectorRow, ...], wide: float, decimals: int) -> int:
    """The decimals that are wanted, or two where those have no room."""
    texts = (number(value, decimals) for row in rows for value in row.values)
    return decimals if max(page.measure(t, "regular", 12) for t in texts) <= wide - 6.0 else 2


def draw_vector(page: Page, row: VectorRow, wide: float, limit: float, decimals: int = 2) -> None:
    """One vector: a ribbon of cells, each a door."""
    base, count = page.y + 14.0, len(row.values)
    page.text(shorten(row.name, 50.0, "regular", 12, page.measure), 0.0, base, 12, color=row.role or "ink2")
    if row.role and row.role != "ink":
        page.box(FIRST - 5.0, page.y, 2.5, 20.0, row.role)
    for i in range(count):
        _cell(page, row, i, (FIRST + i * wide, page.y, wide, 20.0), limit, decimals)
    frame = place(page.margin + FIRST - 0.5, page.y - 0.5, count * wide + 1.0, 21.0)
    page.items.append(Rects(frame, stroke="line2"))
    if row.total is not None:
        below = FIRST + count * wide + BESIDE - 2.0 > page.width
        text = "= " + number(float(sum(row.values)), decimals)
        line = base + (PITCH if below else 0.0)
        page.text(text, page.width, line, 13, "semibold", anchor="end", cell=row.total.cell)


def _draw_upright(page: Page, rows: tuple[VectorRow, ...], limit: float, decimals: int) -> None:
    """Columns with their names on top."""
    wide = min(UPRIGHT, (page.width - GAP * (len(rows) - 1)) / len(rows))
    decimals = _fitting(page, rows, wide, decimals)
    top, high = page.y + PITCH, max(len(row.values) for row in rows) * 20.0
    for n, row in enumerate(rows):
        x = n * (wide + GAP)
        name = shorten(row.name, wide + GAP - 8.0, "regular", 12, page.measure)
        page.text(name, x, page.y + 11.0, 12, color=row.role or "ink2")
        if row.role and row.role != "ink":
            page.box(x, top - 5.0, wide, 2.5, row.role)
        for i in range(len(row.values)):
            _cell(page, row, i, (x, top + i * 20.0, wide, 20.0), limit, decimals)
        frame = place(page.margin + x - 0.5, top - 0.5, wide + 1.0, len(row.values) * 20.0 + 1.0)
        page.items.append(Rects(frame, stroke="line2"))
        if row.total is not None:
            text = "= " + number(float(sum(row.values)), decimals)
            line = top + high + 18.0
            page.text(text, x + wide, line, 13, "semibold", anchor="end", cell=row.total.cell)
    page.y = top + high + PITCH + 4.0


def _cell(
    page: Page, row: VectorRow, i: int, box: tuple[float, float, float, float], limit: float, decimals: int
) -> None:
    """One number of a vector in its colour."""
    (x, y, wide, high), value = box, row.values[i]
    at, size = place(page.margin + x, y), place(wide, high)
    page.items.append(Cells(np.array([[[value]]]), at, size, "div", limit, ref=ref_of(row.cells[i])))
    shade = min(1.0, max(0.0, value / limit / 2 + 0.5)) if value == value else 0.5
    ink, told = f"on:div:{shade:.3f}", number(value, decimals)
    page.text(told, x + wide / 2, y + 14.0, 12, "regular", ink, "middle", row.cells[i], False)
