"""What can be done with a number, from any view: one menu, rows that do what they say."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from transformer_lab.engine.graph import Cell
from transformer_lab.figures.links import whole, word
from transformer_lab.ui.editors import MatrixEditor
from transformer_lab.ui.menus.number_menu import Target, number_menu, rows_for
from transformer_lab.ui.menus.set_to import SetTo
from transformer_lab.ui.views.table import VIEWS
from transformer_lab.ui.window import MainWindow

WEIGHT = Cell("block.1/attn/weights", (0, 7, 1))


def names(window: MainWindow, cell: Cell) -> list[str]:
    return [row.name for section in rows_for(Target(window, cell)) for row in section]


def run(window: MainWindow, cell: Cell, name: str) -> None:
    """What choosing a row of the menu does."""
    menu = number_menu(window, cell)
    next(action for action in menu.actions() if action.objectName() == name).trigger()
    menu.deleteLater()


def test_the_menu_offers_what_a_number_can(window: MainWindow) -> None:
    assert names(window, WEIGHT) == [
        "explain", "whole", "matrix", "path", "pin", "note", "aim",
        "set-to", "by-hand", "link", "head", "sublayer", "freeze",
        "copy-value", "copy-address", "copy-array",
    ]  # fmt: skip
    assert "aim" not in names(window, Cell("block.1/attn/W_Q", (0, 0, 0))), "a parameter is not computed"
    assert "path" not in names(window, Cell("block.1/attn/W_Q", (0, 0, 0)))
    assert names(window, whole("probs")) == ["note", "by-hand", "freeze", "copy-address", "copy-array"]


@pytest.mark.parametrize("view", VIEWS)
def test_link_head_and_sublayer_are_switched_off_from_any_view(view: str, window: MainWindow) -> None:
    """Where the numbers of a view belong to none of them, those that are looked at are offered."""
    made = window.docks.open(view).view
    made.resize(420, 320)
    made.grab()
    QApplication.processEvents()
    made.grab()
    spots = ((x, y) for y in range(2, made.height(), 7) for x in range(2, made.width(), 7))
    shown = {made.cell_at(x, y) for x, y in spots} - {None}
    rows = {
        row.name: (row, cell)
        for cell in shown
        for section in rows_for(Target(window, cell))
        for row in section
    }
    kinds = {name.partition("-")[0] for name in rows}
    assert {"link", "head", "sublayer"} <= kinds
    for name, (row, cell) in rows.items():
        if name.partition("-")[0] in ("link", "head", "sublayer"):
            row.do(Target(window, cell))
            assert window.lab.state.overrides, name
            window.lab.undo()


def test_a_residual_number_leads_to_the_sublayer_that_wrote_it(window: MainWindow) -> None:
    for name, wrote in (("resid_mid", "attn"), ("resid_post", "ffn")):
        offered = [n for n in names(window, Cell(f"block.0/{name}", (7, 1))) if n.startswith("sublayer")]
        assert offered == [f"sublayer-block.0/{wrote}/out"]


def test_a_key_belongs_to_the_word_that_is_read(window: MainWindow) -> None:
    run(window, Cell("block.1/attn/k", (0, 1, 0)), "path")
    assert window.focus.subject == word(1)


def test_what_is_copied_reads_back(window: MainWindow) -> None:
    clipboard = QGuiApplication.clipboard()
    run(window, WEIGHT, "copy-value")
    assert float(clipboard.text()) == window.lab[WEIGHT.node][WEIGHT.index]
    run(window, WEIGHT, "copy-address")
    assert clipboard.text() == "block.1/attn/weights[0,7,1]"
    run(window, WEIGHT, "copy-array")
    inner = clipboard.text().removeprefix("array(").removesuffix(")")
    numbers = [float(part) for part in inner.replace("[", " ").replace("]", " ").replace(",", " ").split()]
    np.testing.assert_array_equal(numbers, window.lab[WEIGHT.node].ravel())


def test_rows_do_what_they_say(window: MainWindow) -> None:
    run(window, WEIGHT, "explain")
    assert window.focus.subject == WEIGHT
    assert "explain" not in names(window, WEIGHT)
    run(window, WEIGHT, "whole")
    assert window.focus.subject == whole(WEIGHT.node)
    run(window, WEIGHT, "path")
    assert window.focus.subject == word(7)
    run(window, WEIGHT, "pin")
    assert window.study.is_pinned(WEIGHT)
    run(window, WEIGHT, "pin")
    assert not window.study.is_pinned(WEIGHT)
    run(window, WEIGHT, "aim")
    assert window.study.target() == WEIGHT


def test_every_kind_of_view_offers_the_menu(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window.focus.select(WEIGHT)
    QApplication.processEvents()
    window.stage._furnish()
    window.grab()
    wanted: list[Cell] = []
    monkeypatch.setattr(QMenu, "popup", lambda *_: None)
    window.focus.menu_wanted.connect(lambda cell, _at: wanted.append(cell))
    panel = window.frame.inspector.panel
    for view in (window.stage, panel.view):
        event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(1, 1), QPoint(1, 1))
        QApplication.sendEvent(view, event)
    assert wanted == [WEIGHT, WEIGHT]
    table = window.frame.editors.panel.editor.table
    place = table.visualRect(table.model().index(2, 0)).center()
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, table.viewport().mapToGlobal(place))
    QApplication.sendEvent(table.viewport(), event)
    assert wanted[-1] == Cell("block.1/attn/W_Q", (2, 0, 0))
    for menu in window.findChildren(QMenu):
        if menu.accessibleName().startswith("What can be done"):
            menu.deleteLater()


def test_an_array_too_long_to_write_is_refused(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("transformer_lab.ui.menus.copying.MOST", 3)
    run(window, WEIGHT, "copy-array")
    assert "too many" in window.notice.text


def test_each_deed_of_the_hand_tells_its_effect_and_can_be_turned_back(window: MainWindow) -> None:
    lab = window.lab
    before = float(lab["probs"][7].max())
    for name in ("link", "head", "sublayer"):
        menu = number_menu(window, WEIGHT)
        text = next(a.text() for a in menu.actions() if a.objectName() == name)
        menu.deleteLater()
        assert text.partition("\t")[2].startswith("cat 88% → "), text
        run(window, WEIGHT, name)
        after = f"{100 * lab['probs'][7][lab.snapshot.vocabulary.index('cat')]:.0f}%"
        assert text.partition("\t")[2].removeprefix("cat 88% → ").startswith(after)
        run(window, WEIGHT, name)
        assert float(lab["probs"][7].max()) == before, name


def test_a_frozen_value_stays_and_is_computed_again(window: MainWindow) -> None:
    lab = window.lab
    weights = lab[WEIGHT.node].copy()
    run(window, WEIGHT, "freeze")
    lab.set_cell("block.1/attn/W_Q", (2, 0, 0), 0.0)
    np.testing.assert_array_equal(lab[WEIGHT.node], weights)
    assert "freeze" not in names(window, WEIGHT)
    run(window, WEIGHT, "release")
    assert lab[WEIGHT.node][WEIGHT.index] != weights[WEIGHT.index]


def test_a_number_is_set_in_a_small_field(window: MainWindow, qtbot: QtBot) -> None:
    field = SetTo(window, WEIGHT)
    qtbot.addWidget(field)
    field.open_at(QPoint(200, 200))
    field.field.selectAll()
    qtbot.keyClicks(field.field, "0.1")
    assert field.said.text() == "cat 88% → 13%, then dog"
    qtbot.keyClick(field.field, Qt.Key.Key_Return)
    assert window.lab[WEIGHT.node][WEIGHT.index] == 0.1
    assert window.lab.undo_label == "Set weights, block 2, head 1 · who?: scared → cat to 0.1"


def test_its_value_opens_in_the_grid_with_the_number_chosen(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.findChild(MatrixEditor) is not None)
    editor = window.findChild(MatrixEditor)
    run(window, WEIGHT, "by-hand")
    assert editor.model.grid.node == WEIGHT.node
    assert editor.model.cell(editor.table.currentIndex()) == WEIGHT


def test_a_frozen_weight_is_told_without_what_a_cut_would_do(window: MainWindow) -> None:
    """No cut changes it: the inspector says nothing of one, and the menu's row says why."""
    run(window, WEIGHT, "freeze")
    window.focus.select(WEIGHT)
    QApplication.processEvents()
    panel = window.frame.inspector.panel
    assert panel.answer is not None
    assert panel.answer.value == window.lab[WEIGHT.node][WEIGHT.index]
    run(window, WEIGHT, "link")
    assert window.notice.isVisible()
    assert len(window.lab.history.steps) == 2
