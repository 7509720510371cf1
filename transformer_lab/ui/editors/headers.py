"""Names around the keys: heads as bands with a line in their colour, slots under them, features at the
left.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from transformer_lab.render.fonts import font
from transformer_lab.ui.editors.keys import GAP, Keys
from transformer_lab.ui.editors.model import MatrixModel
from transformer_lab.ui.theming import Theming

BAND, NAMES = 19, 17
LABEL = 96


class Side(QHeaderView):
    """Names along one side: dragging over them chooses whole rows or columns, a double click names one."""

    chosen = Signal(int, int)
    """from this line to that one"""
    renaming = Signal(int, QRectF, bool)
    """a line is to be named, or the head that it belongs to; the box is where its name stands"""

    def __init__(
        self, way: Qt.Orientation, theming: Theming, model: MatrixModel, keys: Keys, parent: QWidget
    ) -> None:
        super().__init__(way, parent)
        self._theming, self._grid, self._keys = theming, model, keys
        self._from = -1
        self.setSectionsClickable(False)
        self.setMinimumSectionSize(8)

    def _line(self, at: QPointF) -> int:
        along = at.x() if self.orientation() == Qt.Orientation.Horizontal else at.y()
        return self.logicalIndexAt(round(along))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._from = self._line(event.position())
        if self._from >= 0:
            self.chosen.emit(self._from, self._from)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        to = self._line(event.position())
        if self._from >= 0 and to >= 0 and event.buttons() & Qt.MouseButton.LeftButton:
            self.chosen.emit(self._from, to)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._from = -1

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._from = -1
        line = self._line(event.position())
        if line >= 0:
            self.renaming.emit(line, self.name_box(line, event.position()), self.on_band(event.position()))

    def name_box(self, line: int, at: QPointF) -> QRectF:
        """Where the name of a line stands in this widget."""
        if self.orientation() == Qt.Orientation.Vertical:
            return QRectF(4, self.sectionViewportPosition(line), self.width() - 6, self.sectionSize(line))
        high = BAND if self.on_band(at) else NAMES
        top = 0 if self.on_band(at) else self.height() - NAMES
        return QRectF(self.sectionViewportPosition(line), top, max(88, self.sectionSize(line)), high + 3)

    def on_band(self, at: QPointF) -> bool:
        """Whether a point is on the names of heads."""
        bands = self.orientation() == Qt.Orientation.Horizontal and self._grid.grid is not None
        return bands and len(self._grid.grid.across) > 1 and at.y() < self.height() - NAMES


class Across(Side):
    """Band names and their lines, and the names of columns."""

    def __init__(self, theming: Theming, model: MatrixModel, keys: Keys, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, theming, model, keys, parent)
        self.show_names = True

    @property
    def has_bands(self) -> bool:
        """Whether there are heads to name."""
        return self._grid.grid is not None and len(self._grid.grid.across) > 1

    def sizeHint(self) -> QSize:
        return QSize(100, NAMES + (BAND if self.has_bands else 0))

    def paintEvent(self, event: QPaintEvent) -> None:
        grid = self._grid.grid
        if grid is None:
            return
        with QPainter(self.viewport()) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            first, last = self._visible(event)
            for column in range(first, last + 1):
                left = self.sectionViewportPosition(column)
                right = left + self.sectionSize(column)
                if self.show_names:
                    self._name(painter, right, grid.column_name(column))
                if self.has_bands and (column % grid.band == 0 or column == first):
                    self._band(painter, column // grid.band)

    def _visible(self, event: QPaintEvent) -> tuple[int, int]:
        first = max(0, self.logicalIndexAt(event.rect().left()))
        last = self.logicalIndexAt(event.rect().right())
        return first, self.count() - 1 if last < 0 else last

    def _name(self, painter: QPainter, right: int, name: str) -> None:
        painter.setFont(font("regular", 11))
        painter.setPen(self._theming.color("ink2"))
        wide = self._keys.width
        short = QFontMetricsF(font("regular", 11)).elidedText(name, Qt.TextElideMode.ElideRight, wide + 1)
        box = QRectF(right - wide - GAP / 2, self.height() - NAMES, wide, NAMES)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, short)

    def _band(self, painter: QPainter, band: int) -> None:
        grid = self._grid.grid
        assert grid is not None
        start, end = band * grid.band, min(self.count(), (band + 1) * grid.band) - 1
        left = self.sectionViewportPosition(start) + self.sectionSize(start) - self._keys.width - GAP / 2
        right = self.sectionViewportPosition(end) + self.sectionSize(end) - GAP / 2
        color = self._theming.color("out" if band == 0 else f"heads.{band % 4}")
        plain, _, own = grid.band_name(band).partition(" · ")
        painter.setFont(font("semibold", 12))
        painter.setPen(color)
        name = plain[:1].upper() + plain[1:]
        painter.drawText(QRectF(left, 0, right - left, BAND - 4), Qt.AlignmentFlag.AlignVCenter, name)
        shift = QFontMetricsF(font("semibold", 12)).horizontalAdvance(name) + 7
        painter.setFont(font("regular", 12))
        painter.setPen(self._theming.color("ink2"))
        painter.drawText(
            QRectF(left + shift, 0, right - left - shift, BAND - 4), Qt.AlignmentFlag.AlignVCenter, own
        )
        painter.fillRect(QRectF(left, BAND - 3, right - left, 2), color)


class Down(Side):
    """Names of rows, right-aligned beside their keys."""

    def __init__(self, theming: Theming, model: MatrixModel, keys: Keys, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, theming, model, keys, parent)

    def sizeHint(self) -> QSize:
        grid = self._grid.grid
        return QSize(LABEL if grid is not None and grid.down else 24, 100)

    def paintEvent(self, event: QPaintEvent) -> None:
        grid = self._grid.grid
        if grid is None:
            return
        measure = QFontMetricsF(font("regular", 12))
        with QPainter(self.viewport()) as painter:
            painter.setFont(font("regular", 12))
            painter.setPen(self._theming.color("ink2"))
            first = max(0, self.logicalIndexAt(event.rect().top()))
            last = self.logicalIndexAt(event.rect().bottom())
            for row in range(first, (self.count() - 1 if last < 0 else last) + 1):
                bottom = self.sectionViewportPosition(row) + self.sectionSize(row) - GAP / 2
                box = QRectF(0, bottom - self._keys.high, self.width() - 8, self._keys.high)
                name = measure.elidedText(grid.row_name(row), Qt.TextElideMode.ElideRight, box.width() - 4)
                painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, name)
