"""The head line of a figure: what it shows at the left, which part of the model at the right."""

from __future__ import annotations

from transformer_lab.figures.attention_layout import SLIDE, type_range
from transformer_lab.figures.measure import approximate, shorten
from transformer_lab.figures.picture import Face, Texts, table

SMALLER = 0.8
"""The part of its size to which a long title shrinks so that the place stands beside it."""


def header_height(width: float, height: float) -> float:
    """Height that the head line takes, the air below it included."""
    large, edge = _sizes(width, height)
    return 0.75 * edge + 1.75 * large


def header(title: str, place: str, width: float, height: float, small: int = 0) -> tuple[Texts, ...]:
    """Title and place on one line; where both do not fit, the place alone, in the weight of a title.

    The place is as large as all that is small on the figure, or smaller where the line is long, down to two
    thirds of the title; then the title shrinks, by a fifth at most.
    """
    large, edge = _sizes(width, height)
    baseline, room = 0.75 * edge + large, width - 2.0 * edge
    least = max(type_range(width, height)[1], round(2.0 * large / 3.0))
    for size in range(large, round(SMALLER * large) - 1, -1):
        free = room - approximate(title, "semibold", size) - 1.5 * size
        sizes = range(max(small, least), least - 1, -1)
        beside = next((s for s in sizes if approximate(place, "regular", s) <= free), 0)
        if beside:
            right = Texts((place,), table(width - edge, baseline), beside, color="ink2", anchor="end")
            return Texts((title,), table(edge, baseline), size, _face(size)), right
    text = shorten(place[:1].upper() + place[1:], room, "semibold", large)
    return (Texts((text,), table(edge, baseline), large, _face(large)),)


def _face(size: int) -> Face:
    return "display" if size >= 17 else "semibold"


def _sizes(width: float, height: float) -> tuple[int, float]:
    scale = min(width / 960.0, height / 540.0)
    wide = min(width / (800.0 if width >= SLIDE else 960.0), height / 540.0)
    return max(13, round(30 * wide)), max(10.0, round(48.0 * scale - 6.0))
