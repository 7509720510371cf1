"""Shapes and curves that figures share: circles, marks, threads. Pure arithmetic in logical pixels."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.picture import Floats, Path

KAPPA = 0.5523
"""Handle length of a quarter circle drawn as a cubic."""


def circle(radius: float) -> Path:
    """A circle about the origin."""
    r, k = radius, KAPPA * radius
    return (
        ("M", r, 0.0),
        ("C", r, k, k, r, 0.0, r),
        ("C", -k, r, -r, k, -r, 0.0),
        ("C", -r, -k, -k, -r, 0.0, -r),
        ("C", k, -r, r, -k, r, 0.0),
        ("Z",),
    )


def polyline(*points: tuple[float, float], closed: bool = False) -> Path:
    """Straight lines through `points`."""
    first, *rest = points
    lines = tuple(("L", x, y) for x, y in rest)
    return (("M", *first), *lines, *((("Z",),) if closed else ()))


def funnel(top: float, bottom: float, height: float, wall: float = 0.0) -> Path:
    """A trapezoid that widens from `top` to `bottom`; its lowest `wall` pixels are upright."""
    t, b, shoulder = top / 2.0, bottom / 2.0, height - wall
    walls = ((b, height), (-b, height)) if wall else ()
    return polyline((-t, 0.0), (t, 0.0), (b, shoulder), *walls, (-b, shoulder), closed=True)


RADIUS = 6.5
ARM = 3.5
PLUS: Path = (*circle(RADIUS), *polyline((-ARM, 0.0), (ARM, 0.0)), *polyline((0.0, -ARM), (0.0, ARM)))
"""The circled plus: two vectors are added."""
HAND = polyline((0.0, 0.0), (-4.0, 0.0), (0.0, 4.0), closed=True)
"""The corner of a number that was set by hand, hung at its upper right."""
UP = polyline((-2.0, 4.0), (2.0, 4.0), (0.0, 0.0), closed=True)
DOWN = polyline((-2.0, -4.0), (2.0, -4.0), (0.0, 0.0), closed=True)
"""Arrowheads of values outside the scale; their tips lie at the origin."""
FOLDED = polyline((-2.0, -3.5), (2.0, 0.0), (-2.0, 3.5))
OPENED = polyline((-3.5, -2.0), (0.0, 2.0), (3.5, -2.0))
SINE: Path = (("M", -3.6, 0.0), ("C", -2.4, -4.2, -1.2, -4.2, 0.0, 0.0), ("C", 1.2, 4.2, 2.4, 4.2, 3.6, 0.0))
WAVE: Path = (*circle(RADIUS), *SINE)
"""The mark of positions."""
CROSS: Path = (*polyline((-3.0, -3.0), (3.0, 3.0)), *polyline((3.0, -3.0), (-3.0, 3.0)))
"""Not a number."""


def thread(x0: Floats, y0: float, x1: Floats, y1: float) -> Floats:
    """Cubics from (x0, y0) to (x1, y1) with upright ends, bent at half height: (N, 4, 2)."""
    a, b = np.broadcast_arrays(np.asarray(x0, dtype=float), np.asarray(x1, dtype=float))
    middle = (y0 + y1) / 2.0
    xs = np.stack([a, a, b, b], -1)
    ys = np.broadcast_to(np.array([y0, middle, middle, y1]), xs.shape)
    return np.stack([xs, ys], -1)


def along(curves: Floats, u: float | Floats) -> Floats:
    """The points of cubics (N, 4, 2) at `u`: (N, 2)."""
    t = np.asarray(u, dtype=float)[..., None]
    p = np.moveaxis(curves, 1, 0)
    point: Floats = (
        (1 - t) ** 3 * p[0] + 3 * (1 - t) ** 2 * t * p[1] + 3 * (1 - t) * t * t * p[2] + t**3 * p[3]
    )
    return point


def until(curves: Floats, u: float) -> Floats:
    """The first part of cubics (N, 4, 2), cut at `u` (de Casteljau)."""
    a, b, c, d = np.moveaxis(curves, 1, 0)
    ab, bc, cd = a + (b - a) * u, b + (c - b) * u, c + (d - c) * u
    abc, bcd = ab + (bc - ab) * u, bc + (cd - bc) * u
    return np.stack([a, ab, abc, abc + (bcd - abc) * u], 1)


def mix(a: float, b: float, u: float) -> float:
    """From `a` (u = 0) to `b` (u = 1)."""
    return a + (b - a) * u
