"""One's own presets: kept in the user's folder, listed by title, replaced by name, deleted only there."""

from __future__ import annotations

from pathlib import Path

import pytest

import transformer_lab as tl
from transformer_lab.document import edits, own_presets
from transformer_lab.document.own_presets import delete_own, read_own, save_own
from transformer_lab.document.project import Project, to_bytes


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(own_presets, "presets_dir", lambda: tmp_path / "presets")
    return tmp_path / "presets"


def test_a_kept_project_comes_back_whole_and_under_its_name() -> None:
    lab = tl.new("tiny-gpt")
    lab.do(edits.configure("block.0/attn", "heads", 3))
    own = save_own(lab.state, "  Three heads ")
    assert [o.title for o in own_presets.own_presets()] == ["Three heads"]
    again = read_own(own.path)
    lab.do(edits.set_title("Three heads"))
    assert to_bytes(Project(again)) == to_bytes(Project(lab.state))


def test_the_same_name_replaces_and_another_stands_beside(folder: Path) -> None:
    first = save_own(tl.new("tiny-gpt").state, "Mine")
    assert save_own(tl.new("three-tokens").state, "Mine").path == first.path
    assert save_own(tl.new("tiny-gpt").state, "Mine!").path != first.path
    assert len(list(folder.iterdir())) == 2


def test_a_name_that_is_too_long_is_refused_for_its_length(folder: Path) -> None:
    with pytest.raises(tl.LabError, match=r"The name has 5000 characters"):
        save_own(tl.new().state, "x" * 5000)
    assert not folder.exists()


def test_what_cannot_be_read_is_left_out_and_strange_names_are_files_too(folder: Path) -> None:
    save_own(tl.new("tiny-gpt").state, "../../a:b")
    (folder / "broken.tlab").write_bytes(b"no project")
    assert [o.title for o in own_presets.own_presets()] == ["../../a:b"]
    assert all(path.parent == folder for path in folder.iterdir())


def test_only_own_presets_are_deleted(tmp_path: Path) -> None:
    own = save_own(tl.new("tiny-gpt").state, "Mine")
    elsewhere = tmp_path / "work.tlab"
    elsewhere.write_bytes(own.path.read_bytes())
    with pytest.raises(tl.LabError, match="no preset of yours"):
        delete_own(elsewhere)
    delete_own(own.path)
    assert own_presets.own_presets() == ()
    assert elsewhere.exists()
    with pytest.raises(tl.LabError, match="needs a name"):
        save_own(tl.new("tiny-gpt").state, "  ")
