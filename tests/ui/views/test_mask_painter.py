"""Masks are painted: a stroke hides or shows, Shift takes lines; one stroke is one step."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from transformer_lab.document import masking
from transformer_lab.engine.graph import Cell
from transformer_lab.session import Lab
from transformer_lab.ui.focus import Focus
from transformer_lab.ui.theming import Theming
from transformer_lab.ui.views.mask_painter import MaskPainter
from transformer_lab.ui.views.table import make_view
from transformer_lab.ui.views.view import Room

A = "block.1/attn"
LEFT, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def view(qtbot: QtBot, lab: Lab, focus: Focus, dressed: Theming) -> MaskPainter:
    made = make_view("mask", Room(lab, focus, dressed))
    assert isinstance(made, MaskPainter)
    qtbot.addWidget(made)
    made.resize(620, 360)
    made.show()
    qtbot.waitExposed(made)
    return made


def at(view: MaskPainter, t: int, s: int) -> QPoint:
    view.board.grab()
    spot = view.spot(Cell(f"{A}/weights", (0, t, s)))
    assert spot is not None
    return spot.toPoint()


def out(lab: Lab) -> list[tuple[int, int]]:
    found = masking.painted_out(lab.snapshot, A)
    return [] if found is None else [(int(t), int(s)) for t, s in np.argwhere(found)]


def test_a_drag_hides_and_another_shows_again(view: MaskPainter, lab: Lab, qtbot: QtBot) -> None:
    places = [at(view, t, 1) for t in (5, 6, 7)]
    for _ in range(2):
        qtbot.mousePress(view.board, LEFT, pos=places[0])
        for place in places[1:]:
            qtbot.mouseMove(view.board, place)
        qtbot.mouseRelease(view.board, LEFT, pos=places[-1])
    assert out(lab) == []
    lab.undo()
    assert out(lab) == [(5, 1), (6, 1), (7, 1)]
    assert lab[f"{A}/weights"][0, 7, 1] == 0.0
    lab.undo()
    assert lab.undo_label is None


def test_shift_takes_a_row_and_dragged_down_a_column(view: MaskPainter, lab: Lab, qtbot: QtBot) -> None:
    qtbot.mouseClick(view.board, LEFT, SHIFT, pos=at(view, 7, 3))
    assert out(lab) == [(7, s) for s in range(8)]
    lab.undo()
    start, end = at(view, 2, 1), at(view, 6, 1)
    qtbot.mousePress(view.board, LEFT, SHIFT, pos=start)
    view.paint(view.line((2, 1), (6, 1)), True, 999)
    qtbot.mouseRelease(view.board, LEFT, SHIFT, pos=end)
    assert {(t, 1) for t in range(8)} <= set(out(lab))


def test_space_paints_the_pair_in_focus(view: MaskPainter, lab: Lab, focus: Focus, qtbot: QtBot) -> None:
    focus.select(Cell(f"{A}/weights", (0, 7, 1)))
    qtbot.keyClick(view.board, Qt.Key.Key_Space)
    assert out(lab) == [(7, 1)]
    qtbot.keyClick(view.board, Qt.Key.Key_Space)
    assert out(lab) == []


def test_rules_blocks_and_meaning_are_chosen(view: MaskPainter, lab: Lab) -> None:
    view.take("mask", "none")
    assert masking.attention_at(lab.state, A).mask == "none"
    view.take("window", 2)
    assert masking.attention_at(lab.state, A).window == 2
    view.take("window", None)
    view.take("pattern", 4)
    assert lab[f"{A}/weights"][0, 0, 5] == 0.0
    assert lab[f"{A}/weights"][0, 0, 3] > 0.0
    view.take("painted", "drop")
    assert masking.attention_at(lab.state, A).painted == "drop"
    assert view.taken("pattern") == 4
    view.take("pattern", None)
    assert out(lab) == []
    assert view.rules.isVisible()


def test_a_stroke_can_add_a_number(view: MaskPainter, lab: Lab, qtbot: QtBot) -> None:
    old = lab[f"{A}/masked"][0, 7, 1]
    view.take("number", -2.0)
    qtbot.mouseClick(view.board, LEFT, pos=at(view, 7, 1))
    assert lab[f"{A}/masked"][0, 7, 1] == old - 2.0


def test_what_a_hand_hides_looks_different_from_what_a_rule_hides(view: MaskPainter, lab: Lab) -> None:
    lab.do(masking.stroke(A, [(7, 1)], True))
    view.renew()
    before = view.board.grab().toImage()
    where, ruled = at(view, 7, 1), at(view, 0, 5)
    around = [QPoint(x, y) for x in range(-6, 7) for y in range(-6, 7)]
    dark = [min(before.pixelColor(p + d).lightness() for d in around) for p in (where, ruled)]
    assert dark[0] < dark[1] - 40
