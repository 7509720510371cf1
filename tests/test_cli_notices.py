"""What the command line says beside a figure that it writes."""

from __future__ import annotations

from pathlib import Path

import pytest

import transformer_lab as tl
from transformer_lab.cli import main
from transformer_lab.render.export import export


def test_what_was_asked_for_and_cannot_be_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = str(tmp_path / "a.tlab")
    tl.new().save(file)
    asked = ("matrix", "--select", "W_U[0,0]", "--with-project")
    assert main(["export", file, *asked, "-o", str(tmp_path / "a.tex")]) == 0
    told = capsys.readouterr().err
    assert "does not show W_U[0,0]" in told
    assert "A .tex file does not carry the project" in told


def test_figures_of_several_sizes_stand_in_the_middle_of_the_largest(tmp_path: Path) -> None:
    lab = tl.new()
    pages = [lab.figure("mask", size=size).picture for size in ("84mm", "16:9")]
    export(pages, tmp_path / "a.tex")
    text = (tmp_path / "a.tex").read_text("utf-8")
    assert "paperwidth=720bp,paperheight=405bp" in text
    assert [r"\hfil" in part for part in text.split(r"\only<")[1:]] == [True, False]
