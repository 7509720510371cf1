"""Rings round the selected and the hovered number, drawn over any Picture; nothing below is drawn anew.

They look at the layers that the painter has just laid down in the same frame, so nothing is built for them.
"""

from __future__ import annotations

import numpy as np

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.hit import Box, locate_in, thread_in
from transformer_lab.figures.picture import Curves, Item, Layer, Picture, Rects
from transformer_lab.render.painter import PicturePainter
from transformer_lab.ui.focus import Focus

EVERYWHERE = (-1e5, -1e5, 2e5, 2e5)


def with_layers(picture: Picture, *layers: Layer) -> Picture:
    """The picture with more on top."""
    return Picture(picture.size, (*picture.layers, *layers), picture.title, picture.description)


def rings(painter: PicturePainter, focus: Focus) -> tuple[Layer, ...]:
    """The layer of rings, if there is anything to ring."""
    selected, hovered = focus.selected, focus.under_pointer
    if selected is None and hovered is None:
        return ()
    quiet = hovered if hovered != selected else None
    wanted = ((quiet, 1.5, 0.55), (selected, 2.0, 1.0))

    def build() -> tuple[Item, ...]:
        marks = (_mark(painter, cell, width, shade) for cell, width, shade in wanted if cell)
        return tuple(mark for mark in marks if mark is not None)

    return (Layer(None, EVERYWHERE, build),)


def _mark(painter: PicturePainter, cell: Cell, width: float, shade: float) -> Item | None:
    """A ring, or where a number is drawn as a thread alone the thread in ink."""
    box = locate_in(painter.live, cell)
    if box is not None:
        return _ring(box, width, shade)
    thread = thread_in(painter.live, cell)
    if thread is None:
        return None
    points, wide = thread
    return Curves(points[None], np.array([max(width, 0.5 * wide)]), np.array([shade]), "select")


def _ring(box: Box, width: float, opacity: float) -> Rects:
    """Two pixels outside the number."""
    x, y, w, h = box
    out = 2.0 + width / 2.0
    outer = np.array([[x - out, y - out, w + 2.0 * out, h + 2.0 * out]])
    return Rects(outer, stroke="select", width=width, radius=min(6.0, 3.0 + h / 8.0), opacity=opacity)
