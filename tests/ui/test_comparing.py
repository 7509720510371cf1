"""Comparing by hand: pin, edit, look at A, swap, let go; every face is drawn, whatever B has become."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.figures.test_comparison import CASES, edited
from transformer_lab import session
from transformer_lab.figures.compare.changes import largest
from transformer_lab.ui.compare.comparing import FACES, Face
from transformer_lab.ui.compare.overlay import Overlay
from transformer_lab.ui.window import MainWindow

Open = Callable[..., MainWindow]


def overlay(window: MainWindow) -> Overlay:
    found = window.comparison.overlay
    assert found is not None
    return found


@pytest.fixture
def comparing(window: MainWindow) -> MainWindow:
    """A window with A pinned and an edit made since."""
    window.stage.setFocus()
    window.actions_["pin-state"].trigger()
    edited(window.lab)
    return window


def test_ctrl_d_pins_and_the_header_follows(window: MainWindow) -> None:
    switch = window.comparison.switch
    assert not switch.pin.isHidden()
    assert switch.shown.isHidden()
    window.actions_["pin-state"].trigger()
    assert window.lab.pinned is window.lab.snapshot
    assert switch.pin.isHidden()
    assert not switch.shown.isHidden()
    assert not window.comparison.faces.isHidden()
    edited(window.lab)
    assert overlay(window).isVisible()
    switch.let_go.click()
    assert window.lab.pinned is None
    assert not overlay(window).isVisible()
    assert window.comparison.faces.isHidden()


def test_a_is_seen_while_its_key_is_held(comparing: MainWindow) -> None:
    QTest.keyPress(comparing.stage, Qt.Key.Key_A)
    assert comparing.comparing.view == "a"
    repeated = QKeyEvent(
        QEvent.Type.KeyRelease, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a", autorep=True
    )
    QApplication.sendEvent(comparing.stage, repeated)
    assert comparing.comparing.view == "a"
    QTest.keyRelease(comparing.stage, Qt.Key.Key_A)
    assert comparing.comparing.view == "stage"
    assert comparing.lab.text == session.new().text


def test_without_a_pinned_state_the_letter_is_typed(window: MainWindow) -> None:
    QTest.keyClick(window.stage, Qt.Key.Key_A)
    assert window.lab.text.endswith("a")


def test_shift_a_swaps_and_undo_takes_it_back(comparing: MainWindow) -> None:
    first, second = comparing.lab.pinned, comparing.lab.snapshot
    assert first is not None
    QTest.keyClick(comparing.stage, Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    assert comparing.lab.state is first.state
    assert comparing.lab.pinned is second
    comparing.undo()
    assert comparing.lab.state is second.state


def test_undo_while_pinned_leads_back_to_a(comparing: MainWindow) -> None:
    while comparing.lab.undo_label:
        comparing.undo()
    pair = comparing.comparing.pair
    assert pair is not None
    assert largest(pair) == ()
    overlay(comparing).grab()


@pytest.mark.parametrize("face", FACES)
@pytest.mark.parametrize("case", [*CASES, "nothing", "empty"])
def test_every_face_is_drawn_whatever_b_has_become(open_window: Open, face: str, case: str) -> None:
    window = open_window()
    window.comparing.pin()
    window.comparing.take(face)  # type: ignore[arg-type]
    if case == "empty":
        window.lab.text = ""
    elif case != "nothing":
        CASES[case](window.lab)
    window.stage.grab()
    window.comparing.show("a")
    window.stage.grab()
    assert overlay(window).isVisible()


def test_an_empty_b_shows_its_invitation(comparing: MainWindow) -> None:
    comparing.lab.text = ""
    assert comparing.comparing.view == ""
    assert not overlay(comparing).isVisible()


def test_the_line_of_the_wipe_is_dragged(comparing: MainWindow) -> None:
    comparing.comparing.take("wipe")
    over = overlay(comparing)
    over.grab()
    start = QPointF(over.width() / 2.0, 200.0).toPoint()
    QTest.mousePress(over, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(over, QPointF(over.width() / 4.0, 200.0).toPoint())
    QTest.mouseRelease(over, Qt.MouseButton.LeftButton)
    assert comparing.comparing.split == pytest.approx(0.25, abs=0.01)


def test_a_number_on_a_face_can_be_asked(comparing: MainWindow) -> None:
    over = overlay(comparing)
    over.grab()
    found = [
        over._hit(QPointF(float(x), float(y)))
        for x in range(150, over.width(), 9)
        for y in range(60, over.height(), 9)
    ]
    nodes = {cell.node for cell in found if cell is not None}
    assert "block.1/attn/weights" in nodes
    assert "block.1/attn/q" in nodes


def test_choosing_a_block_scrolls_to_it(open_window: Open) -> None:
    window = open_window(height=600)
    window.comparing.pin()
    CASES["another sentence"](window.lab)
    over = overlay(window)
    over.grab()
    window.focus.choose_head(0, 0)
    over.grab()
    window.focus.choose_head(1, 0)
    assert over._scroll > 0.0


def test_the_inspector_tells_what_changed_and_enter_goes_there(comparing: MainWindow) -> None:
    inspector = comparing.frame.inspector.panel
    inspector.refresh()
    page = inspector.changes
    assert not inspector._changed.isHidden()
    assert page.doors[0].node == "block.1/attn/W_Q"
    assert any(cell.node == "probs" for cell in page.doors)
    last = page.doors[-1]
    for _ in page.doors:
        QTest.keyClick(page, Qt.Key.Key_Down)
    QTest.keyClick(page, Qt.Key.Key_Return)
    assert comparing.focus.selected == last
    assert inspector._changed.isHidden()


def test_the_outline_tells_how_much_each_part_moved(comparing: MainWindow) -> None:
    from transformer_lab.ui.outline.tree import OutlineTree

    comparing.frame.outline.panel  # noqa: B018  it is made when it is first asked for
    tree = comparing.frame.outline.findChildren(OutlineTree)[0]
    rows = {row.key: tree.painting.compared.text(row) for row in tree.rows.all()}
    assert rows["block.0"] == ("same", "ink3")
    assert rows["block.0/attn/head.1"] == ("same", "ink3")
    told = rows["block.1/attn/head.0"]
    assert told is not None
    assert float(told[0]) > 0.5
    assert told[1] == "ink"
    comparing.comparing.let_go()
    assert {tree.painting.compared.text(row) for row in tree.rows.all()} == {None}
    tree.grab()


@pytest.mark.parametrize("case", ["an edit", "another sentence", "fewer blocks", "two towers"])
def test_views_show_both_while_a_state_is_pinned(open_window: Open, case: str) -> None:
    window = open_window()
    names = ("attention", "heads", "probabilities", "lens", "residual", "neuron", "head-lines")
    views = [window.docks.open(name).view for name in names]
    window.comparing.pin()
    CASES[case](window.lab)
    for view in views:
        assert view is not None
        how = [choice.option for choice in view.choices]
        assert "compared" in how, view.figure
        picture = view._picture(600.0, 400.0)
        assert picture.description, view.figure
    window.comparing.let_go()
    assert all("compared" not in [c.option for c in view.choices] for view in views if view is not None)


def until(seen: Callable[[], bool], most: int = 60) -> bool:
    """Wait for something to be seen, three seconds at most."""
    return any(seen() or QTest.qWait(50) for _ in range(most))


def test_a_strip_tells_the_largest_changes_of_an_edit_and_can_be_closed(window: MainWindow) -> None:
    edited(window.lab)
    strip = window.comparison.strip
    assert strip is not None
    assert not strip.isVisible()
    assert until(strip.isVisible)
    assert 1 < len(strip.view.doors) <= 5
    assert window.scene.foot > 0.0
    QTest.mouseClick(strip.view, Qt.MouseButton.LeftButton, pos=QPointF(60.0, 20.0).toPoint())
    assert window.focus.selected == strip.view.doors[0]
    strip.cross.click()
    assert not strip.isVisible()
    assert window.scene.foot == 0.0
    window.lab.set_cell("block.1/attn/W_Q", (6, 0, 1), 1.0)
    QTest.qWait(400)
    assert not strip.isVisible()


def test_another_sentence_or_a_pinned_state_is_told_elsewhere(window: MainWindow) -> None:
    window.lab.text = "The dog"
    QTest.qWait(400)
    assert window.comparison.strip is None or not window.comparison.strip.isVisible()
    window.comparing.pin()
    window.lab.set_cell("block.1/attn/W_Q", (6, 0, 1), 1.0)
    QTest.qWait(400)
    assert window.comparison.strip is None or not window.comparison.strip.isVisible()


def test_the_matrix_shows_the_difference_on_a_signed_scale(open_window: Open) -> None:
    window = open_window()
    view = window.docks.open("matrix").view
    assert view is not None
    window.comparing.pin()
    edited(window.lab)
    view.take("node", "block.1/attn/weights")
    view.draw()
    shown = view._shown  # type: ignore[attr-defined]
    assert shown.ramp == "div"
    assert shown.values.min() < -0.2
    CASES["another sentence"](window.lab)
    view.draw()
    assert view._shown.hidden.any()  # type: ignore[attr-defined]
    view.take("compared", "b")
    view.draw()
    assert view._shown.ramp == "seq"  # type: ignore[attr-defined]


def test_the_export_compares_with_what_is_pinned(comparing: MainWindow) -> None:
    from transformer_lab.ui.dialogs.export.subject import Subject, Wanted

    subject = Subject(comparing.scene, 7, None, None)
    assert "largest changes" in subject.picture(Wanted("comparison")).description
    comparing.comparing.let_go()
    assert "no state A" in subject.picture(Wanted("comparison")).description


def test_the_strip_covers_nothing_the_stage_makes_room_for_it(window: MainWindow) -> None:
    high = window.scene.size[1]
    low = window.scene.picture().size[1]
    edited(window.lab)
    strip = window.comparison.strip
    assert strip is not None
    assert until(strip.isVisible)
    assert window.scene.size[1] == high - strip.height()
    assert window.scene.picture().size[1] <= max(strip.y(), low - strip.height())
    strip.cross.click()
    assert window.scene.size[1] == high
    window.resize(1200, 800)
    assert window.scene.size[1] == window.stage.height()


@pytest.mark.parametrize("face", ["side", "difference", "stage"])
def test_more_words_than_fit_are_reached_sideways(face: Face, window: MainWindow) -> None:
    window.lab.text = " ".join(["cat"] * 60)
    window.comparing.pin()
    edited(window.lab)
    window.comparing.take(face)
    overlay = window.comparison.overlay
    assert overlay is not None
    overlay.grab()
    overlay.scroll_by(0.0, 1e6)
    overlay.grab()
    box, picture, *_ = overlay._areas[0]
    assert overlay._origin()[0] == round(picture.size[0] - box.width()) > 0
    overlay.scroll_by(0.0, -1e6)
    assert overlay._origin()[0] == 0
