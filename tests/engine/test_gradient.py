"""Gradients equal central differences: for every operation, every shape, every parameter and intermediate."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.test_laws import assert_cell_law, assert_label_law, distinct, every_operation, some_cells
from tests.engine.worlds import leaves_for, preset_names, preset_world, signatures, wide_worlds
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.gradient import differentiate
from transformer_lab.engine.graph import Builder
from transformer_lab.engine.program import bind
from transformer_lab.engine.shapes import SHAPES
from transformer_lab.errors import LabError

STEP = 1e-6


def forced(program, leaves, trace, node_id, value):
    """Every value when one node is set to `value`, whatever it would have been."""
    values = dict(trace.values) | {node_id: value}
    moved = {node_id}
    for node, call, sources in program.steps:
        if call is not None and node.id not in moved and moved & set(sources):
            with np.errstate(all="ignore"):
                values[node.id] = call(*[values[s] for s in sources])
            moved.add(node.id)
    return values


def assert_gradients(graph, leaves, out, names=None, rel=1e-6):
    program = bind(differentiate(graph, out))
    trace = program.run(leaves)
    plain = bind(graph)
    rng = np.random.default_rng(0)
    for node in graph:
        name = f"grad/{node.id}"
        if (
            node.kind == "constant"
            or node.id.endswith("real")
            or name not in program.graph
            or (names and node.id not in names)
        ):
            continue
        assert trace[name].shape == node.shape
        assert program.graph[name].axes == node.axes
        assert not np.isnan(trace[name]).any(), name
        value = trace[node.id]
        direction = np.where(np.isfinite(value), rng.choice([-1.0, 1.0], size=node.shape), 0.0)
        up, down = (
            forced(plain, leaves, trace, node.id, value + sign * STEP * direction)[out].sum()
            for sign in (1.0, -1.0)
        )
        told = float((trace[name] * direction).sum())
        scale = max(abs(told), np.abs(trace[name]).max(), 1e-2)
        assert abs((up - down) / (2 * STEP) - told) <= rel * scale, (
            name,
            (up - down) / (2 * STEP),
            told,
        )
    return trace


@every_operation
@given(data=st.data(), seed=st.integers(0, 99))
def test_every_operation(op, data, seed):
    signature = data.draw(signatures(op))
    graph = signature.graph()
    rng = np.random.default_rng(seed)
    leaves = {f"operand.{i}": distinct(rng, shape) for i, shape in enumerate(signature.shapes())}
    assert_gradients(graph, leaves, "result")


def trained(model, words=4, vocabulary=6):
    """The reduced shape with a loss, and random numbers."""
    graph = build_graph(model, words, vocabulary, 3)
    return graph, leaves_for(model, graph, 5)


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_and_every_intermediate(name):
    graph, leaves = trained(replace(SHAPES[name].reduced, loss=True))
    trace = assert_gradients(graph, leaves, "loss")
    missing = {n.id for n in graph if n.kind != "constant" and f"grad/{n.id}" not in trace.values}
    assert missing <= {i for i in missing if i.startswith("probs")}


@pytest.mark.parametrize("name", preset_names())
def test_every_preset(name):
    world = preset_world(name)
    out = list(world.graph.nodes)[-1]
    assert_gradients(world.graph, world.leaves, out)


@settings(max_examples=30)
@given(wide_worlds())
def test_no_gradient_is_nan_even_where_rows_are_masked(world):
    graph = differentiate(world.graph, list(world.graph.nodes)[-1])
    trace = bind(graph).run(world.leaves)
    for name, value in trace.values.items():
        assert not np.isnan(value).any(), name


def test_gradients_are_explained_and_labelled_like_values():
    graph, leaves = trained(replace(SHAPES["gpt2-small"].reduced, loss=True), 3, 4)
    full = differentiate(graph, "loss")
    trace = bind(full).run(leaves)
    seen = 0
    for node in full:
        if node.id.startswith("grad/"):
            assert_label_law(full, node)
            for index in some_cells(node):
                assert_cell_law(trace, node, index)
                seen += 1
    assert seen > 500


def test_only_what_is_asked_for_is_added():
    graph, leaves = trained(SHAPES["gpt2-small"].reduced)
    full = differentiate(graph, "logits", ["block.1/attn/W_Q", "block.1/attn/q"])
    added = [i for i in full.nodes if i.startswith("grad/")]
    assert "grad/block.1/attn/W_Q" in added
    assert not any(i.startswith(("grad/block.0", "grad/embed", "grad/block.1/attn/v")) for i in added)
    every = bind(differentiate(graph, "logits")).run(leaves)
    some = bind(full).run(leaves)
    for name in ("grad/block.1/attn/W_Q", "grad/block.1/attn/q"):
        assert np.array_equal(some[name], every[name])


def test_what_does_not_matter_has_a_gradient_of_zeros():
    graph, leaves = trained(SHAPES["gpt2-small"].reduced)
    trace = bind(differentiate(graph, "block.0/resid_post", ["final_norm/gain"])).run(leaves)
    assert np.array_equal(trace["grad/final_norm/gain"], np.zeros(8))


def test_one_cell_is_chosen_by_its_seed():
    graph, leaves = trained(SHAPES["gpt2-small"].reduced)
    full = differentiate(graph, "logits", ["embed"])
    seed = np.zeros((4, 6))
    seed[1, 2] = 1.0
    trace = bind(full).run({**leaves, "grad/logits": seed})
    assert np.all(trace["grad/embed"][2:] == 0.0)
    assert np.all(trace["grad/embed"][:2] != 0.0)


def test_ties_share_the_gradient_of_a_maximum():
    g = Builder()
    g.leaf("x", "ts", (1, 3), "parameter")
    g.add("y", "max", "ts->t", "x")
    trace = bind(differentiate(g.freeze(), "y")).run({"x": np.array([[2.0, 1.0, 2.0]])})
    assert trace["grad/x"].tolist() == [[0.5, 0.0, 0.5]]
    hidden = bind(differentiate(g.freeze(), "y")).run({"x": np.full((1, 3), -np.inf)})
    assert hidden["grad/x"].tolist() == [[0.0, 0.0, 0.0]]


def test_unknown_ids_are_named():
    graph, _ = trained(SHAPES["gpt2-small"].reduced)
    with pytest.raises(LabError, match="no value called “lost”"):
        differentiate(graph, "lost")
    with pytest.raises(LabError, match="no value called “nowhere”"):
        differentiate(graph, "logits", ["nowhere"])
