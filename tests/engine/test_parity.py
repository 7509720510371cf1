"""The engine computes what an independent forward pass computes."""

import numpy as np
import pytest
from hypothesis import given

from tests.engine.reference import forward
from tests.engine.worlds import preset_names, preset_world, worlds


def assert_parity(world):
    trace = world.trace()
    expected = forward(world.model, world.leaves)
    assert expected.keys() <= trace.values.keys()
    for name, value in expected.items():
        scale = max(1.0, np.abs(value).max())
        assert trace[name].shape == value.shape, name
        assert np.abs(trace[name] - value).max() <= 1e-12 * scale, name


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_equals_the_reference(name):
    assert_parity(preset_world(name))


@given(worlds())
def test_every_description_equals_the_reference(world):
    assert_parity(world)
