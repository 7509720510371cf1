"""Positions that are added to the embedding: a table of functions from place to row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from transformer_lab.engine.constants import phases, places, rates
from transformer_lab.engine.graph import Builder
from transformer_lab.engine.model import PositionKind, Positions

Rows = Callable[[Builder, str, Positions, int, int], str]


def table(g: Builder, path: str, where: Positions, words: int, width: int) -> str:
    """A row for each place, learned."""
    return g.leaf(f"{path}/positions", "td", (words, width), "parameter")


def waves(g: Builder, path: str, where: Positions, words: int, width: int) -> str:
    """Sines and cosines of place · base^(−2i/d) (Vaswani 2017, 3.5)."""
    place = g.constant(f"{path}/place", "t", (words,), places, words, where.first)
    rate = g.constant(f"{path}/rate", "d", (width,), rates, width, where.base, where.pairs)
    phase = g.constant(f"{path}/phase", "d", (width,), phases, width, where.pairs)
    turn = g.add(f"{path}/turn", "mul", "t,d->td", place, rate)
    angle = g.add(f"{path}/angle", "add", "td,d->td", turn, phase)
    return g.add(f"{path}/positions", "sine", "td->td", angle)


ADDED: Mapping[PositionKind, Rows] = MappingProxyType({"table": table, "sinusoidal": waves})
"""The other kinds add nothing here: rotary positions and ALiBi act inside of attention."""
