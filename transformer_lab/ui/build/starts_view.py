"""The right half of the strip: how new weights start, with spread and seed, and what they came to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from transformer_lab.document.building.refill import reached
from transformer_lab.document.building.starts import COPY, Start
from transformer_lab.language import grouped, tr
from transformer_lab.render.fonts import advance, font
from transformer_lab.session import Lab
from transformer_lab.ui.build.draft import Draft
from transformer_lab.ui.build.fields import NumberField
from transformer_lab.ui.controls import smooth
from transformer_lab.ui.theming import Theming

LEFT, TOP, FIELD = 22, 16, 66
HAND = "hand"
CHIPS: tuple[tuple[str, str, float], ...] = (
    ("zero", tr("Zero"), 1.0),
    ("identity", tr("Identity"), 1.0),
    ("one-hot", tr("One-hot"), 1.0),
    ("normal", tr("Small random"), 0.3),
    ("xavier", tr("Xavier"), 1.0),
    ("kaiming", tr("Kaiming"), 1.0),
    ("orthogonal", tr("Orthogonal"), 1.0),
    (COPY, tr("Copy of head 1"), 1.0),
    (HAND, tr("By hand"), 1.0),
)
"""Each start with its name and its usual spread. By hand: zeros, and the matrix opens in the editor."""
WITH_SPREAD = ("normal", "xavier", "kaiming", "orthogonal")
WITH_SEED = (*WITH_SPREAD, "one-hot")


class StartsView(QWidget):
    """Chips, two fields, one button, one line."""

    def __init__(self, lab: Lab, draft: Draft, theming: Theming, by_hand: Callable[[str], None]) -> None:
        super().__init__()
        self._lab, self._draft, self._theming, self._by_hand = lab, draft, theming, by_hand
        self._hand = False
        self.setAccessibleName(tr("New weights start as"))
        self.chips: dict[str, QPushButton] = {}
        for name, title, spread in CHIPS:
            chip = QPushButton(title, self)
            chip.setCheckable(True)
            chip.clicked.connect(lambda _on, name=name, spread=spread: self.choose(name, spread))
            self.chips[name] = chip
        self.spread = NumberField(theming, tr("Spread"), whole=False)
        self.seed = NumberField(theming, tr("Seed"), whole=True)
        self.again = QPushButton(tr("Fill again"), self)
        for field, what in ((self.spread, "spread"), (self.seed, "seed")):
            field.setParent(self)
            field.valued.connect(lambda value, what=what: self._set(what, value))
        self.again.clicked.connect(self._fill_again)
        draft.changed.connect(self.refresh)
        theming.changed.connect(self.refresh)
        self._lay()

    def choose(self, name: str, spread: float) -> None:
        """Another start; what the last change filled is filled like this."""
        self._hand = name == HAND
        kind = "zero" if self._hand else name
        self._draft.use_start(Start(kind, spread, self._draft.start.seed))
        told = self._draft.kept
        if self._hand and told is not None:
            weights = [p.node_id for p in told.touched if p.filled and "W_" in p.node_id]
            if weights:
                self._by_hand(weights[0])
        self.refresh()

    def refresh(self) -> None:
        """Follow the draft, while somebody looks."""
        if not self.isVisible():
            return
        start = self._draft.start
        chosen = HAND if self._hand and start.name == "zero" else start.name
        for name, chip in self.chips.items():
            on = name == chosen
            chip.setChecked(on)
            chip.setStyleSheet(self._chip(on=on))
        self.spread.show_value(start.spread)
        self.seed.show_value(self._lab.state.seed if start.seed is None else start.seed)
        self.spread.setEnabled(start.name in WITH_SPREAD)
        self.seed.setEnabled(start.name in WITH_SEED)
        self.again.setEnabled(self._draft.kept is not None and start.name in WITH_SEED)
        self._lay()
        self.update()

    def _chip(self, *, on: bool) -> str:
        color = self._theming.theme.color
        ink = (
            f"background: {color('ink')}; color: {color('canvas')}; border-color: {color('ink')};"
            if on
            else ""
        )
        return f"QPushButton {{ padding: 0 9px; min-height: 24px; font-size: 12px; font-weight: 500; {ink} }}"

    def _set(self, what: str, value: Any) -> None:
        if what == "seed" and (value is None or value < 0):
            return
        if value is not None:
            self._draft.use_start(self._draft.start._replace(**{what: value}))

    def _fill_again(self) -> None:
        """The next seed: other numbers, repeatable by their seed."""
        seed = self._draft.start.seed
        known = self._lab.state.seed if seed is None else seed
        self._draft.use_start(self._draft.start._replace(seed=known + 1))

    def showEvent(self, event: QShowEvent) -> None:
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay()

    def _lay(self) -> None:
        x, y = LEFT, TOP + 26
        for chip in self.chips.values():
            wide = chip.sizeHint().width()
            if x + wide > self.width() - 12 and x > LEFT:
                x, y = LEFT, y + 32
            chip.setGeometry(x, y, wide, 26)
            x += wide + 6
        y += 38
        self._fields = y
        x, wide = LEFT, self.again.sizeHint().width()
        names = sum(round(advance(name, "regular", 13)) + 26 for _, name in self._named())
        each = max(40, min(FIELD, (self.width() - LEFT - names - wide - 8) // 2))
        for field, name in self._named():
            x += round(advance(name, "regular", 13)) + 10
            field.setGeometry(x, y, each, 28)
            x += each + 16
        self.again.setGeometry(min(x, self.width() - wide - 8), y - 2, wide, 32)

    def _named(self) -> tuple[tuple[NumberField, str], ...]:
        """The fields with what stands before them."""
        return (self.spread, tr("Spread")), (self.seed, tr("Seed"))

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.setFont(font("semibold", 13))
            painter.setPen(self._theming.color("ink"))
            painter.drawText(QPointF(LEFT, TOP + 13), tr("New weights start as"))
            painter.setFont(font("regular", 13))
            painter.setPen(self._theming.color("ink2"))
            for field, name in self._named():
                wide = advance(name, "regular", 13) + 10.0
                box = QRectF(field.x() - wide, field.y(), wide, field.height())
                painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, name)
            painter.setFont(font("regular", 12))
            measure = QFontMetricsF(font("regular", 12))
            said = measure.elidedText(self._line(), Qt.TextElideMode.ElideRight, self.width() - LEFT - 10.0)
            painter.drawText(QPointF(LEFT, self._fields + 50), said)

    def _line(self) -> str:
        told = self._draft.kept
        found = reached(told) if told is not None else None
        if found is None:
            return tr("Biases start at 0 and gains at 1, whatever is chosen.")
        seed, mean = self.seed.text(), f"{found.mean:.3f}".replace("-", "\u2212")
        said = tr("{n} new: mean {mean}, spread {spread}.", n=grouped(found.numbers),
                  mean=mean, spread=f"{found.spread:.3f}")  # fmt: skip
        again = tr(" Seed {seed} repeats it.", seed=seed) if self._draft.start.name in WITH_SEED else ""
        return said + again
