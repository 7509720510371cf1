"""Four kinds of change that make a configuration wrong: other numbers, constants, nodes, another description.

A change that changes nothing answers with the configuration itself.
"""

from types import MappingProxyType

import numpy as np

from tests.engine.parity.cases import Ours
from transformer_lab.engine.build import build_graph
from transformer_lab.engine.graph import Graph


def numbers(change):
    """Another array for some leaves: `change(name, array)` answers with one, or with None."""

    def spoil(case, own):
        new = {name: change(name, array) for name, array in own.leaves.items()}
        new = {name: array for name, array in new.items() if array is not None}
        return with_leaves(own, new)

    return spoil


def with_leaves(own, new):
    same = all(i in own.leaves and np.array_equal(own.leaves[i], array) for i, array in new.items())
    return own if same else Ours(own.model, own.graph, {**own.leaves, **new}, own.outputs)


def constants(name, change):
    """Another array for constants of one name: `change(case, array)`."""

    def spoil(case, own):
        made = {i: make() for i, make in own.graph.constants.items() if i.rsplit("/", 1)[-1] == name}
        new = {i: change(case, array) for i, array in made.items()}
        return with_leaves(own, {i: a for i, a in new.items() if not np.array_equal(a, made[i])})

    return spoil


def nodes(change):
    """Another node for some: `change(graph, node)` answers with one, or with None."""

    def spoil(case, own):
        graph = own.graph
        new = {n.id: change(graph, n) or n for n in graph}
        if all(new[n.id] is n for n in graph):
            return own
        spoiled = Graph(MappingProxyType(new), graph.blocks, graph.constants)
        return Ours(own.model, spoiled, own.leaves, own.outputs)

    return spoil


def described(change):
    """Another description, with the same numbers."""

    def spoil(case, own):
        model = change(own.model)
        if model == own.model:
            return own
        rows = "vocabulary" not in case
        known = case["words"] if rows else case["vocabulary"]
        graph = build_graph(model, case["words"], known, case["source"], case["source"] if rows else 0)
        outputs = {name: node for name, node in own.outputs.items() if node in graph}
        if "out" in own.outputs and case["family"] != "mha":
            outputs["out"] = list(graph.nodes)[-1]
        return Ours(model, graph, {**missing(graph), **own.leaves}, outputs)

    return spoil


def missing(graph):
    return {n.id: np.ones(n.shape) for n in graph.leaves() if n.kind == "parameter"}
