"""What changed, in the inspector's place: a page whose rows are walked by keys; Enter goes there."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.compare.page import ALL_SET, Page, changes_page
from transformer_lab.figures.compare.pairing import Pair
from transformer_lab.figures.links import is_link
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.pictures import PictureView
from transformer_lab.ui.presses import OPENING
from transformer_lab.ui.theming import Theming

STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}


class ChangesView(PictureView):
    """Shows the page of a pair; its height is what the page needs."""

    def __init__(self, theming: Theming, focus: Focus) -> None:
        super().__init__(theming, None, focus, rings=False)
        self._gaze, self._look = focus, theming
        self._page: Page | None = None
        self._door = -1
        self._whole = False
        self._shown: tuple[Pair | None, float, int] = (None, 0.0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def doors(self) -> tuple[Cell, ...]:
        """What can be gone to, in order."""
        return tuple(cell for cell, _ in self._page.doors) if self._page is not None else ()

    def show_pair(self, pair: Pair | None, width: float, query: int) -> None:
        """Show what changed, at this width."""
        if pair is None or self._shown[0] is None or pair.a is not self._shown[0].a:
            self._whole = False
        self._shown = (pair, width, query)
        self.show_page(changes_page(pair, width, query, self._whole) if pair is not None else None)

    def show_page(self, page: Page | None) -> None:
        """Show this page; none leaves the view empty."""
        self._page = page
        self._door = min(self._door, len(self.doors) - 1)
        self.show_picture(self._page.picture if self._page is not None else None)
        self.setFixedHeight(round(self._page.picture.size[1]) if self._page is not None else 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            box = self._box(self._door) if self.hasFocus() else None
            if box is not None:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(self._look.color("select"), 2))
                painter.setBrush(self._look.color("wash"))
                painter.drawRoundedRect(box, 6, 6)
        super().paintEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = STEPS.get(Qt.Key(event.key()))
        if step is not None and self.doors:
            self._door = min(max(0, self._door + step), len(self.doors) - 1)
            door = self.doors[self._door]
            self._gaze.hover(None if is_link(door) else door)
            self.update()
        elif event.key() in OPENING and 0 <= self._door < len(self.doors):
            self.go(self.doors[self._door])
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        cell = self._at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and cell is not None:
            self.go(cell)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        cell = self._at(event.position())
        self.setCursor(Qt.CursorShape.PointingHandCursor if cell else Qt.CursorShape.ArrowCursor)
        self.setToolTip(self._name_at(event.position()))
        self._gaze.hover(None if cell is None or is_link(cell) else cell)

    def go(self, cell: Cell) -> None:
        """The number is selected: head, word and block come with it. The door to all numbers unfolds them."""
        if cell == ALL_SET:
            self._whole = not self._whole
            self.show_pair(*self._shown)
        else:
            self._gaze.select(cell)

    # --- inside ---------------------------------------------------------------------------------------
    def _box(self, door: int) -> QRectF | None:
        if self._page is None or not 0 <= door < len(self._page.doors):
            return None
        return QRectF(*self._page.doors[door][1])

    def _name_at(self, point: QPointF) -> str:
        """What the door under the pointer leads to, in full."""
        page = self._page
        if page is None:
            return ""
        named = zip(page.doors, page.names, strict=False)
        return next((name for (_, box), name in named if QRectF(*box).contains(point)), "")

    def _at(self, point: QPointF) -> Cell | None:
        doors = self._page.doors if self._page is not None else ()
        return next((cell for cell, box in doors if QRectF(*box).contains(point)), None)
