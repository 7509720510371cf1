"""A file is written wholly or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from transformer_lab.document.files import write_atomically
from transformer_lab.errors import LabError


def test_a_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    target = tmp_path / "a.tlab"
    for data in (b"old", b"new" * 1000, b""):
        write_atomically(target, data)
        assert target.read_bytes() == data
    assert [p.name for p in tmp_path.iterdir()] == ["a.tlab"]


def test_a_failure_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "a.tlab"
    target.write_bytes(b"old")

    def full(*args: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(LabError, match=r"a\.tlab could not be written: no space left on device\."):
        write_atomically(target, b"new")
    assert target.read_bytes() == b"old"
    assert [p.name for p in tmp_path.iterdir()] == ["a.tlab"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link = tmp_path / "there" / "real.tlab", tmp_path / "link.tlab"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_rights_are_kept(tmp_path: Path) -> None:
    target = tmp_path / "a.tlab"
    target.write_bytes(b"old")
    target.chmod(0o640)
    write_atomically(target, b"new")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@pytest.mark.parametrize("name", ["x" * 250 + ".tlab", "👍 我.tlab", "-o.tlab", "a b\n.tlab"])
def test_strange_names_work(tmp_path: Path, name: str) -> None:
    write_atomically(tmp_path / name, b"x")
    assert (tmp_path / name).read_bytes() == b"x"


def test_a_pipe_or_a_device_is_not_replaced(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe.tlab", tmp_path / "link.tlab"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(LabError, match="it is not a file"):
            write_atomically(path, b"x")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("name", ["no/such/folder.tlab", "x" * 300, "nul\0.tlab", ".", "file/inside"])
def test_a_place_that_cannot_be_written_is_told(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(LabError, match="could not be written"):
        write_atomically(tmp_path / name, b"x")
    assert [p.name for p in tmp_path.iterdir()] == ["file"]
