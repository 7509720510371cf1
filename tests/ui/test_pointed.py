"""Parts of a control painted by hand are marked while the pointer is over them, and not after it has left."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from transformer_lab.ui.controls import Segmented
from transformer_lab.ui.theming import Theming


def test_the_choice_under_the_pointer_is_near_until_the_pointer_leaves(qtbot: QtBot) -> None:
    control = Segmented(Theming("paper"), ("one", "two", "three"), "Numbers")
    qtbot.addWidget(control)
    control.resize(control.sizeHint())
    still = control.grab().toImage()
    move(control, control.width() - 10.0)
    assert control.near == 2
    assert control.grab().toImage() != still, "it is seen"
    QApplication.sendEvent(control, QEvent(QEvent.Type.Leave))
    assert control.near is None
    assert control.grab().toImage() == still


def test_a_press_beside_all_choices_chooses_nothing(qtbot: QtBot) -> None:
    control = Segmented(Theming("paper"), ("one", "two"), "Numbers")
    qtbot.addWidget(control)
    control.resize(control.sizeHint().width() + 80, 30)
    with qtbot.assertNotEmitted(control.chosen):
        qtbot.mouseClick(control, Qt.MouseButton.LeftButton, pos=control.rect().topRight())


def move(control: Segmented, x: float) -> None:
    place, none = QPointF(x, control.height() / 2.0), Qt.MouseButton.NoButton
    event = QMouseEvent(QEvent.Type.MouseMove, place, place, none, none, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(control, event)
