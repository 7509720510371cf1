"""Numbers are typed, dragged and nudged; all follows, refusals keep the old value, one drag is one step."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot

from transformer_lab.document.presets import PRESETS
from transformer_lab.engine.graph import Cell
from transformer_lab.session import Lab, new
from transformer_lab.ui.editors import MatrixEditor
from transformer_lab.ui.editors.grid import grid_of
from transformer_lab.ui.editors.table import dragged
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.theming import Theming

W_Q, STATE = "block.1/attn/W_Q", (2, 0, 0)
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def editor(qtbot: QtBot, lab: Lab, focus: Focus, dressed: Theming) -> MatrixEditor:
    made = MatrixEditor(lab, focus, dressed)
    qtbot.addWidget(made)
    made.resize(700, 244)
    made.show()
    qtbot.waitExposed(made)
    return made


def place(editor: MatrixEditor, index: tuple[int, ...]) -> QPoint:
    at = editor.model.place(Cell(editor.model.grid.node, index))
    box = editor.table.keys.key_box(editor.table.visualRect(at).toRectF())
    return box.center().toPoint()


def test_every_place_of_every_parameter_is_one_cell() -> None:
    for name in PRESETS:
        snapshot = new(name).snapshot
        assert snapshot.graph is not None
        for node in snapshot.graph:
            if node.kind == "parameter":
                grid = grid_of(snapshot, node.id)
                cells = {grid.index(r, c) for r in range(grid.rows) for c in range(grid.columns)}
                assert cells == set(np.ndindex(*node.shape)), node.id
                assert all(grid.index(*grid.place(cell)) == cell for cell in cells)


def test_it_opens_with_the_query_weights_of_the_chosen_block(editor: MatrixEditor, focus: Focus) -> None:
    assert editor.parameter == W_Q
    focus.choose_head(0, 1)
    assert editor.parameter == "block.0/attn/W_Q"
    focus.open_parameter("block.1/attn/W_O")
    assert editor.model.grid.node == "block.1/attn/W_O"
    focus.choose_head(0, 0)
    assert editor.parameter == "block.0/attn/W_O"
    focus.open_parameter("W_U")
    focus.choose_head(1, 0)
    assert editor.parameter == "W_U"


def test_the_table_shows_the_array_itself(editor: MatrixEditor, lab: Lab, focus: Focus) -> None:
    index = editor.model.place(Cell(W_Q, STATE))
    assert editor.model.data(index) == "3"
    spoken = editor.model.data(index, Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "W Q, head 1 · who?, state to slot 1, 3, editable"
    focus.open_parameter("block.1/attn/W_O")
    assert editor.model.values[5, 0] == lab["block.1/attn/W_O"][0, 0, 5]


def test_typing_replaces_and_enter_goes_down(editor: MatrixEditor, lab: Lab, qtbot: QtBot) -> None:
    table = editor.table
    table.setCurrentIndex(editor.model.place(Cell(W_Q, STATE)))
    table.setFocus()
    qtbot.keyClicks(table, "1")
    field = table.findChild(QLineEdit)
    qtbot.keyClicks(field, "/4")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    QApplication.processEvents()  # the table lets the field finish first
    assert lab[W_Q][STATE] == 0.25
    assert editor.model.cell(table.currentIndex()) == Cell(W_Q, (3, 0, 0))
    assert "state → slot 1" in lab.undo_label
    lab.undo()
    assert lab[W_Q][STATE] == 3.0


def test_tab_goes_right(editor: MatrixEditor, lab: Lab, qtbot: QtBot) -> None:
    table = editor.table
    table.setCurrentIndex(editor.model.place(Cell(W_Q, STATE)))
    qtbot.keyClicks(table, "5")
    qtbot.keyClick(table.findChild(QLineEdit), Qt.Key.Key_Tab)
    assert lab[W_Q][STATE] == 5.0
    assert editor.model.cell(table.currentIndex()) == Cell(W_Q, (2, 0, 1))


@pytest.mark.parametrize("text", ["cat", "nan", "1,000", "inf", ""])
def test_what_is_no_number_is_refused_with_the_reason(
    text: str, editor: MatrixEditor, lab: Lab, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(editor.refused) as told:
        editor.model.setData(editor.model.place(Cell(W_Q, STATE)), text)
    assert told.args[0].endswith(".")
    assert lab[W_Q][STATE] == 3.0
    assert lab.undo_label is None


@pytest.mark.parametrize(
    ("way", "held", "value"),
    [
        (40.0, NONE, 4.0),
        (-40.0, NONE, 2.0),
        (40.0, SHIFT, 3.1),
        (8.0, CTRL, 5.0),
        (8.0, ALT, 5.0),
        (3.0, NONE, 3.0),
    ],
)
def test_four_pixels_are_one_step(way: float, held: Qt.KeyboardModifier, value: float) -> None:
    assert dragged(3.0, way, held) == value


def test_a_drag_changes_everything_downstream_and_is_one_step(
    editor: MatrixEditor, lab: Lab, qtbot: QtBot
) -> None:
    start, view = place(editor, STATE), editor.table.viewport()
    weight = lab["block.1/attn/weights"][0, 7, 1]
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    for dx in (-10, -20, -40):
        qtbot.mouseMove(view, start + QPoint(dx, 0))
        QApplication.processEvents()
    assert editor.table.dragging
    limit = editor.table.keys.limit
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=start + QPoint(-40, 0))
    assert lab[W_Q][STATE] == 2.0
    assert limit == 4.0
    assert lab["block.1/attn/weights"][0, 7, 1] != weight
    assert editor.model.grid is not None
    lab.undo()
    assert lab[W_Q][STATE] == 3.0
    assert lab.undo_label is None


def test_a_click_asks_and_a_double_click_sets_nothing(
    editor: MatrixEditor, lab: Lab, focus: Focus, qtbot: QtBot
) -> None:
    view, at = editor.table.viewport(), place(editor, STATE)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at)
    assert focus.selected == Cell(W_Q, STATE)
    assert lab.undo_label is None
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=at)
    assert lab[W_Q][STATE] == 0.0


def test_ctrl_and_the_wheel_nudge_in_one_step(editor: MatrixEditor, lab: Lab) -> None:
    at = QPointF(place(editor, STATE))
    for _ in range(3):
        event = QWheelEvent(
            at,
            at,
            QPoint(),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            CTRL,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(editor.table.viewport(), event)
    assert lab[W_Q][STATE] == pytest.approx(3.3, abs=1e-12)
    lab.undo()
    assert lab[W_Q][STATE] == 3.0


def test_what_the_last_edit_changed_is_marked(editor: MatrixEditor, lab: Lab) -> None:
    assert not editor.model.changed(2, 0)
    lab.set_cell(W_Q, STATE, 1.0)
    assert editor.model.changed(2, 0)
    assert not editor.model.changed(2, 1)
    lab.set_cell("block.1/attn/W_K", (0, 0, 0), 7.0)
    assert not editor.model.changed(2, 0)


def test_a_parameter_asked_elsewhere_comes_up(editor: MatrixEditor, focus: Focus) -> None:
    focus.select(Cell("block.1/ffn/W_1", (4, 0)))
    assert editor.model.grid.node == "block.1/ffn/W_1"
    assert editor.model.cell(editor.table.currentIndex()) == Cell("block.1/ffn/W_1", (4, 0))
    assert editor.tabs.ids == tuple(f"block.1/ffn/{n}" for n in ("W_1", "b_1", "W_2", "b_2"))


def test_an_empty_text_leaves_nothing_to_set(editor: MatrixEditor, lab: Lab) -> None:
    lab.text = ""
    assert editor.parameter is None
    assert editor.model.rowCount() == 0
    lab.undo()
    assert editor.parameter == W_Q


def test_arrows_with_ctrl_nudge_and_tab_leaves(editor: MatrixEditor, lab: Lab, qtbot: QtBot) -> None:
    table = editor.table
    table.setCurrentIndex(editor.model.place(Cell(W_Q, STATE)))
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Up, CTRL)
    qtbot.keyClick(table, Qt.Key.Key_Down, CTRL | SHIFT)
    assert lab[W_Q][STATE] == pytest.approx(3.09, abs=1e-12)
    qtbot.keyClick(table, Qt.Key.Key_Tab)
    assert editor.model.cell(table.currentIndex()) == Cell(W_Q, STATE)
