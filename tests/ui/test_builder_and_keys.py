"""Keys change the model while the pointer rests or drags in the builder, and while a draft does not work."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from tests.ui.test_builder import _drag, builder_of
from transformer_lab import session
from transformer_lab.document import edits
from transformer_lab.document.building import moves
from transformer_lab.document.building.settings import configured

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


def test_what_the_pointer_holds_may_go_away_by_a_key(window: MainWindow, qtbot: QtBot) -> None:
    builder = builder_of(window)
    column = builder.column
    column.opened = set()
    column.refresh()
    left = Qt.MouseButton.LeftButton
    edge = QPoint(120, round(column.box_of("block.1").top()))
    builder.hands._hover(edge.toPointF())
    assert column.gap is not None
    window.projects.new("empty")
    assert column.gap is None
    qtbot.mouseClick(column, left, pos=edge)
    window.projects.new("first-sentence")
    start = column.box_of("block.1").center().toPoint()
    qtbot.mousePress(column, left, pos=start)
    _drag(column, start + QPoint(0, 40))
    window.projects.new("empty")
    _drag(column, start + QPoint(0, 60))
    qtbot.mouseRelease(column, left, pos=start + QPoint(0, 60))
    assert len(window.lab.state.model.blocks) == 0


def test_a_pinned_state_leaves_the_keys_of_the_list_alone(window: MainWindow, qtbot: QtBot) -> None:
    window.lab.pin()
    window.refresh_actions()
    window.activateWindow()
    builder = builder_of(window)
    builder.list.setFocus()
    builder.column.choose("block.1")
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    for blocks in (3, 4):
        qtbot.keyClick(builder.list, Qt.Key.Key_D, both)
        assert len(window.lab.state.model.blocks) == blocks
    assert window.lab.pinned is not None


def test_a_draft_that_has_not_heard_of_another_project_points_nowhere(
    open_window: Callable[..., MainWindow],
) -> None:
    window = open_window(session.new("small-red-house"))
    window.lab.do(edits.build(moves.add_block("decoder", 0)))
    builder_of(window)
    window.draft.do(configured("", "d-model", 9999))
    assert window.draft.faulty
    window._stop_watching()  # the stage is resized while the news still go round
    window.lab.adopt(session.new("small-red-house"))
    assert window.veil.top() == 0.0
    window._document_changed(window.lab.snapshot)
    assert not window.draft.faulty
