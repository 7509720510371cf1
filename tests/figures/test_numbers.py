"""Numbers as people read them: laws first, then the examples of the design."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer_lab.figures.numbers import (
    MINUS,
    compact,
    exact,
    fixed,
    number,
    percent,
    percent_texts,
    percents,
    read,
    scientific,
    short,
    signed,
)

FLOATS = st.floats(allow_nan=False)
FINITE = st.floats(allow_nan=False, allow_infinity=False)
ROWS = st.lists(st.floats(0.0, 1.0), min_size=1, max_size=64).filter(lambda row: sum(row) > 0.0)


@given(FLOATS)
def test_exact_reads_back_to_the_same_float(value: float) -> None:
    back = read(exact(value))
    assert back == value
    assert math.copysign(1.0, back) == math.copysign(1.0, value)


@given(FINITE)
def test_exact_is_no_longer_than_what_python_writes(value: float) -> None:
    assert len(exact(value)) <= len(repr(value))


@given(st.floats(-1e6, 1e6), st.integers(0, 6))
def test_fixed_is_off_by_at_most_half_of_its_last_place(value: float, decimals: int) -> None:
    text = fixed(value, decimals)
    assert abs(read(text) - value) <= 0.5000001 * 10.0**-decimals
    assert len(text.partition(".")[2]) == decimals


@given(FINITE)
def test_no_number_is_written_with_a_hyphen_or_as_minus_zero(value: float) -> None:
    for text in (fixed(value), short(value), scientific(value), exact(value), number(value), percent(value)):
        assert "-" not in text
    assert fixed(value).strip("0.") != MINUS


@given(st.floats(1e-3, 9999.0))
def test_short_reads_back_to_three_decimals_and_ends_in_no_zero(value: float) -> None:
    text = short(value)
    assert abs(read(text) - value) <= 0.0005000001
    assert "." not in text or not text.endswith(("0", "."))


@given(ROWS)
def test_percents_of_a_row_sum_to_100(row: list[float]) -> None:
    assert sum(percents(row)) == 100


@given(ROWS)
def test_percents_keep_the_order_of_shares(row: list[float]) -> None:
    pairs = list(zip([v / sum(row) for v in row], percents(row), strict=True))
    assert all(p <= q for a, p in pairs for b, q in pairs if a + 1e-10 < b)


@given(ROWS)
def test_a_percent_is_off_by_less_than_one(row: list[float]) -> None:
    total = sum(row)
    assert all(abs(v / total * 100.0 - p) < 1.0 for v, p in zip(row, percents(row), strict=True))


def test_of_equal_remainders_the_first_gets_more() -> None:
    assert percents([1 / 3] * 3) == (34, 33, 33)
    assert percents([0.0, 0.25, 0.25, 0.5]) == (0, 25, 25, 50)


def test_the_worked_example_keeps_its_honest_sum() -> None:
    assert percents([0.4342, 0.2105, 0.3453]) == (44, 21, 35)


def test_arithmetic_dust_does_not_move_a_percent() -> None:
    assert percents([0.29, 0.57, 0.14]) == (29, 57, 14)
    assert percents([0.1 + 0.2, 0.3, 0.4]) == (30, 30, 40)


def test_rows_of_nothing_and_of_trouble() -> None:
    assert percents([0.0, 0.0]) == (0, 0)
    assert percents([]) == ()
    assert percent_texts([0.5, math.nan, 0.5]) == ("50%", "NaN", "50%")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.666295, "67%"),
        (0.0, "0%"),
        (0.002, "<1%"),
        (0.005, "1%"),
        (1.0, "100%"),
        (math.nan, "NaN"),
        (-0.2, "−20%"),
    ],
)
def test_a_lone_percent(value: float, text: str) -> None:
    assert percent(value) == text


@pytest.mark.parametrize(
    ("function", "value", "text"),
    [
        (fixed, -1.2, "−1.20"),
        (fixed, -0.001, "0.00"),
        (fixed, -0.0, "0.00"),
        (fixed, math.inf, "∞"),
        (fixed, -math.inf, "−∞"),
        (fixed, math.nan, "NaN"),
        (short, 2.0, "2"),
        (short, -3.0, "−3"),
        (short, 0.5, "0.5"),
        (short, 100.0, "100"),
        (short, 0.0, "0"),
        (short, 12345.0, "1.2 × 10⁴"),
        (number, 0.00123, "0.00"),
        (number, 0.0000123, "1.2 × 10⁻⁵"),
        (number, -25000.0, "−2.5 × 10⁴"),
        (scientific, 9.96e-5, "1.0 × 10⁻⁴"),
        (scientific, 0.0, "0"),
        (exact, 0.1, "0.1"),
        (exact, -3.0, "−3"),
        (exact, 1e-5, "1e−5"),
        (exact, 1e22, "1e22"),
        (signed, 2.0, "+2"),
        (signed, -0.5, "−0.5"),
        (signed, 0.0, "0"),
    ],
)
def test_examples(function, value: float, text: str) -> None:
    assert function(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-3.0, "−3"),
        (0.5, "0.5"),
        (-0.7449, "−0.745"),
        (12.345, "12.35"),
        (-1234.6, "−1235"),
        (0.00002651, "3·10⁻⁵"),
        (-0.00026, "−3·10⁻⁴"),
        (123456.0, "1·10⁵"),
        (math.nan, "NaN"),
    ],
)
def test_small_keys_get_at_most_four_digits_or_one_and_a_power_of_ten(value: float, text: str) -> None:
    assert compact(value) == text


def test_only_an_exact_zero_reads_as_zero_on_a_key() -> None:
    assert all(compact(10.0**-n) != "0" for n in range(1, 300, 7))
