"""Products of the same rows as one: small weights lie side by side in memory, and so do the results.

A call costs about as much as the product of a few small matrices, so queries, keys and values are one call::

    q = x W_Q    k = x W_K    v = x W_V        [q k v] = x [W_Q W_K W_V]

Each weight and each result stays an array of its own name: a view of its columns. If all of them have a
bias that is written over the product, the biases are one call too.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import prod
from typing import NamedTuple

import numpy as np

from transformer_lab.engine.contract import classes
from transformer_lab.engine.graph import Graph, Node
from transformer_lab.engine.into import Calls
from transformer_lab.engine.ops import Array

LARGEST = 8192
"""Numbers of a weight up to which copying it costs nothing beside a call."""


class Group(NamedTuple):
    """Products of one source, their weights, and the nodes that add a bias to each in its place (or none)."""

    source: str
    products: tuple[str, ...]
    weights: tuple[str, ...]
    biased: tuple[str, ...]


def groups(
    graph: Graph, orders: Mapping[str, tuple[int, ...]], over: Mapping[str, str], free: Collection[str]
) -> tuple[Group, ...]:
    """Products that can be one call; `free` are the nodes whose storage is nobody else's."""
    found_at: dict[tuple[str, str], dict[str, Node]] = {}
    taken: set[str] = set()
    for node in graph:
        if node.id in free and _plain(graph, node, orders) and node.reads[1].source not in taken:
            x, weight = node.reads
            taken.add(weight.source)
            found_at.setdefault((x.source, weight.source.rpartition("/")[0]), {})[weight.source] = node
    found = [_group(graph, source, nodes, over) for (source, _), nodes in found_at.items()]
    return tuple(group for group in found if group is not None and len(group.products) > 1)


def _plain(graph: Graph, node: Node, orders: Mapping[str, tuple[int, ...]]) -> bool:
    """Whether it is rows · weight, the weight as inputs then outputs, the result lying row by row."""
    if node.op is None or node.op.name != "dot" or len(node.reads) != 2:
        return False
    x, weight = node.reads
    told, leaf = classes(x.axes, weight.axes, node.axes), graph[weight.source]
    if told is None or told.both or len(told.left) != 1 or len(told.summed) != 1 or not told.right:
        return False
    lies = "".join(node.axes[i] for i in orders[node.id])
    return (
        graph[x.source].op is not None
        and leaf.kind == "parameter"
        and prod(leaf.shape) <= LARGEST
        and x.axes == told.left + told.summed
        and (weight.axes, lies) == (told.summed + told.right, told.left + told.right)
    )


def _group(graph: Graph, source: str, nodes: Mapping[str, Node], over: Mapping[str, str]) -> Group | None:
    products = tuple(node.id for node in nodes.values())
    writers = {written: writer for writer, written in over.items()}
    biased = tuple(writers[i] for i in products if i in writers)
    if biased and (len(biased) < len(products) or not all(_bias(graph, i) for i in biased)):
        return None
    return Group(source, products, tuple(nodes), biased)


def _bias(graph: Graph, node_id: str) -> bool:
    node = graph[node_id]
    if node.op is None or node.op.map is not np.add or len(node.reads) != 2:
        return False
    bias = node.reads[1]
    return graph[bias.source].kind == "parameter" and bias.axes == node.axes.replace(_word(node), "")


def _word(node: Node) -> str:
    return next(a for a in node.axes if a in "ts")


class Together:
    """The arrays of all groups on one side: `places` for weights and products, `rows` for biases."""

    def __init__(self, graph: Graph, found: Collection[Group], dtype: type[np.floating]) -> None:
        self.places: dict[str, Array] = {}
        self.rows: dict[str, Array] = {}
        self._whole: dict[str, tuple[Array, Array, Array]] = {}
        self._follows: set[str] = set()
        for group in found:
            self._lay(graph, group, dtype)

    def calls(self, node_id: str, source: Array) -> Calls | None:
        """One call for the first of a group, none for the others; None for a node of no group."""
        if node_id in self._follows:
            return []
        if node_id not in self._whole:
            return None
        weights, biases, results = self._whole[node_id]
        return (
            [(np.add, (results, biases, results))]
            if node_id in self.rows
            else [(np.dot, (source, weights, results))]
        )

    def _lay(self, graph: Graph, group: Group, dtype: type[np.floating]) -> None:
        rows, width = graph[group.source].shape
        columns = [prod(graph[i].shape[1:]) for i in group.weights]
        whole = tuple(np.zeros((n, sum(columns)), dtype) for n in (width, rows, rows))
        weights, biases, results = whole
        at = 0
        for name, product, many in zip(group.weights, group.products, columns, strict=True):
            part, shape = slice(at, at + many), graph[name].shape[1:]
            self.places[name] = weights[:, part].reshape(width, *shape)
            self.places[product] = _as_declared(graph[product], results[:, part].reshape(rows, *shape))
            at += many
        for name, product in zip(group.biased, group.products, strict=bool(group.biased)):
            self.rows[name] = _same_cells(biases, results, self.places[product])
        for names in filter(None, (group.products, group.biased)):
            self._whole[names[0]] = (weights, biases, results)
            self._follows.update(names[1:])


def _as_declared(node: Node, rows: Array) -> Array:
    """An array with axes word, then the others, as the node has them."""
    word = node.axes.index(_word(node))
    return np.moveaxis(rows, 0, word)


def _same_cells(other: Array, whole: Array, part: Array) -> Array:
    """The view of `other` that `part` is of `whole`, both of one shape and order."""
    first = (part.__array_interface__["data"][0] - whole.__array_interface__["data"][0]) // whole.itemsize
    flat = other.reshape(-1)[first:]
    return np.lib.stride_tricks.as_strided(flat, part.shape, part.strides)
