"""Strokes of one go are one undo step; a pause, an undo or another edit begins the next."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from transformer_lab.ui.header import typing
from transformer_lab.ui.window import MainWindow

START = "The cat that the dog chased was scared"


def test_strokes_of_one_go_are_one_step(window: MainWindow) -> None:
    QTest.keyClicks(window.frame.header.sentence, " today")
    window.undo()
    assert window.lab.text == START


def test_a_pause_begins_another_step(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    field = window.frame.header.sentence
    QTest.keyClicks(field, " so")
    monkeypatch.setattr(typing, "PAUSE_MS", 5)
    QTest.qWait(10)
    QTest.keyClicks(field, " ")
    monkeypatch.setattr(typing, "PAUSE_MS", 1e9)
    QTest.keyClicks(field, "today")
    window.undo()
    assert window.lab.text == field.text() == START + " so"
    window.undo()
    assert window.lab.text == START


def test_what_is_typed_after_an_undo_can_be_undone_alone(window: MainWindow) -> None:
    field = window.frame.header.sentence
    QTest.keyClicks(field, " so")
    window.typing.end()
    QTest.keyClicks(field, " today")
    window.undo()
    QTest.keyClicks(field, " !")
    window.undo()
    assert window.lab.text == START + " so"


def test_a_letter_typed_on_the_stage_goes_to_the_end(window: MainWindow) -> None:
    window.frame.header.sentence.setCursorPosition(0)
    QTest.keyClick(window.stage, Qt.Key.Key_Y)
    assert window.lab.text == START + "y"


def test_in_a_large_model_letters_come_first_and_the_model_follows_when_the_hand_rests(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typing, "is_small", lambda snapshot: False)
    field = window.frame.header.sentence
    QTest.keyClicks(field, " so")
    assert window.lab.text == START
    window.focus.choose_head(0, 1)  # whatever else the window shows anew, letters stay
    window.source.refresh()
    assert field.text() == START + " so"
    QTest.qWait(2 * typing.REST_MS)
    assert window.lab.text == START + " so"


def test_a_command_finds_in_the_document_what_was_typed_before_it(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(typing, "is_small", lambda snapshot: False)
    field = window.frame.header.sentence
    QTest.keyClicks(field, " so")
    window.actions_["pin-state"].trigger()
    assert window.lab.pinned is not None
    assert window.lab.pinned.state.text == START + " so"
    QTest.keyClicks(field, "on")
    window.undo()
    assert window.lab.text == field.text() == START
    QTest.keyClicks(field, " too")
    monkeypatch.setattr(window.projects, "ask_unsaved", lambda *_: "cancel")
    assert not window.projects.may_leave()
    assert window.lab.text == START + " too"
