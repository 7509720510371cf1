"""The builder by mouse and keys: everything is reached, nothing typed is refused, nothing is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from transformer_lab import session
from transformer_lab.document.building import moves
from transformer_lab.document.project import Project, to_bytes
from transformer_lab.ui.build.menus import place_menu, row_menu
from transformer_lab.ui.build.panel import Builder
from transformer_lab.ui.build.rows import Place, listed, settings_in
from transformer_lab.ui.deeds import building

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow

Key = Qt.Key
SHIFT_CTRL = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


def builder_of(window: MainWindow) -> Builder:
    building.show_builder(window, on=True)
    QApplication.processEvents()
    found = window.frame.outline.panel.builder.panel
    assert isinstance(found, Builder)
    return found


@pytest.fixture
def builder(window: MainWindow) -> Builder:
    return builder_of(window)


def press(
    qtbot: QtBot, builder: Builder, key: Qt.Key, modifier: Any = Qt.KeyboardModifier.NoModifier
) -> None:
    qtbot.keyClick(builder.list, key, modifier)


def test_ctrl_4_opens_the_builder_and_escape_returns_to_the_model(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    places = window.frame.places
    assert places.outline.width == 432
    assert places.strip.height == 212
    assert places.editors.height == 0
    window.actions_["close"].trigger()
    assert not window.frame.wishes.build
    assert window.frame.places.outline.width < 432
    assert window.frame.places.strip.height == 0


def test_blocks_are_duplicated_moved_and_removed_by_keys_and_undo_restores(
    window: MainWindow, builder: Builder, qtbot: QtBot
) -> None:
    before = to_bytes(Project(window.lab.state))
    builder.column.choose("block.1")
    press(qtbot, builder, Key.Key_D, SHIFT_CTRL) if builder.list.hasFocus() else builder.hands.duplicate()
    assert len(window.lab.state.model.blocks) == 3
    press(qtbot, builder, Key.Key_Up, ALT)
    assert builder.column.current == "block.0"
    press(qtbot, builder, Key.Key_Delete)
    assert len(window.lab.state.model.blocks) == 2
    for _ in range(3):
        window.undo()
    assert to_bytes(Project(window.lab.state)) == before


def test_arrows_walk_open_and_close_and_enter_leads_to_the_fields(builder: Builder, qtbot: QtBot) -> None:
    column = builder.column
    column.choose("block.0")
    press(qtbot, builder, Key.Key_Right)
    assert "block.0" in column.opened
    press(qtbot, builder, Key.Key_Down)
    assert column.current == "block.0/attn"
    press(qtbot, builder, Key.Key_Return)
    panel = column.panel_of("block.0/attn")
    assert panel is not None
    assert "heads" in panel.fields
    press(qtbot, builder, Key.Key_Left)
    assert column.panel_of("block.0/attn") is None
    press(qtbot, builder, Key.Key_Left)
    assert column.current == "block.0"


def test_a_block_is_dragged_to_another_place(window: MainWindow, builder: Builder, qtbot: QtBot) -> None:
    column = builder.column
    column.opened = set()
    column.refresh()
    old = window.lab["block.0/attn/W_Q"]
    start = column.box_of("block.0").center().toPoint()
    end = QPoint(start.x(), round(column.box_of("block.1").bottom()) + 3)
    qtbot.mousePress(column, Qt.MouseButton.LeftButton, pos=start)
    for share in (0.3, 0.7, 1.0):
        step = QPoint(start.x(), round(start.y() + share * (end.y() - start.y())))
        _drag(column, step)
    assert column.drop is not None
    qtbot.mouseRelease(column, Qt.MouseButton.LeftButton, pos=end)
    assert window.lab["block.1/attn/W_Q"].tobytes() == old.tobytes()
    assert column.current == "block.1"


def _drag(widget: Any, to: QPoint) -> None:
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent

    buttons = Qt.MouseButton.LeftButton
    there = QPointF(widget.mapToGlobal(to))
    moved = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(to), there, buttons, buttons, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(widget, moved)


def test_a_width_typed_digit_by_digit_costs_no_numbers(
    window: MainWindow, builder: Builder, qtbot: QtBot
) -> None:
    old = window.lab["block.0/attn/W_Q"]
    field = builder.card.fields["d-model"]
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "12")
    assert window.lab.state.model.d_model == 12
    assert window.lab["block.0/attn/W_Q"][:8].tobytes() == old.tobytes()
    window.undo()
    assert window.lab.state.model.d_model == 8
    assert window.lab.undo_label is None


def test_nothing_is_refused_while_typing_and_the_document_keeps_what_works(
    window: MainWindow, builder: Builder
) -> None:
    column, state = builder.column, window.lab.state
    column.tell("block.1/attn", "heads", 3)
    working = window.lab.state
    column.tell("block.1/attn", "output-map", False)
    assert window.lab.state is working is not state
    assert window.draft.fault is not None
    assert window.draft.fault.reason == "3 heads × 4 = 12 numbers; the residual stream carries 8."
    assert column.card.isVisible()
    assert window.veil.isVisible()
    assert not window.notice.isVisible()
    timeline, cursor = window.player.timeline, window.player.cursor
    assert timeline is not None and cursor is not None  # noqa: PT018
    window.player.to_end()
    assert window.player.cursor == cursor
    assert timeline.beats[cursor.beat].place == "block.1/attn"
    assert window.player.stopped
    window.undo()
    assert window.draft.fault is None
    assert window.lab.state is working
    assert not window.veil.isVisible()


def test_each_repair_of_the_card_mends_the_draft(window: MainWindow, builder: Builder, qtbot: QtBot) -> None:
    for number in range(3):
        builder.column.tell("block.1/attn", "heads", 3)
        builder.column.tell("block.1/attn", "output-map", False)
        qtbot.mouseClick(builder.column.card.buttons[number], Qt.MouseButton.LeftButton)
        assert window.draft.fault is None
        assert not window.draft.faulty
        for _ in range(2):
            window.undo()


def test_every_row_and_place_has_a_menu_whose_entries_all_work(
    open_window: Callable[..., MainWindow],
) -> None:
    for preset in ("first-sentence", "small-red-house", "empty"):
        window = open_window(session.new(preset))
        builder = builder_of(window)
        model = window.lab.state.model
        blocks = {f"{t}.{i}" for t in ("block", "encoder", "decoder") for i in range(3)}
        rows = list(listed(model, blocks))
        entries = [e for one in rows for p in one.places for e in place_menu(model, p)]
        entries += [e for one in rows if one.row is not None for e in row_menu(model, one.row)]
        for text, make in entries:
            if make is None:
                continue
            change = make()
            assert change is not None, text
            builder.column.do(make)
            assert not window.draft.faulty or window.draft.fault is not None
            window.undo()
            assert window.lab.state.model == model, text
        assert all(settings_in(one.row) for one in rows if one.row is not None and one.row.kind == "words")


def test_the_plus_between_rows_opens_the_list(builder: Builder, qtbot: QtBot) -> None:
    column = builder.column
    edge = round(column.box_of("block.1").top())
    qtbot.mouseMove(column, QPoint(120, edge))
    assert column.gap is not None
    assert column.gap[0] == Place("decoder", 1)
    qtbot.mouseClick(column, Qt.MouseButton.LeftButton, pos=QPoint(120, edge))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert any("Copy of Block 1" in action.text() for action in menu.actions())
    menu.close()


def test_new_weights_start_as_chosen_and_can_be_filled_again(window: MainWindow, builder: Builder) -> None:
    strip = window.frame.strip.panel
    old = window.lab["block.1/attn/W_Q"]
    builder.column.tell("block.1/attn", "heads", 3)
    told = window.draft.kept
    assert told is not None
    assert (told.filled, told.lost) == (128, 0)
    strip.starts.choose("zero", 1.0)
    assert not window.lab["block.1/attn/W_Q"][:, 2].any()
    strip.starts.choose("orthogonal", 1.0)
    head = window.lab["block.1/attn/W_Q"][:, 2]
    assert head.any()
    assert window.lab["block.1/attn/W_Q"][:, :2].tobytes() == old.tobytes()
    strip.starts.again.click()
    assert not np.array_equal(window.lab["block.1/attn/W_Q"][:, 2], head)
    seed = window.draft.start.seed
    strip.starts._set("seed", (seed or 0) - 1)
    assert np.array_equal(window.lab["block.1/attn/W_Q"][:, 2], head)
    strip.starts.choose("hand", 1.0)
    assert window.frame.wishes.editors
    assert window.focus.parameter == "block.1/attn/W_Q"


def test_a_model_is_built_from_nothing(open_window: Callable[..., MainWindow], qtbot: QtBot) -> None:
    window = open_window(session.new("empty"))
    builder = builder_of(window)
    qtbot.mouseClick(builder.add, Qt.MouseButton.LeftButton)
    assert len(window.lab.state.model.blocks) == 1
    builder.column.choose("block.0/ffn")
    press(qtbot, builder, Key.Key_Delete)
    builder.column.tell("block.0/attn", "heads", 1)
    window.grab()
    assert window.lab["probs"].shape == (6, 2)


def test_moves_of_the_window_go_through_the_same_changes_as_python(window: MainWindow) -> None:
    window.draft.do(moves.add_block("encoder", 0))
    assert window.lab.state.model.encoder
    assert window.lab.source == window.lab.text


def test_a_number_that_cannot_be_offers_the_way_back(
    window: MainWindow, builder: Builder, qtbot: QtBot
) -> None:
    state = window.lab.state
    builder.column.tell("", "d-model", 0)
    fault = window.draft.fault
    assert fault is not None
    assert fault.reason == "Width is 0; it can be a whole number from 1 to 1,024."
    assert [r.title for r in fault.repairs] == ["Back to 8", "Width 1"]
    builder.column.mend(fault.repairs[0])
    assert window.draft.fault is None
    assert window.lab.state is state


def test_escape_in_the_list_returns_to_the_model_and_the_rail_leads_to_the_builder(
    open_window: Callable[..., MainWindow], qtbot: QtBot
) -> None:
    window = open_window(width=1280, height=720)
    assert window.frame.rail.isVisible()
    window.frame.rail.chosen.emit("build")
    builder = builder_of(window)
    assert not window.frame.rail.isVisible()
    assert builder.column.rows()
    qtbot.keyClick(builder.list, Key.Key_Escape)
    assert not window.frame.wishes.build
    assert window.frame.rail.isVisible()


def test_the_list_tells_what_passes_in_order() -> None:
    rows = [one.row for one in listed(session.new("small-red-house").state.model, {"decoder.0"})]
    told = [f"{row.title}: {row.note}" for row in rows if row is not None]
    assert told == [
        "Words become 12 numbers: table",
        "No positions: ",
        "Norms: layer norm, ε 1e\u221205",
        "Encoder: reads the source",
        "Encoder block 1: attention 1 head, feed-forward 16",
        "Decoder: writes the target",
        "Decoder block 1: ",
        "Attention: 1 head, hides later",
        "Add: residual connection",
        "Norm: layer, after the sum",
        "Cross-attention: 1 head",
        "Add: residual connection",
        "Norm: layer, after the sum",
        "Feed-forward: 16 units, ReLU",
        "Add: residual connection",
        "Norm: layer, after the sum",
        "Next word: ",
    ]
