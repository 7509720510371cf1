"""The formula of a node, in LaTeX and as text, made from its declaration, so that the two cannot disagree."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from transformer_lab.engine.graph import Graph, Node

REDUCERS: Mapping[str, str] = MappingProxyType({"sum": r"\sum", "mean": r"\mathrm{mean}", "max": r"\max"})
REDUCERS_AS_TEXT: Mapping[str, str] = MappingProxyType({"sum": "Σ", "mean": "mean", "max": "max"})
SYMBOLS: Mapping[str, str] = MappingProxyType(
    {
        "root_d_k": r"\sqrt{d_k}",
        "root_d_model": r"\sqrt{d_\mathrm{model}}",
        "epsilon": r"\varepsilon",
        "temperature": "T",
    }
)
SYMBOLS_AS_TEXT: Mapping[str, str] = MappingProxyType(
    {"root_d_k": "√d_k", "root_d_model": "√d_model", "epsilon": "ε", "temperature": "T"}
)


def label(graph: Graph, node_id: str) -> str:
    """LaTeX: ``symbol = reduction over letters of the map of the operands``; a leaf is its symbol alone."""
    node = graph[node_id]
    left = symbol(node_id, node.axes)
    return left if node.op is None else f"{left} = {right_side(node)}"


def text(graph: Graph, node_id: str, matrix_first: bool = False) -> str:
    """The same as plain text: ``scores[hts] = Σ_k q[htk] · k[hsk]``; a vector times its matrix, or the other
    way round.
    """
    node = graph[node_id]
    if matrix_first and times_matrix(node):
        node = replace(node, reads=node.reads[::-1])
    left = symbol_as_text(node_id, node.axes)
    return left if node.op is None else f"{left} = {right_side_as_text(node)}"


def times_matrix(node: Node) -> bool:
    """Whether a node is vectors times a matrix of parameters, ``x W``."""
    return len(node.reads) == 2 and node.reads[1].source.rpartition("/")[2].startswith("W_")


def right_side(node: Node) -> str:
    """The right side in LaTeX, naming exactly the operands that are read."""
    assert node.op is not None
    return _reducer(node, REDUCERS, "_{{{}}} ") + node.op.formula.format(*_operands(node, symbol))


def right_side_as_text(node: Node) -> str:
    """The right side as plain text, naming exactly the operands that are read."""
    assert node.op is not None
    return _reducer(node, REDUCERS_AS_TEXT, "_{} ") + node.op.text.format(*_operands(node, symbol_as_text))


def symbol(node_id: str, axes: str) -> str:
    """The last part of the id, raised from its first “_” on, the axis letters lowered: ``W^{Q}_{dhk}``."""
    name, of, tag = _name(node_id)
    below = f"_{{{axes}}}" if axes else ""
    behind = rf"\,({_upright(tag)})" if tag else ""
    if name in SYMBOLS:
        return of + SYMBOLS[name] + behind + below
    base, _, rest = name.partition("_")
    above = f"^{{{_upright(rest)}}}" if rest else ""
    return of + _upright(base) + above + behind + below


def symbol_as_text(node_id: str, axes: str) -> str:
    """The last part of the id with the axis letters behind it: ``W_Q[dhk]``; a gradient is ``∂W_Q[dhk]``."""
    name, of, tag = _name(node_id)
    behind = f"({tag})" if tag else ""
    return ("∂" if of else "") + SYMBOLS_AS_TEXT.get(name, name) + behind + (f"[{axes}]" if axes else "")


def _name(node_id: str) -> tuple[str, str, str]:
    """The last part of the id, a ∂ for gradients, and what stands behind the bar: ``x|computed``."""
    path, _, tag = node_id.partition("|")
    tag = tag.rsplit("/", 1)[-1]
    return path.rsplit("/", 1)[-1], r"\partial " if node_id.startswith("grad/") else "", tag


def _upright(name: str) -> str:
    """Single characters are symbols, longer ones are words."""
    return name if len(name) == 1 else rf"\mathrm{{{name.replace('_', ' ')}}}"


def _operands(node: Node, spell: Callable[[str, str], str]) -> list[str]:
    return [spell(read.source, read.axes) for read in node.reads]


def _reducer(node: Node, names: Mapping[str, str], below: str) -> str:
    if node.op is None or node.op.reduce is None:
        return ""
    return names[node.op.reduce] + (below.format(node.over) if node.over else " ")
