"""How motion runs: a share of time becomes a share of the way. Plain functions from 0..1 to 0..1."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from transformer_lab.figures.picture import Floats

Ease = Callable[[float], float]
STEPS = 65


def bezier_ease(x1: float, y1: float, x2: float, y2: float) -> Ease:
    """The easing curve that CSS calls ``cubic-bezier(x1, y1, x2, y2)``, read from a table of 65 points."""
    t = np.linspace(0.0, 1.0, STEPS)
    xs, ys = _cubic(t, x1, x2), _cubic(t, y1, y2)

    def ease(u: float) -> float:
        return float(np.interp(u, xs, ys))

    return ease


def _cubic(t: Floats, a: float, b: float) -> Floats:
    value: Floats = 3.0 * (1.0 - t) ** 2 * t * a + 3.0 * (1.0 - t) * t * t * b + t**3
    return value


settle = bezier_ease(0.2, 0.0, 0.0, 1.0)
"""Quick off the mark, long and soft at the end: what comes to rest."""
arrive = bezier_ease(0.0, 0.0, 0.0, 1.0)
leave = bezier_ease(0.3, 0.0, 1.0, 1.0)
travel = bezier_ease(0.45, 0.0, 0.55, 1.0)
"""Symmetric: what is followed with the eyes, the same forward and back."""


def part(u: float, start: float, end: float) -> float:
    """How much of the stretch from `start` to `end` has passed at `u`: 0 before it, 1 after it."""
    if end <= start:
        return float(u >= end)
    return min(1.0, max(0.0, (u - start) / (end - start)))
