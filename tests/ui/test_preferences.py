"""Preferences: every answer takes effect, is remembered, and a damaged file counts as absent."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.ui.controls import Segmented
from transformer_lab.ui.dialogs.preferences import SECTIONS, PreferencesDialog, Question
from transformer_lab.ui.settings import MANNERS, Settings
from transformer_lab.ui.window import MainWindow

QUESTIONS = [question for _, questions in SECTIONS for question in questions]


def test_the_first_answer_of_each_manner_is_the_usual_one() -> None:
    assert Manner(**{name: choices[0] for name, choices in MANNERS.items()}) == USUAL


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda q: q.title)
def test_every_answer_takes_effect_and_is_remembered(window: MainWindow, question: Question) -> None:
    for value, _ in reversed(question.answers):
        question.write(window, value)
        assert question.read(window) == value
    for value, _ in question.answers:
        question.write(window, value)
        window.settings.sync()
        again = Settings()
        kept = (again.mode, again.calm, again.text_size, again.language, *again.manner)
        assert value in kept


def test_the_dialog_shows_what_holds_and_choosing_writes(window: MainWindow) -> None:
    window.preferences.use(USUAL._replace(words="columns"))
    dialog = PreferencesDialog(window)
    dialog.open()
    choices = {c.accessibleName(): c for c in dialog.findChildren(Segmented)}
    assert choices["Words in matrices and maps"].index == 1
    choices["The first word is number"].choose(1)
    assert window.preferences.manner == USUAL._replace(words="columns", first=1)
    assert window.scene.look().manner.first == 1
    dialog.close()
    QTest.qWait(1)


def test_a_damaged_file_counts_as_absent(window: MainWindow) -> None:
    for name in MANNERS:
        window.settings._file.setValue(f"manner/{name}", "nonsense")
    window.settings._file.setValue("text_size", "enormous")
    assert window.settings.manner == USUAL
    assert window.settings.text_size == 100
