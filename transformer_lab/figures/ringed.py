"""Rings round numbers that somebody has selected, as part of a figure."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.hit import Box, Laid, laid_down, locate_in, thread_in
from transformer_lab.figures.picture import Curves, Item, Layer, Picture, Rects

SELECTED, HOVERED = (2.0, 1.0), (1.5, 0.55)
"""Width and opacity of a ring."""


def mark(laid: Laid, cell: Cell, style: tuple[float, float]) -> Item | None:
    """A ring, or where a number is drawn as a thread alone the thread in ink; None if it is not drawn."""
    box = locate_in(laid, cell)
    if box is not None:
        return ring(box, *style)
    thread = thread_in(laid, cell)
    if thread is None:
        return None
    points, wide = thread
    return Curves(points[None], np.array([max(style[0], 0.5 * wide)]), np.array([style[1]]), "select")


def ring(box: Box, width: float, opacity: float) -> Rects:
    """Two pixels outside the number."""
    x, y, w, h = box
    out = 2.0 + width / 2.0
    outer = np.array([[x - out, y - out, w + 2.0 * out, h + 2.0 * out]])
    return Rects(outer, stroke="select", width=width, radius=min(6.0, 3.0 + h / 8.0), opacity=opacity)


def ringed(drawn: Picture, selected: Cell | None, hovered: Cell | None = None) -> Picture:
    """The figure with a ring round the selected and the hovered number, where it shows them."""
    hovered = None if hovered == selected else hovered
    wanted = [(cell, style) for cell, style in ((hovered, HOVERED), (selected, SELECTED)) if cell is not None]
    laid = laid_down(drawn) if wanted else ()
    items = tuple(found for cell, style in wanted if (found := mark(laid, cell, style)) is not None)
    if not items:
        return drawn
    layer = Layer(("rings", "still", selected, hovered, drawn.size), (0.0, 0.0, *drawn.size), lambda: items)
    return replace(drawn, layers=(*drawn.layers, layer))
