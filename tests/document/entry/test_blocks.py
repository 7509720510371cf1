"""Pasted blocks: every form reads back, one decimal mark for all, and nothing is guessed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from transformer_lab.document.entry.blocks import WRITERS, readings
from transformer_lab.errors import LabError

TWO = [[1.5, -2.0], [0.0, 3e-5]]


@pytest.mark.parametrize(
    "text",
    [
        "1.5\t-2\n0\t3e-5",
        "1.5\t-2\r\n0\t3e-5\r\n",
        "1,5\t−2\n0\t3e-5",
        "1.5, -2\n0, 3e-5",
        "1.5,-2\n0,3e-5",
        "1,5; -2\n0; 3e-5",
        "1.5 -2\n0   3e-5",
        "1,5 -2\n0 3e-5",
        "array([[ 1.5e+00, -2.0e+00],\n       [ 0.0e+00,  3.0e-05]])",
        "[[ 1.5 -2. ]\n [ 0.   3e-5]]",
        "tensor([[1.5, -2.], [0., 3e-5]], requires_grad=True)",
        "W = np.array([[1.5, -2], [0, 3e-5]], dtype=np.float32)",
        "[1.5 -2; 0 3e-5]",
        "[[1.5, -2.0], [0, 3e-5]]",
        "\\begin{bmatrix} 1.5 & -2 \\\\ 0 & 3e-5 \\end{bmatrix}",
        "$$\\begin{array}{cc} 1.5 & -2 \\\\ 0 & 3e-5 \\\\ \\end{array}$$",
        "1.5 & -2 \\\\\n0 & 3e-5 \\\\",
        "| a | b |\n|---|--:|\n| 1.5 | -2 |\n| 0 | 3e-5 |",
        "\tslot 1\tslot 2\nnoun\t1.5\t-2\nverb\t0\t3e-5",
        "a,b\n1.5,-2\n0,3e-5",
    ],
)
def test_every_form_reads_the_same_numbers(text: str) -> None:
    (only,) = readings(text)
    assert only.values.tolist() == TWO


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("1,000", [[1.0]], [[1000.0]]),
        ("1,000\t2,500", [[1.0, 2.5]], [[1000.0, 2500.0]]),
        ("1,5", [[1.5]], [[1.0, 5.0]]),
        ("1,5\n2,5", [[1.5], [2.5]], [[1.0, 5.0], [2.0, 5.0]]),
    ],
)
def test_what_can_be_read_in_two_ways_is_asked_about(
    text: str, first: list[list[float]], second: list[list[float]]
) -> None:
    one, other, *_ = readings(text)
    assert [one.values.tolist(), other.values.tolist()] == [first, second]
    assert one.said != other.said


def test_a_single_comma_with_three_digits_may_also_part_two_cells() -> None:
    assert [r.values.tolist() for r in readings("1,100")] == [[[1.1]], [[1100.0]], [[1.0, 100.0]]]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no numbers"),
        ("   \n ", "no numbers"),
        ("1.5\t2,5", "two decimal marks"),
        ("1\t2\n3", "Row 2 has 1 cells"),
        ("1\tcat", "column 2"),
        ("nan\t1", "column 1"),
        ("1e999", "no finite value"),
        ("[1, 2", "do not close"),
        ("1\t\t2", "Row 1, column 2"),
        ("1_000", "not a number"),
        ("\uff11", "not a number"),
    ],
)
def test_what_does_not_fit_is_named(text: str, says: str) -> None:
    with pytest.raises(LabError, match=says):
        readings(text)


def test_simple_things_stay_simple() -> None:
    assert readings("3")[0].values.tolist() == [[3.0]]
    assert readings("1/3\tsqrt(2)")[0].values[0, 0] == 1 / 3
    assert readings("1 2 3")[0].values.shape == (1, 3)
    assert readings("[1, 2, 3]")[0].values.shape == (1, 3)
    assert readings("1.000\t2.000")[0].values.tolist() == [[1.0, 2.0]]


@pytest.mark.parametrize("form", WRITERS)
@given(
    arrays(
        float,
        array_shapes(min_dims=2, max_dims=2, max_side=5),
        elements=st.floats(allow_nan=False, allow_infinity=False),
    )
)
def test_what_is_copied_reads_back_bit_for_bit(form: str, values: np.ndarray) -> None:
    text = WRITERS[form](values)
    assert any(r.values.tobytes() == values.tobytes() for r in readings(text))


@given(st.text(max_size=60))
def test_no_text_breaks(text: str) -> None:
    try:
        found = readings(text)
    except LabError:
        return
    assert all(np.isfinite(reading.values).all() for reading in found)
