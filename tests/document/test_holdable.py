"""Whatever an edit lets into a state, a file can hold: nobody finds at opening that the work is lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import transformer_lab as tl
from transformer_lab.document import edits
from transformer_lab.document.history import Edit
from transformer_lab.document.state import MOST_TEXT, Recipe
from transformer_lab.engine.model import Attention, BlockSpec, FeedForward, Model, Positions

W_Q = "block.0/attn/W_Q"


def design(**changes: Any) -> Edit:
    return edits.set_model(replace(tl.new().state.model, **changes), "design")


def blocks(*sublayers: Attention | FeedForward, count: int = 1) -> Edit:
    return design(blocks=(BlockSpec(sublayers),) * count)


TOO_MUCH: dict[str, Callable[[], Edit]] = {
    "long text": lambda: edits.set_text("x" * (MOST_TEXT + 1)),
    "no text": lambda: edits.set_text(None),  # type: ignore[arg-type]
    "long title": lambda: edits.set_title("x" * 1001),
    "no title": lambda: edits.set_title(None),  # type: ignore[arg-type]
    "long feature": lambda: edits.rename_feature(0, "x" * 65),
    "long head": lambda: edits.rename_head("block.0/attn", 0, "x" * 65),
    "spread NaN": lambda: edits.set_recipe(W_Q, Recipe("normal", float("nan"))),
    "spread without end": lambda: edits.set_recipe(W_Q, Recipe("normal", float("inf"))),
    "unknown recipe": lambda: edits.set_recipe(W_Q, Recipe("magic")),  # type: ignore[arg-type]
    "odd seed": lambda: edits.set_recipe(W_Q, Recipe("normal", 0.5, -1)),
    "wide": lambda: edits.set_model(Model(1025, ()), "design"),
    "many heads": lambda: blocks(Attention(33, 4)),
    "many units": lambda: blocks(FeedForward(5000)),
    "many sublayers": lambda: blocks(*[Attention(1, 4)] * 5),
    "many blocks": lambda: blocks(Attention(1, 4), count=49),
    "tiny base": lambda: design(positions=Positions("sinusoidal", base=1e-9)),
    "far place": lambda: design(positions=Positions("sinusoidal", first=10**9)),
    "complex numbers": lambda: edits.set_parameter(W_Q, np.zeros((8, 2, 4), complex)),
}


@pytest.mark.parametrize("name", TOO_MUCH)
def test_what_a_file_cannot_hold_is_refused_when_it_is_done(name: str) -> None:
    lab = tl.new()
    before, edit = (lab.history, lab.snapshot), TOO_MUCH[name]()
    with pytest.raises(tl.LabError):
        lab.do(edit)
    assert (lab.history, lab.snapshot) == before


def test_a_preset_refuses_such_a_text_too() -> None:
    with pytest.raises(tl.LabError, match="1000001 characters"):
        tl.new(text="x" * (MOST_TEXT + 1))


@pytest.mark.parametrize("text", ["😀", "\udcff", "a,", '"', "\\", "\0"])
def test_the_longest_text_of_any_characters_comes_back(text: str, tmp_path: Path) -> None:
    lab = tl.new(text=(text * MOST_TEXT)[:MOST_TEXT])
    lab.save(tmp_path / "a.tlab")
    assert tl.open(tmp_path / "a.tlab").text == lab.text


@pytest.mark.parametrize("text", ["\ud83d\ude00 cat", "cat \ude00"])
def test_halves_of_a_character_are_words_that_come_back(text: str, tmp_path: Path) -> None:
    lab = tl.new("tiny-gpt")
    lab.text = text
    lab.save(tmp_path / "a.tlab")
    again = tl.open(tmp_path / "a.tlab")
    assert again.text == lab.text == tl.new("tiny-gpt", text).text
    assert np.array_equal(again["embed"], lab["embed"])


@pytest.mark.parametrize("odd", [float("nan"), object(), ["x"] * 300_000])
def test_a_file_that_could_not_be_read_again_is_not_written(odd: object, tmp_path: Path) -> None:
    lab = tl.new()
    lab.save(tmp_path / "a.tlab")
    old = (tmp_path / "a.tlab").read_bytes()
    lab.set_cell(W_Q, (0, 0, 0), 2.5)
    lab.view["odd"] = odd
    with pytest.raises(tl.LabError, match=r"a\.tlab was not written"):
        lab.save()
    assert lab.modified
    assert (tmp_path / "a.tlab").read_bytes() == old
