"""Two matrices as one to zoom into: A at the left, B at the right, a letter over each."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from transformer_lab.figures.heads import Bools
from transformer_lab.figures.picture import Floats, Ints
from transformer_lab.ui.compare.signs import paint_chip
from transformer_lab.ui.theming import Theming
from transformer_lab.ui.views.plots.board import Board

CHIP = 18.0


class Beside(NamedTuple):
    """Values ``rc``, what is hidden, where nothing is, and the flat places of B's numbers (−1 elsewhere)."""

    values: Floats
    hidden: Bools
    blank: Bools
    order: Ints
    names: tuple[tuple[str, ...], tuple[str, ...]]
    second: int
    """the first column of B"""


def laid_beside(
    a: Floats,
    b: Floats,
    hidden: tuple[Bools, Bools],
    order: Ints,
    names: tuple[tuple[str, ...], tuple[str, ...]],
) -> Beside:
    """A row without numbers for the letters, A, a column without numbers, B. Both are of one shape."""
    rows, columns = b.shape

    def filled(left: Any, right: Any, empty: Any) -> Any:
        whole = np.full((rows + 1, 2 * columns + 1), empty)
        whole[1:, :columns], whole[1:, columns + 1 :] = left, right
        return whole

    values = filled(np.nan_to_num(a, nan=0.0, posinf=np.inf, neginf=-np.inf), b, 0.0)
    blank = filled(False, False, True)
    named = ("", *names[0]), (*names[1], "", *names[1])
    return Beside(values, filled(*hidden, False), blank, filled(-1, order, -1), named, columns + 1)


def paint_letters(painter: QPainter, board: Board, theming: Theming, second: int) -> None:
    """A over the first column, B over its own."""
    corners = board.pixels(np.array([[-0.5, -0.5], [second - 0.5, -0.5], [0.5, 0.5]]))
    high = min(CHIP, corners[2, 1] - corners[0, 1])
    if high < 9.0:
        return
    y = (corners[0, 1] + corners[2, 1] - high) / 2.0
    for letter, x in zip("AB", corners[:2, 0].tolist(), strict=True):
        paint_chip(painter, theming, QRectF(x + 2.0, y, high, high), letter)
