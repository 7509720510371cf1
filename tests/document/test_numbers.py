"""Numbers as people type them, and what is refused with a reason."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer_lab.document.numbers import parse_number
from transformer_lab.errors import LabError

RIGHT = {
    "3.5": 3.5,
    "3,5": 3.5,
    "\u22122": -2.0,
    " +.5 ": 0.5,
    "5.": 5.0,
    "1e-3": 1e-3,
    "1e\u22123": 1e-3,
    "1/3": 1 / 3,
    "2*pi": 2 * math.pi,
    "2×π": 2 * math.pi,
    "-1/sqrt(2)": -1 / math.sqrt(2),
    "√2": math.sqrt(2),
    "e": math.e,
    "0,125": 0.125,
    "1.000": 1.0,
    "1,0000": 1.0,
    "3,14159": 3.14159,
}
WRONG = [
    "",
    " ",
    "nan",
    "inf",
    "-infinity",
    "text",
    "1_000",
    "１２",
    "½",
    "0x10",
    "1+1",
    "2 3",
    "e5",
    "2e",
    "1..2",
]
WRONG += [
    "1,000,000",
    "1.000,5",
    "1 000",
    "()",
    "(",
    "sqrt",
    "sqrt2",
    "-",
    "1/0",
    "1e999",
    "sqrt(-1)",
    "9" * 400,
]
WRONG += ["__import__('os')", "(" * 90, "1/3/", "pi()", "\x00", "\ud800"]


@pytest.mark.parametrize("text", RIGHT, ids=ascii)
def test_what_people_type_is_understood(text: str) -> None:
    assert parse_number(text) == RIGHT[text]


@pytest.mark.parametrize("text", WRONG, ids=ascii)
def test_everything_else_is_refused(text: str) -> None:
    with pytest.raises(LabError):
        parse_number(text)


@pytest.mark.parametrize("text", ["1,000", "-12,345", "999,999"])
def test_a_comma_that_may_group_is_asked_about(text: str) -> None:
    with pytest.raises(LabError, match="two ways"):
        parse_number(text)


def test_the_sign_of_zero_is_kept() -> None:
    assert math.copysign(1.0, parse_number("-0")) == -1.0


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_number_written_out_reads_back(value: float) -> None:
    assert parse_number(repr(value)) == value
    assert parse_number(repr(value).replace("-", "\u2212")) == value


@given(st.text(st.sampled_from("0123456789.,eE+-*/()√π sqrtpi_\u2212"), max_size=12))
def test_nothing_but_numbers_and_refusals_comes_out(text: str) -> None:
    try:
        value = parse_number(text)
    except LabError:
        return
    assert math.isfinite(value)
