"""Geometry of curves and hatches as arrays. Knows nothing of Qt."""

from __future__ import annotations

import numpy as np

from transformer_lab.figures.picture import Floats

SAMPLES = 32
PITCH = 7.0

# Cosine-spaced: equal steps show facets where the tangent of a thread turns.
_T = (1 - np.cos(np.linspace(0, np.pi, SAMPLES))) / 2
_S = 1 - _T
_POINT = np.stack([_S**3, 3 * _S**2 * _T, 3 * _S * _T**2, _T**3], 1)
_SLOPE = 3 * np.stack([-(_S**2), _S**2 - 2 * _S * _T, 2 * _S * _T - _T**2, _T**2], 1)


def samples(points: Floats) -> Floats:
    """(N, 4, 2) cubics to (N, SAMPLES, 2): points along them, close enough for straight lines between."""
    along: Floats = _POINT @ points
    return along


def outlines(points: Floats, width: Floats) -> Floats:
    """(N, 4, 2) cubics and (N,) widths to (N, 2 · SAMPLES, 2): closed outlines with butt ends."""
    middle, slope = _POINT @ points, _SLOPE @ points
    length = np.maximum(np.hypot(slope[..., 0], slope[..., 1]), 1e-6)
    normal = np.stack([-slope[..., 1], slope[..., 0]], -1) * (width[:, None] / 2 / length)[..., None]
    return np.concatenate([middle + normal, (middle - normal)[:, ::-1]], 1)


def hatch_lines(box: Floats, mirrored: bool = False, pitch: float = PITCH) -> Floats:
    """(N, 4) boxes to (M, 4) segments ``x1 y1 x2 y2``: 45° lines cut at each box, rising unless mirrored.

    All lie on one common grid of lines, so that neighbouring boxes are hatched as one.
    """
    if mirrored:
        turned = np.asarray(box, dtype=float) * (-1.0, 1.0, 1.0, 1.0)
        turned[:, 0] -= turned[:, 2]
        return hatch_lines(turned, pitch=pitch) * (-1.0, 1.0, -1.0, 1.0)
    parts = [_hatch_one(x, y, w, h, pitch) for x, y, w, h in np.asarray(box, dtype=float).tolist()]
    return np.concatenate(parts) if parts else np.empty((0, 4))


def _hatch_one(x: float, y: float, w: float, h: float, pitch: float) -> Floats:
    if not (w > 0 and h > 0):
        return np.empty((0, 4))
    total = (
        np.arange(np.floor((x + y) / pitch) + 1, np.ceil((x + w + y + h) / pitch)) * pitch
    )  # x + y on a line
    left = np.maximum(x, total - (y + h))
    right = np.minimum(x + w, total - y)
    kept = right > left
    return np.stack([left, total - left, right, total - right], -1)[kept]
