"""The rows of the builder with their settings: laid out from the draft, painted in one piece."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from transformer_lab.document.building.faults import Fault, Repair
from transformer_lab.document.building.racks import spots
from transformer_lab.document.building.settings import configured, part_at
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.build.draft import Draft
from transformer_lab.ui.build.painting import RowPainter
from transformer_lab.ui.build.rows import Listed, Place, Row, listed, settings_in
from transformer_lab.ui.build.settings import FaultCard, SettingsPanel, names_for
from transformer_lab.ui.controls import smooth
from transformer_lab.ui.preferences import Preferences
from transformer_lab.ui.theming import Theming

HIGH, BLOCK_GAP, FOOT = 32, 6, 24
IN_CARD = {"d-model", "norm", "positions"}
"""settings above the list: what is wrong with them is said at its top"""


class Laid(NamedTuple):
    """A row, its box, and the places before it with their height."""

    row: Row | None
    box: QRectF
    places: tuple[Place, ...]


class Column(QWidget):
    """Shows the draft. What is open and which row is current is its own view state."""

    chosen = Signal(str)
    """another row is the current one"""
    moved = Signal()
    """the current row is another, or it has moved"""

    def __init__(
        self,
        lab: Lab,
        draft: Draft,
        theming: Theming,
        say: Callable[[str], None],
        preferences: Preferences | None = None,
    ) -> None:
        super().__init__()
        self.lab, self.draft, self.theming, self._say = lab, draft, theming, say
        self.opened: set[str] = set()
        self.current = ""
        self.laid: list[Laid] = []
        self.near: str | None = None
        self.gap: tuple[Place, float] | None = None
        self.drop: float | None = None
        self.painting = RowPainter(lab, theming, self, preferences)
        if preferences is not None:
            preferences.changed.connect(self.update)
        self._panels: dict[tuple[str, tuple[str, ...]], SettingsPanel] = {}
        self.card = FaultCard(theming, self.mend)
        self.card.setParent(self)
        self.setMouseTracking(True)
        self.setAccessibleName(tr("Blocks and sublayers"))
        theming.changed.connect(self.update)
        self._open_last()
        self.refresh()

    # --- what is shown -----------------------------------------------------------------------------------
    def refresh(self) -> None:
        """Follow the draft; what the pointer rested on may be gone."""
        fault = self.draft.fault
        self.near = self.gap = None
        if fault is not None and fault.path:
            self.opened |= {fault.path.partition("/")[0], fault.path}
        if self.current and self.row_of(self.current) is None:
            self.current = ""
        self._lay(tuple(listed(self.draft.model, self.opened)), fault)
        self.update()
        self.moved.emit()

    def row_of(self, key: str) -> Row | None:
        """The row with this key, if it is listed."""
        rows = (one.row for one in listed(self.draft.model, self.opened))
        return next((row for row in rows if row is not None and row.key == key), None)

    def rows(self) -> list[Row]:
        """All rows, from top to bottom."""
        return [laid.row for laid in self.laid if laid.row is not None]

    def box_of(self, key: str) -> QRectF:
        """Where a row lies."""
        return next(
            (laid.box for laid in self.laid if laid.row is not None and laid.row.key == key), QRectF()
        )

    def open_row(self, key: str, *, on: bool | None = None) -> None:
        """Open or close what a row holds."""
        opened = key not in self.opened if on is None else on
        self.opened = self.opened | {key} if opened else self.opened - {key}
        self.refresh()

    def choose(self, key: str) -> None:
        """Another current row."""
        if key != self.current:
            self.current = key
            self.chosen.emit(key)
        self.update()
        self.moved.emit()

    def panel_of(self, key: str) -> SettingsPanel | None:
        """The open settings of a row."""
        return next((p for (k, _), p in self._panels.items() if k == key and not p.isHidden()), None)

    # --- acting ------------------------------------------------------------------------------------------
    def do(self, make: Callable[[], Any]) -> None:
        """Make a change and follow it; one that does not fit is said."""
        try:
            change = make()
            if change is not None:
                self.draft.do(change)
        except LabError as error:
            self._say(str(error))

    def mend(self, repair: Repair) -> None:
        """Make a repair."""
        self.do(lambda: repair.change)

    def tell(self, path: str, name: str, value: Any) -> None:
        """A setting has another value; typing on is one step."""
        self.do(lambda: configured(path, name, value, merge_key=(path, name)))

    # --- laying out --------------------------------------------------------------------------------------
    def _open_last(self) -> None:
        """At first the last block is open."""
        blocks = [p for p in spots(self.draft.model) if "/" not in p]
        self.opened = set(blocks[-1:])

    def _lay(self, rows: tuple[Listed, ...], fault: Fault | None) -> None:
        y, self.laid = 4.0, []
        seen: set[tuple[str, tuple[str, ...]]] = set()
        self.card.setVisible(fault is not None)
        placed = False
        if fault is not None and not fault.path and set(fault.settings) & IN_CARD:
            y, placed = self._lay_card(fault, y), True
        for one in rows:
            row = one.row
            if row is None:
                self.laid.append(Laid(None, QRectF(0, y, self.width(), 0), one.places))
                continue
            y += BLOCK_GAP if row.kind in ("block", "tower", "output") else 0
            self.laid.append(Laid(row, QRectF(0, y, self.width(), HIGH), one.places))
            y += HIGH
            if row.key in self.opened and row.kind != "block":
                y = self._lay_settings(row, y, fault, seen)
            if fault is not None and not placed and (row.path, row.kind) == (fault.path, "sub"):
                y, placed = self._lay_card(fault, y), True
        if fault is not None and not placed:
            y = self._lay_card(fault, y)
        for key, panel in self._panels.items():
            panel.setVisible(key in seen)
        self.setFixedHeight(round(y) + FOOT)

    def _lay_settings(
        self, row: Row, y: float, fault: Fault | None, seen: set[tuple[str, tuple[str, ...]]]
    ) -> float:
        names = names_for(part_at(self.draft.model, row.path)) if row.kind == "sub" else settings_in(row)
        if not names:
            return y
        key = (row.key, names)
        panel = self._panels.get(key)
        if panel is None:
            panel = self._panels[key] = SettingsPanel(self.theming, row.path, names, self.tell)
            panel.setParent(self)
        seen.add(key)
        panel.show_model(self.draft.model, fault)
        panel.setGeometry(0, round(y), self.width(), panel.height_needed)
        panel.show()
        return y + panel.height_needed

    def _lay_card(self, fault: Fault, y: float) -> float:
        self.card.show_fault(fault)
        self.card.setGeometry(0, round(y) + 2, self.width(), self.card.height_needed)
        self.card.setGeometry(0, round(y) + 2, self.width(), self.card.height_needed)
        return y + self.card.height_needed + 2

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay(tuple(listed(self.draft.model, self.opened)), self.draft.fault)

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            self.painting.rails(painter, self.laid)
            for laid in self.laid:
                if laid.row is not None and laid.box.intersects(QRectF(event.rect())):
                    self.painting.row(painter, laid.row, laid.box)
            if self.gap is not None and self.drop is None:
                self.painting.gap(painter, self.gap[1], self.gap[0])
            if self.drop is not None:
                self.painting.drop(painter, self.drop)
