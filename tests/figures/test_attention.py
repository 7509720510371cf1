"""The attention figure: every word whole or a notice, every weight askable, hidden words hatched."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import transformer_lab as tl
from tests.figures import lawful
from tests.figures.as_text import to_text
from tests.figures.goldens import check
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.program import Trace
from transformer_lab.figures.attention_notes import notes_below
from transformer_lab.figures.picture import Cells, Hatch, Picture, Rects, Texts
from transformer_lab.figures.registry import draw_figure

SIZES = ["16:9", "4:3", "320x240", "420x360", "1920x1080"]
TEXTS = {
    "one word": "cat",
    "eight": "The cat that the dog chased was scared",
    "sixteen": "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen",
    "64": " ".join(f"word{i}" if i % 3 else "a" for i in range(64)),
    "Chinese": "小红房子在山上",
    "Hebrew": "החתול שהכלב רדף אחריו נבהל",
    "emoji": "the 🐱 saw 👩‍👩‍👧‍👦 and 🇨🇭 !",
    "a long word": "The cat sat on Donaudampfschifffahrtsgesellschaft",
}


@cache
def snapshot(text: str = TEXTS["eight"]) -> Snapshot:
    return tl.new(text=text).snapshot


def drawn(text: str = TEXTS["eight"], **options: object) -> Picture:
    return draw_figure("attention", snapshot(text), **options)


@pytest.mark.parametrize("size", ["16:9", "320x240"])
def test_golden(size: str) -> None:
    check(f"attention-{size.replace(':', 'x')}", drawn(size=size))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_nothing_sticks_out_and_no_texts_collide(text: str, size: str) -> None:
    picture = drawn(text, size=size)
    assert lawful.outside(picture) == []
    assert lawful.overlapping(picture) == []


@pytest.mark.parametrize("size", ["16:9", "320x240"])
@pytest.mark.parametrize("text", ["one word", "eight", "sixteen"])
def test_every_weight_answers_where_it_stands(text: str, size: str) -> None:
    picture = drawn(TEXTS[text], size=size)
    count = len(TEXTS[text].split())
    assert len({*lawful.cells(picture)}) == count**2
    assert lawful.lost(picture) == []


@pytest.mark.parametrize("notes", [True, False])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_every_word_is_named_twice_or_a_notice_says_why_not(text: str, size: str, notes: bool) -> None:
    written = lawful.texts(drawn(text, size=size, notes=notes))
    words = snapshot(text).words
    said = " ".join(written)
    notice = "named." in said or "cut." in said
    whole = all(written.count(word) >= 2 * words.count(word) for word in set(words))
    assert whole or notice


def test_up_to_sixteen_words_are_whole_on_a_slide_in_type_for_slides() -> None:
    picture = drawn(TEXTS["sixteen"])
    labels = [i for i in lawful.items(picture) if isinstance(i, Texts) and "sixteen" in i.text]
    assert len(labels) >= 2
    assert all(item.size >= 18 for item in labels)


@given(st.integers(1, 64), st.sampled_from(SIZES), st.integers(1, 14))
@settings(max_examples=25)
def test_any_number_of_words_of_any_length_fits(count: int, size: str, length: int) -> None:
    words = " ".join("m" * (1 + (i * length) % 15) for i in range(count))
    picture = drawn(words, size=size, notes=length % 3 > 0)
    assert lawful.outside(picture) == []
    assert lawful.overlapping(picture) == []


def test_hidden_words_are_hatched_and_carry_no_number() -> None:
    picture = drawn()
    hatch = [i for i in lawful.items(picture) if isinstance(i, Hatch)]
    cells = next(i for i in lawful.items(picture) if isinstance(i, Cells) and i.ref is not None)
    assert hatch[0].box.shape[0] == 28
    assert np.isnan(cells.values).sum() == 28
    numbers = [t for t in lawful.texts(picture) if t.isdigit()]
    assert len(numbers) == 36


def test_rows_of_percents_sum_to_100() -> None:
    numbers = [int(t) for t in lawful.texts(drawn()) if t.isdigit()]
    rows = [numbers[i * (i + 1) // 2 : (i + 1) * (i + 2) // 2] for i in range(8)]
    assert [sum(row) for row in rows] == [100] * 8


def test_decimals_are_the_weights_themselves() -> None:
    lab = tl.new()
    written = lawful.texts(draw_figure("attention", lab.snapshot, numbers="decimal"))
    decimals = [float(t) for t in written if t[:2] in ("0.", "1.")]
    weights = lab["block.1/attn/weights"][0]
    assert decimals == [round(float(w), 2) for r, row in enumerate(weights) for w in row[: r + 1]]


def test_numbers_can_be_left_out() -> None:
    assert not [t for t in lawful.texts(drawn(numbers="none", notes=False)) if t.isdigit()]


def test_the_chosen_row_is_said_ringed_and_bold() -> None:
    picture = drawn(query=7)
    assert picture.title == "Who looks at whom — block 2, head 1 · who?"
    assert picture.description == "scared looks at cat for 67% of its view."
    bold = [
        i
        for i in lawful.items(picture)
        if isinstance(i, Texts) and i.face == "semibold" and i.anchor == "end"
    ]
    assert [i.text for i in bold] == [("scared",)]
    rings = [i for i in lawful.items(picture) if isinstance(i, Rects) and i.stroke == "select"]
    assert len(rings) == 1


@pytest.mark.parametrize(
    ("query", "sentence"),
    [(0, "The looks at itself for 100% of its view."), (3, "the looks at 4 words equally.")],
)
def test_rows_with_nothing_to_tell_say_so(query: int, sentence: str) -> None:
    assert drawn(query=query).description == sentence


def changed(value: float) -> Snapshot:
    """The first sentence with one weight of block 2, head 1 set to `value`, past all computing."""
    found = snapshot()
    assert found.trace is not None
    weights = found.trace["block.1/attn/weights"].copy()
    weights[0, 7] = value
    values = MappingProxyType({**found.trace.values, "block.1/attn/weights": weights})
    trace: Trace = replace(found.trace, values=values)
    return replace(found, trace=trace)


def test_a_weight_that_is_no_number_shows_as_trouble() -> None:
    picture = draw_figure("attention", changed(math.nan))
    assert lawful.texts(picture).count("NaN") == 8
    frames = [i for i in lawful.items(picture) if isinstance(i, Rects) and i.stroke == "error"]
    assert len(frames[0].box) == 8
    assert "not numbers" in picture.description


def test_a_row_of_zeros_has_nobody_to_look_at() -> None:
    assert draw_figure("attention", changed(0.0)).description == "scared has nobody to look at."


def test_equal_pictures_have_equal_keys_and_others_do_not() -> None:
    keys = [
        drawn().layers[0].key,
        drawn().layers[0].key,
        drawn(query=2).layers[0].key,
        drawn("cat").layers[0].key,
    ]
    assert keys[0] == keys[1]
    assert len({*keys}) == 3
    assert draw_figure("attention", changed(0.5)).layers[0].key != keys[0]
    assert to_text(drawn()) == to_text(drawn())


def test_both_themes_know_every_colour() -> None:
    assert lawful.unknown_tokens(draw_figure("attention", changed(math.nan))) == set()


def test_a_notice_stands_beside_the_scale_where_it_has_room_and_else_below() -> None:
    def baselines(width: float) -> set[float]:
        items = notes_below("Square-root scale.", True, 10.0, 20.0, width, 16)
        return {float(i.at[0, 1]) for i in items if isinstance(i, Texts) and i.color == "ink2"}

    assert len(baselines(600.0)) == 1
    assert len(baselines(240.0)) == 2


def test_weight_times_length_of_the_value_is_told_with_its_own_scale() -> None:
    snapshot = tl.new("small-red-house").snapshot
    picture = draw_figure("attention", snapshot, block=2, measure="value-length")
    weights, values = snapshot["decoder.0/cross/weights"][0], snapshot["decoder.0/cross/v"][0]
    expected = weights * np.sqrt((values**2).sum(-1))
    assert picture.sheet is not None
    np.testing.assert_allclose(picture.sheet.cells, expected)
    assert expected.max() > 1.0
    texts = lawful.texts(picture)
    assert "2" in texts
    assert f"{expected.max():.2f}" in texts
    assert "Who takes how much from whom" in texts
    shades = [item for item in lawful.items(picture) if isinstance(item, Cells) and item.ref is not None]
    np.testing.assert_allclose(shades[0].values.ravel(), expected.ravel() / 2.0)
    small = draw_figure("attention", snapshot, block=2, measure="value-length", size="84mm")
    assert "Weight × length of v." in " ".join(lawful.texts(small))
