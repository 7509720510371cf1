"""The window in other languages: every text has been given to translators, and longer ones have room."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from tests.ui.speaking import outside
from transformer_lab.document import edits
from transformer_lab.ui import restarting
from transformer_lab.ui.app import take_up
from transformer_lab.ui.controls import Segmented
from transformer_lab.ui.dialogs.preferences import PreferencesDialog
from transformer_lab.ui.window import MainWindow

ROOT = Path(__file__).resolve().parent.parent.parent


def wrong_in(language: str) -> dict[str, list[str]]:
    """What `speaking` finds; languages are chosen before anything is imported, so in a process of its own."""
    found = subprocess.run(
        [sys.executable, "-m", "tests.ui.speaking", language],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert found.returncode == 0, found.stderr
    wrong: dict[str, list[str]] = json.loads(found.stdout.strip().splitlines()[-1])
    return wrong


@pytest.mark.slow
def test_every_text_of_window_and_figures_has_been_given_to_translators(own_home: Path) -> None:
    assert wrong_in("pseudo") == {}


@pytest.mark.slow
def test_german_words_have_room(own_home: Path) -> None:
    assert wrong_in("de") == {}


def test_what_was_never_translated_is_seen() -> None:
    assert outside("«all of it~~»") == []
    assert outside("«outer «inner~» more~~» and what follows") == ["what", "follows"]


# --- starting anew ---------------------------------------------------------------------------------------
def test_another_language_waits_for_the_next_start(window: MainWindow) -> None:
    window.settings.language = "en"
    dialog = PreferencesDialog(window)
    dialog.open()
    again = next(b for b in dialog.findChildren(QPushButton) if b.text() == "Restart now")
    language = next(c for c in dialog.findChildren(Segmented) if c.accessibleName() == "Language")
    assert not again.isVisible()
    language.choose(2)
    assert window.settings.language == "de"
    assert again.isVisible()
    language.choose(1)
    assert not again.isVisible()
    dialog.reject()
    QTest.qWait(1)


def test_a_new_start_goes_on_with_unsaved_work(
    window: MainWindow, open_window: Callable[..., MainWindow], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    window.projects.ask_unsaved = lambda *_: asked.append("unsaved") or "cancel"
    window.lab.do(edits.set_text("the dog was scared"))
    restarting.restart(window)
    folder, path = QApplication.instance().property(restarting.WANTED)
    QApplication.instance().setProperty(restarting.WANTED, None)
    assert (window.isVisible(), asked, path) == (False, [], "")
    other = open_window()
    monkeypatch.setenv(restarting.RESUME, folder)
    take_up(other)
    assert other.lab.state.text == "the dog was scared"
    assert other.lab.modified
    assert not Path(folder).exists()


def test_saved_work_is_opened_by_its_file(window: MainWindow, tmp_path: Path) -> None:
    window.lab.save(tmp_path / "a.tlab")
    restarting.restart(window)
    assert QApplication.instance().property(restarting.WANTED) == ["", str(tmp_path / "a.tlab")]
    QApplication.instance().setProperty(restarting.WANTED, None)


def test_the_new_start_is_called_as_the_old_one_was() -> None:
    called = ["/usr/bin/python3", "-X", "utf8", "main.py", "--language", "de", "old.tlab"]
    assert restarting.arguments(called, called[3:], "new.tlab") == ["-X", "utf8", "main.py", "new.tlab"]
    now = {"HOME": "/home", "TRANSFORMER_LAB_LANGUAGE": "de", "QT_SCALE_FACTOR": "1.3"}
    assert restarting.environment(now, "folder", scaled=True) == {
        "HOME": "/home",
        restarting.RESUME: "folder",
    }
    assert restarting.environment(now, "", scaled=False) == {"HOME": "/home", "QT_SCALE_FACTOR": "1.3"}
