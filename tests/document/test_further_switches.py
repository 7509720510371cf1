"""The further design choices are made, read back, saved and undone like the first ones."""

import pytest

import transformer_lab as tl
from transformer_lab.document import edits
from transformer_lab.document.further_switches import FURTHER_SWITCHES
from transformer_lab.document.project import Project, from_bytes, to_bytes
from transformer_lab.document.switches import SWITCHES

EVERY = [(name, choice.value) for name, switch in FURTHER_SWITCHES.items() for choice in switch.choices]


@pytest.mark.parametrize("preset", ["first-sentence", "tiny-gpt"])
@pytest.mark.parametrize(("name", "value"), EVERY, ids=str)
def test_every_choice_works_and_comes_back(preset, name, value):
    lab = tl.new(preset)
    before = to_bytes(Project(lab.state))
    if name == "groups" and value and 2 % value:
        with pytest.raises(tl.LabError, match="choose a kv_heads that divides 2"):
            lab.do(edits.switch(name, value))
        return
    lab.do(edits.switch(name, value))
    assert FURTHER_SWITCHES[name].read(lab.state.model) == value
    assert lab.snapshot.trace is not None
    assert from_bytes(to_bytes(Project(lab.state))).state.model == lab.state.model
    lab.undo()
    assert to_bytes(Project(lab.state)) == before


def test_names_do_not_clash():
    assert not set(SWITCHES) & set(FURTHER_SWITCHES)
    with pytest.raises(tl.LabError, match="Activation cannot be swish; it can be ReLU, GELU"):
        edits.switch("activation", "swish")
