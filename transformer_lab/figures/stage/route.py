"""The way of a thread from the word that is read to the word that asks, in one piece or in several.

A route is asked for pairs of words and answers with cubics: (N,), (N,) → (N, pieces, 4, 2). Within a tower
threads run straight down; between two towers they leave the foot of the encoder, run along as parallel
lines, and drop on the decoder's queries.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from transformer_lab.figures.geometry import KAPPA, along, thread, until
from transformer_lab.figures.picture import Floats, Ints

Route = Callable[[Ints, Ints], Floats]
CHORDS = 16
"""Into how many chords a piece is cut for its length."""


def straight(x: Floats, span: tuple[float, float], end: Floats | None = None) -> Route:
    """Threads between lanes at `x`, from the top of `span` to its foot; who asks may have lanes at `end`."""
    foot = x if end is None else end
    return lambda asks, reads: thread(x[reads], span[0], foot[asks], span[1])[:, None]


def flat(pieces: Floats) -> Floats:
    """The pieces of all threads as one batch of cubics: (N · pieces, 4, 2)."""
    return pieces.reshape(-1, 4, 2)


def backwards(pieces: Floats) -> Floats:
    """The same ways from the word that asks to the word that is read."""
    return pieces[:, ::-1, ::-1]


def lengths(pieces: Floats) -> Floats:
    """The length of each piece: (N, pieces)."""
    steps = np.linspace(0.0, 1.0, CHORDS + 1)
    points = np.stack([along(flat(pieces), u) for u in steps], 1)
    sizes = np.hypot(*np.moveaxis(np.diff(points, axis=1), -1, 0)).sum(1)
    return np.asarray(sizes.reshape(pieces.shape[:2]))


def on_way(pieces: Floats, share: float) -> Floats:
    """Where each thread is after `share` of its way: (N, 2). A way in one piece goes by its parameter."""
    if pieces.shape[1] == 1:
        return along(pieces[:, 0], share)
    at, inside = _reached(pieces, share)
    return along(pieces[np.arange(len(pieces)), at], inside)


def part_way(pieces: Floats, share: float) -> Floats:
    """The first `share` of one way (1, pieces, 4, 2), as a batch of cubics."""
    if pieces.shape[1] == 1:
        return until(pieces[:, 0], share)
    at, inside = _reached(pieces, share)
    last = int(at[0])
    return np.concatenate([pieces[0, :last], until(pieces[0, last : last + 1], float(inside[0]))])


def _reached(pieces: Floats, share: float) -> tuple[Ints, Floats]:
    """In which piece each thread is after `share` of its length, and how far in it."""
    size = lengths(pieces)
    ends = size.cumsum(1)
    gone = share * ends[:, -1:]
    at = np.minimum((ends < gone).sum(1), pieces.shape[1] - 1)
    rows = np.arange(len(pieces))
    inside = 1.0 - (ends[rows, at] - gone[:, 0]) / np.maximum(size[rows, at], 1e-9)
    return at, np.clip(inside, 0.0, 1.0)


def bend(x0: Floats, y0: Floats, x1: Floats, y1: Floats, *, falling: bool) -> Floats:
    """Quarter turns (N, 4, 2): from upright into level, or with `falling` from level into upright."""
    if falling:
        a, b = (x0 + KAPPA * (x1 - x0), y0), (x1, y1 - KAPPA * (y1 - y0))
    else:
        a, b = (x0, y0 + KAPPA * (y1 - y0)), (x1 - KAPPA * (x1 - x0), y1)
    corners = [np.stack(np.broadcast_arrays(x, y), -1) for x, y in ((x0, y0), a, b, (x1, y1))]
    return np.stack(corners, 1)
