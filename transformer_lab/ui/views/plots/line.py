"""One curve of a plot."""

from __future__ import annotations

from typing import NamedTuple

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.picture import Floats


class Line(NamedTuple):
    """One curve: its name, values along the axis, the numbers it stands for, how it is drawn."""

    name: str
    x: Floats
    y: Floats
    cells: tuple[Cell, ...]
    ink: str
    loud: bool
    old: bool = False
    """whether it is one of the pinned state, behind all others"""
