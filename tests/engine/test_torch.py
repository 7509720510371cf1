"""The engine equals PyTorch, in more than two hundred configurations with no parameter at its default.

The arrays come from scripts/parity.py. Where torch and transformers are installed, fresh configurations are asked
of them directly (marker `live`).
"""

import importlib.util

import numpy as np
import pytest

from tests.engine.parity.cases import COUNTS, cases, ours
from tests.engine.parity.compare import FILE, distance, load

REFERENCES = load()


def test_the_file_holds_what_it_should():
    assert len(REFERENCES) >= 200
    assert FILE.stat().st_size <= 8e6
    assert {case["family"] for case, _ in REFERENCES} == set(COUNTS)
    assert all(arrays for _, arrays in REFERENCES)


@pytest.mark.parametrize("family", COUNTS)
@pytest.mark.parametrize(("dtype", "most"), [(np.float64, 1e-10), (np.float32, 1e-5)])
def test_the_engine_equals_pytorch(family, dtype, most):
    for case, arrays in REFERENCES:
        if case["family"] == family:
            gap = distance(case, arrays, dtype)
            assert gap <= most, (gap, case)


def test_no_parameter_stands_at_its_default():
    for case, _ in REFERENCES:
        for name, value in ours(case).leaves.items():
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
        assert distance(case, reference(case)) <= 1e-10, case
