"""Ready-made matrices: one table of what a region of rows × columns can be filled with or changed to."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from transformer_lab.document.randomness import normals
from transformer_lab.engine.ops import Array
from transformer_lab.errors import LabError
from transformer_lab.language import tr


@dataclass(frozen=True)
class Ready:
    """One way to fill: from the present numbers (rows × columns) and a number that the person gives."""

    name: str
    title: str
    make: Callable[[Array, float], Array]
    asks: str = ""
    """what the number means; empty where none is needed"""
    usual: float = 0.0
    changes: bool = False
    """whether it starts from the numbers that stand there"""


def _identity(values: Array, scale: float) -> Array:
    return np.eye(*values.shape) * scale


def _one_hot(values: Array, place: float) -> Array:
    found = np.zeros(values.shape)
    found[:, int(place) % values.shape[1]] = 1.0
    return found


def _rotation(values: Array, degrees: float) -> Array:
    """Pairs of neighbouring features turn by one angle; an odd last one stays."""
    turn = math.radians(degrees)
    cos, sin = (
        round(math.cos(turn), 15) + 0.0,
        round(math.sin(turn), 15) + 0.0,
    )  # a right angle is one exactly
    found = np.eye(*values.shape)
    for i in range(0, min(values.shape) - 1, 2):
        found[i : i + 2, i : i + 2] = [[cos, sin], [-sin + 0.0, cos]]
    return found


def _shift(values: Array, by: float) -> Array:
    """A permutation: what stands in row i goes to column i + by, round the end."""
    rows, columns = values.shape
    found = np.zeros(values.shape)
    found[np.arange(rows), (np.arange(rows) + int(by)) % columns] = 1.0
    return found


def _swap(values: Array, _: float) -> Array:
    """The order turned round."""
    return np.eye(*values.shape)[:, ::-1].copy()


def _random(values: Array, seed: float) -> Array:
    return normals(values.size, int(seed), "ready-made").reshape(values.shape)


def _transposed(values: Array, _: float) -> Array:
    if values.shape[0] != values.shape[1]:
        raise LabError(tr("Only a square can be transposed in place; this has {r} × {c} cells.",
                          r=values.shape[0], c=values.shape[1]))  # fmt: skip
    return values.T.copy()


def _rounded(parts: float) -> Callable[[Array, float], Array]:
    """To the nearest part, halves away from zero as people round."""
    return lambda values, _: np.copysign(np.floor(np.abs(values) * parts + 0.5) / parts, values) + 0.0


READY: Mapping[str, Ready] = MappingProxyType(
    {
        ready.name: ready
        for ready in (
            Ready("zero", tr("Zero"), lambda values, _: np.zeros(values.shape)),
            Ready("identity", tr("Identity"), lambda values, _: _identity(values, 1.0)),
            Ready("scaled-identity", tr("Scaled identity…"), _identity, tr("Scale"), 2.0),
            Ready("one-hot", tr("One-hot column…"), _one_hot, tr("Column, from 0"), 0.0),
            Ready("rotation", tr("Rotation…"), _rotation, tr("Degrees"), 90.0),
            Ready("shift", tr("Shift (permutation)…"), _shift, tr("Places"), 1.0),
            Ready("swap", tr("Reversed order"), _swap),
            Ready("random", tr("Random…"), _random, tr("Seed"), 1.0),
            Ready("transpose", tr("Transpose"), _transposed, changes=True),
            Ready("integers", tr("Round to integers"), _rounded(1.0), changes=True),
            Ready("halves", tr("Round to halves"), _rounded(2.0), changes=True),
            Ready("quarters", tr("Round to quarters"), _rounded(4.0), changes=True),
        )
    }
)


def ready_made(name: str, values: Array, given: float | None = None) -> Array:
    """`values` (rows × columns) filled or changed. Raises LabError for an unknown name or what cannot be."""
    if name not in READY:
        raise LabError(
            tr("There is no ready-made matrix “{name}”; there are {all}.", name=name, all=", ".join(READY))
        )
    ready = READY[name]
    number = ready.usual if given is None else float(given)
    if not math.isfinite(number) or abs(number) > 1e9:
        raise LabError(tr("{what} must be a finite number of ordinary size.", what=ready.asks or ready.title))
    return ready.make(values, number)
