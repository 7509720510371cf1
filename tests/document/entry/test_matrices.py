"""Ready-made matrices: what each is known by, over many shapes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer_lab.document.entry.matrices import READY, ready_made
from transformer_lab.errors import LabError

shapes = st.tuples(st.integers(1, 6), st.integers(1, 6))


@pytest.mark.parametrize("name", READY)
@given(shape=shapes)
def test_each_keeps_shape_finite_numbers_and_what_it_was_given(name: str, shape: tuple[int, int]) -> None:
    values = np.arange(float(np.prod(shape))).reshape(shape)
    before = values.copy()
    if name == "transpose" and shape[0] != shape[1]:
        with pytest.raises(LabError, match="square"):
            ready_made(name, values)
        return
    found = ready_made(name, values)
    assert found.shape == shape
    assert np.isfinite(found).all()
    assert (values == before).all()
    assert (ready_made(name, values) == found).all(), "the same every time"


@given(st.integers(1, 8), st.floats(-720, 720))
def test_a_rotation_keeps_lengths(n: int, degrees: float) -> None:
    found = ready_made("rotation", np.zeros((n, n)), degrees)
    assert found @ found.T == pytest.approx(np.eye(n))


@given(st.integers(1, 8), st.integers(-20, 20))
def test_a_shift_is_a_permutation_and_goes_back(n: int, by: int) -> None:
    there = ready_made("shift", np.zeros((n, n)), by)
    assert (there.sum(0) == 1).all()
    assert (there @ ready_made("shift", np.zeros((n, n)), -by) == np.eye(n)).all()


def test_known_ones() -> None:
    square = np.array([[0.0, 1.0], [2.0, 3.0]])
    assert ready_made("swap", square).tolist() == [[0, 1], [1, 0]]
    assert ready_made("scaled-identity", square, -3).tolist() == [[-3, 0], [0, -3]]
    assert ready_made("one-hot", square, 1).tolist() == [[0, 1], [0, 1]]
    assert ready_made("transpose", square).tolist() == [[0, 2], [1, 3]]
    assert ready_made("rotation", square, 90) == pytest.approx(np.array([[0, 1], [-1, 0]]))
    assert (ready_made("random", square, 1) != ready_made("random", square, 2)).any()


def test_rounding_goes_away_from_zero_and_makes_no_minus_zero() -> None:
    values = np.array([[0.25, -0.25, 0.5, -0.1, 2.375]])
    assert ready_made("halves", values).tolist() == [[0.5, -0.5, 0.5, 0.0, 2.5]]
    assert ready_made("integers", values).tolist() == [[0.0, 0.0, 1.0, 0.0, 2.0]]
    assert ready_made("quarters", values).tolist() == [[0.25, -0.25, 0.5, 0.0, 2.5]]
    assert not np.signbit(ready_made("integers", values)[0, 1])


def test_odd_wishes_are_refused() -> None:
    with pytest.raises(LabError, match="zero, identity"):
        ready_made("magic", np.zeros((2, 2)))
    with pytest.raises(LabError, match="Degrees"):
        ready_made("rotation", np.zeros((2, 2)), float("nan"))
