"""What else can be done with the keys: the menu at the end of the line over them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QKeySequence
from PySide6.QtWidgets import QMenu

from transformer_lab.language import tr
from transformer_lab.ui.editors import carrying, files, naming

if TYPE_CHECKING:
    from transformer_lab.ui.editors.table import KeyTable

FORMS = (
    ("spreadsheet", tr("Spreadsheet cells")),
    ("csv", tr("CSV")),
    ("numpy", tr("NumPy")),
    ("latex", tr("LaTeX")),
)
Row = tuple[str, str, Callable[["KeyTable"], object]]
"""Text, keys, what it does"""
SETTING: tuple[Row, ...] = (
    (tr("Paste"), "Ctrl+V", carrying.paste),
    (tr("Fill down"), "Ctrl+B", carrying.fill_down),
    (tr("Fill right"), "Ctrl+R", carrying.fill_right),
    (tr("Import numbers…"), "", files.bring_in),
)
READING: tuple[Row, ...] = (
    (tr("Choose all"), "Ctrl+A", lambda table: table.choose_all()),
    (tr("Copy"), "Ctrl+C", carrying.copy),
)


def fill_more(menu: QMenu, table: KeyTable) -> None:
    """All rows that make sense for what is shown."""
    menu.clear()
    for row in READING:
        _add(menu, table, *row)
    forms = menu.addMenu(tr("Copy as"))
    for form, title in FORMS:
        _add(forms, table, title, "", partial(carrying.copy, form=form))
    if table.matrix.editable:
        for row in SETTING[:-1]:
            _add(menu, table, *row)
        clear = tr("Compute it again") if table.matrix.is_computed else tr("Set to 0")
        _add(menu, table, clear, "Del", lambda table: table.clear())
        menu.addSeparator()
        _switch(menu, table, tr("Nice numbers: a drag snaps to halves"), table.nice, table.set_nice)
        menu.addSeparator()
        _add(menu, table, *SETTING[-1])
    _add(menu, table, tr("Export numbers…"), "", files.take_out)
    menu.addSeparator()
    _switch(menu, table, tr("Scale shared with the stage"), table.shared, table.share)
    menu.addSeparator()
    for text, down, band in naming.offers(table):
        _add(menu, table, text, "", partial(naming.name_current, down=down, band=band))


def _add(menu: QMenu, table: KeyTable, text: str, keys: str, do: Callable[[KeyTable], object]) -> None:
    action = menu.addAction(text)
    if keys:
        action.setShortcut(QKeySequence(keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    action.triggered.connect(lambda _=False: do(table))


def _switch(menu: QMenu, table: KeyTable, text: str, on: bool, turn: Callable[[bool], object]) -> None:
    """A row that is on or off, with a tick while it is on."""
    action = menu.addAction(text)
    action.setCheckable(True)
    action.setChecked(on)
    action.setIcon(table.theming.icon("check") if on else QIcon())
    action.toggled.connect(turn)
