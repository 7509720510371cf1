"""The stage by keyboard: Enter steps onto a number, the arrows walk from number to number, Esc steps off.

While nobody walks, the arrows belong to the timeline.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.hit import locate_in
from transformer_lab.figures.neighbours import neighbour
from transformer_lab.figures.stage.headings import head_room
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.presses import ARROWS, PLAIN
from transformer_lab.ui.stage.columns import column
from transformer_lab.ui.stage.view import StageView

ROOM = 28.0  # what stands this close to an edge is scrolled further in
SCROLL, NOTCH = 60.0, 120.0  # pixels and units of the wheel for one press


class Walk(QObject):
    """Hears the stage's keys before the stage does."""

    def __init__(self, lab: Lab, focus: Focus, stage: StageView) -> None:
        super().__init__(stage)
        self._lab, self._focus, self._stage = lab, focus, stage
        self.walking = False
        focus.changed.connect(self._follow)
        stage.installEventFilter(self)

    def start(self) -> None:
        """From the selected number on, the arrows walk."""
        self.walking = self._focus.selected is not None
        self._follow()

    def zoom(self, direction: int) -> None:
        """Wider or narrower lanes, about the word that asks; about the middle where that is out of sight."""
        scene, at = self._stage.state, self._stage.state.size[0] / 2.0
        if scene.level in ("middle", "near") and len(scene.towers) < 2:
            lanes = column(self._lab.snapshot, self._focus, scene.towers, scene.lane)
            asks = scene.gutter + (lanes + 0.5) * scene.lane - scene.goal.x
            at = asks if scene.gutter < asks < scene.size[0] else at
        scene.zoom(NOTCH * direction, at)

    def scroll(self, direction: int) -> None:
        """Up or down by a row or two."""
        goal = self._stage.state.goal
        self._stage.state.move(goal._replace(y=goal.y + direction * SCROLL))

    def ask_word(self, direction: int) -> None:
        """The word before or after this one asks."""
        choose = self._focus.choose_source if self._focus.in_encoder else self._focus.choose_word
        choose(max(0, self._focus.asking + direction))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress:
            self.walking = False
        elif self.walking and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = ARROWS.get(Qt.Key(event.key())) if event.modifiers() in PLAIN else None
            if step is not None:
                self._go(*step)
                return True
        return False

    def _go(self, down: int, right: int) -> None:
        live, selected = self._stage.painter.live, self._focus.selected
        box = None if selected is None else locate_in(live, selected)
        found = None if box is None else neighbour(live, box, down, right, self._tower(box[0]))
        if found is not None:
            self._focus.walk_to(found)
            self._show(found)
        elif down:
            self.scroll(down)

    def _tower(self, x: float) -> tuple[float, float]:
        """Left and right end of the tower at x."""
        return next(
            (span for span in self._stage.state.towers if span[0] <= x < span[1]), (-math.inf, math.inf)
        )

    def _show(self, cell: Cell) -> None:
        """Scroll so far that the number is in sight."""
        place, scene = locate_in(self._stage.painter.live, cell), self._stage.state
        if place is None:
            return
        (x, y, width, height), goal = place, scene.goal
        top = head_room(self._lab.snapshot, scene.lane) + ROOM
        scene.move(
            goal._replace(
                x=_within(goal.x, x + width + ROOM - scene.size[0], x - ROOM),
                y=_within(goal.y, y + height + ROOM - scene.size[1], y - top),
            )
        )

    def _follow(self) -> None:
        """Nothing selected: nobody walks. Else a screen reader hears the sentence of the number."""
        cell = self._focus.selected
        if cell is None:
            self.walking = False
        elif self.walking and cell.node in self._lab.snapshot:
            from transformer_lab.figures.ask import spoken  # late: nobody walks before the window is there

            text = "".join(span.text for span in spoken(self._lab.snapshot, cell))
            self._stage.setAccessibleDescription(text)


def _within(value: float, low: float, high: float) -> float:
    """`high` wins where there is no room for both."""
    return min(max(value, low), high)
