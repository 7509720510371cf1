"""The printed scale beside every coloured value: a bar of the ramp with its numbers."""

from __future__ import annotations

import math

import numpy as np

from transformer_lab.figures.measure import CAP, approximate
from transformer_lab.figures.numbers import short, signed
from transformer_lab.figures.picture import Cells, Floats, Ints, Item, Rects, Texts, table

STEPS = 128
MANY_WORDS = 20
"""From so many words on a share is so small that attention is coloured by its square root, and says so."""


COVER = 0.98
"""This part of the visible cells has a colour of its own; the rest carries arrowheads."""
LEAST, MOST = -20, 40
"""Powers of two between which a limit lies."""


def limit_covering(*values: Floats, cover: float = COVER) -> float:
    """The limit of signed colours for all these numbers together; what is not finite does not count."""
    sizes = np.abs(np.concatenate([np.ravel(v) for v in values])) if values else np.zeros(0)
    sizes = sizes[np.isfinite(sizes)]
    return power_of_two(sizes, np.ones(len(sizes)), cover)


def ending(given: float | None, *values: Floats) -> float:
    """A limit that is given, as that of a scale shared with other figures; else the one for these numbers."""
    return limit_covering(*values) if given is None else given


def limit_of_all(values: Floats) -> float:
    """As `limit_covering` where all of one array is covered: its largest size alone decides, so that a
    matrix of millions takes no sorting.
    """
    peak = max(float(values.max()), -float(values.min())) if values.size else 0.0
    if not math.isfinite(peak):
        return limit_covering(values, cover=1.0)
    return power_of_two(np.array([abs(peak)]), np.ones(1), 1.0)


def power_of_two(sizes: Floats, shares: Floats, cover: float = COVER) -> float:
    """The smallest power of two that covers that part of the sizes, each with its share; 1 for zeros."""
    peak = float(sizes.max()) if len(sizes) else 0.0
    if peak <= 0.0:
        return 1.0
    counted = np.cumsum(np.bincount(_powers(sizes) + 1 - LEAST, shares))  # counting takes no sorting
    place = min(int(np.searchsorted(counted, cover * counted[-1])), len(counted) - 1)
    return 2.0 ** (place - 1 + LEAST if place else int(_powers(np.array([peak]))[0]))


def _powers(sizes: Floats) -> Ints:
    """For each size the power of two that holds it, between LEAST and MOST; one less than that for zero."""
    mantissas, powers = np.frexp(sizes)
    held = np.minimum(np.maximum(powers - (mantissas == 0.5), LEAST), MOST)
    return np.where(sizes > 0.0, held, LEAST - 1)


def rooted(words: int, ramp: str = "") -> bool:
    """Whether attention over so many words is shown on the root scale (exponent 0.5), or `ramp` wants it."""
    return ramp == "root" or (not ramp and words > MANY_WORDS)


def shade(values: Floats, root: bool) -> Floats:
    """Where attention weights stand on their ramp, 0 to 1: themselves, or their square roots."""
    return np.asarray(np.sqrt(values)) if root else values


def shade_of(value: float, root: bool) -> float:
    """The same for one weight."""
    return math.sqrt(value) if root and value >= 0.0 else value


def colour_bar(
    ramp: str,
    limit: float,
    x: float,
    y: float,
    width: float,
    height: float = 8.0,
    size: int = 11,
    root: bool = False,
) -> tuple[Item, ...]:
    """A bar with its end numbers at either side: “−2 ▮▮▮ +2”; (x, y) is the left top of the bar itself.

    A signed bar marks its middle, zero, with a tick below.
    """
    low, high = end_labels(ramp, limit)
    baseline = y + (height + CAP * size) / 2.0
    gap = 0.6 * size
    at = table([x - gap - approximate(low, "regular", size), x + width + gap], baseline)
    texts = Texts((low, high), at, size, color="ink2")
    return *bar_alone(ramp, limit, x, y, width, height, root), texts


def bar_width(ramp: str, limit: float, width: float, size: int = 11) -> tuple[float, float]:
    """How far a `colour_bar` reaches left and right of x, numbers included."""
    low, high = (approximate(text, "regular", size) + 0.6 * size for text in end_labels(ramp, limit))
    return low, width + high


def colour_bar_below(
    ramp: str,
    limit: float,
    x: float,
    y: float,
    width: float,
    height: float,
    size: int,
    percent: bool = False,
    root: bool = False,
) -> tuple[Item, ...]:
    """A bar with its end numbers under it, flush with its ends: the form for exported figures."""
    low, high = ("0%", "100%") if percent else end_labels(ramp, limit)
    baseline = y + height + 1.15 * size
    left = Texts((low,), table(x, baseline), size, color="ink2")
    right = Texts((high,), table(x + width, baseline), size, color="ink2", anchor="end")
    return *bar_alone(ramp, limit, x, y, width, height, root), left, right


def bar_alone(
    ramp: str, limit: float, x: float, y: float, width: float, height: float, root: bool = False
) -> tuple[Item, ...]:
    """The ramp from end to end, framed by a hairline; with `root` its colours run as those of the cells."""
    frame = Rects(table(x, y, width, height), stroke="line2", width=1.0)
    bar = _bar(ramp, limit, x, y, width, height, root)
    if ramp == "seq":
        return bar, frame
    tick = Rects(table(x + width / 2.0 - 0.5, y + height, 1.0, 3.0), fill="ink3")
    return bar, frame, tick


def end_labels(ramp: str, limit: float) -> tuple[str, str]:
    """What stands at the two ends: ``−2`` and ``+2``, or ``0`` and ``1``."""
    return ("0", short(limit)) if ramp == "seq" else (signed(-limit), signed(limit))


def _bar(
    ramp: str, limit: float, x: float, y: float, width: float, height: float, root: bool = False
) -> Cells:
    steps = min(STEPS, max(8, round(width)))
    low = 0.0 if ramp == "seq" else -1.0
    values = limit * shade(np.linspace(low, 1.0, steps), root)[None, None, :]
    return Cells(values, table(x, y), table(width / steps, height), "seq" if ramp == "seq" else "div", limit)
