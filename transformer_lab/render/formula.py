"""Typeset formulas: LaTeX to outlines, by ziamath, which is asked only when a formula is to be seen."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple
from xml.etree import ElementTree

from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Path
from transformer_lab.language import tr

STEP = re.compile(r"([MLHVQCZ])([^A-Za-z]*)")
Point = tuple[float, float]


class Shape(NamedTuple):
    """An outline about the start of the baseline, and its colour as ziamath wrote it."""

    outline: Path
    fill: str


@dataclass(frozen=True, slots=True)
class Typeset:
    """A formula as filled outlines; `box` is x y width height about the start of its baseline."""

    shapes: tuple[Shape, ...]
    box: tuple[float, float, float, float]


@lru_cache(maxsize=512)
def typeset(latex: str, size: int, color: str) -> Typeset:
    """The formula in a size and a colour ``#RRGGBB``. Raises LabError if the LaTeX cannot be read."""
    try:
        svg = ElementTree.fromstring(_ziamath().Latex(latex, size=size, color=color).svg())  # noqa: S314 (our own)
    except Exception as problem:  # ziamath raises whatever its parser stumbles upon
        text = "The formula {latex} cannot be typeset: {problem}."
        raise LabError(tr(text, latex=latex, problem=problem)) from problem
    x, y, width, height = map(float, svg.attrib["viewBox"].split())
    return Typeset(tuple(_shapes(svg, color)), (x, y, width, height))


@lru_cache(maxsize=1)
def _ziamath() -> Any:
    module: Any = importlib.import_module("ziamath")  # late: 150 ms
    module.config.svg2 = False  # outlines in place, not <symbol> and <use>
    return module


def _shapes(svg: ElementTree.Element, color: str) -> Iterator[Shape]:
    for element in svg.iter():
        read = READERS.get(element.tag.rpartition("}")[2])
        if read:
            yield Shape(read(element.attrib), element.get("fill", color))


def _rectangle(attributes: Mapping[str, str]) -> Path:
    x, y, width, height = (float(attributes.get(name, 0)) for name in ("x", "y", "width", "height"))
    return ("M", x, y), ("L", x + width, y), ("L", x + width, y + height), ("L", x, y + height), ("Z",)


def _path(attributes: Mapping[str, str]) -> Path:
    steps: list[tuple[str | float, ...]] = []
    last = (0.0, 0.0)
    for letter, text in STEP.findall(attributes.get("d", "")):
        step = _step(letter, [float(part) for part in text.replace(",", " ").split()], last)
        steps.append(step)
        if len(step) > 2:
            last = (float(step[-2]), float(step[-1]))
    return tuple(steps)


def _step(letter: str, numbers: list[float], last: Point) -> tuple[str | float, ...]:
    """One step of a path in the letters that a Picture knows: M, L, C and Z."""
    if letter == "H":
        return ("L", numbers[0], last[1])
    if letter == "V":
        return ("L", last[0], numbers[0])
    if letter == "Q":  # a quadratic curve is a cubic whose handles reach two thirds of the way
        x, y, end_x, end_y = numbers
        one = (last[0] + 2 / 3 * (x - last[0]), last[1] + 2 / 3 * (y - last[1]))
        return ("C", *one, end_x + 2 / 3 * (x - end_x), end_y + 2 / 3 * (y - end_y), end_x, end_y)
    return (letter, *numbers)


READERS = {"path": _path, "rect": _rectangle}
