"""What every view has in common: it follows the document and the focus, and draws only while it is seen."""

from __future__ import annotations

from typing import Any, NamedTuple

from PySide6.QtCore import QPointF, QSize, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell, Graph
from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.figures.options import Options
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.preferences import Preferences
from transformer_lab.ui.settings import Settings
from transformer_lab.ui.theming import Theming

COMPARED = (("difference", tr("B − A")), ("beside", tr("A beside B")), ("b", tr("B alone")))
"""How a figure is shown while a state A is pinned."""


class Room(NamedTuple):
    """What a view stands in: the document, what is looked at, and the colours."""

    lab: Lab
    focus: Focus
    theming: Theming
    preferences: Preferences | None = None
    settings: Settings | None = None
    """where the choices of views are kept from one start to the next"""

    @property
    def manner(self) -> Manner:
        """How numbers and words are written."""
        return USUAL if self.preferences is None else self.preferences.manner


class Choice(NamedTuple):
    """A setting of a view, offered in its menu: an option of its figure and the values it takes."""

    option: str
    title: str
    values: tuple[tuple[object, str], ...]
    """each value and what it is called; the first one is taken until another is chosen"""


def written_down(value: object) -> str:
    """A value of a setting as a text, the same from one start to the next."""
    return repr(value)


class View(QWidget):
    """A view of the document. What differs is told by `draw`, `cell_at` and `spot`."""

    COMPARED: tuple[tuple[object, str], ...] = COMPARED
    """how A and B can be shown"""
    chosen = Signal()
    """one of its settings is another"""
    outside = QSize(400, 340)
    """how large it is as a window of its own, until it is resized"""

    def __init__(self, room: Room, figure: str, choices: tuple[Choice, ...] = ()) -> None:
        super().__init__()
        self.room, self.figure, self._choices = room, figure, choices
        self.stop: QWidget = self
        """what takes the keys"""
        self._taken: dict[str, object] = {}
        self._kept: dict[str, str] = {}
        self._filed_as = ""
        self._stale = True
        self._graph: Graph | None = None
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self.renew)
        room.focus.changed.connect(self.refresh)
        room.focus.hovered.connect(self.mark)
        room.theming.changed.connect(self.wear)
        if room.preferences is not None:
            room.preferences.changed.connect(self.refresh)
        stop = room.lab.watch(self._follow)
        self.destroyed.connect(lambda: stop())

    # --- what a view is ---------------------------------------------------------------------------------
    def draw(self) -> None:
        """Bring what is shown up to date. Called only while the view is seen."""
        raise NotImplementedError

    def wear(self) -> None:
        """The theme is another."""
        self.refresh()

    def mark(self, _cell: object = None) -> None:
        """The number under the pointer, here or anywhere, is another."""

    def cell_at(self, x: float, y: float) -> Cell | None:
        """The number drawn at a point of this widget."""
        raise NotImplementedError

    def spot(self, cell: Cell) -> QPointF | None:
        """Where a number is drawn, if it is."""
        raise NotImplementedError

    def key_line(self) -> QWidget | None:
        """What the colours mean, for the line over the view; None if the view says so itself."""
        return None

    # --- settings ---------------------------------------------------------------------------------------
    @property
    def comparing(self) -> tuple[Choice, ...]:
        """While a state A is pinned: how it is shown with B."""
        return () if self.room.lab.pinned is None else (Choice("compared", tr("Compare"), self.COMPARED),)

    @property
    def compared(self) -> str:
        """`difference`, `beside`, or nothing where B is shown alone or one of both has no values."""
        a, b = self.room.lab.pinned, self.snapshot
        if a is None or a.trace is None or b.trace is None:
            return ""
        how = str(self.taken("compared"))
        return "" if how == "b" else how

    @property
    def both(self) -> dict[str, Any]:
        """The same as options of a figure."""
        how = self.compared
        return {"other": self.room.lab.pinned, "compared": how} if how else {"compared": ""}

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The settings that are offered at present."""
        return self._choices

    def taken(self, option: str) -> object:
        """The value of a setting."""
        first = next((choice.values[0][0] for choice in self.choices if choice.option == option), None)
        return self._taken.get(option, first)

    def take(self, option: str, value: object) -> None:
        """Choose a setting as a person would."""
        if self.taken(option) != value:
            self._taken[option] = value
            self._kept.pop(option, None)
            self._keep()
            self.refresh()
            self.chosen.emit()

    def recall(self, name: str) -> None:
        """Be the view of this name: choose again what was chosen in it before."""
        self._filed_as = name
        if self.room.settings is not None:
            self._kept = self.room.settings.choices_of(name)

    def _recalled(self) -> bool:
        """Take what was kept, as far as it is offered now; whether something was."""
        found = {
            choice.option: value
            for choice in (self.choices if self._kept else ())
            for value, _ in choice.values
            if self._kept.get(choice.option) == written_down(value)
        }
        self._kept = {option: text for option, text in self._kept.items() if option not in found}
        self._taken |= found
        return bool(found)

    def _keep(self) -> None:
        if self.room.settings is not None and self._filed_as:
            chosen = self._kept | {option: written_down(value) for option, value in self._taken.items()}
            self.room.settings.keep_choices_of(self._filed_as, chosen)

    def looked_at(self) -> dict[str, Any]:
        """Block, head and asking word, as options of a figure; without a head it is a word of the text."""
        from transformer_lab.figures.registry import FIGURES  # late: no view is drawn before the window is

        focus, figure = self.room.focus, FIGURES.get(self.figure)
        attends = figure is not None and "head" in figure.options
        return {
            "block": focus.block,
            "head": focus.head,
            "query": focus.asking if attends else focus.query,
        }

    def options(self, width: float, height: float) -> Options:
        """How the figure of this view is drawn as it is shown: also what an export starts from."""
        raise NotImplementedError

    # --- following --------------------------------------------------------------------------------------
    @property
    def snapshot(self) -> Snapshot:
        """The document as it is now."""
        return self.room.lab.snapshot

    def refresh(self) -> None:
        """What is shown may be another: drawn now if it is seen, else when it is."""
        self._stale = True
        if self.isVisible():
            self._renew()

    def renew(self) -> None:
        """Draw now what an edit made stale, if anybody sees it."""
        if self._stale and self.isVisible():
            self._renew()

    def _renew(self) -> None:
        self._soon.stop()
        self._stale, self._graph = False, self.snapshot.graph
        self._recalled()
        self.draw()
        if self._recalled():  # what is offered only when something is drawn
            self.draw()

    def _follow(self, snapshot: Snapshot) -> None:
        """After an edit of numbers the stage is painted first; views follow one turn later, once for many."""
        if snapshot.graph is not self._graph:
            self.refresh()
            return
        self._stale = True
        self._soon.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._renew()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.renew()
        at = event.pos()
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        cell = self.room.focus.selected if by_key else self.cell_at(at.x(), at.y())
        self.room.focus.offer(cell, event.globalPos())
