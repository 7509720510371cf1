"""One line of code for one node of the graph, by the letters of its axes."""

from __future__ import annotations

import keyword
import re
from collections.abc import Mapping

from transformer_lab.engine.graph import Block, Graph, Node, Read
from transformer_lab.errors import LabError
from transformer_lab.language import tr
from transformer_lab.render.twin.dialects import Dialect

SOFTMAX = ("max", "sub", "exp", "sum", "share")


def identifiers(graph: Graph) -> Mapping[str, str]:
    """A name of Python for every node: ``block.0/attn/W_Q`` is ``block0_attn_W_Q``; no two are alike."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for node in graph:
        name = re.sub(r"\.(?=[0-9])", "", node.id)
        name = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_") or "value"
        name = f"_{name}" if name[0].isdigit() or keyword.iskeyword(name) else name
        while name in taken:
            name += "_"
        taken.add(name)
        names[node.id] = name
    return names


def expression(node: Node, names: Mapping[str, str], dialect: Dialect) -> str:
    """What computes a node. Raises LabError for an operation that the script has no word for."""
    assert node.op is not None
    if node.op.name == "dot":
        return _contraction(node, names, dialect)
    if node.op.name not in dialect.operations:
        raise LabError(tr("The script has no word for the operation “{op}”.", op=node.op.name))
    row = dialect.operations[node.op.name]
    if node.op.reduce:
        return _reduction(node, node.reads[0], names[node.reads[0].source], row, dialect)
    made = row.format(*(_aligned(r, node.axes, names[r.source], dialect) for r in node.reads))
    letters = {a for read in node.reads for a in read.axes}
    missing = any(a not in letters for a in node.axes)
    return dialect.spread.format(f"({made})", _shape(node.shape)) if missing else made


def softmax_of(graph: Graph, block: Block) -> Node | None:
    """What a softmax block reads, if it is the plain one: nothing in it set by hand or read elsewhere."""
    if block.kind != "softmax":
        return None
    ids = (*block.inner, block.path)
    nodes = [graph.nodes[i] for i in ids if i in graph]
    if tuple(n.op.name for n in nodes if n.op) != SOFTMAX or len(nodes) != len(SOFTMAX):
        return None
    inside = {node.id for node in nodes}
    if any(reader not in inside for i in block.inner for reader in graph.users(i)):
        return None
    return graph[nodes[0].reads[0].source]


def softmax_line(source: Node, top: Node, names: Mapping[str, str]) -> str:
    """``softmax(x, axis=-1)``; `top` is the node of the largest numbers, which tells the axis."""
    read = top.reads[0]
    axis = read.axes.index(top.over) - len(read.axes)
    return f"softmax({names[source.id]}, {axis})"


def _contraction(node: Node, names: Mapping[str, str], dialect: Dialect) -> str:
    read = "".join(r.axes for r in node.reads)
    kept = "".join(a for a in node.axes if a in read)
    signature = ",".join(r.axes for r in node.reads) + f"->{kept}"
    made = dialect.einsum.format(signature, ", ".join(names[r.source] for r in node.reads))
    if kept == node.axes:
        return made
    return dialect.spread.format(_places(kept, node.axes, made), _shape(node.shape))


def _reduction(node: Node, read: Read, name: str, row: str, dialect: Dialect) -> str:
    axes = [i - len(read.axes) for i, a in enumerate(read.axes) if a in node.over]
    made = row.format(name, axes=axes[0] if len(axes) == 1 else tuple(axes))
    left = "".join(a for a in read.axes if a not in node.over)
    return _aligned(Read(read.source, left), node.axes, made, dialect)


def _aligned(read: Read, axes: str, name: str, dialect: Dialect) -> str:
    """The operand with its axes in the order of `axes`, and places of length 1 for those it lacks."""
    if len(set(read.axes)) < len(read.axes):  # the diagonal of a matrix
        once = "".join(dict.fromkeys(read.axes))
        name, read = dialect.einsum.format(f"{read.axes}->{once}", name), Read(read.source, once)
    wanted = "".join(a for a in axes if a in read.axes)
    if wanted != read.axes:
        name = dialect.permute.format(name, ", ".join(str(read.axes.index(a)) for a in wanted))
    return _places(wanted, axes, name)


def _places(have: str, axes: str, name: str) -> str:
    """``x[:, None]``: leading places are left out, since both libraries add them."""
    if not have:
        return name
    inside = axes[axes.index(have[0]) :]
    if all(a in have for a in inside):
        return name
    return f"{name}[{', '.join(':' if a in have else 'None' for a in inside)}]"


def _shape(shape: tuple[int, ...]) -> str:
    return f"({', '.join(map(str, shape))}{',' * (len(shape) == 1)})"
