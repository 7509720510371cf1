"""From vectors to a plane: two chosen features, or the two directions in which the vectors differ most."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.figures.picture import Floats
from transformer_lab.language import tr


class Plane(NamedTuple):
    """Points ``n2``, where the zero vector lies, the names of both axes, and how much each one explains."""

    points: Floats
    zero: Floats
    names: tuple[str, str]
    explained: tuple[float, float] | None
    """the shares of the variance; None for two features as they are"""
    centre: Floats
    """what is taken away before: ``d``"""
    axes: Floats
    """the two directions: ``2d``"""

    def again(self, vectors: Floats) -> Plane:
        """Other vectors in the same plane."""
        return self._replace(points=(vectors - self.centre) @ self.axes.T)


def by_features(vectors: Floats, names: tuple[str, ...], features: tuple[int, int]) -> Plane:
    """Two of the numbers of each vector."""
    picked = list(features)
    width = vectors.shape[1]
    named, axes = (names[picked[0]], names[picked[1]]), np.eye(width)[picked]
    return Plane(vectors[:, picked], np.zeros(2), named, None, np.zeros(width), axes)


def project(plane: Plane, vectors: Floats) -> Floats:
    """Other vectors ``nd`` in the same plane: ``n2``; NaN for those of another width or with NaN."""
    if vectors.shape[1:] != plane.centre.shape:
        return np.full((len(vectors), 2), np.nan)
    return plane.again(vectors).points


def varied(vectors: Floats) -> bool:
    """Whether the vectors differ at all, so that there are directions in which they do."""
    spread = float(np.abs(vectors - vectors.mean(0)).max(initial=0.0))
    return spread > 1e-9 * max(1.0, float(np.abs(vectors).max(initial=0.0)))


def largest_features(vectors: Floats) -> tuple[int, int]:
    """The two features with the largest numbers, in their order."""
    best = np.argsort(-np.abs(vectors).max(0), kind="stable")[:2]
    first, second = sorted(best.tolist())
    return first, second


def by_variance(vectors: Floats) -> Plane:
    """Principal components (Pearson 1901): centred, the first two directions, each with its share.

    The sign of a direction is free; here its largest entry (the first of equals) points forwards, so that the
    same vectors give the same picture everywhere.
    """
    centre = vectors.mean(0)
    _, sizes, axes = np.linalg.svd(vectors - centre, full_matrices=False)
    two = np.zeros((2, vectors.shape[1]))
    two[: min(2, len(axes))] = axes[:2]
    two = _forwards(np.where(_counts(sizes)[:, None], two, 0.0))
    total = float((sizes**2).sum())
    share = [float(s**2 / total) if total > 0.0 else 0.0 for s in (*sizes[:2], 0.0, 0.0)][:2]
    names = (tr("1st direction"), tr("2nd direction"))
    return Plane((vectors - centre) @ two.T, -centre @ two.T, names, (share[0], share[1]), centre, two)


def _counts(sizes: Floats) -> np.ndarray:
    """Which of the two directions are more than rounding."""
    padded = np.concatenate([sizes, np.zeros(2)])[:2]
    return np.asarray(padded > 1e-9 * max(1.0, float(sizes.max(initial=0.0))))


def _forwards(axes: Floats) -> Floats:
    size = np.abs(axes)
    largest = (size >= size.max(1, keepdims=True) - 1e-9).argmax(1)
    sign = np.sign(axes[np.arange(len(axes)), largest])
    return np.asarray(axes * np.where(sign == 0.0, 1.0, sign)[:, None])
