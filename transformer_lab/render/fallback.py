"""Texts that the shipped typefaces cannot set: asked without Qt as long as the answer is plainly no.

A file is opened where other fonts are installed, or none. What one of ours draws stays text; the rest becomes
shapes, an emoji a small image, and a character that no font here has a box with its number.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Face, Path
from transformer_lab.render.application import check_drawing

FAMILIAR = re.compile("[\x20-\x7e\xa0-\u0148\u014a-\u017f−–—‘’“”„•…→←↑↓√∞≤≥≈≠⁰⁴-⁹₀-₉αβγδεθλμπσΔΣ∑]*")
"""What all of our sans serifs hold: no need to wake Qt for it."""
FAMILIAR_IN_MATH = re.compile("[\x20-\x7e\xa0-\u017f−–—‘’“”…αβγδεθλμπσΔΣ]*")
"""What all of our serifs hold."""


class Patch(NamedTuple):
    """A small image: its place about the start of the baseline, its size, and its PNG."""

    x: float
    y: float
    width: float
    height: float
    png: bytes


class Shaped(NamedTuple):
    """A line of text without type: outlines to be filled, images over them, and how far it reaches."""

    outline: Path
    patches: tuple[Patch, ...]
    width: float


def familiar(text: str, face: Face) -> bool:
    """Whether our typefaces surely hold all of a line; if not, the font itself must be asked."""
    return (FAMILIAR_IN_MATH if face.startswith("math") else FAMILIAR).fullmatch(text) is not None


def fallback(text: str, face: Face, size: int, always: bool = False) -> Shaped | None:
    """The line as shapes if our typefaces lack a character of it, or `always`; None where it stays text.

    Without a working Qt it stays text as well.
    """
    if not always and familiar(text, face):
        return None
    try:
        check_drawing()
    except LabError:
        return None
    from transformer_lab.render.shaping import is_foreign, shaped

    return shaped(text, face, size) if always or is_foreign(text, face) else None
