"""What every figure shows while there is no sentence: one dashed card that says what to do."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.measure import approximate
from transformer_lab.figures.picture import Item, Layer, Picture, Rects, Texts
from transformer_lab.figures.prose import Line, Run, broken
from transformer_lab.language import tr


def empty_picture(width: float, height: float) -> Picture:
    """The card “Type a sentence above”, in the middle."""
    return card_picture(tr("Type a sentence above"), width, height)


def card_picture(text: str, width: float, height: float) -> Picture:
    """A dashed card in the middle with a short text, broken into lines where it has to be."""
    size = 13 if width < 560.0 else round(24 * min(width / 960.0, height / 540.0, 1.0)) + 2
    margin = 2.5 * size
    lines = broken([Run(text, "medium", "ink2")], max(width - 32.0 - 2.0 * margin, 4.0 * size), size)
    inner = max((_width(line, size) for line in lines), default=0.0)
    card_width = min(width - 32.0, inner + 2.0 * margin)
    card_height = min(height - 32.0, (3.1 + 1.4 * len(lines)) * size)
    x, y = (width - card_width) / 2.0, (height - card_height) / 2.0
    first = height / 2.0 - 0.7 * (len(lines) - 1) * size + 0.36 * size
    items: tuple[Item, ...] = (
        Rects(
            np.array([[x, y, card_width, card_height]]),
            stroke="line2",
            width=1.5,
            radius=10.0,
            dash=(6.0, 4.0),
        ),
        *(
            Texts(
                (" ".join(word.run.text for word in line),),
                np.array([[width / 2.0, first + 1.4 * i * size]]),
                size,
                "medium",
                "ink2",
                "middle",
            )
            for i, line in enumerate(lines)
        ),
    )
    layer = Layer(("empty", "card", width, height, text), (0.0, 0.0, width, height), lambda: items)
    return Picture((width, height), (layer,), text)


def _width(line: Line, size: int) -> float:
    last = line[-1]
    return last.x + approximate(last.run.text, "medium", size)
