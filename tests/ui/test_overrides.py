"""What goes wrong inside Qt's calls of ours: one notice, a document as it was, never a crash."""

from __future__ import annotations

import sys

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from shiboken6 import delete

from transformer_lab.ui.failures import Failures
from transformer_lab.ui.overrides import steady_overrides
from transformer_lab.ui.window import MainWindow


def bare() -> None:
    """Raises in C, so that the exception has no body yet on Python 3.11."""
    max(1.0, *(0.0,) * 0, key=1 // 0)


def planted(**methods: object) -> type:
    """A class of widgets of ours."""
    steady_overrides()
    return type("Planted", (QWidget,), {**methods, "__module__": "transformer_lab.ui.planted"})


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, own_home: object) -> list[str]:
    """What the person is told, as in the app."""
    said: list[str] = []
    monkeypatch.setattr(sys, "excepthook", Failures(said.append).take)
    return said


def test_a_failing_override_is_reported_and_qt_answers_in_its_place(dressed: object, told: list[str]) -> None:
    def paint(self: QWidget, event: QPaintEvent) -> None:
        bare()

    def hint(self: QWidget) -> QSize:
        bare()
        return QSize()

    widget = planted(paintEvent=paint, sizeHint=hint)()
    assert not widget.grab().isNull()
    assert widget.sizeHint() == QWidget().sizeHint()
    assert len(told) == 1, "both fail at one place"
    assert "ZeroDivisionError" in told[0]
    delete(widget)  # the log keeps the frames


def test_methods_of_our_own_still_raise(dressed: object) -> None:
    with pytest.raises(ZeroDivisionError):
        planted(own=lambda _self: bare())().own()


def test_a_failing_stage_says_so_once_and_the_document_is_intact(
    window: MainWindow, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    window.stage._furnish()
    before = window.lab.snapshot

    def fails(painter: QPainter) -> None:
        bare()

    monkeypatch.setattr(window.stage.viewport().item, "_paint", fails)
    for _ in range(3):
        window.stage.viewport().update()
        QTest.qWait(20)
    assert len(told) == 1
    assert "ZeroDivisionError" in told[0]
    assert window.lab.snapshot is before
    monkeypatch.undo()
    QTest.keyClick(window.stage, Qt.Key.Key_Home)
    assert window.player.cursor == (0, 0.0), "the window still answers"


def test_a_failing_watcher_hinders_neither_the_edit_nor_the_others(
    window: MainWindow, told: list[str]
) -> None:
    def fails(_snapshot: object) -> None:
        bare()

    stop = window.lab.watch(fails)
    QTest.keyClick(window.stage, Qt.Key.Key_X)
    stop()
    assert window.lab.text.endswith("scaredx")
    assert window.windowTitle().startswith("Who was scared?*")
    assert len(told) == 1


def test_emptying_the_sentence_while_a_block_opens(window: MainWindow) -> None:
    window.player.to_start()
    window.scene.move(window.scene.goal._replace(y=60.0), at_once=True)
    window.scene.toggle(0)
    assert window.scene.folds.moving(window.scene.now)
    window.typing.typed("")
    assert window.scene.picture().size[0] > 0
