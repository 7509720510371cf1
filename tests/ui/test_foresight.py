"""In a large model numbers of a new text are worked out in a thread: letters, undo, closing go first."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QThreadPool
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from transformer_lab.document import foresight
from transformer_lab.document.evaluate import Evaluator
from transformer_lab.document.history import Edit, History
from transformer_lab.engine.program import Trace
from transformer_lab.errors import LabError
from transformer_lab.ui.header import typing
from transformer_lab.ui.window import MainWindow

START = "The cat that the dog chased was scared"


class Gate:
    """Holds back whoever works out what an edit leads to, until it is opened."""

    def __init__(self) -> None:
        self.open, self.threads = threading.Event(), list[int]()
        self.error: Exception | None = None

    def through(
        self, edit: Edit, history: History, newest: Trace | None, own: Evaluator
    ) -> foresight.Outcome:
        self.threads.append(threading.get_ident())
        assert self.open.wait(10)
        if self.error is not None:
            raise self.error
        return foresight.foreseen(edit, history, newest, own)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    gate = Gate()
    monkeypatch.setattr(typing, "is_small", lambda snapshot: False)
    monkeypatch.setattr(typing, "REST_MS", 1)
    monkeypatch.setattr("transformer_lab.session.foreseen", gate.through)
    yield gate
    gate.open.set()
    QThreadPool.globalInstance().waitForDone()


@pytest.fixture
def window(gate: Gate, open_window: object) -> MainWindow:
    """A window whose model counts as large."""
    return open_window()  # type: ignore[operator,no-any-return]


def asked(window: MainWindow, qtbot: QtBot, gate: Gate, letters: str) -> None:
    """Letters are typed, and a thread has begun to work out what they lead to."""
    before = len(gate.threads)
    QTest.keyClicks(window.frame.header.sentence, letters)
    qtbot.waitUntil(lambda: len(gate.threads) > before)


def settled(qtbot: QtBot, gate: Gate) -> None:
    """All threads are through, and the window has heard of it."""
    gate.open.set()
    QThreadPool.globalInstance().waitForDone()
    qtbot.wait(20)


def test_the_numbers_are_worked_out_in_a_thread(window: MainWindow, qtbot: QtBot, gate: Gate) -> None:
    asked(window, qtbot, gate, " so")
    assert window.lab.text == START
    assert gate.threads[-1] != threading.main_thread().ident
    gate.open.set()
    qtbot.waitUntil(lambda: window.lab.text == START + " so")
    assert window.lab.snapshot.words[-1] == "so"
    assert not window.frame.header.sentence.ahead
    window.undo()
    assert window.lab.text == window.frame.header.sentence.text() == START


def test_a_letter_typed_meanwhile_is_shown_at_once_and_what_comes_late_is_dropped(
    window: MainWindow, qtbot: QtBot, gate: Gate
) -> None:
    field = window.frame.header.sentence
    shown = list[str]()
    window.lab.watch(lambda snapshot: shown.append(snapshot.state.text))
    asked(window, qtbot, gate, " s")
    QTest.keyClicks(field, "o")
    assert field.text() == START + " so"
    gate.open.set()
    qtbot.waitUntil(lambda: window.lab.text == START + " so")
    assert shown == [START + " so"]


def test_one_run_at_a_time_and_only_the_newest_waits(window: MainWindow, qtbot: QtBot, gate: Gate) -> None:
    asked(window, qtbot, gate, " a")
    for letter in "bcd":
        QTest.keyClicks(window.frame.header.sentence, letter)
        qtbot.wait(20)
    assert len(gate.threads) == 1
    gate.open.set()
    qtbot.waitUntil(lambda: window.lab.text == START + " abcd")
    assert len(gate.threads) == 2


def test_undo_takes_back_what_was_typed_though_its_numbers_come_late(
    window: MainWindow, qtbot: QtBot, gate: Gate
) -> None:
    asked(window, qtbot, gate, " so")
    window.undo()
    assert window.lab.text == window.frame.header.sentence.text() == START
    assert window.lab.redo_label is not None
    settled(qtbot, gate)
    assert window.lab.text == START
    window.redo()
    assert window.lab.text == START + " so"


def test_another_edit_made_meanwhile_stays(window: MainWindow, qtbot: QtBot, gate: Gate) -> None:
    asked(window, qtbot, gate, " so")
    window.lab.set_cell("block.0/attn/W_Q", (0, 0, 0), 2.5)
    gate.open.set()
    qtbot.waitUntil(lambda: window.lab.text == START + " so")
    assert window.lab["block.0/attn/W_Q"][0, 0, 0] == 2.5
    window.undo()
    assert window.lab.text == START
    assert window.lab["block.0/attn/W_Q"][0, 0, 0] == 2.5


def test_the_window_closes_with_all_that_was_typed_though_a_thread_is_at_work(
    window: MainWindow, qtbot: QtBot, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(window, qtbot, gate, " so")
    monkeypatch.setattr(window.projects, "ask_unsaved", lambda *_: "discard")
    assert window.close()
    assert window.lab.text == START + " so"  # the thread comes back only after the window has gone


def test_a_refusal_is_said_in_a_sentence(window: MainWindow, qtbot: QtBot, gate: Gate) -> None:
    gate.error = LabError("The text is too long.")
    asked(window, qtbot, gate, " so")
    gate.open.set()
    qtbot.waitUntil(window.notice.isVisible)
    assert window.notice.text == "The text is too long."
    assert window.lab.text == START


def test_a_mistake_of_ours_reaches_whoever_takes_what_nobody_caught(
    window: MainWindow, qtbot: QtBot, gate: Gate
) -> None:
    gate.error = ZeroDivisionError("nobody thought of this")
    with qtbot.captureExceptions() as caught:
        asked(window, qtbot, gate, " so")
        gate.open.set()
        qtbot.waitUntil(lambda: len(caught) > 0)
    assert caught[0][0] is ZeroDivisionError
    gate.error = None
    QTest.keyClicks(window.frame.header.sentence, "on")
    qtbot.waitUntil(lambda: window.lab.text == START + " soon")


def test_nan_is_named_as_ever(window: MainWindow, qtbot: QtBot, gate: Gate) -> None:
    window.lab.text = ""
    window.lab.set_cell("block.0/attn/W_Q", (0, 0, 0), 1e308)
    assert not window.notice.isVisible()
    asked(window, qtbot, gate, START)
    gate.open.set()
    qtbot.waitUntil(window.notice.isVisible)
    assert "The first one: Score after the mask, block 1, head 1." in window.notice.text
    assert window.lab.text == START
