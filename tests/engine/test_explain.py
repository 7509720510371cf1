"""Explanations: terms in order, what matters first, leaves, and thousands of terms at once."""

import time

import numpy as np
import pytest

from tests.engine.worlds import preset_world
from transformer_lab.engine.explain import Term, explain, feeds
from transformer_lab.engine.graph import Builder, Cell
from transformer_lab.engine.ops import LOWEST
from transformer_lab.engine.program import bind
from transformer_lab.errors import LabError


def row_trace(op, numbers):
    g = Builder()
    g.leaf("x", "ts", (1, len(numbers)), "parameter")
    g.add("y", op, "ts->t", "x")
    return bind(g.freeze()).run({"x": np.array([numbers])})


def test_a_weight_is_explained_by_its_share_and_its_sum():
    trace = preset_world("first-sentence").trace()
    found = explain(trace, "block.1/attn/weights", (0, 7, 1))
    (term,) = found.terms
    assert found.op.name == "share"
    assert round(found.value, 6) == 0.666295
    assert term.cells == (
        Cell("block.1/attn/weights/exp", (0, 7, 1)),
        Cell("block.1/attn/weights/sum", (0, 7)),
    )
    assert term.value == found.value == term.factors[0] / term.factors[1]


def test_a_score_is_explained_slot_by_slot():
    trace = preset_world("first-sentence").trace()
    found = explain(trace, "block.0/attn/scores", (1, 3, 2))
    assert [t.cells for t in found.terms] == [
        (Cell("block.0/attn/q", (1, 3, k)), Cell("block.0/attn/k", (1, 2, k))) for k in range(4)
    ]
    assert [t.value for t in found.terms] == [t.factors[0] * t.factors[1] for t in found.terms]


def test_a_leaf_has_a_value_and_no_terms():
    trace = preset_world("first-sentence").trace()
    found = explain(trace, "block.0/attn/W_Q", (0, 0, 0))
    assert found.op is None
    assert len(found.terms) == len(found.largest_first()) == 0
    assert found.value == trace["block.0/attn/W_Q"][0, 0, 0]


def test_the_winner_of_a_maximum_leads():
    found = explain(row_trace("max", [-9.0, 2.0, 1.0]), "y", (0,))
    assert found.value == 2.0
    assert [t.value for t in found.largest_first()] == [2.0, 1.0, -9.0]


def test_the_maximum_of_a_row_masked_everywhere_is_the_lowest_number():
    found = explain(row_trace("max", [-np.inf, -np.inf]), "y", (0,))
    assert found.value == LOWEST
    assert [t.value for t in found.terms] == [-np.inf, -np.inf]


def test_what_matters_most_leads_a_sum_and_equal_terms_keep_their_order():
    found = explain(row_trace("sum", [1.0, -3.0, 3.0, np.nan]), "y", (0,))
    terms = found.largest_first()
    assert [t.cells[0].index[1] for t in terms] == [3, 1, 2, 0]
    assert [t.cells[0].index[1] for t in terms[1:3]] == [1, 2]
    assert terms[-1] == Term((Cell("x", (0, 0)),), (1.0,), 1.0)


def test_a_thousand_terms_take_less_than_two_milliseconds():
    g = Builder()
    g.leaf("x", "td", (2, 1000), "parameter")
    g.leaf("w", "df", (1000, 2), "parameter")
    g.add("y", "dot", "td,df->tf", "x", "w")
    rng = np.random.default_rng(0)
    trace = bind(g.freeze()).run({"x": rng.normal(size=(2, 1000)), "w": rng.normal(size=(1000, 2))})
    times = []
    for _ in range(9):
        start = time.perf_counter()
        found = explain(trace, "y", (1, 1))
        top = found.largest_first()[:8]
        list(top)
        times.append(time.perf_counter() - start)
    assert len(found.terms) == 1000
    assert len(top) == 8
    assert abs(sum(t.value for t in found.terms) - found.value) < 1e-10
    assert sorted(times)[4] < 2e-3


def test_indices_in_an_explanation_are_plain_numbers():
    trace = preset_world("first-sentence").trace()
    found = explain(trace, "logits", tuple(np.array([1, 2])))
    for index in (found.cell.index, *(cell.index for term in found.terms for cell in term.cells)):
        assert all(type(i) is int for i in index)
    assert all(type(f) is float for term in found.terms for f in (*term.factors, term.value))


@pytest.mark.parametrize(
    ("node", "index", "words"),
    [
        ("embed", (0,), r"embed takes one number for each of its axes \(td\): 2, not 1"),
        ("embed", (0, 8), "embed: 8 is outside axis “d”, which goes from 0 to 7"),
        ("embed", (-1, 0), "embed: -1 is outside axis “t”"),
        ("block.0/attn/root_d_k", (0,), r"one number for each of its axes \(none\): 0, not 1"),
        ("embed", (0, 1.0), r"embed: \(0, 1\.0\) is no index"),
        ("embed", ("0", None), "is no index"),
        ("embed", 5, "embed: 5 is no index"),
        ("nowhere", (0,), "no value called “nowhere”"),
    ],
)
def test_a_cell_that_is_not_there_is_named(node, index, words):
    with pytest.raises(LabError, match=words):
        explain(preset_world("first-sentence").trace(), node, index)


def test_feeds_names_the_readers():
    graph = preset_world("first-sentence").graph
    assert feeds(graph, "block.0/attn/q") == ("block.0/attn/scores",)
    assert feeds(graph, "block.0/resid_pre") == (
        "block.0/attn/q",
        "block.0/attn/k",
        "block.0/attn/v",
        "block.0/resid_mid",
    )
    assert feeds(graph, "probs") == ()


def test_a_printed_explanation_reads_as_lines():
    trace = preset_world("first-sentence").trace()
    assert repr(explain(trace, "block.1/attn/weights", (0, 7, 1))).splitlines() == [
        "block.1/attn/weights[0,7,1] = 0.666295",
        "  0.666295  from  block.1/attn/weights/exp[0,7,1] = 1, block.1/attn/weights/sum[0,7] = 1.50084",
    ]
    assert repr(explain(trace, "block.1/attn/W_Q", (2, 0, 0))) == "block.1/attn/W_Q[2,0,0] = 3"
    many = repr(explain(row_trace("sum", range(20)), "y", (0,))).splitlines()
    assert (len(many), many[1], many[-1]) == (14, "  19  from  x[0,19] = 19", "  and 8 more")
