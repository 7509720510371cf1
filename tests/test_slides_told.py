"""Whoever exports a slide of the stage is told which part it shows, and how to get the whole."""

from __future__ import annotations

from pathlib import Path

import pytest

import transformer_lab as tl
from transformer_lab.cli import main

Out = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "a.tlab"
    tl.new().save(path)
    return str(path)


def test_a_slide_of_the_stage_says_which_part_it_shows(file: str, tmp_path: Path, capsys: Out) -> None:
    out = str(tmp_path / "a.svg")
    assert main(["export", file, "stage", "--step", "10", "-o", out]) == 0
    said = capsys.readouterr().err
    assert "“Block 1 of 2 · feed-forward”" in said
    assert said.endswith("--parts all draws the whole.\n")
    assert main(["export", file, "stage", "--step", "10", "--parts", "all", "-o", out]) == 0
    assert "below 18 pt" in capsys.readouterr().err


def test_the_closest_zoom_works_out_the_number_that_is_selected(file: str, tmp_path: Path) -> None:
    out = tmp_path / "a.svg"
    wanted = ["export", file, "stage", "--zoom", "closest", "-o", str(out)]
    assert main(wanted) == 0
    usual = out.read_text("utf-8")
    assert main([*wanted, "--select", "block.1/attn/weights[0,7,1]"]) == 0
    assert out.read_text("utf-8") != usual
    assert "67" in out.read_text("utf-8")
    assert main([*wanted, "--select", "block.9/attn/weights[0,7,1]"]) == 1
