"""From a state to its values: every leaf is made from the right thing, once, and again when that changes."""

from dataclasses import replace

import numpy as np
import pytest

from transformer_lab.document import evaluate
from transformer_lab.document.evaluate import Evaluator
from transformer_lab.document.overriding import override_cell
from transformer_lab.document.presets import preset
from transformer_lab.document.state import Spelling, State
from transformer_lab.document.tokens import PAD
from transformer_lab.engine.model import Attention, BlockSpec, FeedForward, Model
from transformer_lab.session import Lab

BLOCK = BlockSpec((Attention(2, 2, "causal", norm="before"), FeedForward(5, norm="before")))
MODEL = Model(4, (BLOCK,), final_norm=True)
STATE = State(MODEL, "one two three", {}, seed=1)


def values(state):
    return Evaluator()(state, None).trace


def assert_equals_fresh(evaluator, state, previous=None):
    """What the evaluator gives after all it has seen is what one gives that has seen nothing."""
    got, fresh = evaluator(state, previous).trace, values(state)
    assert list(got.values) == list(fresh.values)
    for name, value in fresh.values.items():
        assert got[name].dtype == value.dtype, name
        assert got[name].tobytes() == value.tobytes(), name
    return got


CHANGES = {
    "precision": {"model": replace(MODEL, precision="single")},
    "seed": {"seed": 2},
    "vocabulary": {"text": "one four three"},
    "order of the words": {"text": "three two one"},
    "loss": {"model": replace(MODEL, loss=True)},
    "width": {"model": replace(MODEL, d_model=6)},
    "padding": {"spelling": Spelling(pad=5), "model": replace(MODEL, loss=True)},
}


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("name", CHANGES)
def test_whatever_changes_nothing_old_stays(name, back):
    states = STATE, replace(STATE, **CHANGES[name])
    evaluator, trace = Evaluator(), None
    for state in (*states[:: -1 if back else 1], states[back]):
        trace = assert_equals_fresh(evaluator, state, trace)


def test_numbers_set_by_hand_and_taken_back():
    evaluator = Evaluator()
    trace = assert_equals_fresh(evaluator, STATE)
    lab = Lab(STATE)
    lab.do(override_cell("block.0/attn/weights", (0, 2, 1), 0.25))
    trace = assert_equals_fresh(evaluator, lab.state, trace)
    assert trace["block.0/attn/weights"][0, 2, 1] == 0.25
    lab.do(override_cell("block.0/attn/weights", (0, 2, 1), 0.75))
    trace = assert_equals_fresh(evaluator, lab.state, trace)
    assert trace["block.0/attn/weights"][0, 2, 1] == 0.75
    assert trace["block.0/attn/weights|where"].sum() == 1.0


def test_one_graph_serves_whatever_number_is_set_by_hand():
    lab, graphs = Lab(STATE), []
    for index, value in (((0, 2, 1), 0.25), ((0, 2, 1), 0.75), ((0, 1, 0), 0.5)):
        lab.do(override_cell("block.0/attn/weights", index, value))
        graphs.append(lab.snapshot.graph)
        lab.undo()
    assert len(set(map(id, graphs))) == 1
    lab.do(override_cell("block.0/attn/scores", (0, 2, 1), 0.25))
    assert lab.snapshot.graph is not graphs[0]


def test_another_source_is_read():
    house = preset("small-red-house")
    evaluator = Evaluator()
    trace = assert_equals_fresh(evaluator, house)
    trace = assert_equals_fresh(evaluator, replace(house, source="the red house"), trace)
    assert_equals_fresh(evaluator, replace(house, source="house red the"), trace)


@pytest.mark.parametrize("kind", ["double", "single"])
def test_leaves_are_held_as_the_engine_wants_them_and_not_made_twice(kind):
    state = replace(STATE, model=replace(MODEL, precision=kind))
    evaluator = Evaluator()
    first = evaluator(state, None)
    held = {name: kept.array for name, kept in evaluator._leaves.items()}
    for name, array in held.items():
        assert array is first.trace[name], f"{name} is converted in every run"
    evaluator(replace(state, title="another"), first.trace)
    assert all(kept.array is held[name] for name, kept in evaluator._leaves.items())


def test_a_run_starts_from_the_last_trace_and_the_program_is_bound_once(monkeypatch):
    bound = []
    plain = evaluate.bind
    monkeypatch.setattr(evaluate, "bind", lambda *told: bound.append(told) or plain(*told))
    evaluator = Evaluator()
    first = evaluator(STATE, None)
    second = evaluator(replace(STATE, seed=2), first.trace)
    assert len(bound) == 1
    assert second.trace.run == first.trace.run + 1
    assert second.trace["tokens"] is first.trace["tokens"]
    for width in range(1, evaluate.MOST_PROGRAMS + 4):
        evaluator(replace(STATE, model=replace(MODEL, d_model=width)), None)
    assert len(evaluator._programs) == evaluate.MOST_PROGRAMS


def test_each_word_is_to_be_followed_by_the_next_and_padding_by_none():
    state = replace(STATE, model=replace(MODEL, loss=True), spelling=Spelling(pad=5))
    snapshot = Evaluator()(state, None)
    words, known = snapshot.words, snapshot.vocabulary
    assert words == ("one", "two", "three", PAD, PAD)
    target, tokens = snapshot.trace["target"], snapshot.trace["tokens"]
    assert [known[row.argmax()] for row in tokens] == list(words)
    assert [known[row.argmax()] for row in target[:2]] == ["two", "three"]
    assert target[:2].sum() == 2.0
    assert not target[2:].any(), "padding is no target"


def test_padding_is_no_word_for_attention():
    block = replace(BLOCK, sublayers=(replace(BLOCK.sublayers[0], padding=True, mask="none"),))
    state = replace(STATE, model=replace(MODEL, blocks=(block,)), spelling=Spelling(pad=5))
    trace = values(state)
    assert trace["real"].tolist() == [1.0, 1.0, 1.0, 0.0, 0.0]
    assert not np.any(trace["block.0/attn/weights"][..., 3:])
