"""What the command line says beside a figure that it writes."""

from __future__ import annotations

from pathlib import Path

import pytest

import transformer_lab as tl
from transformer_lab.cli import main


def test_what_was_asked_for_and_cannot_be_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "a.tlab")
    tl.new().save(file)
    asked = ("matrix", "--select", "W_U[0,0]", "--with-project")
    assert main(["export", file, *asked, "-o", str(tmp_path / "a.tex")]) == 0
    told = capsys.readouterr().err
    assert "does not show W_U[0,0]" in told
    assert "A .tex file does not carry the project" in told
