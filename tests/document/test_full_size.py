"""Models in the sizes of the papers: recipes in small files, single precision, limits told first."""

from dataclasses import replace
from types import MappingProxyType

import numpy as np
import pytest

import transformer_lab as tl
from transformer_lab import session
from transformer_lab.document import edits, evaluate
from transformer_lab.document.layout import layout, numbers
from transformer_lab.document.presets import FULL, preset
from transformer_lab.document.project import Project, from_bytes, to_bytes
from transformer_lab.document.state import MOST_NUMBERS, MOST_SINGLE, State
from transformer_lab.engine.shapes import SHAPES, Sizes, gpt2
from transformer_lab.errors import LabError

SMALL = {name: replace(shape.reduced, precision="single") for name, shape in SHAPES.items()}
COUNTS = {"transformer-2017": 44, "gpt-2-small": 85, "bert-base": 85, "llama-like": 75}


def small(name, **changes):
    return State(replace(SMALL[name], **changes), "the cat sat", MappingProxyType({}), source="a house")


@pytest.mark.parametrize("name", FULL)
def test_a_full_size_is_a_small_file_without_numbers(name):
    state = preset(name)
    assert state.model.precision == "single"
    count = numbers(layout(state).graph)
    assert MOST_NUMBERS < count < MOST_SINGLE
    assert count // 10**6 == COUNTS[name]
    data = to_bytes(Project(state))
    assert len(data) < 20_000
    assert from_bytes(data).state.model == state.model


@pytest.mark.parametrize("name", SHAPES)
def test_single_precision_is_double_to_rounding(name):
    single, double = session.Lab(small(name)), session.Lab(small(name, precision="double"))
    out = "probs" if "probs" in single.snapshot else "final_norm"
    assert {single[n.id].dtype for n in single.snapshot.graph} == {np.dtype(np.float32)}
    assert double[out].dtype == np.float64
    np.testing.assert_allclose(single[out], double[out], rtol=1e-5, atol=1e-5)
    one, two = (lab.gradient(out, (0, 0))["grad/embed/W_E"] for lab in (single, double))
    assert one.dtype == np.float32
    np.testing.assert_allclose(one, two, rtol=1e-3, atol=1e-4)


def test_an_edit_in_single_precision_takes_over_what_it_does_not_touch():
    lab = session.Lab(small("gpt2-small"))
    before = lab.snapshot.trace
    lab.set_cell("block.1/ffn/W_1", (0, 0), 0.123456789)
    assert lab["block.1/ffn/W_1"][0, 0] == np.float32(0.123456789)
    assert lab["block.0/resid_post"] is before["block.0/resid_post"]
    assert lab["probs"] is not before["probs"]
    lab.do(edits.set_model(replace(lab.state.model, precision="double"), "Double"))
    assert lab["probs"].dtype == np.float64


@pytest.mark.parametrize("precision", ["double", "single"])
def test_too_many_numbers_are_refused_before_one_is_made(precision, monkeypatch):
    monkeypatch.setattr(evaluate, "materialise", None)
    model = replace(gpt2(Sizes(48, 16, 1024, 4096)), precision=precision)
    with pytest.raises(LabError, match=r"at most 2(50,000)?,000,000 fit|at most 250,000,000 fit"):
        session.Lab(State(model, "a", MappingProxyType({})))


def test_the_window_refuses_what_it_could_not_follow(tmp_path):
    path = tmp_path / "large.tlab"
    path.write_bytes(to_bytes(Project(preset("gpt-2-small"))))
    with pytest.raises(LabError, match=r"“large.tlab” holds 85,06\d,\d{3} numbers, too many for the window"):
        session.open_project(path, MOST_NUMBERS)


def test_an_unknown_precision_is_refused():
    with pytest.raises(LabError, match="precision"):
        session.Lab(small("gpt2-small", precision="half"))
    with pytest.raises(LabError, match=r"no preset “gpt-9”.*gpt-2-small"):
        tl.new("gpt-9")
