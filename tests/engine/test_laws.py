"""Laws over the whole table of operations, random models and every preset: a new row needs no new test."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.worlds import preset_names, preset_world, signatures, wide_worlds, worlds
from transformer_lab.engine.explain import explain
from transformer_lab.engine.label import label, right_side, right_side_as_text, symbol, symbol_as_text, text
from transformer_lab.engine.ops import LOWEST, OPS, Operand
from transformer_lab.engine.program import bind

REDUCED = {
    None: lambda terms: terms[0],
    "sum": lambda terms: math.fsum(terms),
    "mean": lambda terms: math.fsum(terms) / len(terms),
    "max": lambda terms: max(LOWEST, *terms),
}


def every_operation(test):
    """Runs a law for each row of the table, with a few dozen signatures each."""
    return pytest.mark.parametrize("op", OPS)(settings(max_examples=25)(test))


def some_cells(node, count=3):
    """First, last and middle cells of a node."""
    cells = list(np.ndindex(*node.shape))
    return {cells[i * (len(cells) - 1) // max(1, count - 1)] for i in range(count)}


def operands(signature, seed):
    rng = np.random.default_rng(seed)
    return {f"operand.{i}": distinct(rng, shape) for i, shape in enumerate(signature.shapes())}


def distinct(rng, shape):
    """Numbers between 0.5 and 2, no two alike, so that no kink and no tie is near."""
    return rng.permutation(np.linspace(0.5, 2.0, math.prod(shape))).reshape(shape)


# --- cell law: the terms of a cell reduce to its value --------------------------------------------
def assert_cell_law(trace, node, index):
    found = explain(trace, node.id, index)
    values = [term.value for term in found.terms]
    assert found.value == trace[node.id][index]
    if node.op is None:
        assert not values
        return
    scale = max([1.0, *(abs(v) for v in values if math.isfinite(v))])
    assert len(values) == math.prod(trace.graph.sizes(node.id)[a] for a in node.over)
    assert REDUCED[node.op.reduce](values) == pytest.approx(found.value, rel=1e-12, abs=1e-12 * scale)
    for term in found.terms:
        assert [cell.node for cell in term.cells] == [read.source for read in node.reads]
        assert term.factors == tuple(trace[cell.node][cell.index] for cell in term.cells)
        with np.errstate(all="ignore"):
            assert term.value == node.op.map(*(np.float64(f) for f in term.factors))


@every_operation
@given(data=st.data(), seed=st.integers(0, 99))
def test_cell_law_for_every_operation(op, data, seed):
    signature = data.draw(signatures(op))
    trace = bind(signature.graph()).run(operands(signature, seed))
    for index in np.ndindex(*trace["result"].shape):
        assert_cell_law(trace, trace.graph["result"], index)


@given(st.one_of(worlds(), wide_worlds()))
def test_cell_law_for_every_description(world):
    trace = world.trace()
    for node in world.graph:
        assert_label_law(world.graph, node)
        for index in some_cells(node):
            assert_cell_law(trace, node, index)


@given(wide_worlds())
def test_no_description_makes_nan(world):
    trace = world.trace()
    assert not any(np.isnan(value).any() for value in trace.values.values())


@pytest.mark.parametrize("name", preset_names())
def test_cell_law_for_every_preset(name):
    world = preset_world(name)
    trace = world.trace()
    for node in world.graph:
        for index in some_cells(node, 6):
            assert_cell_law(trace, node, index)


# --- locality: what is not read changes nothing, what is read does --------------------------------
def partial_of(op, position, factors, value, count):
    """How the cell answers to operand `position` of one term, as the table says."""
    entry = op.partials[position]
    if isinstance(entry, Operand):
        slope = factors[entry.position]
    elif callable(entry):
        slope = float(entry(*(np.float64(f) for f in factors), np.float64(value)))
    else:
        slope = entry
    return slope / count if op.reduce == "mean" else slope


def slopes(trace, index):
    """Cell read → how the result's cell answers to it, summed over the places where it is read."""
    found = explain(trace, "result", index)
    answer = {}
    for term in found.terms:
        for position, cell in enumerate(term.cells):
            value = found.value if found.op.reduce == "max" else term.value
            slope = partial_of(found.op, position, term.factors, value, len(found.terms))
            answer[cell] = answer.get(cell, 0.0) + slope
    return answer


def nudged(program, leaves, cell, step):
    moved = leaves[cell.node].copy()
    moved[cell.index] += step
    return program.run({**leaves, cell.node: moved})["result"]


@every_operation
@given(data=st.data(), seed=st.integers(0, 99))
def test_what_is_not_read_changes_nothing(op, data, seed):
    signature = data.draw(signatures(op))
    program, leaves = bind(signature.graph()), operands(signature, seed)
    trace = program.run(leaves)
    for index in some_cells(trace.graph["result"]):
        read = {cell for term in explain(trace, "result", index).terms for cell in term.cells}
        spoiled = {name: np.full_like(array, np.nan) for name, array in leaves.items()}
        for cell in read:
            spoiled[cell.node][cell.index] = leaves[cell.node][cell.index]
        assert program.run(spoiled)["result"][index] == trace["result"][index]


@every_operation
@given(data=st.data(), seed=st.integers(0, 99))
def test_what_is_read_does_as_the_partials_say(op, data, seed):
    """Finite differences of every row of the table, in every place where a cell is read."""
    signature = data.draw(signatures(op))
    program, leaves = bind(signature.graph()), operands(signature, seed)
    trace = program.run(leaves)
    for index in some_cells(trace.graph["result"]):
        for cell, slope in list(slopes(trace, index).items())[:4]:
            up, down = (nudged(program, leaves, cell, step)[index] for step in (1e-6, -1e-6))
            assert (up - down) / 2e-6 == pytest.approx(slope, rel=1e-6, abs=1e-6)
            assert (up != down) == (abs(slope) > 1e-9)


# --- label law: the formula names exactly what is read --------------------------------------------
def assert_label_law(graph, node):
    if node.op is None:
        assert label(graph, node.id) == symbol(node.id, node.axes)
        assert text(graph, node.id) == symbol_as_text(node.id, node.axes)
        return
    for spell, right, whole in ((symbol, right_side, label), (symbol_as_text, right_side_as_text, text)):
        formula = right(node)
        assert whole(graph, node.id) == f"{spell(node.id, node.axes)} = {formula}"
        for name in sorted({spell(r.source, r.axes) for r in node.reads}, key=len, reverse=True):
            assert name in formula
            formula = formula.replace(name, "")
        assert not names_in(formula), formula
    assert right_side(node).count("{") == right_side(node).count("}")
    for letters in [node.over] if node.over else []:
        assert f"_{{{letters}}}" in right_side(node)


def names_in(formula):
    """Names of values that a formula still holds when its operands are taken out."""
    return [part for part in formula.split(r"\mathrm{")[1:] if not part.startswith("mean}")] + [
        part for part in formula.split() if part.endswith("]")
    ]


@pytest.mark.parametrize("name", preset_names())
def test_label_law_for_every_preset(name):
    graph = preset_world(name).graph
    for node in graph:
        assert_label_law(graph, node)


@every_operation
@given(data=st.data())
def test_label_law_for_every_operation(op, data):
    graph = data.draw(signatures(op)).graph()
    assert_label_law(graph, graph["result"])


# --- causality, masks, smallest sizes -------------------------------------------------------------
@settings(max_examples=200)
@given(st.one_of(worlds(causal=True, words=st.integers(2, 4)), wide_worlds(causal=True)), st.data())
def test_later_words_change_nothing_under_a_causal_mask(world, data):
    at = data.draw(st.integers(1, world.leaves["tokens"].shape[0] - 1))
    tokens = world.leaves["tokens"].copy()
    tokens[at:] = np.roll(tokens[at:], 1, axis=1)
    before = world.program.run(world.leaves)
    after = world.program.run({**world.leaves, "tokens": tokens})
    for node in world.graph:
        if node.op is not None and "t" in node.axes and not node.id.startswith(("loss", "encoder")):
            rows = [np.moveaxis(trace[node.id], node.axes.index("t"), 0)[:at] for trace in (before, after)]
            if "s" in node.axes:
                rows = [np.moveaxis(r, node.axes.index("s"), -1)[..., :at] for r in rows]
            assert np.array_equal(*rows), node.id


@given(worlds(causal=True, words=st.integers(2, 4)))
def test_a_row_that_may_look_at_nothing_has_zero_weights(world):
    masks = [name for name in world.leaves if name.endswith("/mask")]
    blind = {name: world.leaves[name].copy() for name in masks}
    for mask in blind.values():
        mask[1] = -np.inf
    trace = world.program.run({**world.leaves, **blind})
    for name in masks:
        weights = trace[name.replace("/mask", "/weights")]
        assert np.all(weights[:, 1] == 0.0)
        assert np.allclose(weights[:, 0].sum(axis=-1), 1.0, rtol=0, atol=1e-12)
    assert not any(np.isnan(value).any() for value in trace.values.values())


@given(worlds(causal=False, words=st.just(1)))
def test_one_word_looks_only_at_itself(world):
    trace = world.trace()
    for node in world.graph:
        if node.id.endswith("/weights"):
            assert np.all(trace[node.id] == 1.0)


def test_weights_and_probabilities_sum_to_one():
    trace = preset_world("first-sentence").trace()
    for name in ("block.0/attn/weights", "block.1/attn/weights", "probs"):
        assert np.abs(trace[name].sum(axis=-1) - 1.0).max() < 1e-15
