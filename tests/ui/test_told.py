"""What a screen reader finds, and all numbers as a plain table."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QItemSelectionModel
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtTest import QTest

from transformer_lab import session
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.numbers import fixed
from transformer_lab.ui.deeds import telling
from transformer_lab.ui.dialogs.numbers import NumbersDialog
from transformer_lab.ui.window import MainWindow

Opener = Callable[..., MainWindow]


def test_the_stage_holds_the_row_that_is_looked_at(open_window: Opener) -> None:
    window = open_window()
    window.focus.select(Cell("block.1/attn/weights", (0, 7, 1)))
    window.row_table.tell()
    assert window.row_table.accessibleName() == "Attention of scared, block 2, head 1 · who?"
    model = window.row_table.numbers
    assert model.sheet.columns == window.lab.snapshot.words
    assert model.index(0, 1).data() == "67%"
    found = QAccessible.queryAccessibleInterface(window.row_table)
    assert found is not None
    assert found.role() == QAccessible.Role.Table
    window.focus.select(Cell("block.1/attn/q", (0, 7, 1)))
    window.row_table.tell()
    assert model.index(0, 1).data() == fixed(window.lab["block.1/attn/q"][0, 7, 1], 3)
    assert "scared" in window.row_table.accessibleName()


def test_an_empty_text_has_no_row(open_window: Opener) -> None:
    window = open_window(session.new(text=""))
    window.row_table.tell()
    assert not window.row_table.isVisibleTo(window)
    assert telling.open_numbers(window) is None
    assert "no numbers yet" in window.notice.text


def test_all_numbers_as_a_table(open_window: Opener) -> None:
    window = open_window()
    window.stage.setFocus()
    dialog = telling.open_numbers(window)
    assert isinstance(dialog, NumbersDialog)
    model = dialog.table.model()
    assert (model.rowCount(), model.columnCount()) == (8, 8)
    assert model.index(7, 1).data() == "0.666295"
    rows = QItemSelectionModel.SelectionFlag.Rows | QItemSelectionModel.SelectionFlag.ClearAndSelect
    dialog.table.selectionModel().select(model.index(7, 0), rows)
    dialog.table.copy()
    copied = [float(part) for part in QGuiApplication.clipboard().text().split("\t")]
    assert copied == window.lab["block.1/attn/weights"][0, 7].tolist()
    dialog.close()


def test_the_table_is_that_of_the_view_with_the_keys(open_window: Opener) -> None:
    window = open_window()
    dock = window.docks.open("lens")
    window.activateWindow()
    dock.view.stop.setFocus()
    QTest.qWait(1)
    title, numbers = telling._of_view(dock.view)
    assert title
    assert numbers.rows == window.lab.snapshot.words
