"""Running text that holds Arabic words leaves them the room in which they are set."""

from __future__ import annotations

from transformer_lab.figures.direction import set_size
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.prose import Run, broken


def test_what_follows_an_arabic_word_stands_clear_of_it() -> None:
    word = "خافت"
    ((first, second),) = broken((Run(word, "semibold"), Run(" looks at")), 400.0, 20)
    end = first.x + approximate(word, "semibold", set_size(word, 20))
    assert second.x >= end + approximate(" ", "regular", 20) - 1e-9
