"""Random numbers that are the same for ever, and rows that depend on their word alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import transformer_lab as tl
from transformer_lab.document.randomness import normals


def test_the_numbers_of_the_first_release_stay() -> None:
    assert normals(5, 0, "a").tolist() == [-0.773308, -1.39184, -1.708563, -0.695828, 1.067976]


def test_they_are_normal() -> None:
    many = normals(200_000, "normal?")
    assert abs(many.mean()) < 0.01
    assert many.std() == pytest.approx(1.0, abs=0.01)
    assert (many**3).mean() == pytest.approx(0.0, abs=0.03)
    assert (many**4).mean() == pytest.approx(3.0, abs=0.08)


@given(st.integers(0, 50), st.integers(0, 50))
def test_a_longer_run_starts_with_the_shorter_one(a: int, b: int) -> None:
    assert normals(min(a, b), 7, "x").tobytes() == normals(max(a, b), 7, "x")[: min(a, b)].tobytes()


def test_another_key_gives_other_numbers() -> None:
    runs = [normals(4, *key).tobytes() for key in [(0, "a"), (1, "a"), (0, "b"), (0, "a", "b"), ("", 0, "a")]]
    assert len(set(runs)) == len(runs)


def test_a_words_row_does_not_depend_on_what_was_typed_before() -> None:
    one, other = tl.new("tiny-gpt", text="zebra cat"), tl.new("tiny-gpt", text="cat sat yak zebra")
    for lab in (one, other):
        lab.text = lab.text + " gnu"
    assert one["embed/tokens"][0].tobytes() == other["embed/tokens"][3].tobytes()
    rows = [dict(zip(lab.names("W_U")[1], lab["W_U"].T, strict=True)) for lab in (one, other)]
    for word in ("zebra", "gnu", "cat"):
        assert rows[0][word].tobytes() == rows[1][word].tobytes()


def test_the_seed_decides() -> None:
    a, b, c = (tl.new("tiny-encoder", seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(a["embed"], b["embed"])
    assert not np.array_equal(a["embed"], c["embed"])


def test_a_word_that_leaves_and_comes_back_has_its_row_again() -> None:
    lab = tl.new("tiny-encoder", text="zebra cat")
    before = lab["embed/tokens"][0].copy()
    lab.text = "cat"
    assert "zebra" not in lab.snapshot.vocabulary
    lab.text = "a zebra"
    assert np.array_equal(lab["embed/tokens"][1], before)
