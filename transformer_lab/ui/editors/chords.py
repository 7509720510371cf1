"""Chords of the grid: what Ctrl and a letter do to the chosen keys. One table; the menu reads it too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from transformer_lab.ui.editors import carrying

if TYPE_CHECKING:
    from transformer_lab.ui.editors.table import KeyTable

Deed = Callable[["KeyTable"], object]
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier

CHORDS: Mapping[tuple[int, Qt.KeyboardModifier], Deed] = MappingProxyType(
    {
        (Qt.Key.Key_A, CTRL): lambda table: table.choose_all(),
        (Qt.Key.Key_C, CTRL): lambda table: carrying.copy(table),
        (Qt.Key.Key_X, CTRL): lambda table: carrying.cut(table),
        (Qt.Key.Key_V, CTRL): lambda table: carrying.paste(table),
        (Qt.Key.Key_B, CTRL): lambda table: carrying.fill_down(table),
        (Qt.Key.Key_R, CTRL): lambda table: carrying.fill_right(table),
    }
)
"""Ctrl+D compares, so filling down is Ctrl+B (below), filling right Ctrl+R."""


def deed_of(event: QKeyEvent) -> Deed | None:
    """What a key press does, if it is one of the chords."""
    return CHORDS.get((event.key(), event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier))
