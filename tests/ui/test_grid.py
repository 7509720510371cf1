"""Several keys at once: chosen by keyboard and mouse, typed, dragged, filled, copied, pasted, released."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from transformer_lab.document.entry.blocks import WRITERS, readings
from transformer_lab.document.entry.exchange import write_array
from transformer_lab.document.entry.matrices import READY
from transformer_lab.engine.graph import Cell
from transformer_lab.session import Lab
from transformer_lab.ui.editors import MatrixEditor, carrying, files
from transformer_lab.ui.editors.preview import BlockSheet
from transformer_lab.ui.editors.region import Region
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.theming import Theming

W_Q = "block.1/attn/W_Q"
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def editor(qtbot: QtBot, lab: Lab, focus: Focus, dressed: Theming) -> MatrixEditor:
    made = MatrixEditor(lab, focus, dressed)
    qtbot.addWidget(made)
    made.resize(760, 244)
    made.show()
    qtbot.waitExposed(made)
    made.table.setFocus()
    made.table.setCurrentIndex(made.model.index(1, 1))
    return made


def at(editor: MatrixEditor, row: int, column: int) -> QPoint:
    box = editor.table.keys.key_box(editor.table.visualRect(editor.model.index(row, column)).toRectF())
    return box.center().toPoint()


def paste(editor: MatrixEditor, text: str, qtbot: QtBot) -> None:
    QApplication.clipboard().setText(text)
    qtbot.keyClick(editor.table, Qt.Key.Key_V, CTRL)


def test_shift_and_arrows_choose_and_an_arrow_lets_go(editor: MatrixEditor, qtbot: QtBot) -> None:
    table = editor.table
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right):
        qtbot.keyClick(table, key, SHIFT)
    assert table.region == Region(1, 1, 3, 2)
    qtbot.keyClick(table, Qt.Key.Key_Up, SHIFT)
    assert table.region == Region(1, 1, 2, 2)
    qtbot.keyClick(table, Qt.Key.Key_Left)
    assert table.region == Region(2, 1, 2, 1)
    qtbot.keyClick(table, Qt.Key.Key_A, CTRL)
    assert table.region == Region(0, 0, 7, 7)
    qtbot.keyClick(table, Qt.Key.Key_Escape)
    assert not table.region.many


def test_the_mouse_chooses_with_shift_with_ctrl_shift_and_along_the_names(
    editor: MatrixEditor, lab: Lab, qtbot: QtBot
) -> None:
    table, view = editor.table, editor.table.viewport()
    qtbot.mouseClick(view, LEFT, pos=at(editor, 1, 1))
    qtbot.mouseClick(view, LEFT, SHIFT, pos=at(editor, 3, 4))
    assert table.region == Region(1, 1, 3, 4)
    qtbot.mouseClick(view, LEFT, pos=at(editor, 6, 0))
    qtbot.mousePress(view, LEFT, CTRL | SHIFT, pos=at(editor, 4, 2))
    qtbot.mouseMove(view, at(editor, 2, 5))
    qtbot.mouseRelease(view, LEFT, CTRL | SHIFT, pos=at(editor, 2, 5))
    assert table.region == Region(2, 0, 6, 5)
    down = table.down.viewport()
    first, last = (QPoint(20, at(editor, row, 0).y()) for row in (2, 4))
    qtbot.mousePress(down, LEFT, pos=first)
    qtbot.mouseMove(down, last)
    qtbot.mouseRelease(down, LEFT, pos=last)
    assert table.region == Region(2, 0, 4, 7)
    assert lab.undo_label is None


def test_what_is_typed_fills_all_that_is_chosen_in_one_step(
    editor: MatrixEditor, lab: Lab, qtbot: QtBot
) -> None:
    old = lab[W_Q].copy()
    editor.table.choose(Region(0, 4, 2, 5))
    qtbot.keyClicks(editor.table, "2")
    qtbot.keyClick(editor.table.findChild(QLineEdit), Qt.Key.Key_Return)
    QApplication.processEvents()
    assert (lab[W_Q][:3, 1, :2] == 2.0).all()
    assert editor.table.region == Region(0, 4, 2, 5)
    lab.undo()
    np.testing.assert_array_equal(lab[W_Q], old)
    assert lab.undo_label is None


def test_a_formula_counts_as_the_preference_says(editor: MatrixEditor, lab: Lab) -> None:
    editor.table.choose(Region(1, 4, 3, 5))
    editor.model.setData(editor.model.index(1, 4), "= 10*i + j")
    np.testing.assert_array_equal(lab[W_Q][1:4, 1, :2], [[10, 11], [20, 21], [30, 31]])
    editor.model.first = 1
    editor.model.setData(editor.model.index(1, 4), "=10*i+j")
    np.testing.assert_array_equal(lab[W_Q][1:4, 1, :2], [[21, 22], [31, 32], [41, 42]])


def test_a_drag_changes_all_that_is_chosen(editor: MatrixEditor, lab: Lab, qtbot: QtBot) -> None:
    old = lab[W_Q].copy()
    editor.table.choose(Region(1, 0, 2, 1))
    view, start = editor.table.viewport(), at(editor, 2, 1)
    qtbot.mousePress(view, LEFT, pos=start)
    qtbot.mouseMove(view, start + QPoint(20, 0))
    qtbot.mouseMove(view, start + QPoint(40, 0))
    qtbot.mouseRelease(view, LEFT, pos=start + QPoint(40, 0))
    np.testing.assert_allclose(lab[W_Q][1:3, 0, :2], old[1:3, 0, :2] + 1.0)
    lab.undo()
    np.testing.assert_array_equal(lab[W_Q], old)


def test_nice_numbers_snap_to_halves(editor: MatrixEditor, lab: Lab, qtbot: QtBot) -> None:
    editor.table.set_nice(True)
    view, start = editor.table.viewport(), at(editor, 2, 0)
    qtbot.mousePress(view, LEFT, pos=start)
    qtbot.mouseMove(view, start + QPoint(13, 0))
    qtbot.mouseRelease(view, LEFT, pos=start + QPoint(13, 0))
    assert lab[W_Q][2, 0, 0] == 3.5


def test_filling_down_and_right(editor: MatrixEditor, lab: Lab, qtbot: QtBot) -> None:
    editor.table.choose(Region(2, 0, 4, 1))
    qtbot.keyClick(editor.table, Qt.Key.Key_B, CTRL)
    assert (lab[W_Q][2:5, 0, :2] == lab[W_Q][2, 0, :2]).all()
    editor.table.choose(Region(2, 0, 2, 3))
    qtbot.keyClick(editor.table, Qt.Key.Key_R, CTRL)
    assert (lab[W_Q][2, 0, :4] == 3.0).all()


@pytest.mark.parametrize("form", WRITERS)
def test_what_is_copied_in_any_form_is_pasted_exactly(
    form: str, editor: MatrixEditor, lab: Lab, qtbot: QtBot
) -> None:
    lab.set_cell(W_Q, (2, 0, 1), -1.0 / 3.0)
    editor.table.choose(Region(1, 0, 3, 3))
    carrying.copy(editor.table, form)
    text = QApplication.clipboard().text()
    editor.table.setCurrentIndex(editor.model.index(1, 4))
    paste(editor, text, qtbot)
    assert len(readings(text)) == 1
    np.testing.assert_array_equal(lab[W_Q][1:4, 1], lab[W_Q][1:4, 0])
    assert editor.table.region == Region(1, 4, 3, 7)


def test_a_paste_that_does_not_fit_asks_first_and_is_one_step(
    editor: MatrixEditor, lab: Lab, qtbot: QtBot
) -> None:
    old = lab[W_Q].copy()
    editor.table.setCurrentIndex(editor.model.index(6, 6))
    paste(editor, "1\t2\t3\n4\t5\t6", qtbot)
    sheet = editor.table.findChild(BlockSheet)
    np.testing.assert_array_equal(lab[W_Q], old)
    titles = [sheet.way.itemText(i) for i in range(sheet.way.count())]
    assert titles[0] == "From the first key on"
    sheet.way.setCurrentIndex(titles.index("From the chosen key on"))
    assert "2 have no place" in sheet.said.text()
    sheet.take.click()
    np.testing.assert_array_equal(lab[W_Q][6:, 1, 2:], [[1, 2], [4, 5]])
    lab.undo()
    np.testing.assert_array_equal(lab[W_Q], old)


def test_a_paste_with_two_readings_asks(editor: MatrixEditor, lab: Lab, qtbot: QtBot) -> None:
    paste(editor, "1,250\n2,500", qtbot)
    sheet = editor.table.findChild(BlockSheet)
    said = [sheet.source.itemText(i) for i in range(sheet.source.count())]
    assert {"commas as decimal marks", "commas between thousands"} <= set(said)
    sheet.source.setCurrentIndex(said.index("commas as decimal marks"))
    sheet.take.click()
    np.testing.assert_array_equal(lab[W_Q][1:3, 0, 1], [1.25, 2.5])


def test_a_paste_that_is_no_block_of_numbers_changes_nothing(
    editor: MatrixEditor, lab: Lab, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(editor.refused) as told:
        paste(editor, "1\t2\n3\tcat", qtbot)
    assert "Row 2, column 2" in told.args[0]
    assert lab.undo_label is None


@pytest.mark.parametrize("ending", [".npy", ".npz", ".csv", ".safetensors"])
def test_what_is_exported_is_imported_exactly(
    ending: str, editor: MatrixEditor, lab: Lab, tmp_path: Path
) -> None:
    path, old = tmp_path / f"a{ending}", lab[W_Q].copy()
    files.take_out(editor.table, lambda *_: str(path))
    lab.set(W_Q, np.zeros_like(old))
    files.bring_in(editor.table, lambda *_: str(path))
    np.testing.assert_array_equal(lab[W_Q], old)


def test_an_array_of_another_shape_is_shown_first(editor: MatrixEditor, lab: Lab, tmp_path: Path) -> None:
    write_array(tmp_path / "b.npy", np.arange(12.0).reshape(3, 4))
    files.bring_in(editor.table, lambda *_: str(tmp_path / "b.npy"))
    assert lab.undo_label is None
    editor.table.findChild(BlockSheet).take.click()
    np.testing.assert_array_equal(lab[W_Q][1:4, 0, 1:], np.arange(12.0).reshape(3, 4)[:, :3])


def test_ready_made_numbers_ask_inline_and_are_one_step(editor: MatrixEditor, lab: Lab, qtbot: QtBot) -> None:
    old, line = lab[W_Q].copy(), editor.line
    line.begin(READY["scaled-identity"])
    np.testing.assert_array_equal(lab[W_Q][:, 0], 2.0 * np.eye(8, 4))
    np.testing.assert_array_equal(lab[W_Q][:, 1], old[:, 1])
    line.number.selectAll()
    qtbot.keyClicks(line.number, "3")
    line.target.setCurrentIndex(line.target.count() - 1)
    np.testing.assert_array_equal(editor.model.values, 3.0 * np.eye(8))
    qtbot.keyClick(line.number, Qt.Key.Key_Return)
    assert not line.isVisible()
    lab.undo()
    np.testing.assert_array_equal(lab[W_Q], old)
    line.begin(READY["random"])
    qtbot.keyClick(line.number, Qt.Key.Key_Escape)
    np.testing.assert_array_equal(lab[W_Q], old)


def test_computed_numbers_are_set_and_released(
    editor: MatrixEditor, lab: Lab, focus: Focus, qtbot: QtBot
) -> None:
    weights = "block.1/attn/weights"
    old = lab[weights].copy()
    focus.open_parameter(weights)
    editor.table.choose(Region(7, 0, 7, 1))
    editor.model.setData(editor.model.index(7, 0), "0.5")
    assert (lab[weights][0, 7, :2] == 0.5).all()
    assert editor.model.by_hand[7].tolist() == [True, True, *[False] * 14]
    qtbot.keyClick(editor.table, Qt.Key.Key_Delete)
    np.testing.assert_array_equal(lab[weights], old)


def test_a_chosen_block_is_painted(editor: MatrixEditor) -> None:
    before = editor.grab().toImage()
    editor.table.choose(Region(1, 1, 3, 2))
    assert editor.grab().toImage() != before
    assert editor.model.cell(editor.table.currentIndex()) == Cell(W_Q, (1, 0, 1))
    assert editor.table.indexAt(QPointF(at(editor, 1, 1)).toPoint()).row() == 1
