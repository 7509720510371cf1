"""What plots of two states share: curves of both or of their difference, and what says which is which."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.compare.caption import NotSharedError
from transformer_lab.figures.compare.naming import left_out
from transformer_lab.figures.compare.pairing import Pair, pair_of
from transformer_lab.figures.measure import shorten
from transformer_lab.language import tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.views.plots.board import Board
from transformer_lab.ui.views.plots.line import Line

TYPE = 11
Key = tuple[str, str]
"""A colour and what it means."""


class Told(NamedTuple):
    """The line over a plot of two states: colours with their meaning, and what could not be compared."""

    keys: tuple[Key, ...] = ()
    notice: str = ""

    def share(self, board: Board) -> float:
        """The part of the plot's height that must be kept free for it."""
        return self.high / max(80.0, board.inner.height())

    @property
    def high(self) -> float:
        """What it takes of the plot, in pixels."""
        return 18.0 * (bool(self.keys) + bool(self.notice))


def shared_pair(a: Snapshot | None, b: Snapshot) -> Pair | None:
    """A and B, where both have values."""
    return pair_of(a, b) if a is not None and a.trace is not None and b.trace is not None else None


def both(
    lines: tuple[Line, ...], before: tuple[Line, ...], how: str, pair: Pair
) -> tuple[tuple[Line, ...], Told]:
    """The curves to be drawn, and what is said about them. `before` are those of A, NaN where it has none.

    Raises NotSharedError where A has none at all.
    """
    known = [bool(np.isfinite(line.y).any()) for line in before]
    if not any(known):
        raise NotSharedError(tr("A has none of these values, so there is no difference."))
    notice = left_out(pair)
    if how == "beside":
        old = tuple(
            line._replace(ink="ink3", name="", cells=(), old=True)
            for line, there in zip(before, known, strict=True)
            if line.loud and there
        )
        ink = next((line.ink for line in lines if line.loud), "ink")
        return (*lines, *old), Told((("ink3", tr("A, pinned")), (ink, tr("B, now"))), notice)
    with np.errstate(invalid="ignore"):
        gaps = tuple(
            line._replace(y=line.y - old.y)
            for line, old, there in zip(lines, before, known, strict=True)
            if there
        )
    same = all(not np.nan_to_num(gap.y).any() for gap in gaps)
    said = " ".join(part for part in (tr("Nothing differs here.") if same else "", notice) if part)
    return gaps, Told((("ink2", tr("B − A")),), said)


def paint_told(painter: QPainter, board: Board, told: Told, *, low: bool = False) -> None:
    """Keys in one line at the top of the plot (`low`: at its foot), below them what could not be compared."""
    box = board.inner.adjusted(8.0, 4.0, -8.0, 0.0)
    if low:
        box.setTop(box.bottom() - told.high)
    x = box.x()
    painter.setFont(font("regular", TYPE))
    for token, text in told.keys:
        wide = 20.0 + advance(text, "regular", TYPE)
        _ground(painter, board, QRectF(x - 4.0, box.y(), wide + 8.0, 17.0))
        dash = Qt.PenStyle.DashLine if token == "ink3" else Qt.PenStyle.SolidLine
        painter.setPen(QPen(board.color(token), 2.4, dash))
        painter.drawLine(QPointF(x, box.y() + 8.5), QPointF(x + 14.0, box.y() + 8.5))
        painter.setPen(board.color("ink2"))
        painter.drawText(QPointF(x + 20.0, box.y() + 12.5), text)
        x += wide + 16.0
    if told.notice:
        y = box.y() + (18.0 if told.keys else 0.0)
        text = shorten(told.notice, box.width(), "regular", TYPE)
        _ground(painter, board, QRectF(box.x() - 4.0, y, advance(text, "regular", TYPE) + 8.0, 17.0))
        painter.setPen(board.color("ink2"))
        painter.drawText(QPointF(box.x(), y + 12.5), text)


def _ground(painter: QPainter, board: Board, box: QRectF) -> None:
    """Curves do not cross what is written."""
    color = board.color("panel")
    color.setAlphaF(0.86)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawRoundedRect(box, 3.0, 3.0)
