"""The largest type of a slide at which nothing is lost: every figure is tried from 24 points down.

What a figure says at 18 points is what it has to say. It is drawn in the largest type at which it says as
much, cuts no more, and lets no two texts meet that did not meet before.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple, TypeAlias

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.legibility import placed_texts
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.options import Options, slide_shaped
from transformer_lab.figures.picture import Floats, Picture, Texts

Draw: TypeAlias = Callable[[Snapshot, Options], Picture]
TRIED = (24, 22, 20, 18)
"""Points of the smallest words on a slide, in the order in which they are tried."""
BRIEF = 0.96
"""So much of its words are enough: larger type may say something more briefly, but leave out no label."""
WHOLE = 16
"""So many words keep their names."""
START = {"start": 0.0, "middle": 0.5, "end": 1.0}
RISE, FALL = 0.74, 0.2
"""What letters take above and below their baseline, in sizes of the type."""


class Told(NamedTuple):
    """How much a picture says: all its words, its labels and numbers, which are drawn many at a time; how
    many of its texts are cut, and how many run together.
    """

    said: int
    labels: int
    cut: int
    met: int

    def as_good(self, other: Told) -> bool:
        """Whether nothing is lost against another."""
        more = self.said >= BRIEF * other.said and self.labels >= other.labels
        return more and self.cut <= other.cut and self.met <= other.met


def readable(draw: Draw) -> Draw:
    """A figure that takes, on slides, the largest type it has room for; the same one for all its steps."""

    def drawn(snapshot: Snapshot, options: Options) -> Picture:
        if not slide_shaped(options.width, options.height):
            return draw(snapshot, options)
        if options.step is None:
            return largest(draw, snapshot, options)[1]
        least, _ = largest(draw, snapshot, replace(options, step=None))
        return draw(snapshot, replace(options, least=least))

    return drawn


def largest(draw: Draw, snapshot: Snapshot, options: Options) -> tuple[int, Picture]:
    """The largest type of `TRIED` at which nothing is lost, and the figure in it.

    If that is none, type shrinks below 20 points only where labels of sixteen words or fewer would be left
    out, or texts be cut or meet. Of more words, what has no room is left out, as the figure then says.
    """
    small = draw(snapshot, replace(options, least=TRIED[-1]))
    wanted = told(small)
    for least in TRIED[:-1]:
        found = draw(snapshot, replace(options, least=least))
        seen = told(found)
        if seen.as_good(wanted):
            return least, found
    labels = wanted.labels if len(snapshot.words) > WHOLE else seen.labels
    good = seen._replace(said=wanted.said, labels=labels).as_good(wanted)
    return (TRIED[-2], found) if good else (TRIED[-1], small)


def told(picture: Picture) -> Told:
    """What a picture says, and how much of it is cut or run together."""
    batches = placed_texts(picture)
    texts = [text for batch, _ in batches for text in batch.text if text]
    said = sum(len(text.split()) for text in texts)
    labels = sum(sum(map(bool, batch.text)) for batch, _ in batches if len(batch.text) > 1)
    cut = sum("…" in text for text in texts)
    return Told(said, labels, cut, meeting(batches) + outside(picture, batches))


def meeting(batches: tuple[tuple[Texts, float], ...]) -> int:
    """How many pairs of level texts run into each other."""
    boxes = np.concatenate([*_level(batches), np.empty((0, 4))])
    low, high = boxes[:, :2], boxes[:, 2:]
    shared = np.minimum(high[:, None], high[None]) - np.maximum(low[:, None], low[None])
    return int(np.triu((shared > 1.0).all(-1), 1).sum())


def outside(picture: Picture, batches: tuple[tuple[Texts, float], ...]) -> int:
    """How many level texts leave the picture."""
    boxes = np.concatenate([*_level(batches), np.empty((0, 4))])
    return int(((boxes[:, :2] < 0.0).any(-1) | (boxes[:, 2:] > np.array(picture.size)).any(-1)).sum())


def _level(batches: tuple[tuple[Texts, float], ...]) -> list[Floats]:
    return [_boxes(batch, dy) for batch, dy in batches if not batch.angle]


def _boxes(batch: Texts, dy: float) -> Floats:
    """(N, 4) left, top, right, low of the letters of each text."""
    shown = [i for i, text in enumerate(batch.text) if text.strip()]
    wide = np.array([approximate(batch.text[i], batch.face, batch.size) for i in shown])
    x = batch.at[shown, 0] - START[batch.anchor] * wide
    y = batch.at[shown, 1] + dy
    return np.stack([x, y - RISE * batch.size, x + wide, y + FALL * batch.size], -1)
