"""The sentence field: marks under its words, in every script."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from transformer_lab.ui.window import MainWindow


def test_the_marks_follow_a_text_that_turns_round(window: MainWindow, qtbot: QtBot) -> None:
    """After Hebrew in place of English the first painting must not keep marks at the left."""
    field = window.frame.header.sentence
    QApplication.setCursorFlashTime(0)  # a blinking caret would paint the field anew and hide the fault
    field.setFocus()
    field.grab()
    marked: list[float] = []
    mark = field._mark
    field._mark = lambda painter, i, left, right: marked.append(left) or mark(painter, i, left, right)
    field.selectAll()
    field.insert("שלום עולם")
    qtbot.waitUntil(lambda: bool(marked) and marked[-1] > field.width() / 2, timeout=1000)
    QApplication.setCursorFlashTime(1000)


def test_a_long_text_is_kept_whole(window: MainWindow) -> None:
    """A line edit would cut it at 32,767 characters without a word."""
    field = window.frame.header.sentence
    field.selectAll()
    field.insert("word " * 8000)
    window.typing.typed(field.text())
    assert len(window.lab.text) == 40_000
    assert field.count_text().startswith("8000 words")
