"""Typeset formulas: LaTeX to outlines, by ziamath, which is asked only when a formula is to be seen."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from xml.etree import ElementTree

from transformer_lab.errors import LabError
from transformer_lab.language import tr


@dataclass(frozen=True, slots=True)
class Typeset:
    """A formula as SVG text; `box` is x y width height about the start of its baseline."""

    svg: str
    box: tuple[float, float, float, float]


@lru_cache(maxsize=512)
def typeset(latex: str, size: int, color: str) -> Typeset:
    """The formula in a size and a colour ``#RRGGBB``. Raises LabError if the LaTeX cannot be read."""
    try:
        svg = _ziamath().Latex(latex, size=size, color=color).svg()
        x, y, width, height = (float(part) for part in ElementTree.fromstring(svg).attrib["viewBox"].split())  # noqa: S314
    except Exception as problem:  # ziamath raises whatever its parser stumbles upon
        raise LabError(
            tr("The formula {latex} cannot be typeset: {problem}.", latex=latex, problem=problem)
        ) from problem
    return Typeset(svg, (x, y, width, height))


@lru_cache(maxsize=1)
def _ziamath():  # type: ignore[no-untyped-def]
    import ziamath  # late: 150 ms

    ziamath.config.svg2 = False  # its <symbol> and <use> are garbled by Qt and some viewers
    return ziamath
