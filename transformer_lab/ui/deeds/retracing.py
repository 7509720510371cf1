"""After undo and redo the cursor of the grid returns to what changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from transformer_lab.document.changes import changed_numbers
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow

MOST = 2048
"""cells that are pointed out one by one; of more, the first and the last"""


def show_changed(window: MainWindow, before: Snapshot) -> None:
    """Open the first matrix in which numbers differ from before, and choose them; only while it is seen."""
    if not window.frame.editors.isVisible() or window.lab.snapshot is before:
        return
    found = changed_numbers(before, window.lab.snapshot)
    if found is None:
        return
    node_id, indices = found
    chosen = indices if len(indices) <= MOST else indices[[0, -1]]
    window.focus.open_parameter(node_id)
    window.focus.point_out(*(Cell(node_id, tuple(index)) for index in chosen.tolist()))
