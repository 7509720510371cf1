"""Whether a slide can be read from the back of a room: the smallest type, in points of a slide 540 high."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from transformer_lab.figures.options import PROPORTIONS
from transformer_lab.figures.picture import Group, Item, Picture, Texts
from transformer_lab.language import tr

READABLE = 18.0
"""Points: cap height 16 arcmin at ten metres from a slide two metres high (teaching notes, legibility)."""
SLIDES = ("16:9", "4:3")


class Smallest(NamedTuple):
    """The smallest text of a figure, and its size on a slide."""

    text: str
    points: float


def smallest(picture: Picture) -> Smallest | None:
    """The smallest text; None if there is none."""
    unit = min(picture.size[0] / 720.0, picture.size[1] / 540.0)
    found = [
        Smallest(next(text for text in item.text if text), item.size / unit)
        for layer in picture.layers
        for item in _texts(layer.build())
        if any(item.text)
    ]
    return min(found, key=lambda one: one.points, default=None)


def too_small(picture: Picture) -> str:
    """What is said about a slide with type below 18 points; nothing for other sizes and for larger type."""
    width, height = picture.size
    shapes = (PROPORTIONS[name] for name in SLIDES)
    slide = width >= 480.0 and any(abs(width / height - w / h) < 0.02 for w, h in shapes)
    found = smallest(picture) if slide else None
    if found is None or found.points >= READABLE - 0.5:
        return ""
    text = "“{text}” is {n} pt on a slide; below 18 pt text is hard to read from the back of a room."
    return tr(text, text=found.text, n=round(found.points))


def _texts(items: Iterable[Item]) -> Iterator[Texts]:
    for item in items:
        if isinstance(item, Group):
            yield from _texts(item.items)
        elif isinstance(item, Texts):
            yield item
