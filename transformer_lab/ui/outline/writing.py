"""Naming heads and blocks in the outline, and writing notes on any of its rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from transformer_lab.document import naming
from transformer_lab.document.edits import rename_head
from transformer_lab.document.history import Edit
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.dialogs.base import Sheet, voiced
from transformer_lab.ui.in_place import InPlace
from transformer_lab.ui.outline.rows import Row, address_of_row

if TYPE_CHECKING:
    from transformer_lab.ui.outline.tree import OutlineTree


def ask_name(tree: OutlineTree, row: Row) -> InPlace | None:
    """A field over the name of a head or a block (F2)."""
    edit = renamer(row)
    if edit is None:
        return None
    box = QRectF(tree.visualRect(tree.rows.find(row.key)))
    words = box.adjusted(tree.painting.left(row) + 56.0, 2, -8, -2)

    def take(name: str) -> None:
        _attempt(tree.lab, edit(name))

    return InPlace(tree.viewport(), tree.theming, words, row.note, take)


def renamer(row: Row) -> Callable[[str], Edit] | None:
    """How a row is renamed; None for rows that have no name of their own."""
    if row.kind == "head":
        return lambda name: rename_head(row.node.removesuffix("/weights"), row.head, name)
    if row.kind == "block" and "." in row.key:
        return lambda name: naming.rename_block(row.key, name)
    return None


def part_menu(tree: OutlineTree, row: Row, at: QPoint) -> QMenu:
    """What can be written about a row: its name, and a note."""
    menu = QMenu(tree)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if renamer(row) is not None:
        menu.addAction(tr("Name…\tF2")).triggered.connect(lambda: ask_name(tree, row))
    menu.addAction(tr("Note…")).triggered.connect(
        lambda: NoteSheet(tree, tree.lab, address_of_row(row), row.title).open()
    )
    menu.popup(at)
    return menu


class NoteSheet(Sheet):
    """A note on one part; emptied, it goes away."""

    def __init__(self, parent: QWidget, lab: Lab, address: str, title: str) -> None:
        super().__init__(parent, tr("Note"))
        self._lab, self._address = lab, address
        self.field = QPlainTextEdit(lab.state.notes.get(address, ""))
        self.field.setAccessibleName(tr("Note on {part}", part=title))
        self.said = voiced("", "quiet")
        keep, leave = QPushButton(tr("Keep")), QPushButton(tr("Cancel"))
        keep.setDefault(True)
        keep.clicked.connect(self.keep)
        leave.clicked.connect(self.reject)
        foot = QHBoxLayout()
        foot.addWidget(self.said, 1)
        for button in (leave, keep):
            foot.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(32, 24, 32, 20)
        column.setSpacing(14)
        column.addWidget(voiced(tr("Note on {part}", part=title), "title"))
        column.addWidget(self.field, 1)
        column.addLayout(foot)
        self.fit(440, 320)
        self.field.setFocus()

    def keep(self) -> None:
        """Write it down."""
        try:
            self._lab.do(naming.write_note(self._address, self.field.toPlainText()))
        except LabError as error:
            self.said.setText(str(error))
            return
        self.accept()


def _attempt(lab: Lab, edit: Edit) -> None:
    try:
        lab.do(edit)
    except LabError:
        return
