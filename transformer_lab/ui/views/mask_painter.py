"""The mask as a sheet to paint on: a click or a drag hides or shows, Shift takes a row or a column.

Rules (later words, a window, padding), blocks and what the painted numbers mean stand in its menu, and beside
the sheet where there is room. One stroke is one step.
"""

from __future__ import annotations

from itertools import count

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from transformer_lab.document import masking
from transformer_lab.document.history import Edit
from transformer_lab.engine.graph import Cell
from transformer_lab.engine.model import CrossAttention
from transformer_lab.errors import LabError
from transformer_lab.figures.picture import Picture
from transformer_lab.language import tr
from transformer_lab.ui.pictures import PictureView
from transformer_lab.ui.views.figure_view import FigureView
from transformer_lab.ui.views.mask_rules import MaskRules
from transformer_lab.ui.views.view import Choice, Room

STROKES = count()
BESIDE, BELOW, LEAST = 232, 284, 520
SIZES = (1, 2, 3, 4, 6, 8)
ON_OFF = ((False, tr("Off")), (True, tr("On")))
SEEN = ("number", "compared")
"""Choices of how to look and paint; all others are parts of the model."""
NUMBERS = ((True, tr("Hide or show")), (-1.0, "−1"), (-2.0, "−2"), (-5.0, "−5"), (1.0, "+1"), (2.0, "+2"))


class PaintBoard(PictureView):
    """The sheet. What a stroke does is decided by the first pair: it is turned, and the others follow."""

    def __init__(self, painter: MaskPainter) -> None:
        super().__init__(painter.room.theming, painter.drawn, painter.room.focus, parent=painter)
        self._painting = painter
        self._from: Cell | None = None
        self._hide: bool | float = True
        self._turn = 0

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._painting.cell_at(event.position().x(), event.position().y())
        held = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.button() != Qt.MouseButton.LeftButton or cell is None or held:
            super().mousePressEvent(event)
            return
        self._from, self._turn = cell, next(STROKES)
        self._hide = self._painting.stroke_of(cell)
        self._painting.room.focus.select(cell)
        self._stroke(cell, event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        cell = self._painting.cell_at(event.position().x(), event.position().y())
        if self._from is not None and cell is not None:
            self._stroke(cell, event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._from = None
        super().mouseReleaseEvent(event)

    def _stroke(self, cell: Cell, event: QMouseEvent) -> None:
        assert self._from is not None
        pairs = [cell.index[-2:]]
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            pairs = self._painting.line(self._from.index[-2:], cell.index[-2:])
        self._painting.paint(pairs, self._hide, self._turn)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space paints the pair in focus, Shift with it the row of the word that asks."""
        cell = self._painting.room.focus.selected
        known = cell is not None and cell.node == f"{self._painting.path}/weights"
        if event.key() != Qt.Key.Key_Space or cell is None or not known:
            super().keyPressEvent(event)
            return
        hide, here = self._painting.stroke_of(cell), cell.index[-2:]
        row = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self._painting.paint(self._painting.line(here, here) if row else [here], hide, next(STROKES))


class MaskPainter(FigureView):
    """The figure of the mask, in the hand."""

    outside = QSize(LEAST + 40, 340)  # with its rules beside it

    def __init__(self, room: Room, figure: str, choices: tuple[Choice, ...] = ()) -> None:
        super().__init__(room, figure, choices)
        self.board.deleteLater()
        self.board = self.stop = PaintBoard(self)
        self.board.show()
        self.rules = MaskRules(self)
        self.hint = QLabel(tr("strong hatch: hidden by you"), self)
        self.hint.hide()
        self.hint.setProperty("voice", "quiet")

    @property
    def path(self) -> str:
        """The attention whose mask it is."""
        return self.room.focus.attention

    def drawn(self, width: float, height: float) -> Picture:
        """The sheet at a size."""
        return self._picture(width, height)

    def draw(self) -> None:
        super().draw()
        self.rules.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        wide, high = self.width(), self.height()
        beside = BESIDE if wide >= LEAST and high >= 200 else 0
        below = BELOW if not beside and wide >= 240 and high - BELOW >= 0.8 * wide else 0
        tall = min(high - below, wide + 12) if below else high
        self.board.setGeometry(0, 0, wide - beside, tall)
        self.rules.setVisible(bool(beside or below))
        if beside:
            self.rules.setGeometry(wide - beside, 0, beside, high)
        else:
            self.rules.setGeometry(0, tall, min(wide, 360), below)

    def key_line(self) -> QWidget | None:
        return self.hint

    # --- painting ---------------------------------------------------------------------------------------
    def stroke_of(self, cell: Cell) -> bool | float:
        """What a stroke that begins here does: the first pair is turned, or a number is added."""
        number = self.taken("number")
        if isinstance(number, float):
            return number
        gone = masking.painted_out(self.snapshot, self.path)
        return gone is None or not bool(gone[cell.index[-2:]])

    def line(self, first: tuple[int, ...], now: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The row of the first pair, or its column while the pointer has gone further down than across."""
        rows, columns = self.snapshot[f"{self.path}/weights"].shape[-2:]
        if abs(now[0] - first[0]) > abs(now[1] - first[1]):
            return [(t, first[1]) for t in range(rows)]
        return [(first[0], s) for s in range(columns)]

    def paint(self, pairs: list[tuple[int, ...]], hide: bool | float, turn: int) -> None:
        """Paint pairs as a part of this stroke."""
        self.attempt(masking.stroke(self.path, [(t, s) for t, s in pairs], hide, turn))

    def attempt(self, edit: Edit) -> None:
        """Do it; what is refused is said in the line above."""
        try:
            self.room.lab.do(edit)
        except LabError as error:
            self.hint.setText(str(error))

    # --- rules ------------------------------------------------------------------------------------------
    @property
    def choices(self) -> tuple[Choice, ...]:
        if self.snapshot.graph is None or f"{self.path}/weights" not in self.snapshot.graph:
            return ()
        crosses = isinstance(masking.attention_at(self.snapshot.state, self.path), CrossAttention)
        sizes = tuple((n, str(n)) for n in SIZES)
        rules = () if crosses else (
            Choice("mask", tr("Later words"), (("none", tr("may be read")), ("causal", tr("are hidden")))),
            Choice("window", tr("Window"), ((None, tr("None")), *sizes)),
        )  # fmt: skip
        painted = masking.attention_at(self.snapshot.state, self.path).painted != "none"
        meanings = tuple(masking.MEANINGS.items())
        return (
            *rules,
            Choice("padding", tr("Hide padding"), ON_OFF),
            Choice("pattern", tr("Painted"), self._patterns()),
            Choice("number", tr("A stroke"), NUMBERS),
            *((Choice("painted", tr("Painted numbers"), meanings),) if painted else ()),
            *self.comparing,
        )  # fmt: skip

    def _patterns(self) -> tuple[tuple[object, str], ...]:
        own: tuple[tuple[object, str], ...] = (("own", tr("by hand")),)
        words = len(self.snapshot.words)
        blocks = tuple((n, tr("blocks of {n}", n=n)) for n in SIZES[1:] if n < words)
        return (*(own if self.taken("pattern") == "own" else ()), (None, tr("nothing")), *blocks)

    def taken(self, option: str) -> object:
        if option in SEEN:
            return super().taken(option)
        if option == "pattern":
            return masking.pattern_of(self.snapshot, self.path)
        attention = masking.attention_at(self.snapshot.state, self.path)
        return getattr(attention, option) if hasattr(attention, option) else super().taken(option)

    def take(self, option: str, value: object) -> None:
        path = self.path
        if option in SEEN:
            super().take(option, value)
        elif option == "pattern" and value != "own":
            self.attempt(masking.blocks(path, value) if isinstance(value, int) else masking.clear(path))
        elif option == "painted":
            self.attempt(masking.mean(path, str(value)))
        elif option in ("mask", "window", "padding"):
            self.attempt(masking.rule(path, option, value))
        self.chosen.emit()

    def cell_at(self, x: float, y: float) -> Cell | None:
        cell = super().cell_at(x, y)
        return cell if cell is not None and cell.node == f"{self.path}/weights" else None
