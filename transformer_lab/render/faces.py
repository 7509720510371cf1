"""The typefaces behind the names that a Picture uses. Knows nothing of Qt."""

from __future__ import annotations

from typing import NamedTuple

from transformer_lab.figures.picture import Face

FALLBACKS = (
    "Noto Sans",
    "Noto Sans CJK SC",
    "Noto Naskh Arabic",
    "Noto Sans Hebrew",
    "Noto Sans Devanagari",
    "Noto Color Emoji",
    "DejaVu Sans",
)
FALLBACKS_IN_FILES = tuple(name for name in FALLBACKS if "Emoji" not in name)
"""librsvg would take its digits from a listed emoji font; without the name it still finds one for emoji."""


class Style(NamedTuple):
    """A family of resources/fonts, its weight (400 is regular) and whether it slants."""

    family: str
    weight: int
    italic: bool = False
    generic: str = "sans-serif"


STYLES: dict[Face, Style] = {
    "regular": Style("Inter", 400),
    "medium": Style("Inter", 500),
    "semibold": Style("Inter", 600),
    "display": Style("Inter Display", 600),
    "display-medium": Style("Inter Display", 500),
    "display-light": Style("Inter Display", 300),
    "math": Style("STIX", 400, generic="serif"),
    "math-italic": Style("STIX", 400, italic=True, generic="serif"),
    "math-bold": Style("STIX", 700, italic=True, generic="serif"),
}
