"""Letters as outlines: what looks the same in every program, and can no longer be edited as text."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

from transformer_lab.figures.picture import Face, Path
from transformer_lab.render.application import gui_application
from transformer_lab.render.fonts import advance, font
from transformer_lab.render.plain import plain


@lru_cache(maxsize=4096)
def letter_outlines(text: str, face: Face, size: int) -> tuple[Path, float] | None:
    """The outline of a line from the start of its baseline, and its advance.

    None where outlines cannot tell what is meant: colour emoji have none.
    """
    gui_application()
    text = plain(text)
    if any(ord(c) >= 0x1F000 for c in text):
        return None
    made = QPainterPath()
    made.addText(QPointF(0.0, 0.0), font(face, size), text)
    return (_steps(made), advance(text, face, size)) if made.elementCount() else None


def _steps(path: QPainterPath) -> Path:
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
