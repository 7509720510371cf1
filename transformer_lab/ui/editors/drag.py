"""Numbers dragged sideways: where the hand began, and what they become."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QModelIndex, QPointF, Qt

from transformer_lab.ui.editors.region import Region

PIXELS = 4.0
COARSE = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier


class Drag(NamedTuple):
    """A drag under way: the key, where the pointer went down, the numbers that change with it as they were,
    and the name of the step.
    """

    at: QModelIndex
    start: QPointF
    values: np.ndarray
    region: Region
    key: tuple[str, int]
    moved: bool = False


def dragged(
    values: np.ndarray, way: float, modifiers: Qt.KeyboardModifier, *, nice: bool = False
) -> np.ndarray:
    """The numbers after a drag of so many pixels: 4 for each step of 0.1, with Shift 0.01, with Ctrl or Alt
    1. Nice numbers snap to halves.
    """
    step = 0.01 if modifiers & Qt.KeyboardModifier.ShiftModifier else 1.0 if modifiers & COARSE else 0.1
    found = np.round(values + int(way / PIXELS) * step, 10)
    return np.floor(2.0 * found + 0.5) / 2.0 + 0.0 if nice else found
