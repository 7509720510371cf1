"""Rings round the selected and the hovered number, drawn over any Picture; nothing below is drawn anew.

They look at the layers that the painter has just laid down in the same frame, so nothing is built for them.
"""

from __future__ import annotations

from transformer_lab.figures.picture import Item, Layer, Picture
from transformer_lab.figures.ringed import HOVERED, SELECTED, mark
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
    wanted = ((quiet, *HOVERED), (selected, *SELECTED))

    def build() -> tuple[Item, ...]:
        marks = (mark(painter.live, cell, (width, shade)) for cell, width, shade in wanted if cell)
        return tuple(found for found in marks if found is not None)

    return (Layer(None, EVERYWHERE, build),)
