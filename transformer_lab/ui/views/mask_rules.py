"""Beside the mask: its rules as switches and lists, and what the painted numbers mean."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from transformer_lab.language import tr
from transformer_lab.ui.controls import Switch
from transformer_lab.ui.dialogs.base import voiced
from transformer_lab.ui.outline.fields import Picker

if TYPE_CHECKING:
    from transformer_lab.ui.views.mask_painter import MaskPainter
    from transformer_lab.ui.views.view import Choice

SWITCHED = {"mask": ("none", "causal"), "padding": (False, True)}
"""Rules that are on or off, and their values."""


class MaskRules(QWidget):
    """One line for each choice of the view."""

    def __init__(self, view: MaskPainter) -> None:
        super().__init__(view)
        self._view = view
        self._made: tuple[str, ...] = ()
        self._controls: dict[str, Any] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(8, 8, 12, 8)
        self._column.setSpacing(2)

    def refresh(self) -> None:
        """Follow the document; lines are made anew where others are offered."""
        choices = self._view.choices
        names = tuple(choice.option for choice in choices)
        if names != self._made:
            self._make(choices, names)
        for choice in choices:
            control, value = self._controls[choice.option], self._view.taken(choice.option)
            if isinstance(control, Switch):
                control.setChecked(value == SWITCHED[choice.option][1])
            else:
                known = choice.values if any(v == value for v, _ in choice.values) else (
                    *choice.values, (value, str(value)))  # fmt: skip
                control.offer(value, known)

    def _make(self, choices: tuple[Choice, ...], names: tuple[str, ...]) -> None:
        while (item := self._column.takeAt(0)) is not None:
            if (part := item.widget()) is not None:
                part.setParent(None)
                part.deleteLater()
        self._made, self._controls = names, {}
        for choice in choices:
            self._column.addWidget(self._line(choice))
        said = voiced(tr("Click or drag to hide or show. Shift takes a row, and a column when dragged down; "
                         "Space paints the pair in focus."), "quiet")  # fmt: skip
        self._column.addWidget(said)
        self._column.addStretch(1)

    def _line(self, choice: Choice) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        name = QLabel(tr("Hide later words") if choice.option == "mask" else choice.title)
        row.addWidget(name)
        row.addStretch(1)
        control: Switch | Picker
        if choice.option in SWITCHED:
            control = Switch(self._view.room.theming, name.text())
            control.clicked.connect(partial(self._switch, choice.option))
        else:
            control = Picker(self._view.room.theming, choice.title)
            control.picked.connect(partial(self._view.take, choice.option))
        self._controls[choice.option] = control
        row.addWidget(control, 0, Qt.AlignmentFlag.AlignRight)
        return line

    def _switch(self, option: str, on: bool) -> None:
        self._view.take(option, SWITCHED[option][on])
