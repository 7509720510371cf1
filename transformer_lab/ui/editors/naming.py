"""Naming rows, columns and heads in place: what is named there is called so everywhere."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from transformer_lab.document.naming import NAMED
from transformer_lab.language import tr
from transformer_lab.ui.in_place import InPlace

if TYPE_CHECKING:
    from transformer_lab.ui.editors.table import KeyTable


def offers(table: KeyTable) -> tuple[tuple[str, bool, bool], ...]:
    """What can be named of the key in focus: text, whether it is the row, whether it is the head."""
    grid, node = table.matrix.grid, table.matrix.node
    if grid is None:
        return ()
    rows = (
        (tr("Name this row…"), True, False, grid.down[-1:]),
        (tr("Name this column…"), False, False, grid.across[-1:]),
        (tr("Name this head…"), False, True, grid.across[:1] if len(grid.across) == 2 else ()),
    )
    return tuple((t, down, band) for t, down, band, axes in rows if axes and node.axes[axes[0]] in NAMED)


def name_current(table: KeyTable, *, down: bool, band: bool) -> None:
    """Ask for the name of the row, the column or the head of the key in focus."""
    index, side = table.currentIndex(), table.down if down else table.across
    if index.isValid():
        line = index.row() if down else index.column()
        at = QRectF(0, 0 if band else side.height() - 2, 1, 1).topLeft()
        ask_name(table, line, side.name_box(line, at), band, down=down)


def ask_name(table: KeyTable, line: int, box: QRectF, band: bool, *, down: bool) -> InPlace | None:
    """A field over the name of a line; Enter takes it."""
    grid = table.matrix.grid
    if grid is None or (down and not grid.down):
        return None
    axis = grid.down[-1] if down else grid.across[0] if band else grid.across[-1]
    if table.matrix.node.axes[axis] not in NAMED:
        return None
    place = line // grid.band if band else line % grid.shape[axis]
    side: QWidget = (table.down if down else table.across).viewport()
    took = partial(table.matrix.rename, axis, place)
    return InPlace(side, table.theming, box, table.matrix.own_name(axis, place), took)
