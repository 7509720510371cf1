"""An extreme weight: the window names the first NaN, leads there, and takes it back."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from transformer_lab.figures.ask.facts import first_nan
from transformer_lab.ui.window import MainWindow

W_Q = "block.0/attn/W_Q"


def broken(window: MainWindow) -> None:
    window.lab.set_cell(W_Q, (0, 0, 0), 1e308)


def button(window: MainWindow, text: str) -> QPushButton:
    found = [b for b in window.notice.findChildren(QPushButton) if b.text() == text and not b.isHidden()]
    return found[0]


def test_the_first_nan_is_named_and_can_be_looked_at(window: MainWindow) -> None:
    broken(window)
    assert window.notice.isVisible()
    assert "The first one: Score after the mask, block 1, head 1." in window.notice.text
    button(window, "Show it").click()
    assert window.focus.selected == first_nan(window.lab.snapshot)


def test_undo_takes_nan_and_notice_away(window: MainWindow) -> None:
    broken(window)
    button(window, "Undo").click()
    assert first_nan(window.lab.snapshot) is None
    broken(window)
    window.lab.undo()
    assert not window.notice.isVisible()


def test_the_notice_does_not_come_again_while_nan_stays(window: MainWindow) -> None:
    broken(window)
    window.notice.dismiss()
    window.lab.set_cell(W_Q, (1, 0, 0), 0.5)
    assert not window.notice.isVisible()
