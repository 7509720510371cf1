"""Which words have a lane on a slide: all, or those around the word that asks, and what is said then."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from transformer_lab.errors import LabError
from transformer_lab.figures.look import GUTTER
from transformer_lab.figures.picture import Layer, Texts, table
from transformer_lab.language import tr

LEAST, MOST = 27.0, 190.0
"""A lane has room for its percent; it is never so wide that a row falls apart (pixels of the stage)."""

NOTE = 10
"""The size of a note in the gutter: on a slide it becomes the smallest type."""


class Lanes(NamedTuple):
    """The words from `first` to `last`, and the width of a lane."""

    first: int
    last: int
    lane: float

    @property
    def shown(self) -> int:
        """How many words are shown."""
        return self.last - self.first + 1


def lanes_of(room: float, words: int, query: int, asked: tuple[int, int] | None) -> Lanes:
    """As many words as have room: all, those `asked` for, or those up to the query.

    Raises LabError for words that do not exist.
    """
    first, last = (0, words - 1) if asked is None else asked
    if not 0 <= first <= last < words:
        text = "There are {count} words, so --words goes from 0:{last} at most, first before last."
        raise LabError(tr(text, count=words, last=words - 1))
    most = max(1, int(room / LEAST))
    if last - first + 1 > most:
        end = min(last, max(query, first + most - 1))
        first, last = end - most + 1, end
    return Lanes(first, last, min(MOST, room / (last - first + 1)))


def lanes_notice(lanes: Lanes, words: int, first: int) -> str:
    """“words 5–16 of 24”; empty if none is left out."""
    if lanes.shown == words:
        return ""
    return tr("words {a}–{b} of {count}", a=lanes.first + first, b=lanes.last + first, count=words)


def lanes_note(lanes: Lanes, words: int, first: int, high: float) -> Iterator[Layer]:
    """The same beside the words, in a head `high` pixels of the stage; nothing if none is left out."""
    if lanes.shown == words:
        return
    texts = (tr("words {a}–{b}", a=lanes.first + first, b=lanes.last + first), tr("of {n}", n=words))
    at = table(np.full(2, GUTTER - 8.0), (high - 20.0, high - 7.0))
    key = ("words shown", 0, texts, high)
    note = Texts(texts, at, NOTE, "regular", "ink2", "end")
    yield Layer(key, (0.0, 0.0, GUTTER, high), lambda: (note,))
