"""Qt's outlines of letters as paths of a Picture."""

from __future__ import annotations

from PySide6.QtGui import QPainterPath

from transformer_lab.figures.picture import Path


def steps(path: QPainterPath) -> Path:
    """The steps of Qt's path in the letters that a Picture knows."""
    steps: list[tuple[str | float, ...]] = []
    curve: list[float] = []
    for i in range(path.elementCount()):
        element = path.elementAt(i)
        if element.isMoveTo():
            steps += [*((("Z",),) if steps else ()), ("M", element.x, element.y)]
        elif element.isLineTo():
            steps.append(("L", element.x, element.y))
        else:
            curve += (element.x, element.y)
            if len(curve) == 6:
                steps.append(("C", *curve))
                curve = []
    return (*steps, ("Z",))
