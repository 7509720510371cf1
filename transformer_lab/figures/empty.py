"""What every figure shows while there is no sentence: one dashed card that says what to do."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.measure import approximate
from transformer_lab.figures.picture import Layer, Picture, Rects, Texts
from transformer_lab.language import tr


def empty_picture(width: float, height: float) -> Picture:
    """The card “Type a sentence above”, in the middle."""
    text = tr("Type a sentence above")
    size = 13 if width < 560.0 else round(24 * min(width / 960.0, height / 540.0, 1.0)) + 2
    card_width = min(width - 32.0, approximate(text, "medium", size) + 5.0 * size)
    card_height = min(height - 32.0, 4.5 * size)
    box = np.array([[(width - card_width) / 2.0, (height - card_height) / 2.0, card_width, card_height]])
    middle = np.array([[width / 2.0, height / 2.0 + 0.36 * size]])
    items = (
        Rects(box, stroke="line2", width=1.5, radius=10.0, dash=(6.0, 4.0)),
        Texts((text,), middle, size, "medium", "ink2", "middle"),
    )
    layer = Layer(("empty", "card", width, height, text), (0.0, 0.0, width, height), lambda: items)
    return Picture((width, height), (layer,), text)
