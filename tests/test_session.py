"""The Python API as scripts use it: reading, editing, watching, explaining, drawing, saving."""

from __future__ import annotations

import builtins
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

import transformer_lab as tl
from transformer_lab.document import edits
from transformer_lab.document.snapshot import Snapshot


def test_the_road_of_a_script(tmp_path: Path) -> None:
    lab = tl.new("tiny-encoder", text="the cat sat", seed=0)
    assert lab.axes("block.0/attn/weights") == "hts"
    assert lab["block.0/attn/weights"].shape == (2, 3, 3)
    lab.text = "the dog sat"
    assert lab.names("block.0/attn/weights")[1] == ("the", "dog", "sat")
    lab.set("block.0/attn/W_Q", np.zeros((16, 2, 8)))
    lab.set_cell("block.0/attn/b_V", (0, 1), 0.5)
    found = lab.explain("block.0/attn/weights", (0, 1, 2))
    assert found.value == pytest.approx(1 / 3)
    lab.save(tmp_path / "mine.tlab")
    again = tl.open(tmp_path / "mine.tlab")
    assert again.path == tmp_path / "mine.tlab"
    assert "block.0/attn/weights" in again.snapshot
    assert "block.9/attn/weights" not in again.snapshot
    assert not again.modified
    assert np.array_equal(again["block.1/resid_post"], lab["block.1/resid_post"])


def test_a_lab_lists_its_ids() -> None:
    lab = tl.new("tiny-gpt", text="the cat")
    ids = list(lab)
    assert ids.index("block.0/attn/W_Q") < ids.index("block.0/attn/q") < ids.index("probs")
    assert all(lab[node_id].shape == lab.snapshot[node_id].shape for node_id in ids)
    assert list(tl.new("tiny-gpt", text="")) == []


def test_without_a_seed_it_is_zero() -> None:
    plain, zero, one = (tl.new("tiny-gpt", **given)["embed/W_E"] for given in ({}, {"seed": 0}, {"seed": 1}))
    assert np.array_equal(plain, zero)
    assert not np.array_equal(plain, one)


def test_open_does_not_hide_the_builtin() -> None:
    assert builtins.open is not tl.open
    assert {"Lab", "LabError", "new", "open"} <= set(dir(tl))
    with pytest.raises(AttributeError, match="nonsense"):
        tl.nonsense  # type: ignore[attr-defined]  # noqa: B018


def test_watchers_hear_every_change_and_can_stop() -> None:
    lab, heard = tl.new(), list[Snapshot]()
    stop = lab.watch(heard.append)
    lab.text = "a"
    lab.text = "a"
    lab.undo()
    lab.undo()
    lab.redo()
    assert [s.words for s in heard] == [("a",), tl.new().snapshot.words, ("a",)]
    stop()
    stop()
    lab.text = "b"
    assert len(heard) == 3


def test_a_watcher_that_fails_keeps_nobody_from_hearing() -> None:
    lab, heard = tl.new(), list[str]()

    def fail(snapshot: Snapshot) -> None:
        raise RuntimeError("watcher")

    lab.watch(fail)
    lab.watch(lambda snapshot: heard.append(snapshot.state.text))
    with pytest.raises(RuntimeError, match="watcher"):
        lab.text = "a"
    assert heard == ["a"]
    assert lab.undo_label == "Type"


def test_a_watcher_may_change_the_project_again() -> None:
    lab, heard = tl.new(), list[str]()

    def answer(snapshot: Snapshot) -> None:
        lab.text = "b"

    lab.watch(answer)
    lab.watch(lambda snapshot: heard.append(snapshot.state.text))
    lab.text = "a"
    assert set(heard) == {"b"}


def test_only_what_depends_on_an_edit_is_computed_anew() -> None:
    lab = tl.new()
    before = lab.snapshot
    lab.set_cell("block.1/attn/W_V", (0, 0, 0), 3.0)
    same = {n.id for n in before.graph or () if lab[n.id] is before[n.id]}
    assert "block.0/resid_post" in same
    assert "block.1/attn/weights" in same
    assert "block.1/attn/v" not in same
    assert lab.snapshot.previous is before.trace


def test_a_known_word_typed_again_leaves_the_tables_alone() -> None:
    lab = tl.new()
    before = {i: lab[i] for i in ("embed/W_E", "W_U", "block.0/attn/W_Q", "block.1/ffn/W_1")}
    lab.text = "the cat was scared"
    assert all(lab[i] is array for i, array in before.items())


def test_leaves_made_from_equal_names_of_other_arrays_are_not_mistaken() -> None:
    """Undo and edit again: the leaf follows the state, even if an old array's address is used once more."""
    lab = tl.new()
    first = lab["block.0/attn/W_Q"][0, 0, 0]
    for value in range(101, 160):
        lab.set_cell("block.0/attn/W_Q", (0, 0, 0), float(value))
        assert lab["block.0/attn/W_Q"][0, 0, 0] == value
        lab.undo()
        assert lab["block.0/attn/W_Q"][0, 0, 0] == first


def test_an_empty_text_has_no_values_and_says_so() -> None:
    lab = tl.new(text=" \n")
    assert lab.snapshot.trace is None
    for ask in (lambda: lab["probs"], lambda: lab.axes("probs"), lambda: lab.explain("probs", (0, 0))):
        with pytest.raises(tl.LabError, match="type a sentence"):
            ask()
    lab.do(edits.switch("heads", 3))
    lab.set_cell("block.0/attn/W_Q", (0, 0, 0), 1.0)
    lab.text = "cat"
    assert lab["block.0/attn/W_Q"][0, 0, 0] == 1.0


def test_without_any_word_there_is_no_row_to_set() -> None:
    lab = tl.new("tiny-encoder", text="")
    with pytest.raises(tl.LabError, match="no words"):
        lab.set_cell("embed/W_E", (0, 0), 1.0)


def test_beyond_the_cap_the_first_words_are_shown_with_a_notice() -> None:
    lab = tl.new(text=" ".join(f"w{i}" for i in range(80)))
    assert len(lab.snapshot.words) == 64
    assert lab["block.0/attn/weights"].shape == (2, 64, 64)
    assert lab.snapshot.notice.startswith("Only the first 64 of 80 words are shown")
    lab.text = lab.text + " more"
    assert lab.text.endswith("more")
    lab.text = "cat"
    assert lab.snapshot.notice == ""
    with pytest.raises(tl.LabError, match="at most 1000000 fit"):
        lab.text = "a" * 1_000_001
    assert lab.text == "cat"


def test_a_figure_saves_itself_and_shows_itself(tmp_path: Path) -> None:
    drawing = tl.new().figure("attention", block=1, head=0)
    assert drawing.save(tmp_path / "a.svg") == tmp_path / "a.svg"
    assert "scared" in (tmp_path / "a.svg").read_text("utf-8")
    assert drawing._repr_svg_().startswith(("<svg", "<?xml"))
    with pytest.raises(tl.LabError):
        tl.new().figure("nope")
    with pytest.raises(tl.LabError):
        drawing.save(tmp_path / "a.doc")


def test_another_project_can_take_the_place(tmp_path: Path) -> None:
    lab, heard = tl.new(), list[Snapshot]()
    lab.watch(heard.append)
    lab.adopt(tl.new("three-tokens"))
    assert heard[-1].words == ("A", "B", "C")
    assert lab.undo_label is None
    lab.text = "B A"
    assert lab["block.0/attn/weights"].shape == (1, 2, 2)


def test_revisions_count_on_when_another_project_is_adopted() -> None:
    lab = tl.new()
    before = lab.snapshot.revision("embed")
    lab.adopt(tl.new("tiny-gpt"))
    assert lab.snapshot.revision("embed") > before
    assert lab.snapshot.previous is None


def test_what_an_edit_leads_to_can_be_worked_out_in_a_thread_and_taken_over() -> None:
    lab, heard = tl.new(), list[Snapshot]()
    lab.watch(heard.append)
    before = lab.snapshot
    with ThreadPoolExecutor(1) as pool:
        outcome = pool.submit(lab.foresee(edits.set_text("The cat", None))).result()
    assert lab.snapshot is before
    assert not heard
    lab.take(outcome)
    assert heard == [outcome.snapshot] == [lab.snapshot]
    assert lab.text == "The cat"
    assert lab["block.0/attn/W_Q"] is before["block.0/attn/W_Q"]
    lab.undo()
    assert lab.text == before.state.text


def test_what_was_foreseen_means_nothing_once_something_else_was_done() -> None:
    lab = tl.new()
    outcome = lab.foresee(edits.set_text("The cat", None))()
    lab.set_cell("block.0/attn/W_Q", (0, 0, 0), 2.5)
    lab.take(outcome)
    assert lab["block.0/attn/W_Q"][0, 0, 0] == 2.5
    assert lab.text != "The cat"
