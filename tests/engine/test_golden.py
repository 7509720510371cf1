"""Worked examples of the two texts the project began with, corrected, to six decimals through the engine.

The queries, keys and values are given by hand: the embedding row of a word holds them side by side, and W_Q,
W_K and W_V pick them out.
"""

import numpy as np
import pytest

from tests.engine.worlds import preset_world
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.explain import explain
from transformer_lab.engine.graph import Builder
from transformer_lab.engine.model import Attention, BlockSpec, Model
from transformer_lab.engine.program import bind

A = "block.0/attn"


def attend(query, key, value, scale=True):
    """One head of attention over hand-given q, k, v, each with axes (words, slots)."""
    words, slots = np.shape(query)
    rows = np.hstack([query, key, value])
    attention = Attention(1, slots, scale=scale, output=False, residual=False)
    graph = build_graph(Model(3 * slots, (BlockSpec((attention,)),), output=False), words, words)
    picks = np.eye(3 * slots).reshape(3 * slots, 3, 1, slots)
    leaves = {
        "tokens": np.eye(words),
        "embed/W_E": rows,
        f"{A}/root_d_k": np.array(np.sqrt(slots)),
        f"{A}/join": np.eye(slots).reshape(1, slots, slots),
        **{f"{A}/W_{name}": picks[:, i] for i, name in enumerate("QKV")},
    }
    return bind(graph).run({name: array for name, array in leaves.items() if name in graph})


KEYS = [[1.0, 0.0], [0.0, 1.0], [0.7, 0.7]]
VALUES = [[2.0, 0.0], [0.0, 2.0], [1.0, 1.0]]
TOKENS = np.array([[1.0, 0, 1, 0], [0, 2, 0, 2], [1, 1, 1, 1]])


def ask(query, **options):
    """The worked example of the longer text: every word asks the same query."""
    return attend([query] * 3, KEYS, VALUES, **options)


def assert_shows(got, expected):
    assert np.abs(got - np.array(expected)).max() <= 5e-7


def test_scores_and_scaled_scores():
    trace = ask([1.0, 0.0])
    assert_shows(trace[f"{A}/scores"][0, 0], [1.0, 0.0, 0.7])
    assert_shows(trace[f"{A}/scaled"][0, 0], [0.707107, 0.0, 0.494975])


def test_powers_and_their_total():
    """Row 7: the total is 4.669; the text adds rounded parts. Powers are e^(x − max) here, so times e^max."""
    trace = ask([1.0, 0.0])
    factor = np.exp(trace[f"{A}/weights/max"][0, 0])
    assert_shows(trace[f"{A}/weights/exp"][0, 0] * factor, [2.028115, 1.0, 1.640457])
    assert_shows(trace[f"{A}/weights/sum"][0, 0] * factor, 4.668572)


def test_weights_without_scaling():
    assert_shows(ask([1.0, 0.0], scale=False)[f"{A}/weights"][0, 0], [0.474226, 0.174458, 0.351316])


@pytest.mark.parametrize(
    ("query", "weights", "out"),
    [
        ([1.0, 0.0], [0.434419, 0.214198, 0.351383], [1.220220, 0.779780]),
        ([0.0, 1.0], [0.214198, 0.434419, 0.351383], [0.779780, 1.220220]),
        ([5.0, 0.0], [0.727077, 0.021189, 0.251734], [1.705888, 0.294112]),
        ([-1.0, 0.0], [0.234498, 0.475589, 0.289913], [0.758909, 1.241091]),
    ],
)
def test_weights_and_outputs_of_the_longer_text(query, weights, out):
    trace = ask(query)
    assert_shows(trace[f"{A}/weights"][0, 0], weights)
    assert_shows(trace[f"{A}/out"][0], out)


@pytest.mark.parametrize("query", [[1.0, 1.0], [0.7, 0.7], [0.0, 0.0]])
def test_queries_that_cannot_decide_give_the_middle(query):
    assert_shows(ask(query)[f"{A}/out"][0], [1.0, 1.0])


def test_row_vectors_go_from_the_left():
    """Row 11: [1, 0] times the matrix is its first row, not its first column."""
    g = Builder()
    g.leaf("x", "td", (1, 2), "input")
    g.leaf("W", "df", (2, 2), "parameter")
    g.add("y", "dot", "td,df->tf", "x", "W")
    trace = bind(g.freeze()).run({"x": np.array([[1.0, 0.0]]), "W": np.array([[3.0, 1.0], [2.0, 4.0]])})
    assert_shows(trace["y"], [[3.0, 1.0]])
    assert [term.factors for term in explain(trace, "y", (0, 1)).terms] == [(1.0, 1.0), (0.0, 4.0)]


def test_weights_and_outputs_of_the_shorter_text():
    """Row 12: three tokens that ask, answer and give themselves. A is tied between itself and C (row 14)."""
    trace = attend(TOKENS, TOKENS, TOKENS)
    weights = trace[f"{A}/weights"][0]
    a, b, c = weights
    assert_shows(a, [0.422319, 0.155362, 0.422319])
    assert_shows(b, [0.015876, 0.866813, 0.117310])
    assert_shows(c, [0.155362, 0.422319, 0.422319])
    assert_shows(
        trace[f"{A}/out"],
        [
            [0.844638, 0.733044, 0.844638, 0.733044],
            [0.133187, 1.850937, 0.133187, 1.850937],
            [0.577681, 1.266956, 0.577681, 1.266956],
        ],
    )
    assert np.abs(weights.sum(axis=1) - 1.0).max() <= 2.3e-16


def test_large_scores_without_scaling_pick_but_ties_survive():
    """Row 16."""
    trace = attend(10 * TOKENS, 10 * TOKENS, 10 * TOKENS, scale=False)
    assert_shows(trace[f"{A}/weights"][0], [[0.5, 0, 0.5], [0, 1, 0], [0, 0.5, 0.5]])
    assert_shows(trace[f"{A}/out"][0], [10.0, 5.0, 10.0, 5.0])


@pytest.mark.parametrize(
    ("preset", "weights", "out"),
    [
        (
            "worked-example",
            [[0.434419, 0.214198, 0.351383], [0.214198, 0.434419, 0.351383]],
            [[1.220220, 0.779780], [0.779780, 1.220220]],
        ),
        (
            "three-tokens",
            [[0.422319, 0.155362, 0.422319], [0.015876, 0.866813, 0.117310], [0.155362, 0.422319, 0.422319]],
            [[0.844638, 0.733044] * 2, [0.133187, 1.850937] * 2, [0.577681, 1.266956] * 2],
        ),
    ],
)
def test_the_presets_of_the_two_texts_show_their_numbers(preset, weights, out):
    trace = preset_world(preset).trace()
    assert_shows(trace[f"{A}/weights"][0, : len(weights)], weights)
    assert_shows(trace[f"{A}/out"][: len(out)], out)


def test_scared_finds_cat():
    trace = preset_world("first-sentence").trace()
    assert_shows(trace["block.1/attn/weights"][0, 7, 1], 0.666295)
