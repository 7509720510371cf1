"""The type of slides: 24 points for all that is read, 18 at least for numbers in cells, and nothing below."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import pytest

import transformer_lab as tl
from tests.figures import lawful
from transformer_lab.figures.legibility import NUMBER, texts_of, unit_of
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Picture, picture
from transformer_lab.figures.plates.board import said
from transformer_lab.figures.readable import largest, told
from transformer_lab.figures.registry import FIGURES, draw_figure

OTHERS = ("stage", "comparison")
"""Figures whose type has tests of its own."""
NAMES = [name for name in FIGURES if name not in OTHERS]
PRESETS = ("first-sentence", "small-red-house", "tiny-gpt", "tiny-encoder", "worked-example", "three-tokens")
SLIDES = ("16:9", "4:3")
WORDS, NUMBERS = 24.0, 18.0
ROUND = 0.5
SMALLER: Mapping[tuple[str, str], str] = MappingProxyType(
    {
        ("attention", "4:3"): "the row of axis names meets the first tilted word",
        ("attention-steps", "16:9"): "a dozen columns of words, each with a number of two decimals",
        ("attention-steps", "4:3"): "formulas stand under the names of rows, so that every word has a column",
        ("architecture", "16:9"): "eleven boxes of two towers above one another",
        ("architecture", "4:3"): "two towers, or a tower and its facts, beside each other",
        ("head-lines", "4:3"): "two long words would meet",
        ("lens", "16:9"): "shares stand under words in one cell",
        ("lens", "4:3"): "shares stand under words in one cell",
        ("mask", "4:3"): "a dozen words above one another",
        ("matrix", "16:9"): "sixteen rows",
        ("matrix", "4:3"): "sixteen rows",
        ("matrix-product", "16:9"): "rows of both factors above one another, twelve and more",
        ("matrix-product", "4:3"): "rows of both factors above one another, and the line of one cell",
        ("neuron", "16:9"): "two bands of features and three columns beside each other",
        ("neuron", "4:3"): "two bands of features and two columns beside each other",
        ("positions", "16:9"): "twelve rows beside three curves",
        ("positions", "4:3"): "names of curves beside the number of places",
        ("residual", "16:9"): "the word stands beside a long title",
        ("residual", "4:3"): "the word stands beside a long title",
        ("sublayers", "4:3"): "two drawings of five boxes beside each other",
        ("worksheet", "16:9"): "the task and the scales share a line",
        ("worksheet", "4:3"): "formulas stand under the names of rows, so that every word has a column",
    }
)
"""Where texts may be smaller than 24 points, because two would else meet: down to 20, formulas to 18."""


@pytest.fixture(scope="module")
def labs() -> Mapping[str, tl.Lab]:
    return {name: tl.new(name) for name in PRESETS}


def points(drawn: Picture) -> list[tuple[str, float]]:
    """Every text with its size on a slide."""
    unit = unit_of(drawn)
    return [(text, batch.size / unit) for batch in texts_of(drawn) for text in batch.text if text.strip()]


@pytest.mark.parametrize("size", SLIDES)
@pytest.mark.parametrize("name", NAMES)
def test_words_and_sentences_are_of_24_points(labs: Mapping[str, tl.Lab], name: str, size: str) -> None:
    for preset, lab in labs.items():
        drawn = draw_figure(name, lab.snapshot, size=size)
        sizes = points(drawn)
        assert [t for t in sizes if t[1] < NUMBERS - ROUND] == [], preset
        if (name, size) not in SMALLER:
            small = [t for t in sizes if t[1] < WORDS - 2.0 and not NUMBER.fullmatch(t[0])]
            assert small == [], preset
        assert lawful.outside(drawn) == [], preset
        assert lawful.overlapping(drawn) == [], preset


@pytest.mark.parametrize("reason", SMALLER)
def test_every_exception_is_needed(labs: Mapping[str, tl.Lab], reason: tuple[str, str]) -> None:
    name, size = reason
    sizes = [points(draw_figure(name, lab.snapshot, size=size)) for lab in labs.values()]
    assert any(t[1] < WORDS - 1.0 for each in sizes for t in each)


@pytest.mark.parametrize("size", SLIDES)
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "text", ["cat", "אחד שתיים שלוש ארבע", "🐱 👩‍👩‍👧 cat 🏳️‍🌈", "the cat and a dog " * 6]
)
def test_no_text_of_any_sentence_is_below_18_points(name: str, size: str, text: str) -> None:
    drawn = draw_figure(name, tl.new(text=text).snapshot, size=size)
    assert [t for t in points(drawn) if t[1] < NUMBERS - ROUND] == []
    assert [what for what in lawful.outside(drawn) if not what.startswith("wash")] == []


def test_what_has_no_room_is_said() -> None:
    many = tl.new(text="the cat and a dog " * 6).snapshot
    for name in ("attention", "matrix-product", "attention-steps", "head-lines", "neuron", "lens"):
        written = " ".join(lawful.texts(draw_figure(name, many)))
        assert "named" in written or "shown" in written or " of 30" in written, name
    bare = draw_figure("matrix", tl.new("tiny-gpt").snapshot)
    assert "Numbers are left out." in lawful.texts(bare)


def test_the_largest_type_at_which_nothing_is_lost_is_taken() -> None:
    snapshot = tl.new().snapshot

    def drawn(_: object, options: Options) -> Picture:
        left = 160.0 if options.least > 20 else 60.0
        return picture(
            (960.0, 540.0), said("one word", 0, 30, options.least), said("two", left, 30, options.least)
        )

    assert told(drawn(None, Options(least=24))).met == 0
    assert largest(lambda s, o: drawn(s, o), snapshot, Options())[0] == 24
    assert told(drawn(None, Options(least=18))).met > 0
