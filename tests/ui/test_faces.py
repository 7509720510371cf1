"""Faces of attention in the window: T, the choice beside the heads, and heads laid over each other."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from transformer_lab.document.edits import switch
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.picture import Curves
from transformer_lab.ui.stage.faces import MORPH_MS, Faces, join_head, turn_to
from transformer_lab.ui.views.figure_view import FigureView
from transformer_lab.ui.window import MainWindow


def test_t_turns_through_the_faces_and_the_choice_follows(window: MainWindow) -> None:
    found = []
    for _ in range(3):
        QTest.keyClick(window.stage, Qt.Key.Key_T)
        found.append((window.scene.faces.face, window.frame.crumbs.faces.index))
    assert found == [("matrix", 1), ("both", 2), ("threads", 0)]


def test_the_choice_turns_the_stage(window: MainWindow) -> None:
    window.frame.crumbs.faces.choose(2)
    assert window.scene.look().face == "both"


def test_a_face_turns_in_its_time_and_with_reduced_motion_at_once(window: MainWindow) -> None:
    scene = window.scene
    turn_to(scene, "matrix")
    look = scene.look()
    assert look.leaving == "threads"
    assert look.morph < 1.0
    assert scene.moving()
    assert scene.faces.on(look, scene.now + MORPH_MS).morph == 1.0
    scene.calm = True
    turn_to(scene, "both")
    assert scene.look().leaving is None


def test_shift_and_a_click_lays_a_head_over_the_chosen_one(window: MainWindow) -> None:
    chips = window.frame.crumbs.heads
    place = QPoint(round(chips._boxes()[1].center().x()), 15)
    QTest.mouseClick(chips, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, place)
    assert window.scene.look().heads == (0, 1)
    colors = {
        i.color for layer in window.scene.picture().layers for i in layer.build() if isinstance(i, Curves)
    }
    assert {"heads.0", "heads.1"} <= colors
    assert window.focus.head == 0
    QTest.mouseClick(chips, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert (window.focus.head, window.scene.look().heads) == (1, ())


def test_heads_keep_their_colours_and_are_four_at_most() -> None:
    faces = Faces()
    for head in (3, 1, 2, 5):
        faces = faces.joined(head, 0)
    assert faces.heads == (0, 3, 1, 2)
    faces = faces.joined(3, 0)
    assert faces.heads == (0, -1, 1, 2)
    assert faces.joined(5, 0).heads == (0, 5, 1, 2), "a new head takes the free colour"
    assert Faces(heads=(0, 1)).joined(1, 0).heads == ()


def test_another_head_looked_at_stands_alone(window: MainWindow) -> None:
    join_head(window.scene, 1)
    assert window.scene.look().heads
    window.scene.faces = Faces(heads=(0, 3))
    window.focus.choose_head(window.focus.block, 1)
    assert window.scene.look().heads == ()


def test_shift_and_a_click_in_the_head_grid_lays_that_head_over(window: MainWindow, qtbot: QtBot) -> None:
    board = next(
        view.board
        for view in window.frame.editors.panel.findChildren(FigureView)
        if view.figure == "head-grid"
    )
    cell = Cell("block.1/attn/weights", (1, 5, 2))
    qtbot.waitUntil(lambda: board.parent().spot(cell) is not None, timeout=3000)
    spot = board.parent().spot(cell)
    assert spot is not None
    before = window.focus.head
    QTest.mouseClick(board, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, spot.toPoint())
    assert window.focus.head == before
    assert window.scene.look().heads == (0, 1)


def test_eight_heads_beside_a_floating_inspector_fold_into_a_list(window: MainWindow) -> None:
    window.lab.do(switch("heads", 8))
    window.resize(760, 640)
    window.focus.select(Cell("block.1/attn/weights", (2, 7, 1)))
    QTest.qWait(50)
    crumbs, inspector = window.frame.crumbs, window.frame.inspector
    assert inspector.isVisible()
    assert crumbs.geometry().right() < inspector.geometry().left()
    chips = crumbs.heads
    assert chips.isVisible()
    assert chips.width() < 120 < chips.unfolded_width()
    menu = chips.menu()
    assert [action.isChecked() for action in menu.actions()] == [n == 2 for n in range(8)]
    menu.actions()[4].trigger()
    assert window.focus.head == 4
