"""Above a limit of bytes only some values stay; others share rooms, and come back when they are looked at."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.test_owner import assert_equal
from tests.engine.worlds import leaves_for, wide_worlds
from transformer_lab.engine import inside
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.fold import fold
from transformer_lab.engine.gradient import differentiate
from transformer_lab.engine.inside import look_at, look_inside
from transformer_lab.engine.keeping import met_by_name, worth_keeping
from transformer_lab.engine.owner import own
from transformer_lab.engine.places import Places
from transformer_lab.engine.program import bind
from transformer_lab.engine.shapes import SHAPES, Sizes, gpt2
from transformer_lab.errors import LabError

SMALL_LIMIT = 10_000


def test_above_the_limit_the_wire_and_what_is_asked_stay():
    graph = fold(build_graph(gpt2(Sizes(4, 4, 16, 64)), 32, 9))
    assert worth_keeping(graph, 8, 10**9) == met_by_name(graph)
    few = worth_keeping(graph, 8, SMALL_LIMIT)
    assert {"block.2/resid_mid", "block.3/resid_post", "block.0/attn/k", "logits", "embed/W_E"} <= few
    assert not {"block.2/attn/weights", "block.2/attn/scores", "block.1/ffn/act", "block.1/norm_1"} & few
    every, some = (own(graph, keep=keep).bytes() for keep in (met_by_name(graph), few))
    scores = 8 * 4 * 32 * 32
    assert some < every - 3 * scores, "scores of all blocks share one room"


@pytest.mark.parametrize("name", SHAPES)
def test_values_that_share_rooms_are_those_of_a_run_that_keeps_all(name):
    model = SHAPES[name].reduced
    whole = build_graph(model, 5, 7, 4 if model.encoder else 0)
    graph = fold(whole)
    leaves = leaves_for(model, graph, 1)
    expected = bind(whole).run(leaves)
    for keep in (worth_keeping(graph, 8, SMALL_LIMIT), worth_keeping(graph, 8, 0), ["probs"]):
        owner = own(graph, keep=keep)
        assert not set(Places(graph, keep).rooms) & set(keep)
        for _ in range(3):
            trace = owner.run({i: array.copy() for i, array in leaves.items()})
            assert_equal(trace, expected)
            assert_equal(look_inside(whole, trace), expected)


@given(wide_worlds())
@settings(max_examples=20)
def test_a_room_is_not_given_away_while_somebody_needs_it(w):
    graph = differentiate(fold(w.graph), "probs") if "probs" in w.graph else fold(w.graph)
    places = Places(graph, [])
    holds = {}
    for node in graph:
        read = {places.roots[r.source] for r in node.reads} - {places.roots[node.id]}
        if places.roots[node.id] in places.rooms:
            holds[places.rooms[places.roots[node.id]]] = places.roots[node.id]
        for root in read & set(places.rooms):
            assert holds[places.rooms[root]] == root, f"{node.id} reads {root}"


def test_gradients_that_nobody_keeps_share_rooms_too():
    model = SHAPES["gpt2-small"].reduced
    graph = fold(build_graph(model, 5, 7))
    whole = differentiate(graph, "logits", [n.id for n in graph.leaves() if n.kind == "parameter"])
    leaves = leaves_for(model, whole, 1)
    wanted = [f"grad/{n.id}" for n in graph.leaves() if n.kind == "parameter"]
    assert_equal(own(whole, keep=wanted).run(leaves), bind(whole).run(leaves))


@given(wide_worlds(), st.data())
@settings(max_examples=30)
def test_after_an_edit_what_was_released_is_made_again(w, data):
    graph = fold(w.graph)
    owner, leaves = own(graph, keep=worth_keeping(graph, 8, 0)), w.leaves
    for _ in range(4):
        owner.run(leaves)
        name = data.draw(st.sampled_from([n.id for n in graph.leaves() if n.kind == "parameter"]))
        leaves = {**leaves, name: leaves[name] * 1.5}
        assert_equal(owner.run(leaves), bind(graph).run(leaves))


@pytest.mark.parametrize("name", ["gpt2-small", "llama-like"])
def test_a_text_that_grows_needs_only_what_is_kept(name):
    model = SHAPES[name].reduced
    graph = fold(build_graph(model, 7, 9))
    leaves = leaves_for(model, graph, 1)
    owner = own(graph, keep=["probs"], sides=1)
    expected = bind(graph).run(leaves)
    for words in (3, 4, 6, 7):
        trace = owner.run(leaves, words=words)
        np.testing.assert_allclose(trace["probs"][:words], expected["probs"][:words], rtol=1e-12, atol=1e-12)


@given(wide_worlds(), st.data())
@settings(max_examples=30)
def test_one_cell_is_computed_from_what_it_needs(w, data):
    graph = fold(w.graph)
    trace, expected = own(graph, keep=worth_keeping(graph, 8, 0)).run(w.leaves), w.trace()
    for _ in range(5):
        seen = data.draw(st.sampled_from([w.graph, graph]))
        node = data.draw(st.sampled_from(list(seen)))
        index = tuple(data.draw(st.integers(0, n - 1)) for n in node.shape)
        got, wanted = look_at(seen, trace, node.id, index), expected[node.id][index]
        np.testing.assert_allclose(got, wanted, rtol=1e-9, atol=1e-12, err_msg=node.id)


def test_a_cell_costs_no_more_than_its_own_row(monkeypatch):
    whole = build_graph(gpt2(Sizes(2, 4, 16, 64)), 32, 9)
    graph = fold(whole)
    keep = worth_keeping(graph, 8, SMALL_LIMIT)
    trace = own(graph, keep=keep).run(leaves_for(gpt2(Sizes(2, 4, 16, 64)), graph, 1))
    sizes, plain = [], inside._apply

    def counted(*told):
        value = plain(*told)
        sizes.append(value.size)
        return value

    monkeypatch.setattr(inside, "_apply", counted)
    look_at(whole, trace, "block.1/attn/weights", (2, 7, 3))
    assert sizes
    assert max(sizes) <= 32, "one row of one head"
    sizes.clear()
    lazily = look_inside(whole, trace)
    assert not sizes, "nothing is computed before it is asked for"
    assert lazily["block.1/attn/weights/exp"].shape == (4, 32, 32)
    count = len(sizes)
    lazily["block.1/attn/weights/exp"]
    assert len(sizes) == count, "what was computed is remembered"
    with pytest.raises(LabError, match="nothing"):
        look_at(whole, trace, "nothing", ())


def test_large_maps_go_piece_by_piece(monkeypatch):
    from transformer_lab.engine import into

    monkeypatch.setattr(into, "PIECE", 20)
    for name in ("gpt2-small", "llama-like"):
        model = SHAPES[name].reduced
        graph = fold(build_graph(model, 5, 7))
        graph = differentiate(graph, "logits")
        leaves = leaves_for(model, graph, 1)
        assert_equal(own(graph).run(leaves), bind(graph).run(leaves))


def test_the_limit_itself_still_fits():
    graph = fold(build_graph(gpt2(Sizes(2, 2, 4, 8)), 3, 5))
    named = met_by_name(graph)
    bytes_of_all = 8 * sum(int(np.prod(graph[i].shape)) for i in named if graph[i].op is not None)
    assert worth_keeping(graph, 8, bytes_of_all) == named
    assert worth_keeping(graph, 8, bytes_of_all - 1) < named


def test_what_was_looked_at_is_read_only_of_the_same_precision_and_counts_as_new():
    model = SHAPES["gpt2-small"].reduced
    whole = build_graph(model, 5, 7)
    graph = fold(whole)
    owner, leaves = own(graph, np.float32, keep=["probs"]), leaves_for(model, graph, 1)
    owner.run(leaves)
    trace = owner.run({**leaves, "final_norm/bias": leaves["final_norm/bias"] + 1.0})
    inside = look_inside(whole, trace)
    hidden = inside["block.1/attn/weights/exp"]
    assert hidden.dtype == inside["block.1/attn/weights/sum"].dtype == np.float32
    assert inside["block.1/norm_1/mean"].dtype == np.float32
    with pytest.raises(ValueError, match="read-only"):
        hidden[0] = 0.0
    assert inside.revisions["block.1/attn/weights/exp"] == trace.run == 1
    assert inside.revisions["embed/W_E"] == 0
