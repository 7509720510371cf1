"""The builder refuses what cannot be computed, and says why."""

import numpy as np
import pytest

from transformer_lab.engine.graph import Builder
from transformer_lab.errors import LabError


def two_leaves():
    g = Builder()
    g.leaf("x", "td", (2, 3), "parameter")
    g.leaf("w", "df", (3, 4), "parameter")
    return g


@pytest.mark.parametrize(
    ("op", "signature", "sources", "words"),
    [
        ("dot", "td,df->tg", ("x", "w"), "nothing that is read tells the size of axis “g”"),
        ("dot", "td,tf->tf", ("x", "w"), "axis “t” is 2 long, but 3 in w"),
        ("dot", "tdk,df->tf", ("x", "w"), "x has 2 axes, not “tdk”"),
        ("dot", "td->t", ("x",), "“dot” reads 2 values"),
        ("dot", "td,df->tf", ("x",), "“dot” reads 2 values"),
        ("sum", "td,df->tf", ("x", "w"), "“sum” reads 1 values"),
        ("add", "td,df->tf", ("x", "w"), "“add” does not reduce, yet “d” is not kept"),
        ("dance", "td->td", ("x",), "there is no operation “dance”; there are same, add"),
        ("same", "tt->t", ("x",), "“tt->t” is no signature"),
        ("same", "td->tt", ("x",), "no signature"),
        ("same", "td", ("x",), "no signature"),
        ("same", "t d->td", ("x",), "no signature"),
        ("same", "td->td", ("y",), "no value called “y” in this graph yet"),
    ],
)
def test_a_node_that_cannot_be_is_refused(op, signature, sources, words):
    g = two_leaves()
    before = g.ids()
    with pytest.raises(LabError, match=words):
        g.add("new", op, signature, *sources)
    assert g.ids() == before


@pytest.mark.parametrize(
    ("axes", "shape", "words"),
    [("td", (2,), "do not fit"), ("td", (2, 0), "at least one cell"), ("tt", (2, 2), "no signature")],
)
def test_a_leaf_that_cannot_be_is_refused(axes, shape, words):
    with pytest.raises(LabError, match=words):
        Builder().leaf("x", axes, shape, "parameter")


def test_a_name_stands_once():
    g = two_leaves()
    with pytest.raises(LabError, match="x: this name stands in the graph already"):
        g.leaf("x", "d", (3,), "parameter")


def test_a_graph_knows_sizes_users_and_what_lies_below():
    g = two_leaves()
    g.add("a/y", "dot", "td,df->tf", "x", "w")
    g.add("a/y/z", "mul", "tf,tf->tf", "a/y", "a/y")
    g.add("ab", "add", "td,td->td", "x", "x")
    graph = g.freeze()
    assert graph["a/y"].over == "d"
    assert graph.sizes("a/y") == {"t": 2, "d": 3, "f": 4}
    assert graph.users("x") == ("a/y", "ab")
    assert graph.users("a/y") == ("a/y/z",)
    assert graph.users("ab") == ()
    assert graph.below("a") == graph.below("a/y") == ("a/y", "a/y/z")
    assert graph.below("nowhere") == ()
    assert [node.id for node in graph.leaves()] == ["x", "w"]
    for ask in (graph.users, graph.sizes, graph.__getitem__):
        with pytest.raises(LabError, match="There is no value called “nowhere”"):
            ask("nowhere")


def test_a_frozen_graph_does_not_grow_with_its_builder():
    g = two_leaves()
    graph = g.freeze()
    g.leaf("later", "d", (3,), "parameter")
    assert "later" not in graph
    with pytest.raises(TypeError):
        graph.nodes["later"] = np.nan
