"""A view that shows a figure of the registry, drawn for what is looked at."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.attention_key import attention_key
from transformer_lab.figures.by_head import head_at
from transformer_lab.figures.empty import card_picture, empty_picture
from transformer_lab.figures.hit import locate_in, thread_in
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Picture
from transformer_lab.figures.registry import FIGURES
from transformer_lab.language import tr
from transformer_lab.ui.gaze import head_count
from transformer_lab.ui.pictures import PictureView
from transformer_lab.ui.views.view import Choice, Room, View

MOST_HEADS = 4
"""More than these cannot be told apart by colour and dash."""
KNOWN = {field.name for field in fields(Options)}


class FigureView(View):
    """Shows the figure that it is called after; numbers in it are hovered, asked and walked."""

    def __init__(self, room: Room, figure: str, choices: tuple[Choice, ...] = ()) -> None:
        super().__init__(room, figure, choices)
        self.board = PictureView(room.theming, self._picture, room.focus, parent=self)
        self.stop = self.board
        if figure == "head-grid":
            self.board.shifted = self._lay_over

    @property
    def choices(self) -> tuple[Choice, ...]:
        """While a state is pinned also how it is compared."""
        return (*super().choices, *self.comparing)

    def draw(self) -> None:
        self.board.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.board.setGeometry(self.rect())

    def cell_at(self, x: float, y: float) -> Cell | None:
        return self.board.cell_at(x, y)

    def spot(self, cell: Cell) -> QPointF | None:
        box = locate_in(self.board.painter.live, cell)
        if box is not None:
            return QPointF(box[0] + box[2] / 2.0, box[1] + box[3] / 2.0)
        thread = thread_in(self.board.painter.live, cell)
        return None if thread is None else QPointF(*thread[0].mean(0).tolist())

    def options(self, width: float, height: float) -> Options:
        given = self.looked_at()
        for choice in self.choices:
            if choice.option in KNOWN:
                given[choice.option] = self.taken(choice.option)
        given |= self.both
        return Options(width=width, height=height, title=False, notes=False, manner=self.room.manner, **given)

    def _lay_over(self, cell: Cell) -> None:
        """Shift and a click: this head is drawn on the stage beside the chosen one."""
        graph = self.snapshot.graph
        head = head_at(graph, cell.node, cell.index) if graph is not None and cell.node in graph else None
        if head is not None:
            self.room.focus.join_wanted.emit(head)

    def _picture(self, width: float, height: float) -> Picture:
        snapshot = self.snapshot
        if snapshot.trace is None:
            return empty_picture(width, height)
        try:
            with np.errstate(all="ignore"):  # what is no number is drawn as such
                return self.picture_of(snapshot, self.options(width, height))
        except LabError as error:
            return card_picture(str(error), width, height)

    def picture_of(self, snapshot: Snapshot, options: Options) -> Picture:
        """The figure, of both states while one is pinned."""
        return FIGURES[self.figure].drawn(snapshot, options)


class AttentionView(FigureView):
    """A figure of attention weights, whose scale stands in the line above it."""

    def key_line(self) -> QWidget | None:
        if not hasattr(self, "_key_line"):
            self._key_line = PictureView(self.room.theming, self._key, rings=False)
        return self._key_line

    def draw(self) -> None:
        super().draw()
        if hasattr(self, "_key_line"):
            self._key_line.refresh()

    def _key(self, width: float, height: float) -> Picture:
        """What the colours mean: beside the heading, so that the map has all the room below."""
        options, each = self.options(width, height), self.figure == "head-grid"
        with np.errstate(all="ignore"):
            return attention_key(self.snapshot, self.room.focus.attention, options, each)


class HeadLinesView(FigureView):
    """Lines of the chosen head, or of several heads of its block at once."""

    @property
    def choices(self) -> tuple[Choice, ...]:
        count = head_count(self.snapshot, self.room.focus.block)
        several = tuple(range(min(count, MOST_HEADS)))
        title = tr("All heads") if count <= MOST_HEADS else tr("The first {n} heads", n=MOST_HEADS)
        heads = (((), tr("The chosen head")), (several, title))
        own = (Choice("heads", tr("Heads"), heads),) if count > 1 else ()
        return (*own, *super().choices)
