"""How a row of the builder is painted: grip, twist, sign, name, contents, maps of heads, menu."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from transformer_lab.language import tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.session import Lab
from transformer_lab.ui.build.glyphs import SIDE, draw_glyph
from transformer_lab.ui.build.rows import Place, Row
from transformer_lab.ui.controls import ring
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.preferences import Preferences
from transformer_lab.ui.theming import Theming
from transformer_lab.ui.thumbs import Thumbs

if TYPE_CHECKING:
    from transformer_lab.ui.build.column import Column

GRIP, TWIST, GLYPH, TITLE, INDENT = 20.0, 36.0, 40.0, 62.0, 20.0
MENU, THUMB, MOST_MAPS = 26.0, 22.0, 3
TAG = tr("Add block, sublayer, norm")


class RowPainter:
    """Paints rows of one column; maps of heads are kept while their numbers stay."""

    def __init__(
        self, lab: Lab, theming: Theming, column: Column, preferences: Preferences | None = None
    ) -> None:
        self._lab, self._theming, self._column = lab, theming, column
        self._thumbs = Thumbs(theming, preferences)

    def row(self, painter: QPainter, row: Row, box: QRectF) -> None:
        """One row."""
        current, near = row.key == self._column.current, row.key == self._column.near
        self._ground(painter, box, current, near)
        left, middle = box.left() + INDENT * row.depth, box.center().y()
        fault = self._column.draft.fault
        wrong = fault is not None and bool(fault.path) and fault.path == row.path and row.kind == "sub"
        if row.movable and (near or current or row.kind == "block"):
            self._grip(painter, left + GRIP, middle)
        if row.folds and row.kind in ("block", "sub"):
            opened = row.key in self._column.opened
            self._icon(painter, "chevron-down" if opened else "chevron-right", left + TWIST, middle, 14)
        x = left + (TWIST + 20.0 if row.kind == "block" else GLYPH + 20.0 if row.depth else GLYPH)
        if row.kind != "block":
            sign = row.kind if row.kind != "sub" else "ffn" if "/ffn" in row.path else "attention"
            draw_glyph(painter, self._theming, sign, x - 4.0, middle - SIDE / 2)
            x += 22.0
        right = self._right(painter, row, box, near or current, wrong)
        self._words(painter, row, x, middle, right)

    def _right(self, painter: QPainter, row: Row, box: QRectF, shown: bool, wrong: bool) -> float:
        """What stands at the right end; returns where the words must end."""
        right, middle = box.right() - MENU, box.center().y()
        if has_menu(row):
            token = "ink2" if shown else "ink3"
            self._icon(painter, "ellipsis", right - 8.0, middle, 16, token)
            right -= 18.0
        if wrong:
            self._icon(painter, "triangle-alert", right - 18.0, middle, 17, "error")
            right -= 28.0
        snapshot = self._lab.snapshot
        if row.kind == "block" and not row.is_open and not self._column.draft.faulty and row.node in snapshot:
            images = self._thumbs.of(snapshot, row.node, MOST_MAPS, self._column.devicePixelRatioF())
            for image in reversed(images):
                place = QRectF(right - THUMB, middle - THUMB / 2, THUMB, THUMB)
                painter.drawImage(place.adjusted(1, 1, -1, -1), image)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(self._theming.color("line2"), 1))
                painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)
                right -= THUMB + 3
        return right - 6.0

    def _words(self, painter: QPainter, row: Row, x: float, middle: float, right: float) -> None:
        face = "semibold" if row.kind in ("block", "tower") else "medium" if row.kind == "sub" else "regular"
        painter.setFont(font(face, 13))
        painter.setPen(self._theming.color("ink"))
        painter.drawText(QPointF(x, middle + 4.5), row.title)
        x += advance(row.title, face, 13) + 9.0
        painter.setFont(font("regular", 12))
        painter.setPen(self._theming.color("ink2"))
        measure = QFontMetricsF(font("regular", 12))
        said = measure.elidedText(row.note, Qt.TextElideMode.ElideRight, max(0.0, right - x))
        painter.drawText(QPointF(x, middle + 4.5), said)

    def _ground(self, painter: QPainter, box: QRectF, current: bool, near: bool) -> None:
        wash = box.adjusted(10, 0, -10, 0)
        painter.setPen(Qt.PenStyle.NoPen)
        if current or near:
            painter.setBrush(self._theming.color("wash" if current else "well"))
            painter.drawRoundedRect(wash, 6, 6)
        if current:
            painter.setBrush(self._theming.color("ink"))
            painter.drawRoundedRect(QRectF(10, box.center().y() - 9, 3, 18), 1.5, 1.5)
            if self._column.parentWidget() is not None and self._holder_has_keys():
                ring(painter, self._theming, wash, 6)

    def _holder_has_keys(self) -> bool:
        holder: Any = self._column.parentWidget()
        while holder is not None and not getattr(holder, "holds_keys", False):
            holder = holder.parentWidget()
        return holder is not None and bool(holder.hasFocus())

    def _grip(self, painter: QPainter, x: float, y: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theming.color("ink3"))
        for column in (0.0, 5.0):
            for line in (-5.0, 0.0, 5.0):
                painter.drawEllipse(QPointF(x + column, y + line), 1.1, 1.1)

    def _icon(self, painter: QPainter, name: str, x: float, y: float, size: int, token: str = "ink2") -> None:
        ratio = self._column.devicePixelRatioF()
        drawing = pixmap(name, self._theming.theme.color(token), size, ratio)
        painter.drawPixmap(QPointF(x, y - size / 2), drawing)

    def rails(self, painter: QPainter, laid: Iterable[Any]) -> None:
        """The hairline beside the sublayers of an open block."""
        top = bottom = None
        painter.setPen(QPen(self._theming.color("line2"), 1))
        for one in (*laid, None):
            row = one.row if one is not None else None
            if row is not None and row.depth:
                top = one.box.top() if top is None else top
                bottom = one.box.bottom()
            elif one is None or row is not None:
                if top is not None and bottom is not None:
                    painter.drawLine(QPointF(24.5, top + 4), QPointF(24.5, bottom - 4))
                top = bottom = None

    def gap(self, painter: QPainter, y: float, place: Place) -> None:
        """A ring with a plus on a line, and what it does on a black tag."""
        x = 28.0 + (INDENT if place.path else 0.0)
        ink, width = self._theming.color("ink"), float(self._column.width())
        painter.setPen(QPen(self._theming.color("ink3"), 1))
        painter.drawLine(QPointF(x + 9, y), QPointF(width - 16, y))
        painter.setBrush(self._theming.color("panel"))
        painter.setPen(QPen(ink, 1.2))
        painter.drawEllipse(QPointF(x, y), 8, 8)
        painter.drawLine(QPointF(x - 4, y), QPointF(x + 4, y))
        painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4))
        tag = QRectF(x + 20, y - 11, advance(TAG, "medium", 12) + 20, 22)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        painter.drawRoundedRect(tag, 6, 6)
        painter.setFont(font("medium", 12))
        painter.setPen(self._theming.color("canvas"))
        painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, TAG)

    def drop(self, painter: QPainter, y: float) -> None:
        """Where what is dragged will land."""
        painter.setPen(QPen(self._theming.color("ink"), 2))
        painter.drawLine(QPointF(18, y), QPointF(self._column.width() - 14.0, y))


def has_menu(row: Row) -> bool:
    """Whether a row has a menu of its own."""
    return row.kind in ("block", "sub", "norm", "add", "tower")
