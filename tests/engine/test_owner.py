"""Storage of one's own: the numbers of new arrays, old values stay readable, nothing runs in vain."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.test_planner import cases
from tests.engine.worlds import leaves_for, preset_names, preset_world, wide_worlds, world
from transformer_lab.engine import cost, places
from transformer_lab.engine.batch import batch
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.contract import classes
from transformer_lab.engine.emit import emit
from transformer_lab.engine.fold import fold
from transformer_lab.engine.gradient import differentiate
from transformer_lab.engine.inside import look_inside
from transformer_lab.engine.keeping import met_by_name
from transformer_lab.engine.model import Attention, BlockSpec, FeedForward, Model, Positions
from transformer_lab.engine.ops import OPS
from transformer_lab.engine.owner import own
from transformer_lab.engine.places import Places
from transformer_lab.engine.plan import plan
from transformer_lab.engine.program import bind
from transformer_lab.engine.shapes import SHAPES, Sizes, gpt2
from transformer_lab.errors import LabError

BLOCK = BlockSpec((Attention(2, 2, "causal", norm="before"), FeedForward(5, norm="before")))
MODEL = Model(4, (BLOCK, BLOCK), Positions("sinusoidal"), final_norm=True)


def assert_equal(got, expected, close=1e-12):
    assert got.values
    for name, value in got.values.items():
        scale = max(1.0, np.abs(np.nan_to_num(expected[name], posinf=0, neginf=0)).max())
        np.testing.assert_allclose(value, expected[name], rtol=close, atol=close * scale, err_msg=name)


def both(graph, leaves):
    """The law for everything kept, for what is met by name, and for a second run in either storage."""
    expected = bind(graph).run(leaves)
    for keep in (None, met_by_name(graph)):
        owner = own(graph, keep=keep)
        for _ in range(3):
            trace = owner.run({name: array.copy() for name, array in leaves.items()})
            assert set(trace.values) >= (set(graph.nodes) if keep is None else keep)
            assert_equal(trace, expected)


def last(graph):
    return [n.id for n in graph if n.op is not None][-1]


@pytest.mark.parametrize("name", preset_names())
def test_presets_folded_or_not_with_their_gradients(name):
    w = preset_world(name)
    for graph in (w.graph, fold(w.graph), differentiate(fold(w.graph), last(w.graph))):
        both(graph, w.leaves)


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("folded", [False, True])
def test_shapes_with_their_gradients(name, folded):
    model = SHAPES[name].reduced
    graph = build_graph(model, 5, 7, 4 if model.encoder else 0)
    leaves = leaves_for(model, graph, 1)
    both(differentiate(fold(graph) if folded else graph, last(graph)), leaves)


@given(wide_worlds())
@settings(max_examples=15)
def test_any_model_with_its_gradients(w):
    both(differentiate(fold(w.graph), last(w.graph)), w.leaves)


def test_batches():
    w = world(MODEL, 5, 7, 0)
    graph = differentiate(batch(fold(w.graph), ["tokens"], 3), "probs")
    both(graph, {**w.leaves, "tokens": np.stack([w.leaves["tokens"][i] for i in ([0, 1, 2, 3, 4],) * 3])})


@pytest.mark.parametrize("op", OPS)
@settings(max_examples=30)
@given(data=st.data())
def test_every_operation_under_any_letters(op, data):
    numbers = st.one_of(st.floats(-4, 4), st.sampled_from((0.0, np.inf, -np.inf, np.nan)))
    signature, xs = data.draw(cases(op, numbers))
    told = (OPS[op], signature.inputs, signature.out, signature.size)
    out = np.full([signature.size[a] for a in signature.out], 7.0)
    with np.errstate(all="ignore"):
        for apply, args in emit(*told, xs, out):
            apply(*args)
        np.testing.assert_allclose(out, plan(*told)(*xs), rtol=1e-12, atol=1e-12)


def products(graph):
    found = {}
    for node in graph:
        if node.op is not None and node.op.name == "dot":
            (_, x), (_, y) = node.reads
            if classes(x, y, node.axes) and classes(x, y, node.axes).summed:
                found[node.id] = node
    return found


@pytest.mark.parametrize("name", ["gpt2-small", "bert-base", "transformer-2017"])
def test_no_product_needs_a_copy_forward_or_backward(name):
    model = SHAPES[name].reduced
    graph = fold(build_graph(model, 5, 7, 4 if model.encoder else 0))
    graph = differentiate(graph, last(graph))
    owner = own(graph)
    owner.run(leaves_for(model, graph, 1))
    for name in products(graph):
        assert [f.__name__ for f, _ in owner.calls(name)] in (["matmul"], ["dot"], ["vecdot"], []), name


@given(wide_worlds(), st.data())
@settings(max_examples=30)
def test_after_edits_a_trace_equals_a_fresh_one_and_the_old_one_stays(w, data):
    graph = fold(w.graph)
    keep = data.draw(st.sampled_from([None, met_by_name(graph)]))
    owner, leaves = own(graph, keep=keep), w.leaves
    trace = owner.run(leaves)
    for _ in range(5):
        before = {name: value.tobytes() for name, value in trace.values.items()}
        name = data.draw(st.sampled_from([n.id for n in graph.leaves() if n.kind == "parameter"]))
        array = leaves[name].copy()
        array.put(data.draw(st.integers(0, array.size - 1)), data.draw(st.sampled_from([0.0, 1.5, 60.0])))
        leaves = {**leaves, name: array}
        after, fresh = owner.run(leaves), own(graph, keep=keep).run(leaves)
        for i, value in fresh.values.items():
            assert after[i].tobytes() == value.tobytes(), i
            assert trace[i].tobytes() == before[i], f"{i}: the old value was touched"
            assert after.revisions[i] == after.run or value.tobytes() == before[i], i
        trace = after


def test_only_what_depends_on_an_edit_runs_and_what_was_written_over_is_made_again():
    graph = fold(world(MODEL, 5, 7, 0).graph)
    plan = Places(graph, met_by_name(graph))
    assert plan.affected(frozenset(["W_U"])) == ("logits", "probs")
    assert plan.over["block.0/attn/masked"] == "block.0/attn/scaled"
    assert plan.over["block.0/ffn/pre"] == "block.0/ffn/pre/product"
    ran = plan.affected(frozenset(["block.1/ffn/b_1"]))
    assert ran[:3] == ("block.1/ffn/pre/product", "block.1/ffn/pre", "block.1/ffn/act")


@pytest.mark.parametrize("quick", [0.0, 1.0])
def test_the_first_edit_of_a_small_model_runs_everything_and_the_next_what_depends_on_it(quick, monkeypatch):
    monkeypatch.setattr(places, "QUICK", quick)
    w = world(MODEL, 5, 7, 0)
    owner, leaves = own(w.graph, sides=1), w.leaves
    owner.run(leaves)
    early = owner.calls("block.0/norm_1/centred")[0][1][-1]
    ran = []
    for _ in range(3):
        early[:] = 7.0
        leaves = {**leaves, "W_U": leaves["W_U"] + 1.0}
        trace = owner.run(leaves)
        ran.append(bool((trace["block.0/norm_1/centred"] != 7.0).any()))
        np.testing.assert_allclose(trace["probs"], w.program.run(leaves)["probs"], rtol=1e-12)
    assert ran == [bool(quick), False, False]


def test_the_estimate_tells_small_models_from_large_ones():
    small, large = (build_graph(gpt2(Sizes(2, 2, n, 4 * n)), 6, 6) for n in (8, 512))
    assert cost.seconds(small) < places.QUICK < cost.seconds(large)


def test_what_is_not_kept_is_recomputed_when_looked_at():
    w = world(MODEL, 5, 7, 0)
    graph = fold(w.graph)
    keep = met_by_name(graph)
    assert {"block.0/resid_mid", "block.0/attn/q", "block.0/attn/scores", "block.0/ffn/pre"} <= keep
    assert "block.0/attn/masked" not in keep
    trace = own(graph, keep=keep).run(w.leaves)
    inside, expected = look_inside(w.graph, trace), w.trace()
    assert set(inside.values) == set(expected.values)
    assert_equal(inside, expected)


def test_single_precision_is_single_throughout():
    w = world(MODEL, 5, 7, 0)
    graph = differentiate(fold(w.graph), "probs")
    trace = own(graph, np.float32, met_by_name(graph)).run(w.leaves)
    assert {value.dtype for value in trace.values.values()} == {np.dtype(np.float32)}
    assert_equal(trace, bind(graph).run(w.leaves), 1e-5)


def test_values_are_read_only_and_a_run_can_be_stopped():
    w = world(MODEL, 5, 7, 0)
    owner = own(w.graph)
    owner.run(w.leaves)
    trace = owner.run(w.leaves)
    assert not any(value.flags.writeable for value in trace.values.values())
    asked = []
    other = {**w.leaves, "embed/W_E": w.leaves["embed/W_E"] * 2}
    assert owner.run(other, stop=lambda: asked.append(0) or len(asked) > 9) is None
    assert_equal(trace, w.trace())
    after = owner.run(other)
    assert set(after.values) == set(w.graph.nodes)
    assert_equal(after, w.program.run(other))


def test_a_leaf_that_is_missing_or_does_not_fit_is_named():
    w = world(MODEL, 5, 7, 0)
    with pytest.raises(LabError, match="W_U"):
        own(w.graph).run({name: array for name, array in w.leaves.items() if name != "W_U"})
    with pytest.raises(LabError, match="W_U"):
        own(w.graph).run({**w.leaves, "W_U": np.zeros((1, 1))})
    for words in (0, 6):
        with pytest.raises(LabError, match=f"room for 5 words, not for {words}"):
            own(w.graph).run(w.leaves, words=words)


def test_huge_scores_and_rows_that_see_nothing():
    w = world(MODEL, 5, 7, 0)
    for number in (1e3, -1e3, np.inf, np.nan):
        leaves = {
            **w.leaves,
            "embed/W_E": w.leaves["embed/W_E"] * 1.0,
            "block.0/attn/root_d_k": np.array(1e-4),
        }
        leaves["W_U"] = w.leaves["W_U"] * number
        both(fold(w.graph), leaves)
        both(w.graph, leaves)
