"""Where the parts of the dialog stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from transformer_lab.language import tr
from transformer_lab.ui.dialogs.base import voiced
from transformer_lab.ui.dialogs.export.controls import beside

if TYPE_CHECKING:
    from transformer_lab.ui.dialogs.export.dialog import ExportDialog

SIDE = 392
"""width of the choices, or more where the buttons need it"""


def lay_out(dialog: ExportDialog) -> None:
    """Preview and what is said of it at the left, choices and buttons at the right."""
    left = QVBoxLayout()
    left.setSpacing(12)
    left.addWidget(voiced(tr("Export figure"), "title"))
    left.addWidget(dialog.preview, 1)
    left.addWidget(dialog.sizes)
    left.addWidget(dialog.warning)
    side = QWidget()
    buttons = _buttons(dialog)
    wide = max(SIDE, buttons.sizeHint().width())
    side.setFixedWidth(wide)
    hint = voiced(tr("Drag the preview out of the window to hand the figure over."), "quiet")
    hint.setMinimumHeight(hint.heightForWidth(wide))  # the height of wrapped text is else guessed too low
    right = QVBoxLayout(side)
    right.setContentsMargins(0, 0, 0, 0)
    right.setSpacing(14)
    right.addLayout(_choices(dialog))
    right.addLayout(_options(dialog))
    right.addWidget(dialog.trouble)
    right.addStretch()
    right.addWidget(hint)
    right.addSpacing(-6)
    right.addLayout(buttons)
    whole = QHBoxLayout(dialog)
    whole.setContentsMargins(24, 22, 24, 22)
    whole.setSpacing(28)
    whole.addLayout(left, 1)
    whole.addWidget(side)


def _choices(dialog: ExportDialog) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(14)
    grid.setVerticalSpacing(10)
    grid.setColumnStretch(1, 1)
    rows: tuple[tuple[str, QWidget, QWidget], ...] = (
        (tr("Figure"), dialog.figure, dialog.figure),
        (tr("Head"), dialog.block, beside(dialog.block, dialog.head)),
        (tr("Numbers"), dialog.numbers, dialog.numbers),
        (tr("Words"), dialog.words, dialog.words),
        (tr("Size"), dialog.extent, dialog.extent),
        (tr("Theme"), dialog.theme, dialog.theme),
        (tr("Background"), dialog.ground, dialog.ground),
        (tr("Format"), dialog.format, dialog.format),
        (tr("Pixels"), dialog.pixels, dialog.pixels),
        (tr("Steps"), dialog.steps, dialog.steps),
        ("", dialog.span, dialog.span),
    )
    for i, (name, control, shown) in enumerate(rows):
        label = dialog.labels[control] = QLabel(name)
        label.setBuddy(control)
        dialog.holders[control] = shown
        grid.addWidget(label, i, 0)
        grid.addWidget(shown, i, 1)
    return grid


def _options(dialog: ExportDialog) -> QVBoxLayout:
    column = QVBoxLayout()
    column.setSpacing(4)
    rows = ((dialog.title, dialog.notes, dialog.large), (dialog.loop, dialog.captions), (dialog.project,))
    for row in rows:
        line = QHBoxLayout()
        line.setSpacing(22)
        for option in row:
            line.addWidget(option)
        line.addStretch()
        column.addLayout(line)
    return column


def _buttons(dialog: ExportDialog) -> QHBoxLayout:
    pack, copy = QPushButton(tr("Slide pack…"), dialog), QPushButton(tr("Copy"), dialog)
    cancel, save = QPushButton(tr("Cancel"), dialog), QPushButton(tr("Save as…"), dialog)
    pack.setToolTip(tr("Every figure of this model into one folder, in this size, theme and format"))
    save.setDefault(True)
    for button, do in (
        (pack, dialog.save_all),
        (copy, dialog.copy),
        (cancel, dialog.reject),
        (save, dialog.save),
    ):
        button.ensurePolished()  # how wide it is depends on the style
        button.setAutoDefault(button is save)
        button.clicked.connect(do)
        button.ensurePolished()  # its style says how wide it is
    row = QHBoxLayout()
    row.setSpacing(8)
    row.addWidget(pack)
    row.addStretch()
    for button in (cancel, copy, save):
        row.addWidget(button)
    return row
