"""Printed scales: a limit that covers what is seen, and a bar that says it."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.figures import lawful
from transformer_lab.figures.picture import Cells, picture
from transformer_lab.figures.scales import bar_width, colour_bar, colour_bar_below, limit_of

VALUES = st.lists(
    st.floats(-500.0, 500.0).filter(lambda v: v == 0.0 or abs(v) > 1e-2), min_size=1, max_size=200
)


@given(VALUES)
def test_a_limit_is_the_smallest_power_of_two_that_covers_98_percent(values: list[float]) -> None:
    array = np.array(values)
    limit = limit_of([array])
    assert np.log2(limit) == round(np.log2(limit))
    if not array.any():
        assert limit == 1.0
        return
    assert (np.abs(array) <= limit).mean() >= 0.98
    covered = (np.abs(array) <= limit / 2.0).mean()
    assert covered < 0.98 or np.abs(array).max() > limit / 2.0


def test_limits_of_known_values() -> None:
    assert limit_of([np.array([0.0, 1.9])]) == 2.0
    assert limit_of([np.array([2.0])]) == 2.0
    assert limit_of([np.array([0.24])]) == 0.25
    assert limit_of([np.r_[np.full(99, 0.9), 50.0]]) == 1.0
    assert limit_of([np.array([np.nan, np.inf, 3.0])]) == 4.0
    assert limit_of([np.zeros(4)]) == limit_of([]) == 1.0


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
