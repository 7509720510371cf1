"""How each kind of row is painted: names, quiet notes, thumbnails of attention, bars, symbols in role
colours.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from transformer_lab.figures.ask.mathbox import Setting, typeset
from transformer_lab.figures.ask.symbols import role_of, symbol_of
from transformer_lab.figures.by_head import by_head
from transformer_lab.figures.numbers import percent_texts
from transformer_lab.figures.picture import Face
from transformer_lab.figures.turning import Turn, turn_of_weights
from transformer_lab.render.fonts import advance, font
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.icons import pixmap
from transformer_lab.ui.outline.compared import Compared
from transformer_lab.ui.outline.model import ROW_ROLE
from transformer_lab.ui.outline.rows import Row
from transformer_lab.ui.preferences import Preferences, manner_of
from transformer_lab.ui.symbols import paint_marks
from transformer_lab.ui.theming import Theming
from transformer_lab.ui.thumbs import map_image

HEIGHTS = {"part": 30, "block": 36, "head": 30, "quiet": 26, "array": 25, "bar": 21}
THUMB, EDGE = 22, 21
DIGITS_ONLY = {ord(letter): None for letter in "abcdefghijklmnopqrstuvwxyz"}
Index = QModelIndex | QPersistentModelIndex


class OutlineDelegate(QStyledItemDelegate):
    """Paints rows from the present snapshot; nothing is kept but thumbnails."""

    def __init__(
        self,
        lab: Lab,
        focus: Focus,
        theming: Theming,
        parent: QWidget,
        preferences: Preferences | None = None,
    ) -> None:
        super().__init__(parent)
        self._lab, self._focus, self._theming = lab, focus, theming
        self._preferences = preferences
        self.compared = Compared(lab)
        self._thumbs: dict[tuple[str, int, str, Turn], tuple[object, QImage]] = {}
        self._best: tuple[object, int, list[tuple[int, str]]] = (None, -1, [])
        self._paint: dict[str, Callable[[QPainter, QRectF, Row, bool], None]] = {
            "part": self._part,
            "block": self._block,
            "head": self._head,
            "quiet": self._quiet,
            "array": self._array,
            "bar": self._bar,
        }

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row: Row = index.data(ROW_ROLE)
        return QSize(160, HEIGHTS[row.kind])

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Row = index.data(ROW_ROLE)
        box = QRectF(option.rect)
        state = option.state
        near = bool(state & QStyle.StateFlag.State_MouseOver)
        keyed = bool(state & QStyle.StateFlag.State_HasFocus)
        chosen = self.is_chosen(row)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, box, chosen, near and row.kind != "bar", keyed)
        if row.rows and (row.kind == "block" or near or keyed or bool(state & QStyle.StateFlag.State_Open)):
            self._twist(painter, box, row, bool(state & QStyle.StateFlag.State_Open))
        self._paint[row.kind](painter, box, row, chosen)
        if row.written:
            ink = self._theming.theme.color("ink2")
            mark = pixmap("pencil", ink, 11, painter.device().devicePixelRatioF())
            painter.drawPixmap(
                QPointF(box.left() + max(2.0, self.left(row) - 34.0), box.center().y() - 5), mark
            )
        painter.restore()

    def is_chosen(self, row: Row) -> bool:
        """The chosen head, the parameter that is open, the array of the number being explained."""
        if row.kind == "head":
            return (row.block, row.head) == (self._focus.block, self._focus.head) and row.node.startswith(
                self._focus.attention + "/"
            )
        if row.kind != "array":
            return False
        cell = self._focus.selected
        own_head = row.head < 0 or row.head == self._focus.head
        return own_head and row.node == (cell.node if cell is not None else self._focus.parameter)

    # --- kinds -----------------------------------------------------------------------------------------
    def _part(self, painter: QPainter, box: QRectF, row: Row, chosen: bool) -> None:
        self._named(painter, box, row, "regular", self.left(row))

    def _block(self, painter: QPainter, box: QRectF, row: Row, chosen: bool) -> None:
        self._named(painter, box.adjusted(0, 6, 0, 0), row, "semibold", self.left(row))

    def _quiet(self, painter: QPainter, box: QRectF, row: Row, chosen: bool) -> None:
        self._text(
            painter, box.left() + self.left(row), box.center().y() + 4.5, row.title, 12, "regular", "ink3"
        )

    def _head(self, painter: QPainter, box: QRectF, row: Row, chosen: bool) -> None:
        if self.compared.size(row) is not None:
            self._named(painter, box, row, "medium" if chosen else "regular", self.left(row))
            return
        self._named(painter, box, row, "medium" if chosen else "regular", self.left(row), THUMB + 8)
        place = QRectF(box.right() - self._edge() - THUMB, box.center().y() - THUMB / 2, THUMB, THUMB)
        image = self._thumb(row)
        if image is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, image.width() > THUMB)
            painter.drawImage(place.adjusted(1, 1, -1, -1), image)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theming.color("line2"), 1))
        painter.drawRoundedRect(place.adjusted(0.5, 0.5, -0.5, -0.5), 2, 2)

    def _array(self, painter: QPainter, box: QRectF, row: Row, chosen: bool) -> None:
        x, base = box.left() + self.left(row), box.center().y() + 4.5
        symbol = typeset(symbol_of(row.node), advance, (), Setting(14, "math-italic", role_of(row.node)))
        paint_marks(painter, self._theming, symbol.marks, x, base)
        words, right = max(x + symbol.width + 8, x + 34), box.right() - self._edge()
        shape = row.note.translate(DIGITS_ONLY).replace(" ", "")
        wide = advance(shape, "regular", 11)
        title = self._short(row.title, right - wide - 6 - words)
        self._text(painter, words, base, title, 12, "regular", "ink2")
        self._text(painter, right - wide, base, shape, 11, "regular", "ink3")

    def _bar(self, painter: QPainter, box: QRectF, row: Row, chosen: bool) -> None:
        best = self.likeliest()
        if row.rank >= len(best):
            return
        word, percent = best[row.rank]
        x, base, right = box.left() + self.left(row), box.center().y() + 4.5, box.right() - self._edge()
        snapshot = self._lab.snapshot
        name = self._short(snapshot.vocabulary[word], 52)
        self._text(painter, x, base, name, 12, "regular", "ink2")
        track = QRectF(x + 58, box.center().y() - 4, max(20.0, right - 40 - x - 58), 8)
        share = float(snapshot["probs"][self._focus.query, word])
        value = share if math.isfinite(share) else 0.0
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theming.color("well"))
        painter.drawRoundedRect(track, 2, 2)
        painter.setBrush(self._theming.color("out"))
        painter.drawRoundedRect(QRectF(track.left(), track.top(), max(2.0, track.width() * value), 8), 2, 2)
        token = "ink2" if percent[0].isdigit() else "error"
        self._text(painter, right - advance(percent, "regular", 12), base, percent, 12, "regular", token)

    def likeliest(self) -> list[tuple[int, str]]:
        """Numbers of the likeliest next words after the chosen word, with whole percents."""
        snapshot, query = self._lab.snapshot, self._focus.query
        if self._best[0] is not snapshot or self._best[1] != query:
            row = snapshot["probs"][query]
            whole = percent_texts(row)
            order = np.argsort(-row, kind="stable")[:12]
            self._best = (snapshot, query, [(int(i), whole[int(i)]) for i in order])
        return self._best[2]

    def _edge(self) -> float:
        """Room at the right, the same with and without a scroll bar."""
        view = self.parent()
        return max(7.0, EDGE - (view.width() - view.viewport().width()))

    # --- pieces ----------------------------------------------------------------------------------------
    @staticmethod
    def left(row: Row) -> float:
        """Where a row's words begin."""
        inner = row.kind in ("bar",) or row.block < 0
        by_kind = {
            "part": 34.0 if inner else 48.0,
            "quiet": 34.0 if inner else 48.0,
            "block": 34.0,
            "head": 48.0,
            "bar": 34.0,
        }
        return by_kind.get(row.kind, 48.0 if row.block < 0 else 58.0)

    def _ground(self, painter: QPainter, box: QRectF, chosen: bool, near: bool, keyed: bool) -> None:
        wash = box.adjusted(10, 0, min(-2.0, 11 - self._edge()), 0)
        painter.setPen(Qt.PenStyle.NoPen)
        if chosen or near:
            painter.setBrush(self._theming.color("wash" if chosen else "well"))
            painter.drawRoundedRect(wash, 6, 6)
        if chosen:
            painter.setBrush(self._theming.color("ink"))
            painter.drawRoundedRect(QRectF(10, box.center().y() - 9, 3, 18), 1.5, 1.5)
        if keyed:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theming.color("select"), 2))
            painter.drawRoundedRect(wash.adjusted(1, 1, -1, -1), 6, 6)

    def _twist(self, painter: QPainter, box: QRectF, row: Row, is_open: bool) -> None:
        y = box.center().y() + (3 if row.kind == "block" else 0)
        icon = "chevron-down" if is_open else "chevron-right"
        token = "ink2" if row.kind == "block" else "ink3"
        ratio = self.parent().devicePixelRatioF()
        drawing = pixmap(icon, self._theming.theme.color(token), 14, ratio)
        painter.drawPixmap(QPointF(box.left() + self.left(row) - 21, y - 7), drawing)

    def _named(
        self, painter: QPainter, box: QRectF, row: Row, face: Face, left: float, keep: float = 0.0
    ) -> None:
        x, base = box.left() + left, box.center().y() + 4.5
        size, ink = self.compared.text(row) or ("", "ink")
        self._text(painter, x, base, row.title, 13, face, ink)
        x += advance(row.title, face, 13) + 8
        if size:
            keep = advance(size, "regular", 12) + 8
            right = box.right() - self._edge() - keep + 8
            self._text(painter, right, base, size, 12, "regular", "ink2" if ink == "ink" else ink)
        room = box.right() - self._edge() - keep - x
        note = row.note if advance(row.note, "regular", 12) <= room else row.note.replace(" – ", "–")
        note = self._short(note, room)
        if not size or note == row.note:  # beside a change a name is whole or not there
            self._text(painter, x, base, note, 12, "regular", "ink2")

    def _text(
        self, painter: QPainter, x: float, y: float, text: str, size: int, face: Face, token: str
    ) -> None:
        painter.setFont(font(face, size))
        painter.setPen(self._theming.color(token))
        painter.drawText(QPointF(x, y), text)

    @staticmethod
    def _short(text: str, room: float) -> str:
        if advance(text, "regular", 12) <= room:
            return text
        return QFontMetricsF(font("regular", 12)).elidedText(
            text, Qt.TextElideMode.ElideRight, max(0.0, room)
        )

    def _thumb(self, row: Row) -> QImage | None:
        """A head's weights, one dot for each pair of words; made again only when they have changed."""
        snapshot = self._lab.snapshot
        if row.node not in snapshot:
            return None
        turn = turn_of_weights(manner_of(self._preferences), snapshot, row.node)
        weights, key = snapshot[row.node], (row.node, row.head, self._theming.theme.name, turn)
        held = self._thumbs.get(key)
        if held is None or held[0] is not weights:
            assert snapshot.graph is not None
            shown = turn.turned(by_head(snapshot.graph, row.node, weights)[row.head])
            side = (THUMB - 2) * self.parent().devicePixelRatioF()
            image = map_image(self._theming, shown, len(snapshot.words), side)
            held = self._thumbs[key] = (weights, image)
        return held[1]
