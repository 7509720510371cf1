"""The formula of a node in LaTeX, made from its declaration, so that it cannot disagree with what is computed."""

from __future__ import annotations

from transformer_lab.engine.graph import Graph, Node

REDUCERS = {"sum": r"\sum", "mean": r"\mathrm{mean}", "max": r"\max"}


def symbol(node_id: str, axes: str) -> str:
    """A plain symbol: the last part of the id with the axis letters as subscript."""
    name = node_id.rsplit("/", 1)[-1].replace("_", r"\_")
    return rf"\mathrm{{{name}}}" + (f"_{{{axes}}}" if axes else "")


def label(graph: Graph, node_id: str) -> str:
    """``symbol = reduction over letters of the map of the operands``; a leaf is its symbol alone."""
    node = graph[node_id]
    left = symbol(node_id, node.axes)
    return left if node.op is None else f"{left} = {right_side(node)}"


def right_side(node: Node) -> str:
    """The right side of the formula, naming exactly the operands that are read."""
    assert node.op is not None
    reducer = f"{REDUCERS[node.op.reduce]}_{{{node.over}}} " if node.op.reduce else ""
    return reducer + node.op.formula.format(*(symbol(r.source, r.axes) for r in node.reads))
