"""Figures by name: what they understand, and what they say when something does not exist."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import transformer_lab as tl
from tests.figures import lawful
from tests.figures.as_text import to_text
from transformer_lab.errors import LabError
from transformer_lab.figures.options import size_of
from transformer_lab.figures.picture import Picture, Rects, Ref, Texts, picture, table
from transformer_lab.figures.registry import FIGURES, draw_figure

NAMES = [*FIGURES]


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_has_the_size_it_was_asked_for(name: str) -> None:
    assert draw_figure(name, tl.new().snapshot, size="4:3").size == (720.0, 540.0)
    assert draw_figure(name, tl.new().snapshot).size == (960.0, 540.0)


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_text_gives_a_card_not_a_crash(name: str) -> None:
    drawn = draw_figure(name, tl.new(text="  ").snapshot, size="320x240")
    assert "Type a sentence above" in to_text(drawn)
    assert "dash" in to_text(drawn)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", ["", "cat", "The cat that the dog chased was scared", "word " * 64])
@pytest.mark.parametrize("size", ["200x200", "200x400", "320x240"])
def test_nothing_is_written_past_the_edge_of_a_small_figure(name: str, text: str, size: str) -> None:
    drawn = draw_figure(name, tl.new(text=text).snapshot, size=size)
    assert [what for what in lawful.outside(drawn) if not what.startswith("wash")] == []
    assert lawful.overlapping(drawn) == []


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"block": 2}, "This model has 2 blocks, so --block goes from 0 to 1."),
        ({"block": -1}, "This model has 2 blocks, so --block goes from 0 to 1."),
        ({"head": "7"}, "Block 2 has 2 heads, so --head goes from 0 to 1."),
        ({"query": 8}, "This text has 8 words, so --query goes from 0 to 7."),
        ({"block": "one"}, "--block is a whole number, not “one”."),
        ({"colour": 1}, "The figure “attention” has no option “colour”; it has "),
        ({"size": "big"}, "“big” is no size: say 16:9, 4:3, 84mm, 174mm, or width and height such as 800x6"),
        ({"size": "1x1"}, "The size 1x1 is out of range"),
        ({"size": "nanxnan"}, "The size nanxnan is out of range"),
        ({"numbers": "roman"}, "--numbers is percent, decimal or none, not “roman”."),
        ({"title": "perhaps"}, "--title is yes or no, not “perhaps”."),
        ({"block": 1.7}, "--block is a whole number, not “1.7”."),
        ({"block": float("inf")}, "--block is a whole number, not “inf”."),
        ({"size": 5}, "“5” is no size"),
    ],
)
def test_what_does_not_exist_is_named_in_one_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(LabError) as caught:
        draw_figure("attention", tl.new().snapshot, **given)
    assert str(caught.value).startswith(sentence)


def test_an_unknown_figure_is_told_with_those_that_exist() -> None:
    with pytest.raises(LabError, match=r"no figure “stages”; there are stage, attention, .*budget"):
        draw_figure("stages", tl.new().snapshot)


def test_one_word_and_one_step_are_counted_in_the_singular() -> None:
    with pytest.raises(LabError, match=r"This text has 1 word, so --query can only be 0\."):
        draw_figure("attention", tl.new(text="cat").snapshot, query=1)


def test_sizes_by_proportion_and_by_number() -> None:
    assert [size_of(text) for text in ("16:9", "4:3", "800x600", "800×600")] == [
        (960.0, 540.0),
        (720.0, 540.0),
        (800.0, 600.0),
        (800.0, 600.0),
    ]


def test_text_of_a_picture_tells_what_differs_and_nothing_else() -> None:
    def draw(x: float, word: str = "cat", title: str = "t") -> Picture:
        boxes = Rects(table(x, 0.0, 5.0, 5.0), fill="ink", ref=Ref("n", np.array([[1, 2]])))
        return picture((10.0, 10.0), boxes, Texts((word,), table(1.0, 2.0)), title=title)

    assert to_text(draw(0.0)) == to_text(draw(0.04))
    for other in (draw(0.2), draw(0.0, "dog"), draw(0.0, title="u")):
        assert to_text(draw(0.0)) != to_text(other)
    assert "@n[1,2]" in to_text(draw(0.0))
    assert to_text(draw(-0.0)) == to_text(draw(0.0))
