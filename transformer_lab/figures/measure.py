"""How wide a text is, without Qt: enough to decide what fits, what tilts and where a line breaks.

Devices resolve anchors with the real font; a figure laid out with `approximate` is the same on every machine.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TypeAlias

from transformer_lab.figures.picture import Face

Measure: TypeAlias = Callable[[str, Face, int], float]
"""``measure(text, face, size)``: the advance of a text in pixels."""

# Advances of Inter Regular from space to tilde, digits tabular, in thousandths of the size.
LATIN = (
    *(281, 278, 403, 631, 638, 812, 639, 222, 362, 362, 500, 659, 276, 460, 276, 357),
    *(648, 648, 648, 648, 648, 648, 648, 648, 648, 648, 276, 276, 659, 659, 659, 507),
    *(936, 676, 651, 727, 719, 598, 587, 743, 740, 264, 543, 652, 562, 889, 753, 761),
    *(635, 761, 639, 638, 642, 741, 676, 949, 642, 665, 625, 362, 357, 362, 469, 452),
    *(497, 564, 621, 558, 621, 582, 361, 609, 591, 237, 237, 544, 237, 869, 585, 597),
    *(609, 609, 372, 523, 364, 581, 557, 812, 540, 557, 541, 362, 327, 362, 659),
)
SIGNS = MappingProxyType({"−": 659, "×": 659, "·": 276, "…": 821, "→": 955, "↓": 955, "∞": 930, "≤": 659})
FACTOR = MappingProxyType(
    {"medium": 1.02, "semibold": 1.03, "display": 0.97, "display-medium": 0.95, "display-light": 0.92}
)
WIDE, USUAL, JOINING, EMOJI = 1000, 620, 460, 1250
JOINED = re.compile("\u200d.|(?<=[\U0001f1e6-\U0001f1ff])[\U0001f1e6-\U0001f1ff]")
"""What an emoji joins to itself: a family or a flag is one picture."""
ASCENT, DESCENT, CAP = 0.97, 0.24, 0.73
"""Parts of the size above and below the baseline; the height of a capital."""


@lru_cache(maxsize=8192)
def approximate(text: str, face: Face, size: int) -> float:
    """The advance of `text` in pixels: within a few percent for Latin, rather too wide for other scripts."""
    total = sum(map(_advance, JOINED.sub("", text)))
    return total * size / 1000.0 * FACTOR.get(face, 1.0)


def shorten(text: str, room: float, face: Face, size: int, measure: Measure = approximate) -> str:
    """`text` itself if it fits into `room`, else as much of its beginning as fits, and an ellipsis."""
    if measure(text, face, size) <= room:
        return text
    for end in range(len(text) - 1, 0, -1):
        candidate = _whole_characters(text, end) + "…"
        if measure(candidate, face, size) <= room:
            return candidate
    return "…"


def shorten_middle(text: str, room: float, face: Face, size: int, measure: Measure = approximate) -> str:
    """The same with the ellipsis in the middle, so that both what it is and whose it is can be read."""
    if measure(text, face, size) <= room:
        return text
    for kept in range(len(text) - 1, 4, -1):
        tail = kept // 2
        while tail > 0 and _joins(text[len(text) - tail]):
            tail -= 1
        candidate = f"{_whole_characters(text, kept - tail)}…{text[len(text) - tail :].lstrip()}"
        if measure(candidate, face, size) <= room:
            return candidate
    return shorten(text, room, face, size, measure)


def _whole_characters(text: str, end: int) -> str:
    """The beginning of `text` up to `end`, less when that would part a letter from its marks."""
    while end > 0 and end < len(text) and _joins(text[end]):
        end -= 1
    return text[:end].rstrip()


def _joins(character: str) -> bool:
    return unicodedata.combining(character) > 0 or character in "\u200d\ufe0f" or _is_skin(character)


def _is_skin(character: str) -> bool:
    return "\U0001f3fb" <= character <= "\U0001f3ff"


def _advance(character: str) -> int:
    code = ord(character)
    if 32 <= code < 127:
        return LATIN[code - 32]
    if character in SIGNS:
        return SIGNS[character]
    if _joins(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return _foreign(character)


def _foreign(character: str) -> int:
    base = unicodedata.normalize("NFD", character)[0]
    if base != character and 32 <= ord(base) < 127:
        return LATIN[ord(base) - 32]
    if ord(character) >= 0x1F000:
        return EMOJI
    if unicodedata.bidirectional(character) == "AL":
        return JOINING
    return WIDE if unicodedata.east_asian_width(character) in "WF" else USUAL


def clear_pitch(names: Sequence[str], room: float, size: int, turn: float) -> float:
    """How far apart tilted names may stand, each from its middle on, so that all end within the room."""
    aside = 0.36 * size * math.sin(turn)
    reach = (approximate(name, "regular", size) * math.cos(turn) + aside for name in names)
    return min(((room - wide) / (i + 0.5) for i, wide in enumerate(reach)), default=room)
