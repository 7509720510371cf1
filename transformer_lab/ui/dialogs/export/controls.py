"""The controls of the dialog, and the tables of what they offer."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QWidget

from transformer_lab.language import tr
from transformer_lab.render.ground import Background
from transformer_lab.ui.controls import Choice, Segmented, Switch
from transformer_lab.ui.theming import Theming

STEPS = (("now", tr("This moment")), ("all", tr("Every step")), ("some", tr("Some steps")))
THEMES = (("paper", tr("Paper")), ("slate", tr("Slate")))
GROUNDS: tuple[tuple[Background, str], ...] = (
    ("white", tr("White")),
    ("none", tr("None")),
    ("theme", tr("Theme")),
)
SIZES = (
    ("16:9", tr("Slide 16:9")),
    ("4:3", tr("Slide 4:3")),
    ("84mm", tr("Paper, 84 mm")),
    ("174mm", tr("Paper, 174 mm")),
    ("window", tr("As in the window")),
)
NUMBERS = (("percent", tr("Percent")), ("decimal", tr("Decimal")), ("none", tr("None")))
WORDS = (("all", tr("All")), ("some", tr("The 16 around the chosen one")))
PIXELS = (
    ("1", tr("1 pixel a point")),
    ("2", tr("2 pixels a point")),
    ("3", tr("3 pixels a point")),
    ("4", tr("4 pixels a point")),
    ("1280x720", "1280 × 720"),
    ("1920x1080", "1920 × 1080"),
    ("3840x2160", "3840 × 2160"),
)
PLAIN_PIXELS = "2"


def combo(theming: Theming, rows: Sequence[tuple[str, str]], name: str, chosen: str = "") -> QComboBox:
    """A list to choose from; each row is what it stands for and what it is called."""
    made = Choice(theming, name)
    for data, text in rows:
        made.addItem(text, data)
    made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    made.setMinimumWidth(116)
    made.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    if rows:
        made.view().setMinimumWidth(made.view().sizeHintForColumn(0) + 28)
        made.setCurrentIndex(max(0, made.findData(chosen)))
    return made


def fill(made: QComboBox, pattern: str, count: int, chosen: int) -> None:
    """Numbered rows, such as the heads of a block."""
    made.clear()
    for i in range(count):
        made.addItem(pattern.format(n=i + 1), i)
    made.setCurrentIndex(min(chosen, count - 1))


def segmented(theming: Theming, rows: Sequence[tuple[str, str]], name: str, chosen: str) -> Segmented:
    """A few choices side by side."""
    control = Segmented(theming, (), name)
    keys = [data for data, _ in rows]
    control.offer([text for _, text in rows], keys.index(chosen) if chosen in keys else 0)
    return control


def data(control: Segmented, rows: Sequence[tuple[str, str]]) -> str:
    """What the chosen one stands for."""
    return rows[control.index][0]


def beside(*controls: QWidget) -> QWidget:
    """Controls in one row."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(8)
    for control in controls:
        layout.addWidget(control)
    return row


class Option(QWidget):
    """A switch with its name at the right."""

    def __init__(self, theming: Theming, name: str, on: bool) -> None:
        super().__init__()
        self.switch = Switch(theming, name)
        self.switch.setChecked(on)
        self.toggled = self.switch.toggled
        label = QLabel(name)
        label.setBuddy(self.switch)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.switch)
        layout.addWidget(label, 1)

    @property
    def on(self) -> bool:
        """Whether it is switched on."""
        return self.switch.isChecked()

    def turn(self, on: bool) -> None:
        """Switch without telling anybody."""
        before = self.switch.blockSignals(True)
        self.switch.setChecked(on)
        self.switch.blockSignals(before)
        self.switch.update()


class Span(QWidget):
    """From one step to another, counted from 1 as the timeline does."""

    def __init__(self, theming: Theming) -> None:
        super().__init__()
        self.first, self.last = combo(theming, (), tr("First step")), combo(theming, (), tr("Last step"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for widget in (self.first, QLabel(tr("to")), self.last):
            layout.addWidget(widget)

    def reach(self, count: int) -> None:
        """There are so many steps."""
        if self.last.count() != count:
            fill(self.first, "{n}", count, 0)
            fill(self.last, "{n}", count, count - 1)

    @property
    def text(self) -> str:
        """As the command line has it: from 0, both included; the smaller one first."""
        ends = sorted((max(0, self.first.currentIndex()), max(0, self.last.currentIndex())))
        return f"{ends[0]}:{ends[1]}"
