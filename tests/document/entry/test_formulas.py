"""Formulas for cells: what they give, that they are never code, and what is refused."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer_lab.document.entry.formulas import LONGEST, filled, is_formula
from transformer_lab.errors import LabError

ONE = np.array([[3.0]])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("= 1 + 2 * 3", 7.0),
        ("= (1 + 2) * 3", 9.0),
        ("=2^3^2", 512.0),
        ("=-2^2", -4.0),
        ("=2^-1", 0.5),
        ("= 8 / 4 / 2", 1.0),
        ("= 8 − 4 − 2", 2.0),
        ("= 1/sqrt(2)", 1 / math.sqrt(2)),
        ("= √2", math.sqrt(2)),
        ("= sin(pi/6)", 0.5),
        ("= cos(π)", -1.0),
        ("= e^1", math.e),
        ("= exp(0) + ln(e) + abs(−2) + tan(0)", 4.0),
        ("= 0,5 × 4", 2.0),
        ("= 1e-3 * 1000", 1.0),
        ("= x / 2", 1.5),
        ("3 ** 2", 9.0),
    ],
)
def test_values(text: str, value: float) -> None:
    assert filled(text, ONE)[0, 0] == pytest.approx(value, abs=1e-15)


def test_rows_and_columns_are_known_and_counting_may_start_at_one() -> None:
    values = np.arange(6.0).reshape(2, 3)
    assert filled("= 10*i + j", values).tolist() == [[0, 1, 2], [10, 11, 12]]
    assert filled("= 10*i + j", values, first=1).tolist() == [[11, 12, 13], [21, 22, 23]]
    assert filled("= n*m + x", values).tolist() == (values + 6).tolist()
    assert filled("= 7", values).shape == (2, 3)


def test_only_what_begins_with_an_equals_sign_is_a_formula() -> None:
    assert is_formula(" = 1")
    assert not is_formula("1/3")


@pytest.mark.parametrize(
    "text",
    [
        "=",
        "= 1 +",
        "= (1",
        "= 1)",
        "= 1 2",
        "= sin 2",
        "= sin()",
        "= foo(1)",
        "= __import__",
        "= x.real",
        "= [1]",
        "= 1; 2",
        "= 1 if 1 else 2",
        "= lambda",
        "= 'a'",
        "= 1..2",
        "=" + "(" * 60 + "1" + ")" * 60,
        "=" + "-" * 150 + "1",
        "= " + "1+" * LONGEST + "1",
    ],
)
def test_what_is_no_formula_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(LabError):
        filled(text, ONE)


@pytest.mark.parametrize("text", ["= 1/0", "= sqrt(-1)", "= ln(0)", "= 10^400", "= 1/j"])
def test_a_cell_without_a_finite_value_is_named(text: str) -> None:
    with pytest.raises(LabError, match="row 0, column 0"):
        filled(text, np.zeros((2, 2)))


@given(st.text(alphabet="0123456789.,+-*/^()ijnmx πe√sqrtincoabplyz=_[]'\"\\\n", max_size=40))
def test_no_text_is_run_or_breaks(text: str) -> None:
    try:
        found = filled("=" + text, np.ones((2, 2)))
    except LabError:
        return
    assert np.isfinite(found).all()
