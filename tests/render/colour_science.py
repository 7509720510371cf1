"""How far apart two colours look, also to eyes that lack a kind of cone.

Sources: CIE 15 (L*a*b*); Sharma, Wu and Dalal 2005 (CIEDE2000); Machado, Oliveira and Fernandes 2009
(severity 1).
"""

from __future__ import annotations

from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import numpy as np

from transformer_lab.render.contrast import linear, rgb

Lab = tuple[float, float, float]
EYES = {
    "normal": np.eye(3),
    "deutan": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "protan": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
WHITE = TO_XYZ.sum(1)


def lab(color: str, eyes: str = "normal") -> Lab:
    light = np.clip(EYES[eyes] @ np.array([linear(part) for part in rgb(color)]), 0, 1)
    ratio = TO_XYZ @ light / WHITE
    x, y, z = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29).tolist()
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def lightness(color: str) -> float:
    return lab(color)[0]


def difference(one: Lab, other: Lab) -> float:
    """CIEDE2000."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1 + (1 - sqrt(mean**7 / (mean**7 + 25**7))) / 2
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = degrees(atan2(b1, a1 * stretch)) % 360, degrees(atan2(b2, a2 * stretch)) % 360
    turn = ((h2 - h1 + 180) % 360 - 180) if c1 * c2 else 0.0
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn) / 2)
    return _weighted(dl, dc, dh, (l1 + l2) / 2, (c1 + c2) / 2, _mean_hue(h1, h2, c1 * c2))


def _mean_hue(h1: float, h2: float, chroma: float) -> float:
    if not chroma:
        return h1 + h2
    if abs(h1 - h2) <= 180:
        return (h1 + h2) / 2
    return (h1 + h2 + 360) / 2 % 360


def _weighted(dl: float, dc: float, dh: float, light: float, chroma: float, hue: float) -> float:
    waves = ((-0.17, 1, -30), (0.24, 2, 0), (0.32, 3, 6), (-0.20, 4, -63))
    t = 1 + sum(k * cos(radians(n * hue + shift)) for k, n, shift in waves)
    sl = 1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rc = 2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    rt = -sin(radians(60 * exp(-(((hue - 275) / 25) ** 2)))) * rc
    parts = dl / sl, dc / sc, dh / sh
    return sqrt(sum(part**2 for part in parts) + rt * parts[1] * parts[2])


def smallest(colors: list[str], eyes: str) -> float:
    """The smallest difference between any two of the colours."""
    seen = [lab(color, eyes) for color in colors]
    return min(difference(a, b) for i, a in enumerate(seen) for b in seen[:i])
