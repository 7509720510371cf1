"""Ready-made matrices: a menu, and a line in which the number they need is asked for and where they go.

What is chosen shows at once; changing the number or the place changes the same step. Enter keeps it, Escape
takes it back.
"""

from __future__ import annotations

from functools import partial
from itertools import count
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QMenu, QWidget

from transformer_lab.document.entry.matrices import READY, Ready, ready_made
from transformer_lab.document.numbers import parse_number
from transformer_lab.errors import LabError
from transformer_lab.figures.numbers import exact
from transformer_lab.language import tr
from transformer_lab.ui.controls import Choice, IconButton
from transformer_lab.ui.editors.region import Region
from transformer_lab.ui.theming import Theming

if TYPE_CHECKING:
    from transformer_lab.ui.editors.table import KeyTable

TURNS = count()
ROOMY = 640
"""from this width on the name of what is filled in stands before what it asks"""


def targets(table: KeyTable) -> tuple[tuple[str, Region], ...]:
    """Where a ready-made matrix can go: what is chosen, a head, the whole; the likeliest first."""
    grid, region, whole = table.matrix.grid, table.region, table.matrix.whole
    found: list[tuple[str, Region]] = []
    if region is not None and region.many and region != whole:
        found.append((tr("{r} × {c} chosen", r=region.shape[0], c=region.shape[1]), region))
    if grid is not None and grid.bands and len(grid.bands) > 1:
        current = table.currentIndex().column() // grid.band if table.currentIndex().isValid() else 0
        order = [current, *(b for b in range(len(grid.bands)) if b != current)]
        for band in order:
            left = band * grid.band
            found.append(
                (
                    grid.band_name(band).partition(" · ")[0],
                    whole._replace(left=left, right=left + grid.band - 1),
                )
            )
    return (*found, (tr("the whole"), whole))


def fill_menu(menu: QMenu, line: ReadyLine) -> None:
    """The rows of the table of ready-made matrices; a line between what fills and what changes."""
    changing = False
    for ready in READY.values():
        if ready.changes and not changing:
            menu.addSeparator()
            changing = True
        menu.addAction(ready.title).triggered.connect(partial(line.begin, ready))


class ReadyLine(QWidget):
    """“Rotation on [head 1] Degrees [90]”, in the place of the scale."""

    def __init__(self, table: KeyTable, theming: Theming) -> None:
        super().__init__()
        self._table = table
        self._ready: Ready | None = None
        self._base: np.ndarray = np.zeros((0, 0))
        self._targets: tuple[tuple[str, Region], ...] = ()
        self._key: tuple[str, int] = ("ready", 0)
        self.title, self.asks = QLabel(), QLabel()
        self.target = Choice(theming, tr("Where it goes"))
        self.number = QLineEdit()
        self.number.setFixedWidth(56)
        self.target.setMinimumWidth(96)
        self.close_it = IconButton(theming, "check", tr("Keep it  (Enter; Escape takes it back)"), 14)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for part in (self.title, self.target, self.asks, self.number, self.close_it):
            row.addWidget(part)
        row.addStretch(1)
        self.target.currentIndexChanged.connect(self._apply)
        self.number.textEdited.connect(self._apply)
        self.number.returnPressed.connect(self.keep)
        self.close_it.clicked.connect(self.keep)
        self.hide()

    def begin(self, ready: Ready, *_: object) -> None:
        """Put it where it most likely goes, and ask for what it needs."""
        self._ready, self._key = ready, ("ready", next(TURNS))
        self._base = np.array(self._table.matrix.values, dtype=float)
        self._targets = targets(self._table)
        self.title.setText(ready.title.rstrip(" …"))
        self.asks.setText(ready.asks)
        self.number.setAccessibleName(ready.asks)
        self.number.setText(exact(ready.usual))
        for part in (self.asks, self.number):
            part.setVisible(bool(ready.asks))
        self.title.setVisible(not ready.asks or self._table.width() >= ROOMY)
        self.target.blockSignals(True)
        self.target.clear()
        self.target.addItems([name for name, _region in self._targets])
        self.target.blockSignals(False)
        self.show()
        (self.number if ready.asks else self.target).setFocus()
        self.number.selectAll()
        self._apply()

    def _apply(self, *_: object) -> None:
        if self._ready is None:
            return
        matrix = self._table.matrix
        region = self._targets[max(0, self.target.currentIndex())][1]
        try:
            given = parse_number(self.number.text()) if self._ready.asks else None
            made = ready_made(self._ready.name, self._base[region.slices], given)
        except LabError as error:
            matrix.refused.emit(str(error))
            return
        whole = self._base.copy()
        whole[region.slices] = made
        said = self._ready.title.rstrip(" …")
        if given is not None:
            said = tr("{title} ({asks} {n})", title=said, asks=self._ready.asks, n=exact(given))
        matrix.set_region(matrix.whole, whole, said, self._key)

    def keep(self) -> None:
        """Done: the step stays."""
        self._ready = None
        self.hide()
        self._table.setFocus()

    def take_back(self) -> None:
        """The numbers as they were."""
        if self._ready is not None:
            self._table.matrix.take_back(self._key)
        self.keep()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.take_back()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.keep()
        else:
            super().keyPressEvent(event)
