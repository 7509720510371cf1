"""The builder panel: the whole model above, the list of its parts, what to add below."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QKeyCombination, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QPushButton, QScrollArea, QWidget

from transformer_lab.document.building import moves
from transformer_lab.document.building.faults import Fault
from transformer_lab.document.building.racks import block_path, blocks_of, spots
from transformer_lab.document.building.sizes import weight_count
from transformer_lab.document.layout import layout
from transformer_lab.document.schema import MOST_BLOCKS
from transformer_lab.figures.heads import all_heads
from transformer_lab.language import grouped, tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.session import Lab
from transformer_lab.ui.build.card import ModelCard
from transformer_lab.ui.build.column import Column
from transformer_lab.ui.build.draft import Draft
from transformer_lab.ui.build.hands import Hands
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.preferences import Preferences
from transformer_lab.ui.theming import Theming

CARD, FOOT, MARGIN = 74, 56, 16
DUPLICATE = QKeyCombination(
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier, Qt.Key.Key_D
)


class PartsList(QScrollArea):
    """The scrolling list; it has the keys."""

    holds_keys = True
    left = Signal()
    """Esc: back to the model"""
    spoken_role = QAccessible.Role.List

    def __init__(self, column: Column, hands: Hands) -> None:
        super().__init__()
        self._column, self._hands = column, hands
        self.setWidget(column)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAutoFillBackground(False)
        self.setAccessibleName(tr("Blocks and sublayers"))
        column.moved.connect(self._follow)

    def _follow(self) -> None:
        row = self._column.row_of(self._column.current)
        said = f"{row.title}, {row.note}" if row is not None and row.note else row.title if row else ""
        self.setAccessibleDescription(said)
        box = self._column.box_of(self._column.current)
        if row is not None and self.hasFocus():
            self.ensureVisible(10, round(box.center().y()), 0, 40)

    def spoken_value(self) -> str:
        """The row that has the keys."""
        return self.accessibleDescription()

    def event(self, event: QEvent) -> bool:
        """In the list Ctrl+Shift+D duplicates, though everywhere else it lets a pinned state go."""
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and event.keyCombination() == DUPLICATE:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.keyCombination() == DUPLICATE:
            self._hands.duplicate()
        elif not self._hands.key(event):
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        if not self._column.current and self._column.rows():
            blocks = [r for r in self._column.rows() if r.kind == "block"]
            self._column.choose((blocks or self._column.rows())[-1].key)
        self._column.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._column.update()


class Builder(QWidget):
    """Everything that is built, in one panel."""

    def __init__(
        self,
        lab: Lab,
        focus: Focus,
        draft: Draft,
        theming: Theming,
        say: Callable[[str], None],
        preferences: Preferences | None = None,
    ) -> None:
        super().__init__()
        self._lab, self._gaze, self._draft, self._theming = lab, focus, draft, theming
        self._said: Fault | None = None
        self.setAccessibleName(tr("Builder"))
        self.column = Column(lab, draft, theming, say, preferences)
        self.hands = Hands(self.column)
        self.card = ModelCard(lab, draft, theming, self.column.tell)
        self.list = PartsList(self.column, self.hands)
        self.add = QPushButton(" " + tr("Add block"))
        self.copy = QPushButton()
        self.add.clicked.connect(self._add)
        self.copy.clicked.connect(self._copy)
        for part in (self.card, self.list, self.add, self.copy):
            part.setParent(self)
        draft.changed.connect(self.refresh)
        self.column.moved.connect(self._name)
        self.column.chosen.connect(self._look)
        theming.changed.connect(self._dress)
        self._dress()
        self.refresh()

    def sizeHint(self) -> QSize:
        return QSize(432, 700)

    def refresh(self) -> None:
        """Follow the draft; a new fault comes into sight. Nothing is done while nobody looks."""
        if not self.isVisible():
            return
        self.column.refresh()
        fault = self._draft.fault
        if fault is not None and (self._said is None or self._said.reason != fault.reason):
            card = self.column.card
            self.list.ensureVisible(10, card.y() + card.height() // 2, 0, card.height() // 2 + 8)
        self._said = fault
        self.card.show_model()
        self._name()
        self.update()

    def _look(self, key: str) -> None:
        """The stage opens the block of the current row."""
        row = self.column.row_of(key)
        if row is None or not row.path or self._draft.faulty:
            return
        block = row.path.partition("/")[0]
        heads = [h for h in all_heads(self._lab.snapshot) if h.path.startswith(f"{block}/")]
        own = [h for h in heads if h.path == row.path]
        if heads:
            self._gaze.choose_head((own or heads)[0].block, 0)

    def _chosen(self) -> str | None:
        """The block that the foot speaks of: that of the current row, or the last one."""
        model = self._draft.model
        current = self.column.row_of(self.column.current)
        blocks = [path for path in spots(model) if "/" not in path]
        path = current.path.partition("/")[0] if current is not None else ""
        return path if path in blocks else blocks[-1] if blocks else None

    def _name(self) -> None:
        chosen, model = self._chosen(), self._draft.model
        self.copy.setVisible(chosen is not None)
        if chosen is not None:
            self.copy.setText(tr("Duplicate block {n}", n=spots(model)[chosen].block + 1))
        self.add.setEnabled(len(model.blocks) < MOST_BLOCKS)
        self._lay()

    def _add(self) -> None:
        """Behind the chosen block."""
        model, chosen = self._draft.model, self._chosen()
        spot = spots(model)[chosen] if chosen is not None else None
        tower, at = (spot.tower, spot.block + 1) if spot is not None else ("decoder", 0)
        self.column.do(lambda: moves.add_block(tower, at))
        now = self._draft.model
        if at < len(blocks_of(now, tower)):
            path = block_path(now, tower, at)
            self.column.open_row(path, on=True)
            self.column.choose(path)

    def _copy(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            self.column.do(lambda: moves.duplicate(chosen))

    def _count(self) -> int | None:
        """Of what is being built, or of what worked last."""
        found = layout(self._lab.state)
        sizes = (len(found.vocabulary), len(found.words), len(found.source))
        return weight_count(self._draft.model, *sizes) or weight_count(self._lab.state.model, *sizes)

    def _dress(self) -> None:
        self.add.setIcon(self._theming.icon("plus"))
        self.update()

    def showEvent(self, event: QShowEvent) -> None:
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay()

    def _lay(self) -> None:
        wide, high = self.width(), self.height()
        self.card.setGeometry(MARGIN, 0, wide - 2 * MARGIN, CARD)
        self.list.setGeometry(0, CARD + 8, wide, max(0, high - CARD - 8 - FOOT))
        x = MARGIN
        for button in (self.add, self.copy):
            button.setGeometry(x, high - FOOT + 11, button.sizeHint().width(), 34)
            x += button.width() + 8

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self._theming.color("panel"))
            painter.setPen(QPen(self._theming.color("line"), 1))
            painter.drawLine(0, self.height() - FOOT, self.width(), self.height() - FOOT)
            painter.setFont(font("regular", 13))
            painter.setPen(self._theming.color("ink2"))
            count = self._count()
            said = tr("{n} weights", n=grouped(count)) if count is not None else ""
            box = QRectF(0, self.height() - FOOT, self.width() - MARGIN, FOOT)
            last = self.copy if self.copy.isVisible() else self.add
            if box.right() - advance(said, "regular", 13) >= last.geometry().right() + 8:
                painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, said)
