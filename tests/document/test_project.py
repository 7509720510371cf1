"""Project files give back every bit, and a newer or older app knows what to do with them."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import transformer_lab as tl
from transformer_lab.document.presets import PRESETS, preset
from transformer_lab.document.project import Project, from_bytes, read_project, to_bytes


def description(data: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        found: dict[str, Any] = json.loads(archive.read("project.json"))
    return found


def with_description(data: bytes, fields: dict[str, Any]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            new.writestr(name, json.dumps(fields) if name == "project.json" else old.read(name))
    return out.getvalue()


@pytest.mark.parametrize("name", PRESETS)
def test_saving_opening_and_saving_gives_the_same_bytes(name: str, tmp_path: Path) -> None:
    lab = tl.new(name, text="the 👍 cat \ud800", seed=3)
    lab.view["zoom"] = {"lane": 84.5, "of": [1, None, "我"]}
    lab.save(tmp_path / "a.tlab")
    again = tl.open(tmp_path / "a.tlab")
    again.save(tmp_path / "b.tlab")
    assert (tmp_path / "a.tlab").read_bytes() == (tmp_path / "b.tlab").read_bytes()
    assert again.view == lab.view
    assert (again.text, again.state.title, again.state.seed) == (lab.text, lab.state.title, 3)
    assert all(again[n.id].tobytes() == lab[n.id].tobytes() for n in lab.snapshot.graph or ())


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=4, max_size=4))
def test_every_bit_of_every_number_is_kept(values: list[float]) -> None:
    lab = tl.new("three-tokens")
    for i, value in enumerate([*values[:2], -0.0, 5e-324]):
        lab.set_cell("block.0/attn/W_Q", (i, 0, 1), value)
        lab.set_cell("embed/W_E", (0, i), value)
    again = from_bytes(to_bytes(Project(lab.state))).state
    old = lab.state.parameters["block.0/attn/W_Q"]
    new = again.parameters["block.0/attn/W_Q"]
    assert isinstance(old, np.ndarray)
    assert isinstance(new, np.ndarray)
    assert old.tobytes() == new.tobytes()
    assert np.signbit(new[2, 0, 1])


def test_recipes_stay_recipes_so_that_files_stay_small() -> None:
    data = to_bytes(Project(preset("tiny-gpt")))
    assert len(data) < 4000
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.namelist() == ["project.json"]


def test_a_file_written_by_hand_with_the_least_in_it_opens() -> None:
    fields = {
        "format": "transformer-lab",
        "version": [1, 0],
        "text": "hi",
        "model": {"d_model": 2, "blocks": []},
    }
    state = from_bytes(with_description(to_bytes(Project(preset("tiny-gpt"))), fields)).state
    assert tl.Lab(state)["probs"].shape == (1, 1)


def test_a_zip_made_by_another_program_opens(tmp_path: Path) -> None:
    lab = tl.new()
    lab.save(tmp_path / "a.tlab")
    with (
        zipfile.ZipFile(tmp_path / "a.tlab") as old,
        zipfile.ZipFile(tmp_path / "b.tlab", "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in reversed(old.namelist()):
            new.writestr(name, old.read(name))
    assert np.array_equal(tl.open(tmp_path / "b.tlab")["probs"], lab["probs"])


def test_fields_of_a_newer_minor_version_are_kept(tmp_path: Path) -> None:
    data = to_bytes(Project(preset("tiny-gpt")))
    newer = {**description(data), "version": [1, 7], "remarks": {"a": [1, "我"]}}
    (tmp_path / "a.tlab").write_bytes(with_description(data, newer))
    lab = tl.open(tmp_path / "a.tlab")
    lab.text = "changed"
    lab.save()
    kept = description((tmp_path / "a.tlab").read_bytes())
    assert kept["remarks"] == newer["remarks"]
    assert kept["version"] == [1, 7]
    assert kept["text"] == "changed"


def test_a_newer_major_version_is_refused_by_its_number(tmp_path: Path) -> None:
    data = to_bytes(Project(preset("tiny-gpt")))
    (tmp_path / "a.tlab").write_bytes(with_description(data, {**description(data), "version": [2, 0]}))
    with pytest.raises(
        tl.LabError, match=r"^a\.tlab cannot be opened: it has the format 2\.0; .* a newer app is needed\.$"
    ):
        read_project(tmp_path / "a.tlab")


def test_a_failed_save_leaves_the_project_unsaved(tmp_path: Path) -> None:
    lab = tl.new()
    lab.text = "changed"
    with pytest.raises(tl.LabError, match="no such file or directory"):
        lab.save(tmp_path / "nowhere" / "a.tlab")
    assert lab.modified
    assert lab.path is None
    with pytest.raises(tl.LabError, match="where to save"):
        lab.save()
