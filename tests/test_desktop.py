"""The desktop entry: whole, valid to a parser that is not ours, for this user alone, and removed again."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest

from transformer_lab import desktop
from transformer_lab.cli import main
from transformer_lab.errors import LabError

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a Linux desktop")


@pytest.fixture
def data_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def entry(home: Path) -> dict[str, str]:
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(home / "applications/transformer-lab.desktop", "utf-8")
    return dict(parser["Desktop Entry"])


def test_it_is_installed_and_removed(data_home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["desktop"]) == 0
    told = capsys.readouterr().out.split()
    assert sorted(told) == sorted(str(data_home / place) for place in desktop.PLACES.values())
    found = entry(data_home)
    words = shlex.split(found["Exec"])
    assert words[-1] == "%f"
    assert shutil.which(words[0]), "the program that it starts exists"
    kinds = (data_home / "mime/packages/transformer-lab.xml").read_text("utf-8")
    assert f'type="{found["MimeType"].rstrip(";")}"' in kinds
    assert main(["desktop", "--remove"]) == 0
    assert not list(data_home.rglob("transformer-lab.*"))
    assert desktop.remove() == ()


@pytest.mark.parametrize("odd", ["/a folder/python", "/pro%cent/python", '/quo"te$`/python', "/plain/python"])
def test_odd_paths_are_quoted_as_the_specification_wants(
    data_home: Path, monkeypatch: pytest.MonkeyPatch, odd: str
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(sys, "executable", odd)
    desktop.install()
    said = entry(data_home)["Exec"].replace("\\\\", "\\")
    printed = subprocess.run(
        ["sh", "-c", f'printf "%s\\n" {said}'], capture_output=True, text=True, check=True
    ).stdout
    words = [word.replace("%%", "%") for word in printed.splitlines()]
    assert words == [odd, "-m", "transformer_lab", "%f"]


def test_the_validator_of_the_desktop_agrees(data_home: Path) -> None:
    validator = shutil.which("desktop-file-validate")
    if validator is None:
        pytest.skip("desktop-file-validate is not here")
    desktop.install()
    done = subprocess.run(
        [validator, str(data_home / "applications/transformer-lab.desktop")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_elsewhere_one_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(LabError, match="Linux only"):
        desktop.install()


def test_a_place_that_cannot_be_written_is_told(data_home: Path) -> None:
    (data_home / "mime").write_text("a file where a folder should be")
    with pytest.raises(LabError, match="could not be made"):
        desktop.install()
