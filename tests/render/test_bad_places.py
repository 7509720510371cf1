"""Places that refuse a file, and figures that are too much: one sentence or a good file, never half a one."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from transformer_lab import session
from transformer_lab.document import edits
from transformer_lab.errors import LabError
from transformer_lab.figures.film import pages
from transformer_lab.figures.registry import FIGURES, draw_figure
from transformer_lab.render.export import export
from transformer_lab.render.formats import FORMATS
from transformer_lab.render.pack import write_pack
from transformer_lab.render.twin import script, write_twin

pytestmark = pytest.mark.usefixtures("qapp")
LAB = session.new()
MASK = draw_figure("mask", LAB.snapshot)
SUFFIXES = [suffix for suffix in FORMATS if suffix != ".mp4"]


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Path]:
    """A real disk of sixteen kilobytes."""
    place = tmp_path / "full"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(place)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small disk")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_is_said_and_keeps_the_old_file(full: Path) -> None:
    (full / "a.png").write_bytes(b"old")
    for suffix in (".png", ".pptx", ".pdf", ".gif"):
        with pytest.raises(LabError, match="no space left"):
            export(MASK, full / f"a{suffix}", scale=2.0)
    assert {path.name: path.read_bytes() for path in full.iterdir()} == {"a.png": b"old"}


def test_a_full_disk_leaves_no_folder_of_frames_and_no_pack(full: Path) -> None:
    steps = pages("attention-steps", LAB.snapshot, {}, ":", "steps")
    with pytest.raises(LabError, match="no space left"):
        export(steps, full / "steps.png")
    with pytest.raises(LabError, match="no space left"):
        write_pack(LAB.snapshot, full, "png", {})
    assert list(full.iterdir()) == []
    with pytest.raises(LabError) as problem:
        write_pack(LAB.snapshot, full / "new", "png", {})
    assert str(full / "new" / "stage.png") in str(problem.value)
    assert list(full.iterdir()) == []


def test_a_full_disk_leaves_no_half_of_a_script(full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "MOST_INSIDE", 0)
    with pytest.raises(LabError, match="no space left"):
        write_twin(session.new("tiny-gpt").snapshot, full / "twin.py")
    assert not (full / "twin.py").exists()


@pytest.mark.skipif(os.getuid() == 0 if hasattr(os, "getuid") else False, reason="root may write anywhere")
def test_an_unwritable_folder_is_said(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(LabError, match="could not be written"):
        export(MASK, tmp_path / "a.svg")
    tmp_path.chmod(0o700)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_place_that_is_none_is_said(tmp_path: Path, suffix: str) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / f"folder{suffix}").mkdir()
    for target in (
        tmp_path / "file" / f"a{suffix}",
        tmp_path / f"folder{suffix}",
        tmp_path / f"no/a{suffix}",
    ):
        with pytest.raises(LabError, match="could not be written"):
            export(draw_figure("attention", LAB.snapshot), target)
    left = {path.name for path in tmp_path.iterdir()} - {"home"}
    assert left == {"file", f"folder{suffix}"}


@pytest.mark.parametrize("suffix", [suffix for suffix in SUFFIXES if "theme" in FORMATS[suffix].options])
def test_no_words_are_a_card_in_every_format(tmp_path: Path, suffix: str) -> None:
    empty = session.new(text="").snapshot
    for name in ("stage", "attention"):
        assert export(draw_figure(name, empty), tmp_path / f"{name}{suffix}").stat().st_size > 500


def test_a_deep_model_of_many_words_is_exported(tmp_path: Path) -> None:
    lab = session.new(text=" ".join(["the cat that the dog chased was scared"] * 8))
    lab.do(edits.switch("layers", 12))
    lab.do(edits.switch("heads", 8))
    said: list[str] = []
    for name in ("stage", "head-grid", "attention"):
        for suffix in (".svg", ".pptx", ".png"):
            path = export(lab.figure(name).picture, tmp_path / f"{name}{suffix}", notice=said.append)
            assert path.stat().st_size > 10_000
    assert len(said) >= 2, "large slides say that they are pictures"


def test_every_figure_says_which_options_it_has() -> None:
    for name, figure in FIGURES.items():
        with pytest.raises(LabError) as refused:
            draw_figure(name, LAB.snapshot, nonsense=1)
        assert all(option in str(refused.value) for option in figure.options)
