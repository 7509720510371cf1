"""Names are changed where they stand, notes are written on rows and numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from transformer_lab.document import naming
from transformer_lab.engine.graph import Cell
from transformer_lab.ui.editors import MatrixEditor
from transformer_lab.ui.editors.naming import name_current, offers
from transformer_lab.ui.in_place import InPlace
from transformer_lab.ui.outline.tree import OutlineTree
from transformer_lab.ui.outline.writing import NoteSheet, part_menu
from transformer_lab.ui.window import MainWindow

LEFT = Qt.MouseButton.LeftButton


def editor_of(window: MainWindow, qtbot: QtBot) -> MatrixEditor:
    qtbot.waitUntil(lambda: window.findChild(MatrixEditor) is not None)
    return window.findChild(MatrixEditor)


def field_on(part: QWidget) -> InPlace:
    return next(field for field in part.findChildren(InPlace) if field.isVisible())


def typed(field: InPlace, text: str, qtbot: QtBot) -> None:
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)


def test_a_double_click_on_a_name_changes_it_everywhere(window: MainWindow, qtbot: QtBot) -> None:
    table = editor_of(window, qtbot).table
    side = table.down
    y = side.sectionViewportPosition(2) + side.sectionSize(2) // 2
    qtbot.mouseDClick(side.viewport(), LEFT, pos=QPoint(30, y))
    typed(field_on(side.viewport()), "mood", qtbot)
    assert window.lab.names("block.0/resid_pre")[1][2] == "mood"
    across = table.across
    x = across.sectionViewportPosition(1) + across.sectionSize(1) // 2
    qtbot.mouseDClick(across.viewport(), LEFT, pos=QPoint(x, across.height() - 6))
    typed(field_on(across.viewport()), "time", qtbot)
    assert window.lab.names("block.1/attn/k")[2][1] == "time"
    qtbot.mouseDClick(across.viewport(), LEFT, pos=QPoint(x, 5))
    typed(field_on(across.viewport()), "asker", qtbot)
    assert window.lab.state.head_names["block.1/attn"][0] == "asker"
    window.lab.undo()
    window.lab.undo()
    assert not window.lab.state.slot_names


def test_the_menu_names_by_keyboard_and_escape_keeps_the_old_name(window: MainWindow, qtbot: QtBot) -> None:
    table = editor_of(window, qtbot).table
    table.setCurrentIndex(table.matrix.index(2, 1))
    assert [text for text, _, _ in offers(table)] == [
        "Name this row…", "Name this column…", "Name this head…",
    ]  # fmt: skip
    name_current(table, down=True, band=False)
    field = field_on(table.down.viewport())
    assert field.text() == "state"
    qtbot.keyClicks(field, "x")
    qtbot.keyClick(field, Qt.Key.Key_Escape)
    assert window.lab.undo_label is None


def test_f2_names_a_block_in_the_outline_and_on_the_stage(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.findChild(OutlineTree) is not None)
    tree = window.findChild(OutlineTree)
    before = window.stage.grab().toImage()
    tree.setCurrentIndex(tree.rows.find("block.1"))
    tree.setFocus()
    qtbot.keyClick(tree, Qt.Key.Key_F2)
    typed(field_on(tree.viewport()), "finder", qtbot)
    assert window.lab.state.block_names == {"block.1": "finder"}
    assert tree.rows.row_at(tree.rows.find("block.1")).note == "finder"
    qtbot.waitUntil(lambda: window.stage.grab().toImage() != before)


def test_a_note_is_written_on_a_row_and_seen_there(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.findChild(OutlineTree) is not None)
    tree = window.findChild(OutlineTree)
    row = tree.rows.row_at(tree.rows.find("block.1"))
    menu = part_menu(tree, row, tree.mapToGlobal(QPointF(5, 5)).toPoint())
    menu.actions()[1].trigger()
    menu.close()
    sheet = tree.findChild(NoteSheet)
    sheet.field.setPlainText("finds the noun")
    sheet.keep()
    assert window.lab.state.notes == {"block.1": "finds the noun"}
    assert tree.rows.data(tree.rows.find("block.1"), Qt.ItemDataRole.ToolTipRole) == "finds the noun"
    window.lab.undo()
    assert tree.rows.data(tree.rows.find("block.1"), Qt.ItemDataRole.ToolTipRole) is None


def test_the_inspector_shows_notes_on_the_number_and_on_the_model(
    open_window: Callable[..., MainWindow],
) -> None:
    window = open_window()
    window.actions_["note"].trigger()
    sheet = next(s for s in window.findChildren(NoteSheet) if s.isVisible())
    sheet.field.setPlainText("A model that asks who was scared.")
    sheet.keep()
    window.lab.do(naming.write_note("block.1/attn/weights", "Look at the last row."))
    window.lab.do(naming.write_note("block.1", "Here it happens."))
    window.lab.do(naming.write_note("block.0", "Elsewhere."))
    window.focus.select(Cell("block.1/attn/weights", (0, 7, 3)))
    window.frame.show_parts(replace(window.frame.wishes, inspector=True))
    strip = window.frame.inspector.panel.notes
    window.frame.inspector.panel.refresh()
    said = [line.accessibleName() for line in strip.lines]
    assert [text.partition(": ")[2] for text in said] == [
        "Look at the last row.",
        "Here it happens.",
        "A model that asks who was scared.",
    ]
    assert "Block 2" in said[1]
    for _ in range(4):
        window.undo()
    window.frame.inspector.panel.refresh()
    assert not strip.isVisible()
