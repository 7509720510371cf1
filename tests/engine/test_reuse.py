"""Only what depends on an edit runs again, what did not change stays the same array, old traces last."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.worlds import leaves_for, preset_world, world, worlds
from transformer_lab.bench.plain_forward import bench_model, plain_forward
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.model import Attention, BlockSpec, FeedForward, Model, Positions
from transformer_lab.engine.program import Program, bind, same_bits
from transformer_lab.errors import LabError

BLOCK = BlockSpec((Attention(2, 2, "causal", norm="before"), FeedForward(5, norm="before")))
MODEL = Model(4, (BLOCK, BLOCK), Positions("sinusoidal"), final_norm=True)


def bits(array):
    return array.shape, array.tobytes()


def assert_equal_bit_for_bit(trace, fresh):
    for name in fresh.values:
        assert bits(trace[name]) == bits(fresh[name]), name


def counting(program):
    """The same program, and the list of the nodes it runs."""
    ran = []

    def counted(name, call):
        def run(*xs):
            ran.append(name)
            return call(*xs)

        return run

    return Program(program.graph, {name: counted(name, call) for name, call in program.calls.items()}), ran


def edited(leaves, name, change):
    array = leaves[name].copy()
    change(array)
    return {**leaves, name: array}


@given(worlds(), st.data())
def test_after_any_edits_a_trace_equals_a_fresh_run(world, data):
    trace, leaves = world.trace(), world.leaves
    for _ in range(3):
        before = {name: bits(value) for name, value in trace.values.items()}
        name = data.draw(st.sampled_from([n.id for n in world.graph.leaves() if n.kind == "parameter"]))
        at = data.draw(st.integers(0, leaves[name].size - 1))
        to = data.draw(st.sampled_from([0.0, -0.0, 1.5, np.nan]))
        leaves = edited(leaves, name, lambda a, at=at, to=to: a.put(at, to))
        after = world.program.run(leaves, trace)
        assert_equal_bit_for_bit(after, world.program.run(leaves))
        for node_id, value in trace.values.items():
            assert bits(value) == before[node_id], "the old trace was touched"
            same = bits(after[node_id]) == before[node_id]
            assert (after[node_id] is value) == same, node_id
            assert (after.revisions[node_id] == after.run) == (not same), node_id
        trace = after


def test_only_what_depends_on_a_weight_runs():
    w = world(MODEL, 5, 7, 0)
    program, ran = counting(w.program)
    trace = program.run(w.leaves)
    assert ran == [n.id for n in w.graph if n.op is not None]
    ran.clear()
    program.run(edited(w.leaves, "W_U", lambda a: a.put(0, 9.0)), trace)
    assert ran == ["logits", "probs/max", "probs/shifted", "probs/exp", "probs/sum", "probs"]
    ran.clear()
    program.run(edited(w.leaves, "block.1/attn/W_V", lambda a: a.put(0, 9.0)), trace)
    assert ran[:3] == ["block.1/attn/v", "block.1/attn/mixed", "block.1/attn/out"]
    assert not {"block.1/attn/q", "block.1/attn/weights", "block.0/resid_post"} & set(ran)


def test_nothing_runs_when_nothing_changed_or_a_value_was_typed_again():
    w = world(MODEL, 5, 7, 0)
    program, ran = counting(w.program)
    trace = program.run(w.leaves)
    ran.clear()
    again = program.run({name: array.copy() for name, array in w.leaves.items()}, trace)
    assert ran == []
    assert all(again[name] is trace[name] for name in trace.values)
    assert max(again.revisions.values()) == 0


def test_a_result_that_stays_equal_stops_the_wave():
    """The row of a word that is not in the text changes the table, and nothing else."""
    w = world(MODEL, 3, 7, 0)
    unused = next(i for i in range(7) if not w.leaves["tokens"][:, i].any())
    program, ran = counting(w.program)
    trace = program.run(w.leaves)
    ran.clear()
    after = program.run(edited(w.leaves, "embed/W_E", lambda a: a[unused].fill(3.0)), trace)
    assert ran == ["embed/tokens"]
    assert after["embed/tokens"] is trace["embed/tokens"]
    assert [name for name, run in after.revisions.items() if run == 1] == ["embed/W_E"]


def test_what_is_declared_equally_is_taken_over_from_another_graph():
    """Another block at the end leaves the first ones alone."""
    two = world(MODEL, 5, 7, 0)
    old = two.trace()
    taller = replace(MODEL, blocks=(BLOCK, BLOCK, BLOCK))
    graph = build_graph(taller, 5, 7)
    leaves = {**leaves_for(taller, graph, 1), **two.leaves}
    program, ran = counting(bind(graph))
    new = program.run(leaves, old)
    assert not [name for name in ran if name.startswith(("embed", "block.0", "block.1"))]
    assert new["block.1/resid_post"] is old["block.1/resid_post"]
    assert_equal_bit_for_bit(new, program.run(leaves))


@given(st.integers(1, 6), st.integers(1, 6))
def test_values_of_another_length_never_leak(one, other):
    a = world(MODEL, one, 7, 0)
    b = world(MODEL, other, 7, 1)
    assert_equal_bit_for_bit(b.program.run(b.leaves, a.trace()), b.trace())


def test_a_longer_vocabulary_leaves_the_wire_alone():
    a = world(MODEL, 4, 6, 0)
    b = world(MODEL, 4, 7, 0)
    tokens = np.hstack([a.leaves["tokens"], np.zeros((4, 1))])
    table = np.vstack([a.leaves["embed/W_E"], np.ones((1, 4))])
    leaves = {
        **b.leaves,
        **{k: v for k, v in a.leaves.items() if k != "W_U"},
        "tokens": tokens,
        "embed/W_E": table,
    }
    old = a.trace()
    new = b.program.run(leaves, old)
    assert new["embed"] is old["embed"]
    assert new["block.1/resid_post"] is old["block.1/resid_post"]
    assert new.revision("block.0") == 0
    assert new.revision("probs") == 1


def test_a_node_declared_otherwise_is_computed_anew():
    """Two models whose nodes have equal names and shapes, but not equal signatures."""
    a, b = (world(Model(4, (BlockSpec((Attention(2, 2, scale=s),)),)), 3, 5, 0) for s in (True, False))
    leaves = {name: array for name, array in a.leaves.items() if name in b.leaves}
    old = a.trace()
    new = b.program.run(leaves, old)
    assert_equal_bit_for_bit(new, b.program.run(leaves))
    assert new["block.0/attn/scores"] is old["block.0/attn/scores"]
    assert new["block.0/attn/weights"] is not old["block.0/attn/weights"]


def test_results_are_read_only_and_a_second_name_is_no_copy():
    w = preset_world("first-sentence")
    trace = w.trace()
    later = w.program.run(edited(w.leaves, "embed/W_E", lambda a: a.fill(1.0)), trace)
    assert trace["block.0/resid_pre"] is trace["embed"]
    for name, value in [*trace.values.items(), *later.values.items()]:
        assert not value.flags.writeable, name
        assert isinstance(value, np.ndarray), name
        assert value.dtype == np.float64, name
    with pytest.raises(ValueError, match="read-only"):
        trace["embed"][0, 0] = 1.0
    with pytest.raises(TypeError):
        trace.values["embed"] = trace["probs"]


def test_revisions_name_the_run_in_which_something_below_changed():
    w = world(MODEL, 5, 7, 0)
    first = w.trace()
    second = w.program.run(edited(w.leaves, "block.1/ffn/b_1", lambda a: a.put(0, 9.0)), first)
    assert [second.revision(p) for p in ("block.0", "embed", "block.1", "block.1/attn", "logits", "")] == [
        0, 0, 1, 0, 1, 0,
    ]  # fmt: skip


def test_a_missing_or_misshapen_leaf_is_named():
    w = world(MODEL, 5, 7, 0)
    with pytest.raises(LabError, match="W_U has no value"):
        w.program.run({k: v for k, v in w.leaves.items() if k != "W_U"})
    with pytest.raises(LabError, match=r"W_U has the shape \(2, 2\); the model needs \(4, 7\)"):
        w.program.run({**w.leaves, "W_U": np.zeros((2, 2))})


@pytest.mark.parametrize(
    ("x", "y", "same"),
    [
        (0.0, 0.0, True),
        (0.0, -0.0, False),
        (1.0, 1.0 + 2**-52, False),
        (np.nan, np.nan, True),
        (np.nan, 1.0, False),
    ],
)
def test_equal_means_bit_for_bit(x, y, same):
    for place in (0, -1):
        one, other = np.ones((2, 3)), np.ones((2, 3))
        one.flat[place], other.flat[place] = x, y
        assert same_bits(one, other) is same
        assert same_bits(one.T, other.T) is same
    assert same_bits(np.array(x), np.array(y)) is same
    assert not same_bits(np.zeros(3), np.zeros((3, 1)))


def test_another_nan_is_another_value():
    odd = np.array([0x7FF8000000000001], dtype=np.int64).view(np.float64)
    assert not same_bits(np.array([np.nan]), odd)
    assert same_bits(odd, odd.copy())


def test_one_program_serves_several_threads():
    w = world(MODEL, 5, 7, 0)
    inputs = [leaves_for(MODEL, w.graph, seed) for seed in range(8)]
    alone = [w.program.run(leaves) for leaves in inputs]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda leaves: w.program.run(leaves, alone[0]), inputs))
    for one, other in zip(alone, together, strict=True):
        assert_equal_bit_for_bit(other, one)


def test_reuse_is_exact_at_working_size():
    """Where BLAS blocks, vectorises and runs threads."""
    model = bench_model()
    w = world(model, 32, 50, 0)
    first = w.trace()
    leaves = edited(w.leaves, "block.2/attn/W_K", lambda a: a.put(7, 2.0))
    assert_equal_bit_for_bit(w.program.run(leaves, first), w.program.run(leaves))


def test_the_plain_forward_of_the_bench_computes_the_same():
    w = world(bench_model(), 6, 9, 0)
    trace, plain = w.trace(), plain_forward(w.leaves, 4)
    assert plain.keys() == trace.values.keys()
    for name, value in plain.items():
        np.testing.assert_allclose(trace[name], value, rtol=1e-12, atol=1e-12)
