"""Docks: several at once, in the window or outside, remembered, gone with the window, quick to open."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from transformer_lab import session
from transformer_lab.figures.heads import all_heads
from transformer_lab.figures.numbers import short
from transformer_lab.figures.picture import Texts
from transformer_lab.figures.value_length import carried, carried_limit
from transformer_lab.ui.deeds.views import choose_view
from transformer_lab.ui.views.table import BESIDE, VIEWS

if TYPE_CHECKING:
    from transformer_lab.ui.window import MainWindow


def test_several_views_are_open_at_once_and_close_again(window: MainWindow) -> None:
    for name in ("lens", "vectors", "matrix", "mask", "softmax"):
        window.actions_[f"view-{name}"].trigger()
        assert window.actions_[f"view-{name}"].isChecked()
    assert set(window.docks.names) == {"lens", "vectors", "matrix", "mask", "softmax"}
    window.actions_["view-lens"].trigger()
    assert not window.actions_["view-lens"].isChecked()
    dock = window.docks["vectors"]
    dock.close()
    QApplication.processEvents()
    assert set(window.docks.names) == {"matrix", "mask", "softmax"}


def test_where_there_is_no_room_a_view_opens_outside(open_window: Callable[..., MainWindow]) -> None:
    small, large = open_window(width=1100, height=700), open_window(width=1600, height=1000)
    assert small.docks.open("mask").isFloating()
    assert small.frame.width() == 1100
    assert not large.docks.open("mask").isFloating()


def test_the_picker_lists_all_views_and_opens_one(window: MainWindow) -> None:
    menu = choose_view(window)
    assert [action.data() for action in menu.actions()] == list(VIEWS)
    assert menu.activeAction() is menu.actions()[0]
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert window.docks.names == (list(VIEWS)[1],)


def test_the_panel_shows_the_view_that_was_picked(window: MainWindow) -> None:
    place = window.frame.editors.panel.views.places[0]
    before = place.view
    place.header.picker._fill()
    menu: QMenu = place.header.picker.menu()
    next(action for action in menu.actions() if action.data() == "lens").trigger()
    assert (place.name, place.view.figure) == ("lens", "lens")
    assert not before.isVisible()
    assert place.view.isVisible()
    assert place.header.picker.accessibleName() == "View: Logit lens"


def test_views_and_their_places_are_remembered(open_window: Callable[..., MainWindow]) -> None:
    window = open_window(width=1700)
    window.docks.open("lens")
    window.docks.open("softmax").setFloating(True)
    window.frame.editors.panel.views.places[0].pick("neuron")
    window.close()
    again = open_window(width=1700)
    again.docks.restore()
    assert set(again.docks.names) == {"lens", "softmax"}
    assert again.docks["softmax"].isFloating()
    assert not again.docks["lens"].isFloating()
    assert again.docks["lens"].isVisible()
    assert again.frame.editors.panel.views.names == ("neuron", BESIDE[1])


def test_a_damaged_memory_opens_what_can_be_opened(open_window: Callable[..., MainWindow]) -> None:
    window = open_window()
    window.settings.keep_texts("views", ("lens", "no-such-view"))
    window.docks.restore()
    assert window.docks.names == ("lens",)


def test_closing_the_window_closes_them_and_keeps_the_document(
    open_window: Callable[..., MainWindow],
) -> None:
    window = open_window()
    dock = window.docks.open("mask")
    dock.setFloating(True)
    window.lab.text = "another text"
    window.projects.ask_unsaved = lambda *_: "cancel"
    window.close()
    assert window.isVisible()
    assert dock.isVisible()
    window.projects.ask_unsaved = lambda *_: "discard"
    window.close()
    assert not dock.isVisible()


def test_another_project_is_shown_in_open_docks(window: MainWindow) -> None:
    dock = window.docks.open("lens")
    before = dock.view.grab().toImage()
    window.lab.adopt(session.new("tiny-gpt"))
    assert dock.view.grab().toImage() != before


@pytest.mark.parametrize("two", [False, True])
def test_a_dragged_arrow_is_one_step_that_moves_both_numbers(two: bool, window: MainWindow) -> None:
    """A tip of a weight: the stage follows at once, undo takes the whole drag back."""
    dock = window.docks.open("vectors")
    dock.setFloating(True)
    dock.resize(520, 460)
    view = dock.view
    view.take("source", "table")
    QApplication.processEvents()
    view.grab()
    lab, arrow = window.lab, view._arrows[1]
    before = lab["embed/W_E"].copy()
    node = window.lab.snapshot.graph["embed/W_E"]
    assert node.kind == "parameter"
    start = view.spot(view._cells[1]).toPoint()
    target = view.board.viewport()
    QTest.mousePress(target, Qt.MouseButton.LeftButton, pos=start)
    for by in (6, 12, 24) if two else (24,):
        _drag(target, start + QPoint(by, -by))
    QTest.mouseRelease(target, Qt.MouseButton.LeftButton, pos=start + QPoint(24, -24))
    after = lab["embed/W_E"]
    changed = {tuple(place) for place in (before != after).nonzero()[0].reshape(-1, 1).tolist()}
    assert len(changed) == 1
    assert int((before != after).sum()) == 2
    view.renew()
    at = view.spot(view._cells[1])
    assert abs(at.x() - start.x() - 24) < 2.5
    assert abs(at.y() - start.y() + 24) < 2.5
    assert arrow.family.names[1] in lab.undo_label
    lab.undo()
    assert (lab["embed/W_E"] == before).all()
    assert lab.undo_label is None


def _drag(target: object, to: QPoint) -> None:
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QWidget

    assert isinstance(target, QWidget)
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    there = QPointF(target.mapToGlobal(to))
    QApplication.sendEvent(target, QMouseEvent(QEvent.Type.MouseMove, QPointF(to), there, left, left, none))


def drag_the_loud_one(window: MainWindow, source: str, by: QPoint) -> tuple[object, QPoint, QPoint]:
    """Drag the tip of the arrow that is looked at; its family, where it was, where it is drawn then."""
    dock = window.docks.open("vectors")
    dock.setFloating(True)
    dock.resize(520, 460)
    view = dock.view
    view.take("source", source)
    QApplication.processEvents()
    view.grab()
    chosen = next(i for i, arrow in enumerate(view._arrows) if arrow.loud)
    start = view.spot(view._cells[chosen]).toPoint()
    QTest.mousePress(view.board.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for part in (3, 2, 1):
        _drag(view.board.viewport(), start + by / part)
    view.renew()
    family = view._arrows[chosen].family
    tip = view.board.pixels(view._points[[chosen]])[0]
    QTest.mouseRelease(view.board.viewport(), Qt.MouseButton.LeftButton, pos=start + by)
    return family, start, QPoint(round(tip[0]), round(tip[1]))


@pytest.mark.parametrize("source", ["meet", "embedding", "positions", "q", "k", "v", "out", "residual"])
def test_any_vector_is_set_by_dragging_its_tip(source: str, window: MainWindow) -> None:
    """Also in the directions of most variance, where all of its numbers move; one step, exact undo."""
    before = {node.id: window.lab[node.id].copy() for node in window.lab.snapshot.graph}
    family, start, tip = drag_the_loud_one(window, source, QPoint(-30, -24))
    changed = window.lab[family.node] != before[family.node]
    assert set(changed.nonzero()[0] if changed.ndim == 2 else changed.nonzero()[1]) == {family.loud}
    assert abs(tip.x() - start.x() + 30) <= 3
    assert abs(tip.y() - start.y() + 24) <= 3
    assert len(window.lab.history.steps) == 2
    window.lab.undo()
    assert all((window.lab[i] == array).all() for i, array in before.items())


def test_a_click_on_a_tip_that_trembles_sets_nothing(window: MainWindow) -> None:
    drag_the_loud_one(window, "q", QPoint(1, 1))
    assert window.lab.undo_label is None


def test_any_number_opens_its_value_as_a_matrix(window: MainWindow) -> None:
    from transformer_lab.engine.graph import Cell
    from transformer_lab.ui.menus.number_menu import number_menu

    cell = Cell("block.0/ffn/W_1", (1, 2))
    menu = number_menu(window, cell)
    next(action for action in menu.actions() if action.objectName() == "matrix").trigger()
    view = window.docks["matrix"].view
    assert view.node == cell.node
    assert window.focus.selected == cell
    single = number_menu(window, Cell("block.0/ffn/b_1", (1,)))
    assert "matrix" not in [action.objectName() for action in single.actions()]
    menu.deleteLater()
    single.deleteLater()


def test_the_line_over_the_weights_tells_where_their_scale_ends(window: MainWindow) -> None:
    """Also where weights are multiplied by the length of v, and where the scale ends at the largest."""
    view = window.docks.open("attention").view

    def end() -> str:
        (layer,) = view._key(400.0, 26.0).layers
        return next(item.text[1] for item in layer.build() if isinstance(item, Texts))

    assert end() == "1"
    view.take("ramp", "own")
    assert end() == short(float(window.lab["block.1/attn/weights"][0].max()))
    view.take("ramp", "")
    view.take("measure", "value-length")
    assert end() == short(
        carried_limit(carried(window.lab.snapshot, all_heads(window.lab.snapshot)[1], 0)[0])
    )
    heads = window.docks.open("heads").view
    heads.take("ramp", "own")
    (layer,) = heads._key(400.0, 26.0).layers
    assert next(item.text for item in layer.build() if isinstance(item, Texts)) == ("0", "largest")
