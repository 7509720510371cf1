"""What the stage shows while there are no words: an invitation to type."""

from __future__ import annotations

from transformer_lab.figures.look import Look
from transformer_lab.figures.picture import Layer, Picture, Rects, Texts, table
from transformer_lab.language import tr


def invitation(look: Look, source: bool = False) -> Picture:
    """No words yet; with `source` none for an encoder to read."""
    width, height = 300.0, 64.0
    x, y = (look.width - width) / 2.0, max(24.0, look.height * 0.36)
    card = Rects(table([x], y, width, height), stroke="line2", radius=8.0, dash=(4.0, 4.0))
    asked = tr("Type what the encoder reads") if source else tr("Type a sentence above")
    text = Texts((asked,), table([look.width / 2.0], y + 37.0), 14, "medium", "ink2", "middle")
    layer = Layer(
        ("empty", 0, look.width, look.height, source),
        (0.0, 0.0, look.width, look.height),
        lambda: (card, text),
    )
    return Picture((look.width, look.height), (layer,), tr("Empty stage"), tr("No sentence yet."))
