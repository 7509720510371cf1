"""The engine equals PyTorch, in more than two hundred configurations with no parameter at its default.

The arrays come from scripts/parity.py. Where torch and transformers are installed, fresh configurations are
asked of them directly (marker `live`).
"""

import importlib.util

import numpy as np
import pytest

from tests.engine.parity.cases import COUNTS, cases, ours
from tests.engine.parity.compare import FILE, distance, load
from tests.engine.parity.mistakes import MISTAKES

REFERENCES = [(case, ours(case), arrays) for case, arrays in load()]


def test_the_file_holds_what_it_should():
    assert len(REFERENCES) >= 200
    assert FILE.stat().st_size <= 8e6
    assert {case["family"] for case, _, _ in REFERENCES} == set(COUNTS)
    assert all(arrays.keys() == own.outputs.keys() for _, own, arrays in REFERENCES)


@pytest.mark.parametrize("family", COUNTS)
@pytest.mark.parametrize(("dtype", "most"), [(np.float64, 1e-10), (np.float32, 1e-5)])
def test_the_engine_equals_pytorch(family, dtype, most):
    for case, own, arrays in REFERENCES:
        if case["family"] == family:
            gap = distance(own, arrays, dtype)
            assert gap <= most, (gap, case)


def test_no_parameter_stands_at_its_default():
    for case, own, _ in REFERENCES:
        for name, value in own.leaves.items():
            last = name.rsplit("/", 1)[-1]
            if last == "gain":
                assert np.all(value != 1.0), name
            elif last[:2] == "b_" or (last == "bias" and case["bias"]):
                assert np.all(value != 0.0), name


@pytest.mark.live
@pytest.mark.skipif(
    not all(map(importlib.util.find_spec, ("torch", "transformers"))), reason="needs torch and transformers"
)
def test_the_engine_equals_pytorch_live():
    from scripts.parity import reference

    for case in cases(
        first=int(np.random.default_rng().integers(1000, 10**9)), counts=dict.fromkeys(COUNTS, 5)
    ):
        assert distance(ours(case), reference(case)) <= 1e-10, case


@pytest.mark.parametrize("name", MISTAKES)
def test_a_planted_mistake_is_noticed(name):
    """At least one configuration is further from PyTorch than any right one may be."""
    assert any(noticed(MISTAKES[name], *reference) for reference in REFERENCES)


def noticed(spoil, case, own, arrays):
    spoiled = spoil(case, own)
    return spoiled is not own and distance(spoiled, arrays) > 1e-10


def test_there_are_enough_mistakes():
    assert len(MISTAKES) >= 40
