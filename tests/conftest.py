"""What all tests share: repeatable Hypothesis, a home of their own, and nothing left behind by a window."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

HOMES = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")

settings.register_profile("ci", derandomize=True, deadline=None, max_examples=60)
settings.register_profile("deep", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


@pytest.fixture(scope="session", autouse=True)
def _common_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes the settings of the person who runs it."""
    with pytest.MonkeyPatch.context() as patch:
        _move_home(patch, tmp_path_factory.mktemp("home"))
        yield


@pytest.fixture(scope="session", autouse=True)
def _one_application_for_all(_common_home: None) -> Iterator[None]:
    """Drawing a file starts Qt without widgets; in a process that also tests windows it must have them."""

    def start() -> object:
        from PySide6.QtWidgets import QApplication

        return QApplication([])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("transformer_lab.render.application._start", start)
        yield


@pytest.fixture(autouse=True)
def _qt_tests_clean_up(request: pytest.FixtureRequest) -> None:
    """Tests that use Qt get settings of their own and must leave nothing behind; the others stay Qt-free."""
    if "qapp" in request.fixturenames:
        request.getfixturevalue("own_home")
        request.getfixturevalue("nothing_left_behind")


@pytest.fixture
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty home for the settings of this test alone."""
    home = tmp_path / "home"
    _move_home(monkeypatch, home)
    return home


@pytest.fixture
def nothing_left_behind(qapp: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails a test that leaves a window, timer, thread or animation behind."""
    from tests.leaks import Watch

    watch = Watch(monkeypatch)
    yield
    left = watch.left_behind()
    assert not left, "left behind by this test: " + ", ".join(left)


def _move_home(patch: pytest.MonkeyPatch, home: Path) -> None:
    for name in HOMES:
        patch.setenv(name, str(home / name.lower()))
