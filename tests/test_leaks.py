"""The watch for things left behind sees each kind, and lets go of what was cleaned up."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

import pytest
from PySide6.QtCore import QPauseAnimation, QThread, QTimer
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from tests.leaks import Watch


@contextmanager
def a_window() -> Iterator[object]:
    window = QWidget()
    window.show()
    yield window
    if isValid(window):  # the watch may have closed it
        window.deleteLater()


@contextmanager
def a_timer() -> Iterator[object]:
    timer = QTimer()
    timer.start(10_000)
    yield timer
    timer.stop()


@contextmanager
def an_animation() -> Iterator[object]:
    animation = QPauseAnimation(10_000)
    animation.start()
    yield animation
    animation.stop()


@contextmanager
def a_thread() -> Iterator[object]:
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    yield thread
    done.set()
    thread.join()


@contextmanager
def a_qt_thread() -> Iterator[object]:
    thread = QThread()
    thread.start()
    yield thread
    thread.quit()
    thread.wait()


@pytest.mark.parametrize("thing", [a_window, a_timer, an_animation, a_thread, a_qt_thread])
def test_what_is_left_behind_is_named(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, thing: Callable[[], AbstractContextManager[object]]
) -> None:
    monkeypatch.setattr("tests.leaks.PATIENCE_MS", 20)
    watch = Watch(monkeypatch)
    with thing() as held:
        left = watch.left_behind()
        assert len(left) == 1
        assert type(held).__name__ in left[0]


@pytest.mark.parametrize("thing", [a_window, a_timer, an_animation, a_thread, a_qt_thread])
def test_what_was_cleaned_up_is_no_leak(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, thing: Callable[[], AbstractContextManager[object]]
) -> None:
    watch = Watch(monkeypatch)
    with thing():
        pass
    assert watch.left_behind() == []
