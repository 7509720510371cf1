"""Pinned numbers, one line each: what it is, what it is worth now, and a cross that lets it go."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.gradient import PREFIX
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.ask.asking import question
from transformer_lab.figures.ask.context import written
from transformer_lab.figures.ask.page import Page, place, ref_of
from transformer_lab.figures.links import deed, deed_of
from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.figures.measure import Measure, approximate, shorten
from transformer_lab.figures.picture import Layer, Picture, Rects, Stamps
from transformer_lab.language import tr

ROW, TOP, MARGIN = 24.0, 6.0, 24.0
UNPIN = "unpin:"
CROSS = (("M", 0.0, 0.0), ("L", 7.0, 7.0), ("M", 7.0, 0.0), ("L", 0.0, 7.0))


def unpinned(cell: Cell) -> int | None:
    """Which pin a click on this cell lets go; None for a number."""
    name = deed_of(cell)
    return int(name.removeprefix(UNPIN)) if name.startswith(UNPIN) else None


def pins_picture(
    snapshot: Snapshot,
    cells: Sequence[Cell],
    width: float,
    measure: Measure = approximate,
    graded: Snapshot | None = None,
    manner: Manner = USUAL,
) -> Picture:
    """One line for each pinned number, in the order in which they were pinned; `graded` has the gradients."""
    page = Page(width - 2 * MARGIN, MARGIN, measure, deed("pins"))
    told = [(cell, *_told(snapshot if graded is None else graded, cell, manner)) for cell in cells]
    page.items.append(Rects(place(0.0, 0.0, width, 1.0), "line"))
    for i, (cell, name, value) in enumerate(told):
        base = TOP + i * ROW + 16.0
        wide = page.text(value, page.width - 20.0, base, 13, "semibold", anchor="end", cell=cell)
        room = page.width - 20.0 - wide - 12.0
        page.text(shorten(name, room, "regular", 12, measure), 0.0, base, 12, color="ink2", cell=cell,
                  underline=False)  # fmt: skip
        cross = place(MARGIN + page.width - 8.0, base - 8.0)
        field = place(MARGIN + page.width - 15.0, base - 15.0, 22.0, 22.0)
        page.items.append(Rects(field, "panel", ref=ref_of(deed(f"{UNPIN}{i}"))))
        page.items.append(Stamps(CROSS, cross, stroke="ink3", width=1.4))
    items = tuple(page.items)
    size = (width, TOP + len(told) * ROW + 4.0)
    layer = Layer(("pins", "strip", crc32(repr(told).encode()), width), (0.0, 0.0, *size), lambda: items)
    description = ". ".join(f"{name}: {value}" for _, name, value in told)
    return Picture(size, (layer,), tr("Pinned numbers"), description)


def _told(snapshot: Snapshot, cell: Cell, manner: Manner) -> tuple[str, str]:
    """What it is and what it is worth; a gradient is pinned by its name alone while there are none."""
    try:
        return question(snapshot, cell, manner), written(
            float(snapshot[cell.node][cell.index]), manner.decimals
        )
    except LabError:
        name = cell.node.removeprefix(PREFIX)
        return name, "–"
