"""Maps of heads as small images for lists, made again only when their weights have changed."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QPen

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.by_head import by_head
from transformer_lab.figures.scales import rooted, shade
from transformer_lab.figures.thumbnails import pooled
from transformer_lab.figures.turning import Turn, turn_of_weights
from transformer_lab.ui.preferences import Preferences, manner_of
from transformer_lab.ui.theming import Theming

SIDE = 20.0


class Thumbs:
    """Keeps the images of each attention until its weights are another array."""

    def __init__(self, theming: Theming, preferences: Preferences | None = None) -> None:
        self._theming, self._preferences = theming, preferences
        self._held: dict[tuple[str, int, str, Turn], tuple[object, list[QImage]]] = {}

    def of(self, snapshot: Snapshot, node: str, most: int, ratio: float) -> list[QImage]:
        """One image for each of the first heads; empty while there are no weights."""
        if node not in snapshot or snapshot.trace is None or snapshot.graph is None:
            return []
        turn = turn_of_weights(manner_of(self._preferences), snapshot, node)
        weights, key = snapshot[node], (node, most, self._theming.theme.name, turn)
        held = self._held.get(key)
        if held is None or held[0] is not weights:
            heads = turn.turned(by_head(snapshot.graph, node, weights)[:most])
            held = self._held[key] = (
                weights,
                [map_image(self._theming, h, len(snapshot.words), SIDE * ratio) for h in heads],
            )
        return held[1]


def map_image(theming: Theming, weights: np.ndarray, words: int, side: float) -> QImage:
    """The weights of one head (t, s), one dot for each pair of words, at most `side` dots wide.

    A map with NaN wears a cross: a blank one would look as if nothing were there.
    """
    seen, _ = pooled(weights, side)
    places = theming.theme.index("seq", shade(seen, rooted(words)))
    dots = np.ascontiguousarray(theming.theme.lut("seq")[places])
    high, wide = dots.shape
    image = QImage(dots.data, wide, high, wide * 4, QImage.Format.Format_ARGB32_Premultiplied).copy()
    return crossed(image, theming, side) if np.isnan(weights).any() else image


def crossed(image: QImage, theming: Theming, side: float) -> QImage:
    """A map at the size that it is drawn in, framed and crossed out in the colour of errors."""
    size = round(side)
    large = image.scaled(size, size)
    with QPainter(large) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theming.color("error"), max(1.0, side / SIDE) * 1.5))
        edge = QRectF(1.0, 1.0, size - 2.0, size - 2.0)
        painter.drawRect(edge)
        painter.drawLine(edge.topLeft(), edge.bottomRight())
        painter.drawLine(edge.topRight(), edge.bottomLeft())
    return large
