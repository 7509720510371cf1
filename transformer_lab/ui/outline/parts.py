"""The design choices of the model as small controls: each change is one named step that undo takes back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from transformer_lab.document import edits
from transformer_lab.document.further_switches import SCHEMES
from transformer_lab.document.switches import SWITCHES
from transformer_lab.document.switches import Switch as Choice
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.controls import Switch, smooth
from transformer_lab.ui.outline.fields import Picker, Stepper
from transformer_lab.ui.theming import Theming

NAMES = {"mask": "Causal mask", "scale": "Scaling by √d", "residual": "Residual wire"}
SHORT = {"before": "before", "after": "after", "sinusoidal": "sin, cos"}
"""Choices in few words: a control has little room; the list is the same."""
ROW = 25


class PartsInUse(QWidget):
    """One line for each switch; a refusal is told with `refused`."""

    refused = Signal(str)

    def __init__(self, lab: Lab, theming: Theming) -> None:
        super().__init__()
        self._lab, self._theming = lab, theming
        self.setAccessibleName(tr("Parts in use"))
        self._title = QLabel(tr("Parts in use"))
        self.controls: dict[str, Switch | Stepper | Picker] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 12, 16, 14)
        grid.setVerticalSpacing(0)
        grid.addWidget(self._title, 0, 0, 1, 2)
        grid.setRowMinimumHeight(0, 26)
        for i, choice in enumerate(SWITCHES.values(), 1):
            self._add(grid, i, choice)
        theming.changed.connect(self._dress)
        self._dress()
        self.show_model()

    def _add(self, grid: QGridLayout, row: int, choice: Choice) -> None:
        name = tr(NAMES.get(choice.name, choice.title))
        control = KINDS[kind_of(choice)](self, choice, name)
        label = QLabel(name)
        label.setBuddy(control)
        label.setFixedHeight(ROW)
        self.controls[choice.name] = control
        grid.addWidget(label, row, 0)
        grid.addWidget(control, row, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def show_model(self) -> None:
        """Show the present model's choices, telling nobody."""
        for name, control in self.controls.items():
            control.blockSignals(True)
            SHOWS[kind_of(SWITCHES[name])](
                control, SWITCHES[name].read(self._lab.state.model), SWITCHES[name]
            )
            control.blockSignals(False)

    def choose(self, name: str, value: Any) -> None:
        """Make a choice; on a refusal the control goes back and the reason is told."""
        try:
            self._lab.do(edits.switch(name, value))
        except LabError as error:
            self.refused.emit(str(error))
        self.show_model()

    @property
    def theming(self) -> Theming:
        """For the controls."""
        return self._theming

    def _dress(self) -> None:
        self._title.setStyleSheet(
            f"color: {self._theming.theme.color('ink2')}; font-size: 12px; font-weight: 500;"
        )
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        with smooth(self) as painter:
            painter.fillRect(QRectF(16, 0, self.width() - 32, 1), self._theming.color("line"))


def kind_of(choice: Choice) -> str:
    """Toggles also for choices between none and one thing."""
    return "toggle" if choice.kind == "choice" and len(choice.choices) == 2 else choice.kind


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
    offered = tuple((c.value, tr(SHORT.get(c.value, c.title))) for c in choice.choices)
    known = any(c.value == value for c in choice.choices)
    more = () if known else tuple((c.value, tr(c.title)) for c in SCHEMES if c.value == value)
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
