"""Where the characters of a number stand, so that digits align also where a program knows no tabular figures.

Each digit is centred in a slot as wide as Inter's tabular figures, which is how the screen draws it. librsvg
knows neither ``font-feature-settings`` nor a list of places, so there is also the letter spacing that brings
the first and the last character to their places; those between are then off by less than a pixel.
"""

from __future__ import annotations

from typing import NamedTuple

from transformer_lab.figures.picture import Face

# Advances of Inter 4 in thousandths of an em: the tabular slot, the proportional digits 0 to 9, the signs.
SLOT: dict[Face, float] = {"regular": 647.7, "medium": 659.1, "semibold": 670.5}
DIGITS: dict[Face, tuple[float, ...]] = {
    "regular": (625.0, 464.5, 605.1, 636.4, 642.0, 608.0, 623.6, 571.0, 616.5, 623.6),
    "medium": (645.9, 472.7, 613.3, 644.2, 654.1, 620.0, 635.6, 578.8, 631.4, 635.6),
    "semibold": (666.9, 480.8, 621.4, 651.6, 665.8, 632.5, 648.1, 587.0, 645.9, 648.1),
}
SIGNS: dict[Face, dict[str, float]] = {
    "regular": {".": 275.6, ",": 279.8, "−": 659.1, "+": 659.1, "<": 659.1, "%": 812.5, " ": 281.2},
    "medium": {".": 283.0, ",": 287.6, "−": 665.8, "+": 665.8, "<": 665.8, "%": 828.1, " ": 264.9},
    "semibold": {".": 290.5, ",": 295.1, "−": 672.6, "+": 672.6, "<": 672.6, "%": 843.8, " ": 248.2},
}


class Slots(NamedTuple):
    """In pixels: where each character starts, how wide all are, and the spacing that nearly does the same."""

    offsets: tuple[float, ...]
    width: float
    spacing: float


def slots(text: str, face: Face, size: int) -> Slots | None:
    """The places of the characters of a number; None if `text` is none or the face is tabular anyway."""
    if face not in SLOT or len(text) < 2 or not any(part in "0123456789" for part in text):
        return None
    em, signs, left = size / 1000, SIGNS[face], 0.0
    offsets, natural = [], []
    for part in text:
        if part in "0123456789":
            own, wide = DIGITS[face][int(part)], SLOT[face]
        elif part in signs:
            own = wide = signs[part]
        else:
            return None
        offsets.append((left + (wide - own) / 2) * em)
        natural.append(own * em)
        left += wide
    spacing = (offsets[-1] - offsets[0] - sum(natural[:-1])) / (len(text) - 1)
    return Slots(tuple(offsets), left * em, spacing)
