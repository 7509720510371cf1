"""Many numbers are set as one step, wherever they stand; what cannot be leaves everything as it was."""

from __future__ import annotations

import numpy as np
import pytest

import transformer_lab as tl
from transformer_lab.document.changes import changed_numbers
from transformer_lab.document.entry.placing import fits, flat, placed, ways
from transformer_lab.document.handiwork import release_numbers, set_numbers
from transformer_lab.errors import LabError

W_Q, WEIGHTS = "block.1/attn/W_Q", "block.1/attn/weights"
PLACES = (np.array([0, 0]), np.array([7, 7]), np.array([1, 2]))


@pytest.mark.parametrize("node_id", [W_Q, WEIGHTS])
def test_numbers_are_set_in_one_step_and_told_afterwards(node_id: str) -> None:
    lab = tl.new()
    before, places = lab.snapshot, PLACES if node_id == WEIGHTS else (PLACES[1], PLACES[0], PLACES[2])
    lab.do(set_numbers(node_id, places, np.array([0.5, 0.25]), "Paste"))
    assert lab[node_id][places].tolist() == [0.5, 0.25]
    assert lab.undo_label.startswith("Paste: 2 numbers of ")
    found = changed_numbers(before, lab.snapshot)
    assert found is not None
    assert found[0] == node_id
    np.testing.assert_array_equal(found[1], np.stack(places, 1))
    lab.undo()
    assert lab.undo_label is None


def test_numbers_set_by_hand_are_released() -> None:
    lab = tl.new()
    old = lab[WEIGHTS].copy()
    lab.do(set_numbers(WEIGHTS, PLACES, np.array([0.5, 0.25])))
    lab.do(release_numbers(WEIGHTS, tuple(axis[:1] for axis in PLACES)))
    assert lab[WEIGHTS][0, 7, 1] == old[0, 7, 1]
    assert lab[WEIGHTS][0, 7, 2] == 0.25
    lab.do(release_numbers(WEIGHTS, PLACES))
    assert not lab.state.overrides


@pytest.mark.parametrize(
    ("node_id", "places", "values"),
    [
        (W_Q, (np.array([8]), np.array([0]), np.array([0])), [1.0]),
        (W_Q, (np.array([0]), np.array([0]), np.array([0])), [np.nan]),
        (W_Q, (np.array([0]), np.array([0])), [1.0]),
        ("tokens", (np.array([0]), np.array([0])), [1.0]),
    ],
)
def test_what_cannot_be_set_changes_nothing(
    node_id: str, places: tuple[np.ndarray, ...], values: list[float]
) -> None:
    lab = tl.new()
    with pytest.raises(LabError):
        lab.do(set_numbers(node_id, places, np.array(values)))
    assert lab.undo_label is None


def test_where_a_block_goes() -> None:
    block = np.arange(6.0).reshape(2, 3)
    assert fits((2, 3), (1, 1, 1, 1), (3, 4))
    assert not fits((2, 3), (2, 1, 2, 1), (3, 4))
    assert fits((2, 3), (1, 1, 2, 3), (3, 4))
    assert not fits((2, 3), (0, 0, 2, 2), (3, 4))
    assert placed(np.array([[7.0]]), (0, 0, 1, 2)).shape == (2, 3)
    lost = {way.title: way.lost for way in ways(block, (3, 4), 2, 2)}
    assert lost == {
        "From the chosen key on": 4,
        "From the first key on": 0,
        "Turned (rows become columns)": 4,
    }
    assert ways(block, (1, 6))[0].title == "One after the other"
    assert flat(np.zeros((2, 3, 4))).shape == (6, 4)
    assert flat(np.zeros(5)).shape == (1, 5)
