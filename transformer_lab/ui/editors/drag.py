"""A number dragged sideways: where it began, and what it becomes."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QPointF, Qt

PIXELS = 4.0
COARSE = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier


class Drag(NamedTuple):
    """A drag under way: the key, where the pointer went down, the number it had, and the name of the step."""

    at: QModelIndex
    start: QPointF
    value: float
    key: tuple[str, int]
    moved: bool = False


def dragged(value: float, way: float, modifiers: Qt.KeyboardModifier) -> float:
    """The number after a drag of so many pixels: 4 for each step of 0.1, with Shift 0.01, with Ctrl or Alt
    1.
    """
    step = 0.01 if modifiers & Qt.KeyboardModifier.ShiftModifier else 1.0 if modifiers & COARSE else 0.1
    return round(value + int(way / PIXELS) * step, 10)
