"""A line of words below a figure: what happens in this step, for films that are watched without a teacher."""

from __future__ import annotations

from dataclasses import replace

from transformer_lab.figures.measure import approximate
from transformer_lab.figures.picture import Face, Item, Layer, Picture, Rects, Texts, table

STRIP, LINE, FORMULA = 60.0, 18, 14
MARGIN = 16.0


def captioned(drawn: Picture) -> Picture:
    """The figure with its first lines of notes below it; without notes its description."""
    first, *rest = (drawn.notes or drawn.description or drawn.title).split("\n")
    width, height = drawn.size
    lines = (first[:1].upper() + first[1:], rest[-1] if rest else "")
    key = ("caption", "strip", lines, drawn.size)
    strip = Layer(key, (0.0, 0.0, width, STRIP), lambda: _strip(lines, width), dy=height)
    return replace(drawn, size=(width, height + STRIP), layers=(*drawn.layers, strip))


def _strip(lines: tuple[str, str], width: float) -> tuple[Item, ...]:
    room = width - 2 * MARGIN
    items: list[Item] = [Rects(table(MARGIN, 0.0, room, 1.0), fill="line")]
    top, below = lines
    items.append(Texts((shortened(top, "medium", LINE, room),), table(MARGIN, 25.0), LINE, "medium"))
    if below:
        text = shortened(below, "regular", FORMULA, room)
        items.append(Texts((text,), table(MARGIN, 47.0), FORMULA, color="ink2"))
    return tuple(items)


def shortened(text: str, face: Face, size: int, room: float) -> str:
    """As much of a text as has room, with three dots where something is left out."""
    if approximate(text, face, size) <= room:
        return text
    while text and approximate(text + "…", face, size) > room:
        text = text[:-1]
    return text.rstrip() + "…"
