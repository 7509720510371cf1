"""Mistakes of ours: one notice, one log line each time, nothing repeated."""

from __future__ import annotations

import pytest

from transformer_lab.errors import LabError
from transformer_lab.ui.failures import LOG, Failures, log_file, open_log


@pytest.fixture
def log() -> object:
    open_log()
    yield log_file()
    for handler in list(LOG.handlers):
        LOG.removeHandler(handler)
        handler.close()


def fail(failures: Failures) -> None:
    try:
        raise ZeroDivisionError("planted")
    except ZeroDivisionError as error:
        failures.take(type(error), error, error.__traceback__)


def test_a_repeated_mistake_is_told_once_and_logged_each_time(own_home: object, log: object) -> None:
    told: list[str] = []
    failures = Failures(told.append)
    for _ in range(3):
        fail(failures)
    assert len(told) == 1
    assert "ZeroDivisionError" in told[0]
    for handler in LOG.handlers:
        handler.flush()
    assert log_file().read_text(encoding="utf-8").count("Traceback") == 3


def test_a_refusal_is_said_in_its_own_words(own_home: object) -> None:
    told: list[str] = []
    failures = Failures(told.append)
    error = LabError("The cell takes numbers only.")
    failures.take(LabError, error, None)
    assert told == ["The cell takes numbers only."]
