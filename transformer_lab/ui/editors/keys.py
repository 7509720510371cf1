"""How a number that can be set looks: a separate rounded key, filled on the matrix's own printed scale."""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from transformer_lab.figures.numbers import compact
from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.editors.model import MatrixModel
from transformer_lab.ui.theming import Theming

WIDTH, HEIGHT, GAP = 46, 17, 2
"""of a key; in a roomy panel keys grow to the most"""
MOST_WIDTH, MOST_HEIGHT = 64, 22
NARROW, MANY = 18, 32
"""over so many columns keys become cells without numbers"""
Index = QModelIndex | QPersistentModelIndex


class Keys(QStyledItemDelegate):
    """Paints keys straight from the array."""

    def __init__(self, theming: Theming, parent: QWidget) -> None:
        super().__init__(parent)
        self._theming = theming
        self.limit = 4.0
        self.narrow = False
        self.wide, self.high = WIDTH, HEIGHT

    @property
    def width(self) -> int:
        """Width of a key."""
        return NARROW - 2 if self.narrow else self.wide

    def key_box(self, rect: QRectF) -> QRectF:
        """The key within its section: at the right and lower end, so that bands and rings have room before
        it.
        """
        wide, high = self.width, self.high
        return QRectF(rect.right() - wide - GAP / 2, rect.bottom() - high - GAP / 2, wide, high)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        model = index.model()
        assert isinstance(model, MatrixModel)
        value = float(model.values[index.row(), index.column()])
        box = self.key_box(QRectF(option.rect))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        token = self.fill(value) if model.tint is None else model.tint.token(index.row(), index.column())
        over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        painter.setBrush(self._theming.color(token))
        painter.setPen(QPen(self._theming.color("ink3" if over else "line2"), 1))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        if not self.narrow:
            text = compact(value)
            painter.setFont(font("regular", size_for(text, self.wide)))
            painter.setPen(self._theming.color("ink3" if value == 0.0 else f"on:{token}"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        self.paint_marks(painter, box, model, index.row(), index.column())
        painter.restore()

    def paint_marks(self, painter: QPainter, box: QRectF, model: MatrixModel, row: int, column: int) -> None:
        """What was changed, what is off the scale, and what a hand set."""
        value = float(model.values[row, column])
        self._corners(painter, box, value, model.changed(row, column))
        if model.by_hand is not None and model.by_hand[row, column]:
            self._hand(painter, box, value)

    def fill(self, value: float) -> str:
        """The colour token of a value: an exact zero is nearly nothing."""
        if value == 0.0 or not math.isfinite(value):
            return "raised"
        return f"div:{min(1.0, max(0.0, value / self.limit / 2 + 0.5)):.4f}"

    def _corners(self, painter: QPainter, box: QRectF, value: float, changed: bool) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        if changed:
            painter.setBrush(self._theming.color("now_fill"))
            right, top = box.right() - 1, box.top() + 1
            painter.drawPolygon(
                QPolygonF([QPointF(right - 8, top), QPointF(right, top), QPointF(right, top + 8)])
            )
        if abs(value) > self.limit:
            painter.setBrush(self._theming.color(f"on:{self.fill(value)}"))
            up = 1 if value > 0 else -1  # near the edge that it points to: wide numbers reach the side
            x, y = box.left() + 5, (box.top() + 4.5 if up > 0 else box.bottom() - 4.5)
            painter.drawPolygon(
                QPolygonF([QPointF(x - 3, y + 2 * up), QPointF(x + 3, y + 2 * up), QPointF(x, y - 2.5 * up)])
            )

    def ring(self, painter: QPainter, rect: QRectF, *, quiet: bool = False) -> None:
        """The ring round the chosen key, drawn over its neighbours; `quiet` while keys go elsewhere."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theming.color("select"), 1 if quiet else 2))
        painter.drawRoundedRect(self.key_box(rect).adjusted(-1, -1, 1, 1), 5, 5)

    def _hand(self, painter: QPainter, box: QRectF, value: float) -> None:
        """The corner of a number that was set by hand."""
        strong = abs(value) > 0.55 * self.limit
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theming.color(f"on:{self.fill(value)}" if strong else "ink"))
        left, top = box.left() + 1, box.top() + 1
        painter.drawPolygon(QPolygonF([QPointF(left, top), QPointF(left + 7, top), QPointF(left, top + 7)]))

    def wash(self, painter: QPainter, first: QRectF, last: QRectF) -> None:
        """What is chosen together: one frame round all of it, faintly washed."""
        box = self.key_box(first).united(self.key_box(last)).adjusted(-1, -1, 1, 1)
        color = self._theming.color("select")
        painter.setPen(QPen(color, 1.25))
        color.setAlpha(22)
        painter.setBrush(color)
        painter.drawRoundedRect(box, 5, 5)

    # --- typing ----------------------------------------------------------------------------------------
    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        field = QLineEdit(parent)
        field.textChanged.connect(lambda text: _widen(field, text))
        field.setFrame(False)
        field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        field.setAccessibleName(str(index.data(Qt.ItemDataRole.AccessibleTextRole)))
        theme = self._theming.theme
        field.setStyleSheet(
            f"QLineEdit {{ background: {theme.color('raised')}; border: 2px solid {theme.color('select')};"
            f" border-radius: 5px; padding: 0 2px; min-height: 0; font-size: 12px; }}"
        )
        return field

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        box = self.key_box(QRectF(option.rect)).adjusted(-2, -3, 2, 3)
        wide = max(box.width(), 62.0)
        left = max(0.0, box.center().x() - wide / 2)  # whole also over the first column
        editor.setGeometry(QRectF(left, box.top(), wide, box.height()).toRect())


def _widen(field: QLineEdit, text: str) -> None:
    """A formula is longer than a number: its field grows with it, within the sheet."""
    wide = max(62, round(advance(text, "regular", 12)) + 18)
    room = field.parentWidget().width() if field.parentWidget() is not None else wide
    if wide > field.width() or field.width() > 62:
        wide = min(wide, room)
        field.setGeometry(max(0, min(field.x(), room - wide)), field.y(), wide, field.height())


@lru_cache(maxsize=4096)
def size_for(text: str, wide: int) -> int:
    """12, or less for the rare number (such as −1·10⁻¹²) that would touch the key's edge: none is cut."""
    return next((size for size in (12, 11, 10) if advance(text, "regular", size) <= wide - 2), 9)
