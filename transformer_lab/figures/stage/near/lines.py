"""Lines of arithmetic: short runs of text in the colours of their roles, set one after another."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.numbers import MINUS, fixed
from transformer_lab.figures.picture import Face, Ref, Texts, table

SIZE, RAISED = 13, 11
UP, DOWN = 6.0, -3.0
"""How much higher an exponent stands, and an index."""


class Part(NamedTuple):
    """A run of text."""

    text: str
    color: str = "ink2"
    face: Face = "regular"
    rise: float = 0.0
    """how much higher than the line it stands: exponents above, indices below"""
    door: Cell | None = None
    """the number that it is, or that it is a term of"""


Line = tuple[Part, ...]
TIMES, DIVIDED, EQUALS = Part(" × ", "ink3"), Part(" ÷ ", "ink3"), Part(" = ", "ink3")


def width_of(line: Iterable[Part], size: int = SIZE) -> float:
    """How wide a line is."""
    return sum(approximate(part.text, part.face, _size(part, size)) for part in line)


def _size(part: Part, size: int) -> int:
    return RAISED if part.rise else size


def fitting(variants: Sequence[Sequence[Line]], room: float, size: int = SIZE) -> tuple[Sequence[Line], int]:
    """The first of several ways to write all lines in which every line fits, else the last; and its size.

    All lanes of a row are written in the same way. A way that fits in 12 pixels is better than a shorter one.
    """
    for lines in variants:
        for tried in (size, 12, 11):
            if all(width_of(line, tried) <= room for line in lines):
                return lines, tried
    return [() for _ in variants[0]], size


def texts(
    lines: Sequence[Line], x: Sequence[float], y: float, size: int = SIZE, middle: bool = True
) -> tuple[Texts, ...]:
    """The lines at `x` (their middles, or else their starts) on one baseline, as few batches."""
    batches: dict[tuple[Face, int, str, int], list[_Run]] = {}
    for line, at in zip(lines, x, strict=True):
        left = at - width_of(line, size) / 2.0 if middle else at
        for part in line:
            own = _size(part, size)
            indent = approximate(" ", part.face, own) * (len(part.text) - len(part.text.lstrip(" ")))
            if part.text.strip():
                node, index = part.door or ("", ())
                run = _Run(part.text.strip(), part.color, left + indent, y - part.rise, index)
                batches.setdefault((part.face, own, node, len(index)), []).append(run)
            left += approximate(part.text, part.face, own)
    return tuple(_batch(face, own, node, runs) for (face, own, node, _), runs in batches.items())


class _Run(NamedTuple):
    text: str
    color: str
    x: float
    y: float
    place: tuple[int, ...]


def _batch(face: Face, size: int, node: str, runs: Sequence[_Run]) -> Texts:
    """Runs in one face and size; those that are numbers of one value are doors to them."""
    texts, colors, x, y, places = zip(*runs, strict=True)
    ref = Ref(node, np.array(places)) if node else None
    return Texts(texts, table(x, y), size, face, colors, ref=ref)


def label(text: str, x: float, y: float, size: int = 13, face: Face = "medium", color: str = "ink") -> Texts:
    """One text that starts at a place."""
    return Texts((text,), table([x], y), size, face, color)


def summed(
    values: Sequence[float], decimals: int, color: str = "ink2", doors: Sequence[Cell | None] = ()
) -> Line:
    """“0.87 + 0.35 − 0.20”, each of them a door where there are `doors`."""
    parts: list[Part] = []
    for i, value in enumerate(values):
        text = fixed(value, decimals)
        if i:
            minus = text.startswith(MINUS)
            parts.append(Part(f" {MINUS} " if minus else " + ", "ink3"))
            text = text.removeprefix(MINUS)
        parts.append(Part(text, color, door=doors[i] if doors else None))
    return tuple(parts)
