"""Printed scales: a bar that shows the ramp and says its ends."""

from __future__ import annotations

from tests.figures import lawful
from transformer_lab.figures.picture import Cells, picture
from transformer_lab.figures.scales import bar_width, colour_bar, colour_bar_below, rooted


def test_a_bar_says_its_ends_and_shows_the_ramp_between_them() -> None:
    drawn = picture((200.0, 40.0), *colour_bar("div", 2.0, 60.0, 10.0, 80.0))
    assert lawful.texts(drawn) == ["−2", "+2"]
    cells = next(i for i in lawful.items(drawn) if isinstance(i, Cells))
    assert cells.values.min() == -2.0
    assert cells.values.max() == 2.0
    assert cells.at[0, 0] + cells.size[0, 0] * cells.values.shape[2] == 140.0


def test_an_attention_bar_goes_from_nothing_to_all() -> None:
    assert lawful.texts(picture((200.0, 40.0), *colour_bar("seq", 1.0, 60.0, 10.0, 80.0))) == ["0", "1"]
    below = colour_bar_below("seq", 1.0, 10.0, 5.0, 150.0, 12.0, 18, percent=True)
    drawn = picture((200.0, 60.0), *below)
    assert lawful.texts(drawn) == ["0%", "100%"]
    assert lawful.outside(drawn) == []


def test_the_width_of_a_bar_counts_its_numbers() -> None:
    left, right = bar_width("div", 0.25, 80.0)
    drawn = picture((left + right, 30.0), *colour_bar("div", 0.25, left, 10.0, 80.0))
    assert lawful.outside(drawn) == []
    assert lawful.texts(drawn) == ["−0.25", "+0.25"]


def test_many_words_are_coloured_by_the_square_root_and_the_bar_runs_alike() -> None:
    assert not rooted(8)
    assert rooted(64)
    drawn = picture((200.0, 40.0), *colour_bar("seq", 1.0, 60.0, 10.0, 80.0, root=True))
    shown = next(i for i in lawful.items(drawn) if isinstance(i, Cells)).values.ravel()
    assert shown[0] == 0.0
    assert shown[-1] == 1.0
    assert abs(shown[20] ** 2 - 20 / 79) < 1e-12
