"""What the stage shows instead of lanes: an invitation to type, and where a model of two towers is found."""

from __future__ import annotations

from transformer_lab.figures.look import Look
from transformer_lab.figures.measure import shorten
from transformer_lab.figures.picture import Layer, Picture, Rects, Texts, table
from transformer_lab.language import tr


def invitation(look: Look) -> Picture:
    """No words yet."""
    width, height = 300.0, 64.0
    x, y = (look.width - width) / 2.0, max(24.0, look.height * 0.36)
    card = Rects(table([x], y, width, height), stroke="line2", radius=8.0, dash=(4.0, 4.0))
    text = Texts(
        (tr("Type a sentence above"),), table([look.width / 2.0], y + 37.0), 14, "medium", "ink2", "middle"
    )
    layer = Layer(
        ("empty", 0, look.width, look.height), (0.0, 0.0, look.width, look.height), lambda: (card, text)
    )
    return Picture((look.width, look.height), (layer,), tr("Empty stage"), tr("No sentence yet."))


def towers_card(look: Look, source: str) -> Picture:
    """An encoder and a decoder: the stage has no lanes for both yet, and says where all numbers are."""
    width, height = 440.0, 140.0
    said = (
        tr("This project has two towers: an encoder and a decoder."),
        tr("The stage shows them in a later version."),
        tr("All numbers are in the outline, the maps and the matrices."),
        shorten(tr("The encoder reads “{text}”.", text=source), width - 40.0, "regular", 13),
    )
    x, y = (look.width - width) / 2.0, max(24.0, (look.height - height) * 0.4)
    middle = look.width / 2.0
    items = (
        Rects(table([x], y, width, height), fill="panel", stroke="line", radius=10.0),
        Texts(said[:1], table([middle], y + 37.0), 14, "semibold", "ink", "middle"),
        Texts(said[1:3], table([middle, middle], [y + 63.0, y + 83.0]), 13, "regular", "ink2", "middle"),
        Texts(said[3:], table([middle], y + 114.0), 13, "regular", "ink2", "middle"),
    )
    key = ("towers", 0, look.width, look.height, source)
    layer = Layer(key, (0.0, 0.0, look.width, look.height), lambda: items)
    return Picture((look.width, look.height), (layer,), said[0], " ".join(said[1:]))
