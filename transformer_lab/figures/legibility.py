"""Whether a slide can be read from the back of a room: the smallest type, in points of a slide 540 high."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from transformer_lab.figures.options import slide_shaped
from transformer_lab.figures.picture import Group, Item, Picture, Texts
from transformer_lab.language import tr

READABLE = 18.0
"""Points: cap height 16 arcmin at ten metres from a slide two metres high (teaching notes, legibility)."""
NUMBER = re.compile(r"[<≈]?[−+-]?\d[\d.,]*(?:e[−+]?\d+)? ?%?|−?∞")


class Smallest(NamedTuple):
    """The smallest text of a figure, and its size on a slide."""

    text: str
    points: float


def smallest(picture: Picture) -> Smallest | None:
    """The smallest text; None if there is none."""
    found = [
        Smallest(next(text for text in t.text if text), t.size / unit_of(picture)) for t in texts_of(picture)
    ]
    return min(found, key=lambda one: one.points, default=None)


def unit_of(picture: Picture) -> float:
    """The pixels of a picture that are a point on a slide 540 high."""
    return min(picture.size[0] / 720.0, picture.size[1] / 540.0)


def texts_of(picture: Picture) -> tuple[Texts, ...]:
    """All batches of text that say something."""
    return tuple(text for text, _ in placed_texts(picture))


def placed_texts(picture: Picture) -> tuple[tuple[Texts, float], ...]:
    """The same, each with how far down its layer stands."""
    seen = (layer for layer in picture.layers if layer.opacity > 0.0)
    return tuple((text, layer.dy) for layer in seen for text in _texts(layer.build()) if any(text.text))


def type_sizes(picture: Picture, words: Iterable[str]) -> tuple[Smallest, ...]:
    """For each kind of text (numbers, words, notes, title) its smallest size on a slide, smallest first."""
    known, found = set(words), dict[str, float]()
    for batch in texts_of(picture):
        kind, points = _kind(batch, known), batch.size / unit_of(picture)
        found[kind] = min(points, found.get(kind, points))
    return tuple(sorted((Smallest(*pair) for pair in found.items()), key=lambda one: one.points))


def _kind(batch: Texts, words: set[str]) -> str:
    if batch.face.startswith("display"):
        return tr("title")
    if all(NUMBER.fullmatch(text) for text in batch.text if text):
        return tr("numbers")
    return tr("words") if all(text in words for text in batch.text if text) else tr("notes")


def is_slide(picture: Picture) -> bool:
    """Whether a picture has the shape of a slide and is not a thumbnail of one."""
    return slide_shaped(*picture.size)


def too_small(picture: Picture) -> str:
    """What is said about a slide with type below 18 points; nothing for other sizes and for larger type."""
    found = smallest(picture) if is_slide(picture) else None
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
