"""The design choices of the model as small controls: each change is one named step that undo takes back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from transformer_lab.document import edits
from transformer_lab.document.further_switches import FURTHER_SWITCHES, SCHEMES
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.document.switches import SWITCHES
from transformer_lab.document.switches import Switch as Choice
from transformer_lab.errors import LabError
from transformer_lab.figures.difference import difference, said
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.controls import Switch, smooth
from transformer_lab.ui.outline.fields import Name, Picker, Stepper
from transformer_lab.ui.theming import Theming

NAMES = {
    "mask": tr("Causal mask"),
    "scale": tr("Scaling by √d"),
    "residual": tr("Residual connection"),
    "norm-kind": tr("Norm kind"),
    "pairs": tr("Pairs"),
    "painted": tr("Painted mask"),
    "biases": tr("Biases"),
    "embedding-norm": tr("Norm of words"),
    "tied": tr("Tied output"),
    "output-bias": tr("Output bias"),
    "loss": tr("Loss"),
}
SHORT = {
    tr("before the sublayer"): tr("before"),
    tr("after the sum"): tr("after"),
    tr("sines and cosines"): tr("sin, cos"),
    tr("one for each head"): tr("each head"),
    tr("what is seen"): tr("seen"),
    tr("what is hidden"): tr("hidden"),
    tr("numbers on top"): tr("added"),
    tr("GELU with tanh"): tr("GELU tanh"),
    tr("layer norm"): tr("layer"),
    tr("RMS norm"): tr("RMS"),
}
"""Choices in few words: a control has little room; the list is the same."""
ROW, HEAD = 25, 40
"""Height of a line, and of what stands over and under the lines."""
FEWEST, SHARE = 4, 0.32
"""So many lines are always there; more of them take no more than this part of the panel."""
OFFERED = {**SWITCHES, **{name: s for name, s in FURTHER_SWITCHES.items() if name != "scheme"}}
"""All choices; “positions” stands for “scheme”, whose further kinds it shows too."""


class PartsInUse(QWidget):
    """One line for each switch, and below what the last one did; a refusal is told with `refused`."""

    refused = Signal(str)
    resized = Signal()
    """more lines, or fewer"""

    def __init__(self, lab: Lab, theming: Theming) -> None:
        super().__init__()
        self._lab, self._theming = lab, theming
        self.setAccessibleName(tr("Parts in use"))
        self._title = QLabel(tr("Parts in use"))
        self.more = QPushButton(tr("All choices"))
        self.more.clicked.connect(self._turn)
        self.did = QLabel("")
        self.did.setWordWrap(True)
        self.controls: dict[str, Switch | Stepper | Picker] = {}
        self._lines: list[QWidget] = []
        self.shows_all: bool = False
        self._wanted = 0
        self._lay_out()
        theming.changed.connect(self._dress)
        self._dress()
        self.show_all(False)
        self.show_model()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.more)
        inner = QWidget()
        lines = QVBoxLayout(inner)
        lines.setContentsMargins(16, 0, 16, 2)
        lines.setSpacing(0)
        for choice in OFFERED.values():
            lines.addWidget(self._line(choice))
        lines.addStretch()
        self._rows = QScrollArea()
        self._rows.setWidget(inner)
        self._rows.setWidgetResizable(True)
        self._rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._rows.viewport().setAutoFillBackground(False)
        inner.setAutoFillBackground(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 10)
        column.setSpacing(2)
        head.setContentsMargins(16, 0, 12, 0)
        column.addLayout(head)
        column.addWidget(self._rows)
        words = QHBoxLayout()
        words.setContentsMargins(16, 2, 12, 0)
        words.addWidget(self.did)
        column.addLayout(words)

    def _turn(self) -> None:
        self.show_all(not self.shows_all)

    def show_all(self, on: bool) -> None:
        """Every design choice, or those that matter most."""
        self.shows_all = on
        self.more.setText(tr("Fewer") if on else tr("All choices"))
        self.fit(self.parentWidget().height() if self.parentWidget() is not None else 0)
        self.resized.emit()

    def fit(self, room: int, wanted: int | None = None) -> None:
        """As many rows as leave the list above its room, in their order; all of them scroll in half of it.

        Up to three fewer where the list, `wanted` pixels high, is whole then.
        """
        few = min(len(SWITCHES), max(FEWEST, round(SHARE * room - HEAD) // ROW)) if room else len(SWITCHES)
        self._wanted = self._wanted if wanted is None else wanted
        whole = (room - self._wanted - HEAD) // ROW
        if self._wanted and max(FEWEST, few - 3) <= whole < few:
            few = whole
        rows = len(OFFERED) if self.shows_all else few
        for i, line in enumerate(self._lines):
            line.setVisible(i < rows)
        self._rows.setFixedHeight(min(rows * ROW + 2, max(few * ROW + 2, room // 2)))

    def _line(self, choice: Choice) -> QWidget:
        name = NAMES.get(choice.name, choice.title)
        control = KINDS[kind_of(choice)](self, choice, name)
        label = Name(name)
        label.setBuddy(control)
        self.controls[choice.name] = control
        line = QWidget()
        line.setFixedHeight(ROW)
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(label, 1)
        row.addWidget(control, 0, Qt.AlignmentFlag.AlignVCenter)
        self._lines.append(line)
        return line

    def show_model(self) -> None:
        """Show the present model's choices, telling nobody."""
        for name, control in self.controls.items():
            control.blockSignals(True)
            choice = OFFERED[name]
            SHOWS[kind_of(choice)](control, choice.read(self._lab.state.model), choice)
            control.blockSignals(False)

    def choose(self, name: str, value: Any) -> None:
        """Make a choice; on a refusal the control goes back and the reason is told."""
        before = self._lab.snapshot
        try:
            self._lab.do(edits.switch(name, value))
            self._tell(before)
        except LabError as error:
            self.refused.emit(str(error))
        self.show_model()

    def _tell(self, before: Snapshot) -> None:
        """What the choice did to the last word's next word."""
        line = said(difference(before, self._lab.snapshot, len(before.words) - 1))
        self.did.setText(line)
        self.did.setVisible(bool(line))

    @property
    def theming(self) -> Theming:
        """For the controls."""
        return self._theming

    def _dress(self) -> None:
        self._title.setStyleSheet(
            f"color: {self._theming.theme.color('ink2')}; font-size: 12px; font-weight: 500;"
        )
        self.did.setStyleSheet(f"color: {self._theming.theme.color('ink')}; font-size: 12px;")
        self.more.setStyleSheet(
            "QPushButton { border: none; background: transparent; padding: 0 4px; min-height: 22px;"
            f" font-size: 12px; color: {self._theming.theme.color('ink2')}; text-decoration: underline; }}"
        )
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.fillRect(QRectF(16, 0, self.width() - 32, 1), self._theming.color("line"))


def kind_of(choice: Choice) -> str:
    """Toggles also for choices between none and one thing."""
    bare = choice.kind == "choice" and len(choice.choices) == 2
    return "toggle" if bare and any(c.value in (False, "none") for c in choice.choices) else choice.kind


def _toggle(parts: PartsInUse, choice: Choice, name: str) -> Switch:
    control = Switch(parts.theming, name)
    on, off = on_off(choice)
    control.toggled.connect(lambda checked: parts.choose(choice.name, on if checked else off))
    return control


def _stepper(parts: PartsInUse, choice: Choice, name: str) -> Stepper:
    control = Stepper(parts.theming, name)
    control.stepped.connect(partial(parts.choose, choice.name))
    return control


def _picker(parts: PartsInUse, choice: Choice, name: str) -> Picker:
    control = Picker(parts.theming, name)
    control.picked.connect(partial(parts.choose, choice.name))
    return control


def on_off(choice: Choice) -> tuple[Any, Any]:
    """The values that a toggle stands for."""
    values = [c.value for c in choice.choices]
    off = next((v for v in values if v in (False, "none")), values[-1])
    return next(v for v in values if v != off), off


def _show_toggle(control: Any, value: Any, choice: Choice) -> None:
    control.setChecked(value == on_off(choice)[0])


def _show_number(control: Any, value: Any, choice: Choice) -> None:
    numbers = [c.value for c in choice.choices]
    control.offer(value, min(numbers), max(numbers))


def _show_choice(control: Any, value: Any, choice: Choice) -> None:
    offered = tuple((c.value, SHORT.get(c.title, c.title)) for c in choice.choices)
    known = any(c.value == value for c in choice.choices)
    more = () if known else tuple((c.value, c.title) for c in SCHEMES if c.value == value)
    control.offer(value, (*offered, *more))


KINDS: dict[str, Callable[[PartsInUse, Choice, str], Any]] = {
    "toggle": _toggle,
    "number": _stepper,
    "choice": _picker,
}
SHOWS: dict[str, Callable[[Any, Any, Choice], None]] = {
    "toggle": _show_toggle,
    "number": _show_number,
    "choice": _show_choice,
}
