"""The card over the stage: a line to type in, a list that follows, Enter goes there."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from transformer_lab.figures.find import Found, find
from transformer_lab.figures.find_terms import warming
from transformer_lab.figures.links import is_link
from transformer_lab.language import tr
from transformer_lab.render.fonts import font
from transformer_lab.session import Lab
from transformer_lab.ui.controls import smooth
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.theming import Theming

WIDEST, ROW, LINE, EDGE = 560, 32, 40, 10
EXAMPLES = tr("query block 2 head 1, W_Q, attention scared cat")
STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_PageDown: 6, Qt.Key.Key_PageUp: -6}
HELD = Qt.ItemDataRole.UserRole


class FindPanel(QWidget):
    """Emits `chosen` with a `Found`. Closed by Esc, by choosing, or when something else is clicked."""

    chosen = Signal(object)
    left = Signal()

    def __init__(self, lab: Lab, focus: Focus, theming: Theming, parent: QWidget) -> None:
        super().__init__(parent)
        self._lab, self._focus, self._theming = lab, focus, theming
        self.first = 0
        self._warming: Iterator[None] = iter(())
        self._area = QRect(0, 0, WIDEST, 480)
        self.setAccessibleName(tr("Find"))
        self.line = QLineEdit()
        self.line.setPlaceholderText(tr("Find a value: {examples}", examples=EXAMPLES))
        self.line.setAccessibleName(tr("Find a value or a number"))
        self.line.setFrame(False)
        self.line.setFixedHeight(LINE - 8)
        self.line.setStyleSheet("background: transparent; border: none; font-size: 14px; padding: 0 6px;")
        self.list = QListWidget()
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setItemDelegate(Row(theming, self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setStyleSheet("background: transparent;")
        self.list.setAccessibleName(tr("What was found"))
        self.list.itemClicked.connect(lambda _item: self._choose())
        self.list.currentItemChanged.connect(self._point)
        self.line.textChanged.connect(self.search)
        self.line.installEventFilter(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(EDGE, 4, EDGE, EDGE)
        column.setSpacing(2)
        column.addWidget(self.line)
        column.addWidget(self.list)
        theming.changed.connect(self.update)
        self.hide()

    def open_over(self, area: QRect) -> None:
        """Show the card at the top of this part of the window, ready to type."""
        wide = min(WIDEST, area.width() - 24)
        self._area = QRect(area.x() + (area.width() - wide) // 2, area.y() + 12, wide, area.height() - 24)
        self.line.selectAll()
        self.search()
        self.show()
        self.raise_()
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        graph = self._lab.snapshot.graph
        self._warming = warming(graph) if graph is not None else iter(())
        QTimer.singleShot(0, self, self._warm)

    def _warm(self) -> None:
        """The words of every value are made between the keys, not at the first one."""
        if self.isVisible() and next(self._warming, self) is None:
            QTimer.singleShot(0, self, self._warm)

    def search(self) -> None:
        """Follow what is typed."""
        found = find(self._lab.snapshot, self.line.text(), first=self.first)
        self.list.clear()
        for one in found:
            item = QListWidgetItem(one.title)
            item.setData(HELD, one)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{one.title}, {one.place}")
            self.list.addItem(item)
        self.list.setCurrentRow(0 if found else -1)
        self._lay(len(found))

    @property
    def current(self) -> Found | None:
        """The row that Enter would choose."""
        row = self.list.currentRow()
        return self.list.item(row).data(HELD) if row >= 0 else None

    def _lay(self, count: int) -> None:
        nothing = bool(self.line.text().strip()) and not count
        self.list.setVisible(count > 0)
        high = LINE + (count * ROW + EDGE if count else 0) + (ROW if nothing else 0)
        area = self._area
        self.setGeometry(area.x(), area.y(), area.width(), min(high, area.height()))
        self.update()

    def _choose(self) -> None:
        found = self.current
        if found is not None:
            self.hide()
            self.chosen.emit(found)

    def _point(self, *_items: object) -> None:
        """The number of the row is ringed wherever it is drawn."""
        found = self.current
        shown = self.isVisible() and found is not None and not is_link(found.target)
        self._focus.hover(found.target if shown and found is not None else None)

    # --- events ---------------------------------------------------------------------------------------
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._key(Qt.Key(event.key()))
        if event.type() == QEvent.Type.FocusOut and not self.list.underMouse():
            self.hide()
        return False

    def _key(self, key: Qt.Key) -> bool:
        if key in STEPS:
            last = self.list.count() - 1
            self.list.setCurrentRow(max(0, min(last, self.list.currentRow() + STEPS[key])))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose()
        elif key == Qt.Key.Key_Escape:
            self.hide()
            self.left.emit()
        else:
            return False
        return True

    def hideEvent(self, event: QHideEvent) -> None:
        self._focus.hover(None)

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.setPen(QPen(self._theming.color("line2"), 1))
            painter.setBrush(self._theming.color("raised"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 9, 9)
            if self.line.text().strip() and not self.list.count():
                painter.setFont(font("regular", 13))
                painter.setPen(self._theming.color("ink2"))
                box = QRectF(EDGE + 8, LINE - 4, self.width() - 2 * EDGE - 16, ROW)
                empty = self._lab.snapshot.trace is None
                text = tr("Type a sentence first.") if empty else tr("Nothing of this name.")
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)


class Row(QStyledItemDelegate):
    """What was found at the left, where it stands at the right; the current one is washed."""

    def __init__(self, theming: Theming, parent: QObject) -> None:
        super().__init__(parent)
        self._theming = theming

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        return QSize(100, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        found: Found = index.data(HELD)
        box = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theming.color("wash"))
            painter.drawRoundedRect(box.adjusted(0, 1, 0, -1), 6, 6)
        inner = box.adjusted(8, 0, -8, 0)
        painter.setFont(font("regular", 12))
        painter.setPen(self._theming.color("ink2"))
        measure = painter.fontMetrics()
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, found.place)
        inner.setWidth(inner.width() - measure.horizontalAdvance(found.place) - 16)
        painter.setFont(font("medium", 13))
        painter.setPen(self._theming.color("ink"))
        text = painter.fontMetrics().elidedText(found.title, Qt.TextElideMode.ElideRight, int(inner.width()))
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()
