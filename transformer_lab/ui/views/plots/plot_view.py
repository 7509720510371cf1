"""What views with axes share: points that can be hovered, asked and walked, rings, an empty state."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPen, QResizeEvent

from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.empty import card_picture, empty_picture
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Floats, Picture
from transformer_lab.figures.registry import FIGURES
from transformer_lab.language import tr
from transformer_lab.ui.pictures import BY_KEY, PictureView
from transformer_lab.ui.presses import ARROWS, PLAIN
from transformer_lab.ui.views.plots.board import Board
from transformer_lab.ui.views.view import Choice, Room, View

REACH = 9.0
"""How far from a point a pointer still means it, in pixels."""


class PlotView(View):
    """A plot. `plot` fills it; a LabError that it raises becomes the card of the empty state."""

    NAMES_ABOVE = False
    """whether it is a matrix: rows downwards, columns named above"""

    def __init__(self, room: Room, figure: str, choices: tuple[Choice, ...] = ()) -> None:
        super().__init__(room, figure, choices)
        self._cells: tuple[Cell, ...] = ()
        self._points: Floats = np.zeros((0, 2))
        self._by_key = False
        self._missing = ""
        self._apart: LabError | None = None
        self._rung = False
        self._fitted: object = None
        self.board = Board(room.theming, self._paint_over, names_above=self.NAMES_ABOVE)
        self.board.setParent(self)
        self.board.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.board.installEventFilter(self)
        self.board.viewport().installEventFilter(self)
        self.card = PictureView(room.theming, self._card, rings=False, parent=self)
        self.card.hide()
        self.stop = self.board

    # --- what a plot is ---------------------------------------------------------------------------------
    def plot(self) -> None:
        """Fill the board. Raises LabError where there is nothing to show."""
        raise NotImplementedError

    def over(self, painter: QPainter) -> None:
        """Paint what lies over the plot, in pixels."""

    def mark_points(self, points: Floats, cells: tuple[Cell, ...]) -> None:
        """Which numbers stand where: points of the plot ``n2``."""
        self._points, self._cells = points, cells

    def fit(self, of: object, across: tuple[float, float], up: tuple[float, float]) -> None:
        """Show this range, unless the same thing `of` was shown before: then the person's zoom stays."""
        if of != self._fitted:
            self._fitted = of
            self.board.camera.setRange(xRange=across, yRange=up, padding=0.0)

    # --- a view -----------------------------------------------------------------------------------------
    def draw(self) -> None:
        missing, self._apart = "", None
        if self.snapshot.trace is not None:
            try:
                with np.errstate(all="ignore"):  # what is no number is left out
                    self.plot()
            except LabError as error:
                missing = str(error)
                self._apart = error if self.compared else None
        self._missing = missing
        empty = self.snapshot.trace is None or bool(missing)
        if empty:
            self.mark_points(np.zeros((0, 2)), ())
        self.card.setVisible(empty)
        self.board.setVisible(not empty)
        self.card.refresh()
        self.board.setAccessibleName(tr(FIGURES[self.figure].title))
        self.board.viewport().update()

    def wear(self) -> None:
        self.board.wear()
        self.refresh()

    def mark(self, cell: object = None) -> None:
        """Painted anew only if a ring comes or goes: most numbers that are hovered stand elsewhere."""
        if self.isVisible():
            rung, self._rung = self._rung, isinstance(cell, Cell) and self.ring_box(cell) is not None
            if rung or self._rung:
                self.board.viewport().update()

    def options(self, width: float, height: float) -> Options:
        asked = FIGURES[self.figure].options
        given = self.looked_at()
        given |= {c.option: self.taken(c.option) for c in self.choices if c.option in asked}
        given |= self.both
        return Options(width=width, height=height, manner=self.room.manner, **given)

    def cell_at(self, x: float, y: float) -> Cell | None:
        if not len(self._points):
            return None
        away = np.hypot(*(self.board.pixels(self._points) - (x, y)).T)
        best = int(away.argmin())
        return self._cells[best] if away[best] <= REACH else None

    def spot(self, cell: Cell) -> QPointF | None:
        if cell not in self._cells:
            return None
        at = self.board.pixels(self._points[[self._cells.index(cell)]])[0]
        return QPointF(*at.tolist()) if self.board.inner.contains(QPointF(*at.tolist())) else None

    # --- painting over ----------------------------------------------------------------------------------
    def _paint_over(self, painter: QPainter) -> None:
        if self._missing or self.snapshot.trace is None:
            return
        painter.save()
        painter.setClipRect(self.board.inner.adjusted(-1, -1, 1, 1))
        self.over(painter)
        self._rings(painter)
        painter.restore()
        if self.board.hasFocus() and (self._by_key or self.room.focus.selected is None):
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(self.room.theming.color("select"))
            painter.drawRoundedRect(QRectF(self.board.rect()).adjusted(1, 1, -2, -2), 6, 6)

    def _rings(self, painter: QPainter) -> None:
        focus = self.room.focus
        for cell, width, shade in ((focus.under_pointer, 1.5, 0.55), (focus.selected, 2.0, 1.0)):
            box = self.ring_box(cell) if cell is not None else None
            if box is not None:
                painter.setOpacity(shade)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(self.room.theming.color("select"), width))
                painter.drawRoundedRect(box, min(6.0, box.height() / 2.0), min(6.0, box.height() / 2.0))
        painter.setOpacity(1.0)

    def ring_box(self, cell: Cell) -> QRectF | None:
        """Where the ring round a number lies."""
        at = self.spot(cell)
        return None if at is None else QRectF(at.x() - 7.0, at.y() - 7.0, 14.0, 14.0)

    def _card(self, width: float, height: float) -> Picture:
        if self._apart is not None:
            return self._both_apart(width, height, self._apart)
        return card_picture(self._missing, width, height) if self._missing else empty_picture(width, height)

    def _both_apart(self, width: float, height: float, error: LabError) -> Picture:
        """A and B as figures beside each other, where they have nothing in common to be plotted."""
        from transformer_lab.figures.compare.caption import NotSharedError  # late: few compare
        from transformer_lab.figures.compare.views import beside

        options = replace(self.options(width, height), title=False, notes=False)
        said = str(error) if isinstance(error, NotSharedError) else ""
        return beside(FIGURES[self.figure].draw, self.snapshot, options, said)

    # --- events -----------------------------------------------------------------------------------------
    def resizeEvent(self, event: QResizeEvent) -> None:
        self.board.setGeometry(self.rect())
        self.card.setGeometry(self.rect())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        handle = HANDLERS.get(event.type())
        return bool(handle(self, event)) if handle is not None else False

    def press(self, event: QMouseEvent) -> bool:
        """A click on a number asks for it; elsewhere the plot is dragged."""
        cell = self.cell_at(event.position().x(), event.position().y())
        if event.button() != Qt.MouseButton.LeftButton or cell is None:
            return False
        self.board.setFocus(Qt.FocusReason.MouseFocusReason)
        self.room.focus.select(cell)
        return True

    def move(self, event: QMouseEvent) -> bool:
        """Hover."""
        cell = self.cell_at(event.position().x(), event.position().y())
        pointing = Qt.CursorShape.PointingHandCursor if cell is not None else Qt.CursorShape.ArrowCursor
        self.board.viewport().setCursor(pointing)
        self.room.focus.hover(cell)
        return False

    def release(self, _event: QMouseEvent) -> bool:
        """A drag ends."""
        return False

    def fit_all(self, _event: QEvent) -> bool:
        """Show everything again."""
        self._fitted = None
        self.refresh()
        return True

    def leave(self, _event: QEvent) -> bool:
        """The pointer is gone."""
        self.room.focus.hover(None)
        return False

    def focus_changed(self, event: Any) -> bool:
        """The keys come or go."""
        self._by_key = event.type() == QEvent.Type.FocusIn and event.reason() in BY_KEY
        self.board.viewport().update()
        return False

    def key(self, event: QKeyEvent) -> bool:
        """Arrows walk, as in every view; 0 shows everything."""
        step, focus = ARROWS.get(Qt.Key(event.key())), self.room.focus
        if event.modifiers() not in PLAIN:
            return False
        if event.key() == Qt.Key.Key_0:
            return self.fit_all(event)
        if step is None:
            return False
        if focus.selected is None:
            focus.enter()
        else:
            self.walk(*step)
        return True

    def walk(self, down: int, right: int) -> None:
        """To the neighbour of the selected number."""
        self.room.focus.walk(down, right)


HANDLERS: dict[QEvent.Type, Any] = {
    QEvent.Type.MouseButtonPress: lambda view, event: isinstance(event, QMouseEvent) and view.press(event),
    QEvent.Type.MouseMove: lambda view, event: isinstance(event, QMouseEvent) and view.move(event),
    QEvent.Type.MouseButtonRelease: lambda view, event: (
        isinstance(event, QMouseEvent) and view.release(event)
    ),
    QEvent.Type.MouseButtonDblClick: lambda view, event: view.fit_all(event),
    QEvent.Type.Leave: lambda view, event: view.leave(event),
    QEvent.Type.FocusIn: lambda view, event: view.focus_changed(event),
    QEvent.Type.FocusOut: lambda view, event: view.focus_changed(event),
    QEvent.Type.KeyPress: lambda view, event: view.key(event),
}
"""What happens on the board, by kind of event. True: nobody else gets it."""
