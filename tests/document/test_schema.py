"""Everything a description can tell is written and read back; plain models are written as ever."""

import json

import pytest
from hypothesis import given

from tests.engine.worlds import wide_models
from transformer_lab.document.schema import LATER, model_from_json, model_to_json
from transformer_lab.engine.model import Attention, BlockSpec, FeedForward, Model, Positions
from transformer_lab.engine.shapes import SHAPES


@given(wide_models())
def test_a_model_comes_back_as_it_was(model):
    assert model_from_json(json.loads(json.dumps(model_to_json(model)))) == model


@pytest.mark.parametrize("name", SHAPES)
def test_the_well_known_shapes_come_back(name):
    model = SHAPES[name].reduced
    assert model_from_json(json.loads(json.dumps(model_to_json(model)))) == model


def test_plain_models_are_written_as_in_the_first_format():
    data = model_to_json(Model(4, (BlockSpec((Attention(), FeedForward())),), Positions("table")))
    sublayers = [sub for block in data["blocks"] for sub in block]
    assert data["epsilon"] == 1e-5
    written = {*data, *data["positions"], *(name for sub in sublayers for name in sub)}
    assert written & LATER == {"epsilon"}
    assert not any("epsilon" in sub for sub in sublayers)
