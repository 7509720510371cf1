"""Keys of a large matrix as plain cells: all of one colour are painted at once, so scrolling keeps pace."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter, QPen

if TYPE_CHECKING:
    from transformer_lab.ui.editors.sheet import KeySheet

SHADES = 64
"""steps of the ramp that are told apart in a cell without a number"""


def paint_cells(painter: QPainter, sheet: KeySheet, down: slice, across: slice) -> None:
    """The cells of these rows and columns, and the marks on the few that have one."""
    model, keys = sheet.matrix, sheet.keys
    values = model.values[down, across]
    if not values.size:
        return
    lefts, tops = _edges(sheet, down, across)
    wide, high = round(keys.width), round(keys.high)
    shades = np.where(
        np.isfinite(values) & (values != 0.0),
        np.rint((np.clip(values / keys.limit, -1.0, 1.0) + 1.0) / 2.0 * SHADES),
        -1.0,
    ).astype(int)
    painter.setPen(QPen(sheet.theming.color("line2"), 1))
    for shade in np.unique(shades).tolist():
        painter.setBrush(sheet.theming.color("raised" if shade < 0 else f"div:{shade / SHADES:.4f}"))
        rows, columns = np.nonzero(shades == shade)
        places = zip(lefts[columns].tolist(), tops[rows].tolist(), strict=True)
        painter.drawRects([QRect(x, y, wide - 1, high - 1) for x, y in places])
    marked = (model.marks(down, across) > 0) | (np.abs(values) > keys.limit)
    for row, column in np.argwhere(marked).tolist():
        box = QRectF(lefts[column], tops[row], wide, high)
        keys.paint_marks(painter, box, model, row + down.start, column + across.start)


def _edges(sheet: KeySheet, down: slice, across: slice) -> tuple[np.ndarray, np.ndarray]:
    """The left edges of the columns and the upper edges of the rows."""
    keys = sheet.keys
    first = keys.key_box(QRectF(0, 0, 0, 0))
    x, y = round(first.left()), round(first.top())
    lefts = [
        sheet.columnViewportPosition(c) + sheet.columnWidth(c) + x for c in range(across.start, across.stop)
    ]
    tops = [sheet.rowViewportPosition(r) + sheet.rowHeight(r) + y for r in range(down.start, down.stop)]
    return np.array(lefts), np.array(tops)
