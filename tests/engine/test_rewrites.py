"""Fold, batch, override and cost: each equals what it stands for."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.worlds import leaves_for, preset_names, preset_world, wide_worlds, worlds
from transformer_lab.engine.batch import batch
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.cost import Cost, cost, total
from transformer_lab.engine.explain import explain
from transformer_lab.engine.fold import fold
from transformer_lab.engine.gradient import differentiate
from transformer_lab.engine.inside import look_inside
from transformer_lab.engine.kernels import FUSED
from transformer_lab.engine.label import text
from transformer_lab.engine.override import override, override_edge, scale, settable
from transformer_lab.engine.program import bind
from transformer_lab.engine.shapes import SHAPES
from transformer_lab.errors import LabError


def shaped(name, words=4, **changes):
    model = replace(SHAPES[name].reduced, **changes)
    graph = build_graph(model, words, 6, 3)
    return graph, leaves_for(model, graph, 2)


def close(one, other, name=""):
    scale = max(1.0, np.abs(np.where(np.isfinite(other), other, 0.0)).max())
    np.testing.assert_allclose(one, other, rtol=0, atol=1e-11 * scale, err_msg=name)


def assert_folded_equals(graph, leaves, out):
    full, small = (bind(differentiate(g, out)).run(leaves) for g in (graph, fold(graph)))
    assert len(small.graph.nodes) <= len(full.graph.nodes)
    for name, value in small.values.items():
        if name in full.values and "|" not in name:
            close(value, full[name], name)
    opened = look_inside(graph, bind(fold(graph)).run(leaves))
    assert list(opened.values) == list(graph.nodes)
    for name, value in opened.values.items():
        close(value, full[name], name)


# --- fold -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", SHAPES)
def test_fused_equals_unfolded_for_every_shape_gradients_too(name):
    graph, leaves = shaped(name, loss=True)
    assert_folded_equals(graph, leaves, "loss")


@pytest.mark.parametrize("name", preset_names())
def test_fused_equals_unfolded_for_every_preset(name):
    world = preset_world(name)
    assert_folded_equals(world.graph, world.leaves, list(world.graph.nodes)[-1])


@settings(max_examples=40)
@given(st.one_of(worlds(), wide_worlds()))
def test_fused_equals_unfolded_for_every_description(world):
    assert_folded_equals(world.graph, world.leaves, list(world.graph.nodes)[-1])


def test_each_kind_of_block_is_folded_once():
    graph, _ = shaped("gpt2-small", loss=True)
    small = fold(graph)
    kinds = [node.op.name for node in small if node.op is not None and node.op.kernel is not None]
    assert sorted(set(kinds)) == ["cross_entropy", "softmax", "standardise"]
    assert kinds.count("softmax") == 3
    assert kinds.count("standardise") == 5
    assert not any("weights/" in i or "mean" in i for i in small.nodes)
    assert set(FUSED) == {"softmax", "standardise", "rms", "cross-entropy"}


def test_what_is_held_or_set_by_hand_stays_open():
    graph, _ = shaped("gpt2-small")
    held = fold(graph, ["block.0/attn/weights/exp"])
    assert "block.0/attn/weights/max" in held
    assert "block.1/attn/weights/max" not in held
    hand = fold(override(graph, "block.0/attn/weights/exp"))
    assert "block.0/attn/weights/max" in hand
    outer = fold(override(graph, "block.0/attn/weights"))
    assert "block.0/attn/weights/max" not in outer
    assert outer["block.0/attn/weights|computed"].op.name == "softmax"


def test_a_folded_value_does_not_pretend_to_have_terms():
    graph, leaves = shaped("gpt2-small")
    with pytest.raises(LabError, match="stands for a whole block"):
        explain(bind(fold(graph)).run(leaves), "probs", (0, 0))


def test_a_fused_row_that_may_see_nothing_is_zero():
    graph, leaves = shaped("gpt2-small")
    mask = np.full((4, 4), -np.inf)
    trace = bind(fold(graph)).run({**leaves, "block.0/attn/mask": mask})
    assert np.all(trace["block.0/attn/weights"] == 0.0)


# --- batch ----------------------------------------------------------------------------------------
@settings(max_examples=25)
@given(wide_worlds(), st.booleans())
def test_a_batch_equals_one_by_one(world, folded):
    graph = fold(world.graph) if folded else world.graph
    inputs = [n.id for n in graph.leaves() if n.kind == "input"]
    several = [leaves_for(world.model, world.graph, seed) for seed in (1, 2, 3)]
    leaves = {**world.leaves, **{i: np.stack([s[i] for s in several]) for i in inputs}}
    many = bind(batch(graph, inputs, 3)).run(leaves)
    for at, own in enumerate(several):
        one = bind(graph).run({**world.leaves, **{i: own[i] for i in inputs}})
        for node in graph:
            value = many[node.id]
            close(value[at] if value.ndim > len(node.axes) else value, one[node.id], node.id)


def test_gradients_of_a_batch_add_up():
    graph, leaves = shaped("llama-like", loss=True)
    inputs = ["tokens", "target"]
    several = [leaves_for(SHAPES["llama-like"].reduced, graph, seed) for seed in (1, 2)]
    stacked = {**leaves, **{i: np.stack([s[i] for s in several]) for i in inputs}}
    for form in (graph, fold(graph)):
        many = bind(differentiate(batch(form, inputs, 2), "loss")).run(stacked)
        singles = [
            bind(differentiate(form, "loss")).run({**leaves, **{i: s[i] for i in inputs}}) for s in several
        ]
        for node in form.leaves():
            if node.kind == "parameter":
                name = f"grad/{node.id}"
                close(many[name], singles[0][name] + singles[1][name], name)


def test_a_batch_is_refused_where_it_cannot_be():
    graph, _ = shaped("gpt2-small")
    with pytest.raises(LabError, match="logits is computed"):
        batch(graph, ["logits"], 2)
    with pytest.raises(LabError, match="at least one example"):
        batch(graph, ["tokens"], 0)


# --- overrides ------------------------------------------------------------------------------------
W = "block.0/attn/weights"


def by_hand(graph, leaves, node_id, value, where, name=None):
    name = name or node_id
    return {**leaves, f"{name}|value": value, f"{name}|where": where}


def test_set_cells_flow_on_and_what_was_computed_stays_readable():
    graph, leaves = shaped("gpt2-small")
    plain = bind(graph).run(leaves)
    changed = override(graph, W)
    where = np.zeros((2, 4, 4))
    where[1, 3, 0] = 1.0
    trace = bind(changed).run(by_hand(graph, leaves, W, np.full((2, 4, 4), 0.25), where), plain)
    assert settable(changed, W)
    assert trace[W][1, 3, 0] == 0.25
    assert np.array_equal(trace[f"{W}|computed"], plain[W])
    assert np.array_equal(np.argwhere(trace[W] != plain[W]), [[1, 3, 0]])
    assert not np.array_equal(trace["logits"][3], plain["logits"][3])
    assert np.array_equal(trace["logits"][:3], plain["logits"][:3])
    assert explain(trace, W, (1, 3, 0)).set_by_you
    assert not explain(trace, W, (1, 3, 1)).set_by_you
    assert (
        text(changed, W)
        == "weights[hts] = weights(value)[hts] if weights(where)[hts] else weights(computed)[hts]"
    )


@pytest.mark.parametrize("folded", [False, True])
def test_gradients_are_zero_where_values_were_set(folded):
    graph, leaves = shaped("gpt2-small", loss=True)
    changed = override(graph, W)
    where = (np.arange(32).reshape(2, 4, 4) % 3 == 0).astype(float)
    leaves = by_hand(graph, leaves, W, np.full((2, 4, 4), 0.25), where)
    form = fold(changed) if folded else changed
    trace = bind(differentiate(form, "loss")).run(leaves)
    assert np.all(trace[f"grad/{W}|computed"][where == 1.0] == 0.0)
    assert np.array_equal(trace[f"grad/{W}|computed"][where == 0.0], trace[f"grad/{W}"][where == 0.0])
    step = 1e-6
    up, down = (
        bind(form).run({**leaves, "block.0/attn/W_Q": leaves["block.0/attn/W_Q"] + s * step})["loss"]
        for s in (1.0, -1.0)
    )
    assert (up - down) / (2 * step) == pytest.approx(trace["grad/block.0/attn/W_Q"].sum(), rel=1e-6, abs=1e-9)


def test_a_head_is_switched_off_by_one_number():
    graph, leaves = shaped("gpt2-small")
    form = override(graph, "block.0/attn/mixed", "h")
    off = bind(form).run(by_hand(graph, leaves, "block.0/attn/mixed", np.zeros(2), np.array([0.0, 1.0])))
    weights = {**leaves, "block.0/attn/W_O": leaves["block.0/attn/W_O"] * np.array([1.0, 0.0])[:, None, None]}
    assert np.abs(off["logits"] - bind(graph).run(weights)["logits"]).max() < 1e-13
    halved = bind(scale(graph, "block.0/attn/mixed", "h")).run(
        {**leaves, "block.0/attn/mixed|factor": np.array([1.0, 0.0])}
    )
    assert np.array_equal(halved["logits"], off["logits"])


def test_patching_with_the_values_of_another_run():
    """Freeze the wire behind block 0 to another text's: from there on the other text is computed."""
    graph, leaves = shaped("gpt2-small")
    tokens = np.roll(leaves["tokens"], 1, axis=1)
    other = bind(graph).run({**leaves, "tokens": tokens})
    name = "block.0/resid_post"
    form = override(graph, name)
    patched = bind(form).run(by_hand(graph, leaves, name, other[name], np.ones((4, 8))))
    assert np.array_equal(patched["logits"], other["logits"])
    assert not np.array_equal(patched["embed"], other["embed"])


def test_an_edge_is_cut_for_one_reader_only():
    graph, leaves = shaped("gpt2-small")
    plain = bind(graph).run(leaves)
    source, reader = "block.0/attn/out", "block.0/resid_mid"
    form = override_edge(graph, source, reader)
    name = f"{source}|to.{reader}"
    cut = bind(form).run(by_hand(graph, leaves, source, np.zeros((4, 8)), np.ones((4, 8)), name))
    assert np.array_equal(cut[reader], plain["block.0/resid_pre"])
    assert np.array_equal(cut[source], plain[source])
    with pytest.raises(LabError, match=r"logits does not read block.0/attn/out"):
        override_edge(graph, source, "logits")


def test_overrides_are_refused_where_they_cannot_be():
    graph, _ = shaped("gpt2-small")
    with pytest.raises(LabError, match="W_Q is not computed; set it as a parameter"):
        override(graph, "block.0/attn/W_Q")
    with pytest.raises(LabError, match="can be set by hand already"):
        override(override(graph, W), W)
    with pytest.raises(LabError, match="has no axis “d”; it has hts"):
        override(graph, W, "d")


# --- cost -----------------------------------------------------------------------------------------
def test_cost_of_single_nodes():
    graph, _ = shaped("gpt2-small")
    assert cost(graph, "block.0/attn/q/product") == Cost(4 * 8 * 8, 0, 4 * 8 * 8)
    assert cost(graph, "block.0/attn/scores") == Cost(2 * 4 * 4 * 4, 0, 2 * 4 * 4 * 8)
    assert cost(graph, "block.0/attn/W_Q") == Cost(0, 0, 64 * 8, 64)
    assert cost(graph, "block.0/attn/masked", 4) == Cost(0, 32, 32 * 4)
    assert cost(graph, "block.0/resid_pre") == Cost()


def test_total_cost_of_a_block_counted_by_hand():
    d, h, n, f = 512, 8, 64, 2048
    graph = build_graph(SHAPES["transformer-2017"].model, n, 100, n)
    block = total(graph, graph.below("encoder.0"))
    assert block.multiply_adds == 4 * n * d * d + 2 * n * n * d + 2 * n * d * f
    assert block.parameters == 4 * d * d + 2 * d * f + f + d + 4 * d
    assert total(graph).parameters == sum(cost(graph, i).parameters for i in graph.nodes)
    assert h * 64 == d
