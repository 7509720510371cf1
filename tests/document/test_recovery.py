"""Copies of unsaved work: found after a crash, never taken from a running window, never deleted unasked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from transformer_lab import session
from transformer_lab.document import recovery
from transformer_lab.document.recovery import Slot, discard, left_behind, take
from transformer_lab.errors import LabError

PROJECT = session.new(text="the cat sat").project


def crash(slot: Slot) -> None:
    """What a crash does to a slot: the lock goes, the files stay."""
    slot._lock.release()


def test_a_running_window_is_never_taken_for_a_crash(tmp_path: Path) -> None:
    slot = Slot(tmp_path)
    slot.keep(PROJECT, "cats", None)
    assert left_behind(tmp_path) == ()
    crash(slot)
    (left,) = left_behind(tmp_path)
    assert left.title == "cats"
    assert take(left).state.text == "the cat sat"


def test_a_window_that_closes_or_saves_leaves_nothing(tmp_path: Path) -> None:
    closed, saved = Slot(tmp_path), Slot(tmp_path)
    closed.keep(PROJECT, "", None)
    closed.close()
    saved.keep(PROJECT, "", None)
    saved.clear()
    crash(saved)
    assert left_behind(tmp_path) == ()
    assert list(tmp_path.iterdir()) == [], "what is empty is tidied away"


def test_the_newest_comes_first_and_the_file_is_remembered(tmp_path: Path) -> None:
    for title, when in (("old", 1.0), ("new", 2.0)):
        slot = Slot(tmp_path)
        slot.keep(PROJECT, title, tmp_path / "work.tlab")
        about = json.loads((slot.folder / recovery.ABOUT).read_text())
        (slot.folder / recovery.ABOUT).write_text(json.dumps(about | {"when": when}))
        crash(slot)
    assert [left.title for left in left_behind(tmp_path)] == ["new", "old"]
    assert left_behind(tmp_path)[0].path == tmp_path / "work.tlab"


def test_that_a_copy_was_tried_is_written_down_before_it_is_read(tmp_path: Path) -> None:
    slot = Slot(tmp_path)
    slot.keep(PROJECT, "broken", None)
    (slot.folder / recovery.PROJECT).write_bytes(b"no project at all")
    crash(slot)
    (left,) = left_behind(tmp_path)
    with pytest.raises(LabError):
        take(left)
    (again,) = left_behind(tmp_path)
    assert (left.offers, again.offers) == (0, 1)
    discard(again)
    assert left_behind(tmp_path) == ()


ODD = (b"", b"[]", b"{", b'{"when": "x", "offers": "y", "path": 3, "title": null}', b"\xff")


@pytest.mark.parametrize("said", ODD)
def test_damaged_words_about_a_copy_do_not_lose_it(tmp_path: Path, said: bytes) -> None:
    slot = Slot(tmp_path)
    slot.keep(PROJECT, "cats", None)
    (slot.folder / recovery.ABOUT).write_bytes(said)
    crash(slot)
    (left,) = left_behind(tmp_path)
    assert take(left).state.text == "the cat sat"


def test_a_place_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LabError, match="cannot be kept safe"):
        Slot(tmp_path / "file")
    assert left_behind(tmp_path / "nowhere") == ()
