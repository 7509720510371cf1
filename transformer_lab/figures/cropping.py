"""A part of a long sentence: from the first to the last word that a figure shows, each drawn large."""

from __future__ import annotations

from typing import NamedTuple

from transformer_lab.errors import LabError
from transformer_lab.language import tr

ROWS = 16
"""So many rows have room for type of 24 points on a slide."""


class Crop(NamedTuple):
    """Rows and columns that are shown: first and one past the last."""

    top: int
    low: int
    left: int
    right: int


def crop_of(words: tuple[int, int] | None, asks: int, reads: int, query: int) -> tuple[Crop, int]:
    """What is shown of a matrix `asks` by `reads`, and the row of the query in it; None shows all.

    Of other columns than rows all are shown. Raises LabError for words that do not exist.
    """
    if words is None:
        return Crop(0, asks, 0, reads), query
    first, last = words
    if not 0 <= first <= last < asks:
        text = "There are {count} words, so --words goes from 0:{last} at most, first before last."
        raise LabError(tr(text, count=asks, last=asks - 1))
    columns = (first, last + 1) if asks == reads else (0, reads)
    return Crop(first, last + 1, *columns), min(max(query, first), last) - first


def around(query: int, count: int) -> tuple[int, int]:
    """The words to show when ROWS of `count` are: those up to the query, and after it if it comes early."""
    last = min(count - 1, max(query, ROWS - 1))
    return max(0, last - ROWS + 1), last


def crop_notice(crop: Crop, asks: int, reads: int, first: int = 1) -> str:
    """What is printed where words are left out; empty if none is."""
    if (crop.top, crop.low) == (0, asks) and (crop.left, crop.right) == (0, reads):
        return ""
    text = "Words {first} to {last} of {count}; shares count all."
    return tr(text, first=crop.top + first, last=crop.low - 1 + first, count=asks)
