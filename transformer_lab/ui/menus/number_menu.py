"""What can be done with any number, wherever it is drawn: one table of rows, one menu.

Every view asks for it by `Focus.offer`. To add a deed, add a row to a table below or a table to `TABLES`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.links import is_link
from transformer_lab.language import tr
from transformer_lab.ui.menus import copying, setting, study, viewing
from transformer_lab.ui.menus.looked_at import looked_rows

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


class Target(NamedTuple):
    """What the menu was asked for: a number, or a link to a whole value or a word."""

    window: MainWindow
    cell: Cell

    @property
    def is_number(self) -> bool:
        """Whether it is one number."""
        return not is_link(self.cell)


def always(_target: Target) -> bool:
    """For rows that are offered for everything."""
    return True


class Row(NamedTuple):
    """One row: its text (or what tells it), what it does, and whether it is offered. `keys` only inform."""

    name: str
    text: str | Callable[[Target], str]
    do: Callable[[Target], None]
    offered: Callable[[Target], bool] = always
    keys: str = ""
    checked: Callable[[Target], bool] | None = None


ROWS: tuple[tuple[Row, ...], ...] = (
    (
        Row("explain", tr("Explain"), study.explain, study.is_not_told),
        Row("whole", tr("Whole value"), study.show_whole, study.has_whole),
        Row("matrix", tr("Open as a matrix"), viewing.as_matrix, viewing.has_matrix),
        Row("path", study.path_text, study.show_path, study.has_word),
        Row("pin", tr("Pin this number"), study.pin, study.is_a_number, checked=study.is_pinned),
        Row("note", setting.note_text, setting.write_note),
        Row("aim", tr("Gradients of this number"), study.aim, study.can_be_target),
    ),
    (
        Row("copy-value", tr("Copy the value"), copying.copy_value, study.is_a_number, "Ctrl+C"),
        Row("copy-address", tr("Copy the address"), copying.copy_address),
        Row("copy-array", tr("Copy the array"), copying.copy_array, copying.has_array),
    ),
)
"""Sections of the menu, from top to bottom. Others add theirs by `TABLES`."""
HAND: tuple[Row, ...] = (
    Row("set-to", tr("Set to…"), setting.ask_number, setting.can_be_set),
    Row("by-hand", tr("Set by hand in the grid…"), setting.open_grid, setting.has_grid),
    Row("link", setting.link_text, setting.turn_link, setting.is_link_weight),
    Row("head", setting.head_text, setting.turn_head, setting.is_of_a_head),
    Row("sublayer", setting.sublayer_text, setting.turn_sublayer, setting.is_of_a_sublayer),
    Row("freeze", tr("Freeze this value"), setting.freeze, setting.can_be_frozen),
    Row("release", setting.release_text, setting.release, setting.is_by_hand),
)
"""What a hand can do to a value; in a small model each row tells what would become of the next word."""
TABLES: tuple[Callable[[Target], tuple[Row, ...]], ...] = (lambda _target: HAND, looked_rows)
"""Further sections, each a function of the target, between what is looked at and what is copied."""


def rows_for(target: Target) -> tuple[tuple[Row, ...], ...]:
    """The sections that are offered for a target, without those that offer nothing."""
    looking, copies = ROWS
    sections = (looking, *(table(target) for table in TABLES), copies)
    offered = (tuple(row for row in section if row.offered(target)) for section in sections)
    return tuple(section for section in offered if section)


def number_menu(window: MainWindow, cell: Cell) -> QMenu:
    """The menu of a number, not shown yet; it goes when it is closed."""
    target = Target(window, cell)
    menu = QMenu(window)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setAccessibleName(tr("What can be done with this number"))
    for i, section in enumerate(rows_for(target)):
        if i:
            menu.addSeparator()
        for row in section:
            menu.addAction(_action(menu, row, target))
    return menu


def _action(menu: QMenu, row: Row, target: Target) -> QAction:
    action = QAction(row.text if isinstance(row.text, str) else row.text(target), menu)
    action.setObjectName(row.name)
    if row.keys:
        action.setShortcut(QKeySequence(row.keys))
        action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    if row.checked is not None:
        action.setCheckable(True)
        action.setChecked(row.checked(target))
        if action.isChecked():
            action.setIcon(target.window.theming.icon("check"))
    action.triggered.connect(lambda: target.window.attempt(lambda: row.do(target)))
    return action


def pop_up(window: MainWindow, cell: Cell, at: QPoint) -> QMenu:
    """Show the menu of a number."""
    menu = number_menu(window, cell)
    menu.popup(at)
    return menu
