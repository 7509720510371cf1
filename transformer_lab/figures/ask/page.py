"""Laying out an answer: a column of blocks, each a function from (page, part) that draws and moves the page
down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.ask.answer import Number, Span
from transformer_lab.figures.ask.mathbox import Mark
from transformer_lab.figures.measure import Measure
from transformer_lab.figures.picture import Anchor, Face, Floats, Item, Path, Rects, Ref, Stamps, Texts

ROW = 22.0


class Page:
    """Where the next thing goes, and what has been drawn; x from 0 to `width` inside the margin."""

    def __init__(self, width: float, margin: float, measure: Measure, here: Cell) -> None:
        self.width, self.margin, self.measure, self.here = width, margin, measure, here
        self.y = 0.0
        self.equals = 0.0
        """x of the first equals sign of the formulas"""
        self.items: list[Item] = []

    def text(
        self,
        text: str,
        x: float,
        y: float,
        size: int = 13,
        face: Face = "regular",
        color: str = "ink",
        anchor: Anchor = "start",
        cell: Cell | None = None,
        underline: bool = True,
    ) -> float:
        """One text with its baseline at y; a cell other than the page's own makes it a door. Returns its
        width.
        """
        if text:
            door = cell is not None and cell != self.here
            at = place(self.margin + x, y)
            self.items.append(
                Texts((text,), at, size, face, color, anchor, ref=ref_of(cell), underline=door and underline)
            )
        return self.measure(text, face, size)

    def number(self, number: Number, x: float, y: float, face: Face = "regular", color: str = "ink") -> None:
        """A right-aligned number."""
        self.text(number.text, x, y, 13, face, color, "end", number.cell)

    def box(
        self, x: float, y: float, w: float, h: float, fill: str, radius: float = 0.0, opacity: float = 1.0
    ) -> None:
        """A filled rectangle."""
        self.items.append(Rects(place(self.margin + x, y, w, h), fill, radius=radius, opacity=opacity))

    def rule(self, y: float) -> None:
        """A hairline across the page."""
        self.box(0.0, y, self.width, 1.0, "line")

    def marks(self, marks: Iterable[Mark], x: float, y: float) -> None:
        """A typeset box with its baseline's start at (x, y)."""
        for m in marks:
            if m.text == "√":
                self.items.append(
                    Stamps(
                        root_sign(m.size, m.width),
                        place(self.margin + x + m.x, y + m.y),
                        stroke=m.color,
                        width=1.1,
                    )
                )
            elif m.text:
                self.text(m.text, x + m.x, y + m.y, m.size, m.face, m.color, cell=m.cell)
            else:
                self.box(x + m.x, round(y + m.y) - 0.5, m.width, 1.0, m.color)

    def paragraph(
        self, spans: Sequence[Span], size: int, face: Face, line: float, color: str = "ink"
    ) -> None:
        """Words wrapped at the page's width; the first baseline is at y."""
        for i, run in enumerate(lines(spans, self.width, lambda text: self.measure(text, face, size))):
            x = 0.0
            self.y += line if i else 0.0
            for text, role in run:
                x += self.text(text, x, self.y, size, face, role or color)


def lines(
    spans: Sequence[Span], width: float, advance: Callable[[str], float]
) -> list[list[tuple[str, str]]]:
    """Runs of one colour, broken into lines no wider than `width`."""
    found: list[list[tuple[str, str]]] = [[]]
    room = width
    for word, role in words(spans):
        if found[-1] and advance(word.rstrip()) > room:
            found.append([])
            room = width
        room -= advance(word)
        if found[-1] and found[-1][-1][1] == role:
            found[-1][-1] = (found[-1][-1][0] + word, role)
        elif word.strip() or found[-1]:
            found[-1].append((word, role))
    return found


def words(spans: Sequence[Span]) -> list[tuple[str, str]]:
    """Words with the space that follows them, and their colour."""
    found: list[tuple[str, str]] = []
    for text, role in spans:
        rest = text
        while rest:
            space = rest.find(" ") + 1 or len(rest)
            found.append((rest[:space], role))
            rest = rest[space:]
    return found


def place(*numbers: float) -> Floats:
    """One instance of a batch: (1, n)."""
    return np.array([numbers], dtype=np.float64)


def ref_of(cell: Cell | None) -> Ref | None:
    """What a drawn thing answers with when it is clicked."""
    return None if cell is None else Ref(cell.node, np.array([cell.index], dtype=np.int64).reshape(1, -1))


def root_sign(height: float, width: float) -> Path:
    """The outline of a root sign that stands on its baseline."""
    return (
        ("M", 0.5, -0.36 * height),
        ("L", 0.26 * width, -0.44 * height),
        ("L", 0.58 * width, 0.0),
        ("L", width, -height + 0.5),
        ("L", width + 1.0, -height + 0.5),
    )
