"""After undo and redo the grid stands where the numbers changed."""

from __future__ import annotations

import numpy as np
from pytestqt.qtbot import QtBot

from transformer_lab.document import handiwork
from transformer_lab.document.edits import set_text
from transformer_lab.engine.graph import Cell
from transformer_lab.ui.editors import MatrixEditor
from transformer_lab.ui.editors.region import Region
from transformer_lab.ui.window import MainWindow


def test_undo_and_redo_return_to_what_changed(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.findChild(MatrixEditor) is not None)
    editor, lab = window.findChild(MatrixEditor), window.lab
    lab.set_cell("block.0/ffn/W_1", (3, 4), 7.0)
    places = tuple(np.array(axis) for axis in ([0, 1, 0, 1], [7, 7, 7, 7], [1, 1, 2, 2]))
    lab.do(handiwork.set_numbers("block.1/attn/weights", places[:1] + places[1:], np.full(4, 0.25)))
    window.focus.open_parameter("W_U")
    window.undo()
    assert editor.model.grid.node == "block.1/attn/weights"
    assert editor.table.region == Region(7, 1, 7, 10)
    window.undo()
    assert editor.model.cell(editor.table.currentIndex()) == Cell("block.0/ffn/W_1", (3, 4))
    window.focus.open_parameter("W_U")
    window.redo()
    assert editor.model.cell(editor.table.currentIndex()) == Cell("block.0/ffn/W_1", (3, 4))


def test_what_no_hand_changed_leaves_the_grid_alone(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.findChild(MatrixEditor) is not None)
    editor = window.findChild(MatrixEditor)
    window.focus.open_parameter("W_U")
    window.lab.do(set_text("The cat"))
    window.undo()
    assert editor.model.grid.node == "W_U"
