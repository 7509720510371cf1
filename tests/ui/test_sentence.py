"""The sentence field: marks under its words, in every script."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from transformer_lab.render.fonts import advance
from transformer_lab.ui.header.sentence import SIZE
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


def test_marks_stand_under_their_words_behind_emoji_and_where_the_direction_turns(window: MainWindow) -> None:
    """Qt counts an emoji twice; and after a Latin word within Hebrew the next letter stands far away."""
    field = window.frame.header.sentence
    field.setText("👩 👧 cat")
    cat = advance("cat", "regular", SIZE)
    left, right = field._spans()[2]
    assert right - left == pytest.approx(cat, abs=1.5)
    field.setText("שלום cat עולם")
    first, middle, last = (sorted(span) for span in field._spans())
    assert last[1] < middle[0] < middle[1] < first[0]
    assert middle[1] - middle[0] == pytest.approx(cat, abs=1.5)


def test_a_letter_typed_on_the_stage_comes_behind_the_last_emoji(window: MainWindow) -> None:
    window.frame.header.sentence.setText("cat 👩👧")
    window.typing.type_on("x")
    assert window.lab.text == "cat 👩👧x"
