"""The residual wire in numbers: its length, how far each sublayer turns it, and who wrote its end."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.picture import Floats
from transformer_lab.figures.plates.wire import Station, Wire


class Flow(NamedTuple):
    """One word's way along the wire."""

    lengths: Floats
    """of every word at every station: (stations, words)"""
    added: Floats
    """lengths of what each station adds to the chosen word: (stations,)"""
    cosines: Floats
    """between the wire before and behind each station, NaN at the first: (stations,)"""
    shares: Floats
    """of the last vector, by who wrote it, together 1; NaN for a vector of zeros: (stations,)"""


def flow(snapshot: Snapshot, wire: Wire, query: int) -> Flow:
    """The numbers of one word.

    A station's share is its write · end / ‖end‖². A norm on the wire is taken as the linear map that it is
    for this word, with its spread held fixed (Elhage et al. 2021, “A mathematical framework”), so that the
    shares add up to 1; its bias counts as written by the station it belongs to.
    """
    stations = wire.stations
    lengths = np.stack([_length(np.asarray(snapshot[s.node], dtype=float)) for s in stations])
    added = np.array(
        [_length(np.asarray(snapshot[s.adds], dtype=float))[query] if s.adds else 0.0 for s in stations]
    )
    ways = [np.asarray(snapshot[s.node], dtype=float)[query] for s in stations]
    cosines = np.array([np.nan, *(cosine(a, b) for a, b in pairwise(ways))])
    return Flow(lengths, added, cosines, _shares(snapshot, stations, ways, query))


def cosine(a: Floats, b: Floats) -> float:
    """Of the angle between two vectors; NaN if one is zero, or if they have different widths."""
    size = float(np.sqrt((a * a).sum() * (b * b).sum())) if a.shape == b.shape else 0.0
    return float((a * b).sum() / size) if size > 0.0 else float("nan")


def _length(x: Floats) -> Floats:
    return np.asarray(np.sqrt((x**2).sum(-1)))


def _shares(snapshot: Snapshot, stations: tuple[Station, ...], ways: list[Floats], query: int) -> Floats:
    writes = [ways[0]]
    for station, before, after in zip(stations[1:], ways, ways[1:], strict=False):
        goes_on = station.residual and before.shape == after.shape
        writes = [_through(snapshot, station, w, query) if goes_on else np.zeros(len(after)) for w in writes]
        writes.append(after - np.sum(writes, axis=0))
    end = ways[-1]
    size = float((end * end).sum())
    return np.array([float((w * end).sum()) / size if size > 0.0 else np.nan for w in writes])


def _through(snapshot: Snapshot, station: Station, x: Floats, query: int) -> Floats:
    """A part of the wire behind the station's norm, if there is one: centred, over the spread, times gain."""
    path = station.norm
    if not path or f"{path}/gain" not in snapshot:
        return x
    gain = np.asarray(snapshot[f"{path}/gain"])
    if f"{path}/rms" in snapshot:
        return np.asarray(x / float(snapshot[f"{path}/rms"][query]) * gain)
    return np.asarray((x - x.mean()) / float(snapshot[f"{path}/std"][query]) * gain)
