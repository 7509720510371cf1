"""Gradients as a graph: `differentiate` adds nodes ``grad/ID`` of the same map and reduce form.

So computing, explaining, labelling, batching and costing need no second implementation. The rules, for
operand j of node n with the gradient g of n (Rumelhart, Hinton and Williams 1986, operation by operation):

    partial a number        g itself or −g, summed over letters that operand j does not have
    partial another operand the product of g and that operand, summed likewise
    partial a slope         g times the slope of each term, summed likewise
    a mean, a maximum       g divided by the count; g for the winner, shared among ties
    a folded block          its own ``vjp``

Several contributions to one node have names ``grad/ID|READER.j`` and meet in sums.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod

import numpy as np

from transformer_lab.engine.graph import Builder, Graph, Node
from transformer_lab.engine.maps import Array
from transformer_lab.engine.ops import Operand
from transformer_lab.engine.slopes import divided_by, through
from transformer_lab.engine.wiring import Wire, connect

PREFIX = "grad/"


def differentiate(graph: Graph, out: str, wrt: Iterable[str] | None = None) -> Graph:
    """`graph` and the gradient of the sum of all cells of `out`, for each id in `wrt` and what lies between.

    None: for every computed node, parameter and input that `out` depends on. ``grad/OUT`` is a constant of
    ones; give it other numbers as a leaf to weigh or choose cells. Raises LabError for unknown ids.
    """
    node = graph[out]
    wanted = _everything(graph) if wrt is None else [graph[i].id for i in wrt]
    needed = _above(graph, out) & _below(graph, wanted)
    g = Builder.on(graph)
    arriving = _arriving(graph, needed)
    g.constant(f"{PREFIX}{out}", node.axes, node.shape, _full, node.shape, 1.0)
    for here in reversed([n for n in graph if n.id in needed]):
        if here.id != out:
            _meet(g, here, arriving[here.id])
        for j, read in enumerate(here.reads):
            if read.source in needed and here.op and here.op.partials[j] != 0.0:
                _contribute(g, graph, here, j, alone=len(arriving[read.source]) == 1)
    for left in wanted if wrt is not None else ():
        if f"{PREFIX}{left}" not in g:
            g.constant(f"{PREFIX}{left}", graph[left].axes, graph[left].shape, _full, graph[left].shape, 0.0)
    return g.freeze()


def _full(shape: tuple[int, ...], value: float) -> Array:
    array = np.full(shape, value)
    array.setflags(write=False)
    return array


def _everything(graph: Graph) -> list[str]:
    return [node.id for node in graph if node.kind != "constant"]


def _above(graph: Graph, out: str) -> set[str]:
    """`out` and everything it depends on."""
    found, todo = {out}, [out]
    while todo:
        for read in graph[todo.pop()].reads:
            if read.source not in found:
                found.add(read.source)
                todo.append(read.source)
    return found


def _below(graph: Graph, starts: Iterable[str]) -> set[str]:
    """`starts` and everything that depends on them."""
    found = set(starts)
    for node in graph:
        if any(read.source in found for read in node.reads):
            found.add(node.id)
    return found


def _arriving(graph: Graph, needed: set[str]) -> dict[str, list[str]]:
    """For each needed node the names of the contributions to its gradient."""
    found: dict[str, list[str]] = {i: [] for i in needed}
    for node in graph:
        for j, read in enumerate(node.reads):
            if node.id in needed and read.source in needed and node.op and node.op.partials[j] != 0.0:
                found[read.source].append(_name(read.source, node.id, j))
    return found


def _name(source: str, reader: str, j: int) -> str:
    return f"{PREFIX}{source}|{reader}.{j}"


def _meet(g: Builder, node: Node, names: list[str]) -> None:
    """The sum of all contributions; a node whose slopes are all zero gets zeros."""
    total, final, axes = names[0] if names else "", f"{PREFIX}{node.id}", node.axes
    if not names:
        g.constant(final, axes, node.shape, _full, node.shape, 0.0)
    for i, name in enumerate(names[1:], 2):
        here = final if i == len(names) else f"{final}|sum.{i}"
        total = g.add(here, "add", f"{axes},{axes}->{axes}", total, name)


def _contribute(g: Builder, graph: Graph, node: Node, j: int, *, alone: bool) -> None:
    """The nodes of what flows back from `node` to its operand j."""
    read = node.reads[j]
    source = graph[read.source]
    name = f"{PREFIX}{source.id}" if alone else _name(source.id, node.id, j)
    assert node.op is not None
    wire = Wire(g, name, read.axes, source.axes, graph.sizes(node.id))
    back = (f"{PREFIX}{node.id}", node.axes)
    if node.op.vjp is not None:
        node.op.vjp(wire, node, j, back)
    else:
        _rule(wire, node, j, back)


def _rule(wire: Wire, node: Node, j: int, back: tuple[str, str]) -> None:
    assert node.op is not None
    partial = node.op.partials[j]
    if node.op.reduce == "max":
        _winner(wire, node, back)
    elif node.op.reduce == "mean" and partial == 1.0:
        connect(wire, divided_by(prod(wire.size[a] for a in node.over)), back)
    elif isinstance(partial, Operand):
        other = node.reads[partial.position]
        connect(
            wire, "dot" if _spilled(wire, back[1] + other.axes) else "mul", back, (other.source, other.axes)
        )
    elif isinstance(partial, (int, float)):
        _number(wire, partial, back)
    else:
        op, reads = through(node, j)
        letters = "".join(axes for _, axes in (back, *reads))
        connect(wire, op(bool(_spilled(wire, letters))), back, *reads)


def _spilled(wire: Wire, letters: str) -> str:
    """Letters that the operand does not have: they are summed over."""
    return "".join(a for a in dict.fromkeys(letters) if a not in wire.read)


def _number(wire: Wire, partial: float, back: tuple[str, str]) -> None:
    lost = _spilled(wire, back[1])
    if partial == 1.0:
        connect(wire, "sum" if lost else "same", back)
        return
    assert partial == -1.0, "a partial that is a number is 1, −1 or 0"
    if lost:
        kept = "".join(a for a in back[1] if a not in lost)
        back = (wire.g.add(f"{wire.name}|lost", "sum", f"{back[1]}->{kept}", back[0]), kept)
    connect(wire, "neg", back)


def _winner(wire: Wire, node: Node, back: tuple[str, str]) -> None:
    """The gradient of a maximum belongs to the winner; ties share it, and nobody wins among −∞."""
    (source, axes), out = node.reads[0], node.axes
    won = wire.g.add(f"{wire.name}|won", "tied", f"{axes},{out}->{axes}", source, node.id)
    count = wire.g.add(f"{wire.name}|winners", "sum", f"{axes}->{out}", won)
    part = wire.g.add(f"{wire.name}|part", "share", f"{axes},{out}->{axes}", won, count)
    connect(wire, "mul", back, (part, axes))
