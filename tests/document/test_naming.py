"""Names of features, slots, heads and blocks show everywhere, move along, and are saved; so are notes."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

import transformer_lab as tl
from transformer_lab.document import naming
from transformer_lab.document.building import moves
from transformer_lab.document.edits import build
from transformer_lab.document.layout import layout
from transformer_lab.errors import LabError
from transformer_lab.figures.heads import all_heads, block_title

A = "block.1/attn"


def named() -> tl.Lab:
    lab = tl.new()
    lab.do(naming.rename_slot(A, 1, "time"))
    lab.do(naming.rename_block("block.1", "finder"))
    lab.do(naming.write_note(f"{A}/W_Q", "who asks?"))
    return lab


def test_names_stand_on_every_array_that_has_the_axis() -> None:
    lab = named()
    for node_id in (f"{A}/W_Q", f"{A}/k", f"{A}/W_V"):
        assert lab.names(node_id)[-1][:3] == ("slot 1", "time", "slot 3"), node_id
    assert lab.names("block.0/attn/q")[-1][1] == "slot 2"
    assert block_title(all_heads(lab.snapshot)[1]) == "Block 2 · finder"


def test_they_are_saved_to_the_byte_and_only_where_they_say_something(tmp_path: Path) -> None:
    lab = named()
    lab.save(tmp_path / "a.tlab")
    again = tl.open(tmp_path / "a.tlab")
    assert again.state.notes == {f"{A}/W_Q": "who asks?"}
    assert again.state.block_names == {"block.1": "finder"}
    assert again.state.slot_names == {A: ("", "time")}
    again.save(tmp_path / "b.tlab")
    assert (tmp_path / "a.tlab").read_bytes() == (tmp_path / "b.tlab").read_bytes()
    tl.new().save(tmp_path / "c.tlab")
    with zipfile.ZipFile(tmp_path / "c.tlab") as file:
        assert not {"notes", "block_names", "slot_names"} & set(json.loads(file.read("project.json")))


def test_they_move_with_their_block() -> None:
    lab = named()
    lab.do(build(moves.move("block.1", "decoder", 0)))
    assert lab.state.block_names == {"block.0": "finder"}
    assert lab.state.slot_names == {"block.0/attn": ("", "time")}
    assert lab.state.notes == {"block.0/attn/W_Q": "who asks?"}


def test_an_empty_name_and_an_empty_note_go_away() -> None:
    lab = named()
    for edit in (naming.rename_slot(A, 1, ""), naming.rename_block("block.1", "")):
        lab.do(edit)
    lab.do(naming.write_note(f"{A}/W_Q", "  "))
    assert not any((lab.state.slot_names, lab.state.block_names, lab.state.notes))


def test_a_place_is_named_by_its_axis() -> None:
    lab = tl.new()
    node = layout(lab.state).graph[f"{A}/W_Q"]
    for axis, place in enumerate((2, 1, 3)):
        lab.do(naming.rename_place(node, axis, place, "who?"))
        assert naming.own_name(lab.state, node, axis, place) == "who?"
    names = lab.names(f"{A}/W_Q")
    assert [names[0][2], names[1][1], names[2][3]] == ["who?", "head 2 · who?", "who?"]
    with pytest.raises(LabError):
        naming.rename_place(layout(lab.state).graph["logits"], 0, 0, "x")


def test_what_is_not_there_cannot_be_named() -> None:
    lab = tl.new()
    wrong = (
        naming.rename_slot(A, 9, "x"),
        naming.rename_slot("no", 0, "x"),
        naming.rename_block("block.9", "x"),
    )
    for edit in (*wrong, naming.write_note("", "x" * 10_001)):
        with pytest.raises(LabError):
            lab.do(edit)
