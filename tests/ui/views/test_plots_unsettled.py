"""Views with axes when the model changes under the hand, or has no wire."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from transformer_lab.document import edits
from transformer_lab.ui.views.plots.lines import _measured
from transformer_lab.ui.window import MainWindow

LEFT = Qt.MouseButton.LeftButton


@pytest.mark.parametrize("change", ["preset", "no words"])
def test_a_drag_ends_when_its_numbers_are_gone(
    window: MainWindow, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    raised: list[BaseException] = []
    monkeypatch.setattr(sys, "excepthook", lambda _type, error, _where: raised.append(error))
    window.projects.ask_unsaved = lambda *_: "discard"
    view = window.docks.open("vectors").view
    view.take("source", "table")
    hand = view.board.viewport()
    at = QPoint(*(int(x) for x in view.board.pixels(view._points[:1])[0]))
    QTest.mousePress(hand, LEFT, pos=at)
    _drag(hand, at + QPoint(20, 12))
    assert window.lab.undo_label
    if change == "preset":
        window.projects.new("worked-example")
    else:
        window.lab.do(edits.set_text(""))
    before = window.lab.snapshot.state
    _drag(hand, at + QPoint(40, 30))
    QTest.mouseRelease(hand, LEFT, pos=at + QPoint(40, 30))
    assert not raised
    assert window.lab.snapshot.state is before


def _drag(hand: object, at: QPoint) -> None:
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QApplication

    none, spot = Qt.KeyboardModifier.NoModifier, QPointF(at)
    where = QPointF(hand.mapToGlobal(at))  # type: ignore[attr-defined]
    event = QMouseEvent(QEvent.Type.MouseMove, spot, where, Qt.MouseButton.NoButton, LEFT, none)
    QApplication.sendEvent(hand, event)  # type: ignore[call-overload]


def test_without_a_wire_vectors_of_another_width_turn_from_the_first_of_theirs() -> None:
    wide, narrow = np.eye(3), np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
    turned = narrow[:, ::-1]
    assert _measured("turn", 1, [wide, narrow, turned]) == pytest.approx(0.0, abs=1e-5)
    assert _measured("turn", 2, [wide, narrow, turned]) == pytest.approx([90.0, 90.0, 0.0], abs=1e-5)
