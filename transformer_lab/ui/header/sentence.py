"""The sentence field: the biggest control of the window. Words are underlined, the asking word is washed."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFont,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextLayout,
)
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from transformer_lab.document.state import MOST_TEXT, Spelling, Splitting
from transformer_lab.document.tokens import MAX_WORDS, notice, tokenize
from transformer_lab.figures.direction import TALLER, joined, right_to_left
from transformer_lab.language import tr, translatable
from transformer_lab.render.fonts import advance, font
from transformer_lab.ui.controls import smooth
from transformer_lab.ui.theming import Theming

NOT_OURS = (
    QKeySequence.StandardKey.Undo,
    QKeySequence.StandardKey.Redo,
)  # the document undoes, not the field
SIZE = 16
COUNTED = translatable(
    {
        "words": ("{count} words", "1 word"),
        "characters": ("{count} characters", "1 character"),
    }
)
NARROW = 240  # a narrower field has room for the words, and to say what they are for
WORD_GAP = 6.0  # more than a space, so that each underline stands alone


def units(text: str) -> int:
    """How far Qt counts, for which an emoji is two places and more."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class SentenceField(QLineEdit):
    """Typing tells `textEdited`; a click on a word also tells `word_chosen`; Esc tells `left`."""

    word_chosen = Signal(int)
    left = Signal()

    def __init__(self, theming: Theming, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theming = theming
        self._chosen: int | None = None
        self._role = ""
        self._splitting: Splitting = "words"
        self._before = 0
        self._turned = False
        self.ahead = False  # what is typed here has not reached the document yet
        self.setFrame(False)
        self.setObjectName("sentence")
        face = QFont(font("regular", SIZE))
        face.setWordSpacing(WORD_GAP)
        self.setFont(face)
        self._small = QFont(font("regular", 12))
        self._small.setWordSpacing(0.0)  # else a painter takes over the gaps of the field's own font
        self.setMaxLength(MOST_TEXT)  # else Qt cuts longer texts off without a word
        self.setFixedHeight(36)
        self.setAccessibleName(tr("Sentence"))
        self.setPlaceholderText(tr("Type a sentence"))
        self.setStyleSheet("#sentence { background: transparent; border: none; padding: 0; }")
        self.textChanged.connect(self._measure)
        theming.changed.connect(self.update)
        self._measure()

    def choose(self, word: int | None) -> None:
        """Wash this word."""
        if word != self._chosen:
            self._chosen = word
            self.update()

    def say_role(self, role: str) -> None:
        """What the words are for, where there are two fields: said beside their number."""
        if role != self._role:
            self._role = role
            self._measure()
            self.update()

    def spell(self, spelling: Spelling, before: int = 0) -> None:
        """How the text is split, and how many tokens that nobody typed stand before it."""
        if (spelling.splitting, before) != (self._splitting, self._before):
            self._splitting, self._before = spelling.splitting, before
            self._measure()
            self.update()

    def show_text(self, text: str) -> None:
        """Take the document's text over, unless letters here are newer; a caret behind the last word stays
        there.
        """
        if text != self.text() and not self.ahead:
            at, at_end = self.cursorPosition(), self.cursorPosition() == units(self.text())
            self.setText(text)
            self.setCursorPosition(units(text) if at_end else min(at, units(text)))

    def count_text(self) -> str:
        """What stands at the right end: the number of words, or that there are too many."""
        count = len(tokenize(self.text(), 9999, self._splitting))
        if count > MAX_WORDS and self.width() < NARROW:
            return tr("{most} of {count}", most=MAX_WORDS, count=count)
        many, one = COUNTED[self._splitting]
        if count > MAX_WORDS:
            return tr("{counted}, the first {most} are shown", counted=tr(many, count=count), most=MAX_WORDS)
        said = tr(one) if count == 1 else tr(many, count=count)
        if not self._role:
            return said
        both = f"{self._role} · {said}"
        return both if self.width() >= NARROW and self._fits(both) else self._role

    def needed(self) -> int:
        """The width at which all words can be seen beside what the field is for."""
        words = self.fontMetrics().horizontalAdvance(self.text() or self.placeholderText())
        return round(words + advance(self._role, "regular", 12) + 56.0)

    def _fits(self, said: str) -> bool:
        """Whether all words can be seen beside this."""
        words = self.fontMetrics().horizontalAdvance(self.text())
        return words + advance(said, "regular", 12) + 56.0 <= self.width()

    # --- painting -------------------------------------------------------------------------------------
    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            focused = self.hasFocus()
            edge = 1.0 if not focused else 1.5
            painter.setPen(QPen(self._theming.color("ink" if focused else "line2"), edge))
            painter.setBrush(self._theming.color("raised"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
            left, right = self._margins(8)
            painter.setClipRect(self.rect().adjusted(left, 2, -right, -2))
            for i, (x0, x1) in enumerate(self._spans()):
                self._mark(painter, i + self._before, min(x0, x1), max(x0, x1))
            painter.setClipping(False)
            painter.setFont(self._small)
            painter.setPen(self._theming.color("error" if self._too_many() else "ink3"))
            side = Qt.AlignmentFlag.AlignLeft if self._turned else Qt.AlignmentFlag.AlignRight
            box = self.rect().adjusted(14, 0, -14, 0)
            painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, self.count_text())
        caret = self.cursorRect()
        super().paintEvent(event)
        if self.cursorRect() != caret:
            self.update()  # the field scrolled or turned while it painted: the marks follow

    def _mark(self, painter: QPainter, i: int, left: float, right: float) -> None:
        y, chosen = self.height() / 2 + 11.5, i == self._chosen
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theming.color("wash"))
            box = QRectF(left - 5, self.height() / 2 - 12, right - left + 10, 25)
            painter.drawRoundedRect(box, 5, 5)
        pen = QPen(self._theming.color("ink" if chosen else "line2"), 1.5 if chosen else 1)
        painter.setPen(pen)
        painter.drawLine(QPointF(left, y - 1), QPointF(right, y - 1))

    def _spans(self) -> list[tuple[float, float]]:
        """Left and right end of each shown word, in pixels of this field."""
        text = self.text()
        layout = QTextLayout(text, self.font())
        layout.beginLayout()
        line = layout.createLine()
        layout.endLayout()
        if not line.isValid():
            return []

        found: Any = line.cursorToX(self.cursorPosition())  # a pair, although Qt's stubs say otherwise
        start = self.cursorRect().center().x() - float(found[0])
        spans, at, counted = [], 0, 0
        for word in tokenize(text, MAX_WORDS, self._splitting):
            first = at + units(text[counted : word.start])
            length = units(text[word.start : word.end])
            at, counted = first + length, word.end
            # by glyphs: where the direction turns, the place behind a word is not where the word ends
            boxes = [run.boundingRect() for run in line.glyphRuns(first, length)]
            left = min((box.left() for box in boxes), default=0.0)
            right = max((box.right() for box in boxes), default=0.0)
            spans.append((start + left, start + right))
        return spans

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    # --- events ---------------------------------------------------------------------------------------
    def event(self, event: QEvent) -> bool:
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and any(event.matches(k) for k in NOT_OURS):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if any(event.matches(key) for key in NOT_OURS):
            event.ignore()
        elif event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        x = event.position().x()
        for i, (x0, x1) in enumerate(self._spans()):
            if min(x0, x1) - 2 <= x <= max(x0, x1) + 2 and not self.hasSelectedText():
                self.word_chosen.emit(i + self._before)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        for text, do in (
            (tr("Cut"), self.cut),
            (tr("Copy"), self.copy),
            (tr("Paste"), self.paste),
            (tr("Select all"), self.selectAll),
        ):
            menu.addAction(text).triggered.connect(do)
        menu.exec(event.globalPos())
        menu.deleteLater()

    # --- inside ---------------------------------------------------------------------------------------
    def _too_many(self) -> bool:
        return bool(notice(self.text()))

    def _right(self) -> int:
        return round(advance(self.count_text(), "regular", 12)) + 28

    def _margins(self, edge: int) -> tuple[int, int]:
        """What is free at the left and the right: the count stands behind the text."""
        return (self._right(), edge) if self._turned else (edge, self._right())

    def _measure(self) -> None:
        words = self.text().split()
        self._turned = right_to_left(words)
        size = SIZE + TALLER * any(map(joined, words))
        if self.font().pixelSize() != size:
            face = QFont(font("regular", size))
            face.setWordSpacing(WORD_GAP)
            self.setFont(face)
        left, right = self._margins(13)
        self.setTextMargins(left, 0, right, 0)
        self.setToolTip(notice(self.text()))
