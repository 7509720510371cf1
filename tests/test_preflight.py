"""What stands in Qt's way is said in one sentence with its remedy."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from transformer_lab import preflight
from transformer_lab.preflight import problem

SCREEN = {"DISPLAY": ":1"}


def without(*missing: str) -> Callable[[str], bool]:
    return lambda library: library not in missing


def test_all_is_well() -> None:
    sentence = problem(window=True, environ=SCREEN, platform="linux", loads=without(), answers=lambda: True)
    assert sentence is None


def test_a_display_that_does_not_answer_is_named() -> None:
    sentence = problem(window=True, environ=SCREEN, platform="linux", loads=without(), answers=lambda: False)
    assert sentence is not None
    assert ":1 does not answer" in sentence


def test_nobody_lives_at_a_display_of_this_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":64999")
    assert not preflight._display_answers()


def test_a_missing_library_names_the_package_and_the_command() -> None:
    sentence = problem(window=False, environ={}, platform="linux", loads=without("libGL.so.1"))
    assert sentence is not None
    assert "apt-get install -y --no-install-recommends libgl1`" in sentence
    assert "\n" not in sentence


def test_a_package_of_two_libraries_is_named_once() -> None:
    loads = without("libglib-2.0.so.0", "libgthread-2.0.so.0")
    assert preflight.missing_packages(preflight.DRAWING, loads) == ["libglib2.0-0"]


@pytest.mark.parametrize(
    ("window", "environ"),
    [(False, {}), (True, {"QT_QPA_PLATFORM": "offscreen"}), (True, SCREEN | {"QT_QPA_PLATFORM": "wayland"})],
)
def test_drawing_and_other_screens_need_no_x11(window: bool, environ: dict[str, str]) -> None:
    assert problem(window=window, environ=environ, platform="linux", loads=without("libxcb-xkb.so.1")) is None


def test_a_window_needs_x11_libraries() -> None:
    sentence = problem(window=True, environ=SCREEN, platform="linux", loads=without("libxcb-xkb.so.1"))
    assert sentence is not None
    assert "libxcb-xkb1" in sentence


def test_a_missing_display_is_said_before_anything_about_it_is_asked() -> None:
    sentence = problem(window=True, environ={}, platform="linux", loads=without("libxcb-xkb.so.1"))
    assert sentence is not None
    assert "display" in sentence


def test_other_systems_bring_their_libraries() -> None:
    assert problem(window=True, environ={}, platform="darwin", loads=lambda _: False) is None


def test_missing_python_packages_are_named_together() -> None:
    modules = {"json": "json", "no_such_module_a": "first", "no_such_module_b": "second"}
    assert preflight.missing_modules(modules) == ["first", "second"]
    assert "first and second" in preflight._modules_sentence(["first", "second"])


def test_require_leaves_with_one_line_and_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(preflight, "problem", lambda *, window: "No.")
    with pytest.raises(SystemExit) as left:
        preflight.require(window=True)
    assert left.value.code == 1
    assert capsys.readouterr().err == "No.\n"


def test_a_python_without_the_packages_gets_a_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-S", "-E", "main.py"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "PySide6-Essentials" in done.stderr
    assert "run.sh" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", ["nonsense", "nonsense:size=2;worse"])
def test_a_platform_that_qt_does_not_know_is_named(name: str) -> None:
    """Qt would abort the process."""
    environ = SCREEN | {"QT_QPA_PLATFORM": name}
    sentence = problem(window=True, environ=environ, platform="linux", loads=without(), answers=lambda: True)
    assert sentence is not None
    assert f"“{name}”" in sentence


@pytest.mark.parametrize("name", ["xcb", "wayland;xcb", "offscreen:size=800x600", ""])
def test_platforms_that_qt_knows_pass(name: str) -> None:
    environ = SCREEN | {"QT_QPA_PLATFORM": name}
    assert not problem(window=True, environ=environ, platform="linux", loads=without(), answers=lambda: True)
