"""Overrides are nodes: what was computed stays readable as ``ID|computed``; ``ID`` is what was set by hand.

Setting cells, zeroing a head, freezing to the values of another run and cutting an edge are all one thing: a
``set`` node that reads the computed value, the values by hand (``ID|value``) and where they count
(``ID|where``, 1 or 0). Its gradient is zero in the cells that were set.
"""

from __future__ import annotations

from types import MappingProxyType

from transformer_lab.engine.graph import Block, Graph, Node, Read
from transformer_lab.engine.ops import OPS
from transformer_lab.errors import LabError
from transformer_lab.language import tr

COMPUTED, VALUE, WHERE, FACTOR, SCALED = "|computed", "|value", "|where", "|factor", "|scaled"


def override(graph: Graph, node_id: str, axes: str | None = None) -> Graph:
    """`graph` with `node_id` settable by hand: leaves ``ID|value`` and ``ID|where`` decide.

    Both leaves have the axes of the node, or only the letters `axes` of them (``h``: whole heads). A value
    that `scale` multiplied stays readable as ``ID|scaled``. Raises LabError if the node is none that is
    computed, or is settable already.
    """
    node = _computed(graph, node_id)
    if node_id + VALUE in graph:
        raise LabError(tr("{id} can be set by hand already.", id=node_id))
    letters = _letters(node, axes)
    leaves = [_leaf(node, node_id + part, letters) for part in (VALUE, WHERE)]
    return _inserted(graph, node, leaves, "set")


def scale(graph: Graph, node_id: str, axes: str = "") -> Graph:
    """`graph` with `node_id` multiplied by the leaf ``ID|factor``, one number or one for each of `axes`.

    Raises LabError as `override`; what is to be scaled and set is scaled first.
    """
    node = _computed(graph, node_id)
    if settable(graph, node_id):
        raise LabError(tr("{id} can be set by hand already.", id=node_id))
    return _inserted(graph, node, [_leaf(node, node_id + FACTOR, _letters(node, axes))], "mul")


def override_edge(graph: Graph, source: str, reader: str) -> Graph:
    """`graph` in which only `reader` sees `source` changed: ``SOURCE|to.READER`` is settable by hand.

    Raises LabError if `reader` does not read `source`.
    """
    node, end = graph[source], graph[reader]
    if source not in (read.source for read in end.reads):
        raise LabError(tr("{reader} does not read {source}.", reader=reader, source=source))
    name = f"{source}|to.{reader}"
    leaves = [_leaf(node, name + part, node.axes) for part in (VALUE, WHERE)]
    reads = tuple(Read(i, node.axes) for i in (source, *(leaf.id for leaf in leaves)))
    new = Node(name, node.axes, node.shape, "computed", OPS["set"], reads)
    through = tuple(Read(name, r.axes) if r.source == source else r for r in end.reads)
    changed = Node(end.id, end.axes, end.shape, end.kind, end.op, through)
    nodes: dict[str, Node] = {}
    for here in graph:
        nodes |= {n.id: n for n in ((*leaves, new, changed) if here.id == reader else (here,))}
    blocks = tuple(_with(block, {name, *(leaf.id for leaf in leaves)}, reader) for block in graph.blocks)
    return Graph(MappingProxyType(nodes), blocks, graph.constants)


def settable(graph: Graph, node_id: str) -> bool:
    """Whether a node was made settable by hand."""
    return node_id + COMPUTED in graph


def _computed(graph: Graph, node_id: str) -> Node:
    node = graph[node_id]
    if node.op is None:
        raise LabError(tr("{id} is not computed; set it as a parameter or an input.", id=node_id))
    return node


def _letters(node: Node, axes: str | None) -> str:
    letters = node.axes if axes is None else axes
    for a in letters:
        if a not in node.axes:
            raise LabError(tr("{id} has no axis “{axis}”; it has {all}.", id=node.id, axis=a, all=node.axes))
    return letters


def _leaf(node: Node, name: str, letters: str) -> Node:
    size = dict(zip(node.axes, node.shape, strict=True))
    return Node(name, letters, tuple(size[a] for a in letters), "input")


def _inserted(graph: Graph, node: Node, leaves: list[Node], op: str) -> Graph:
    before = SCALED if settable(graph, node.id) else COMPUTED
    computed = Node(node.id + before, node.axes, node.shape, node.kind, node.op, node.reads)
    reads = (Read(computed.id, node.axes), *(Read(leaf.id, leaf.axes) for leaf in leaves))
    shown = Node(node.id, node.axes, node.shape, "computed", OPS[op], reads)
    nodes: dict[str, Node] = {}
    for here in graph:
        nodes |= {n.id: n for n in ((computed, *leaves, shown) if here.id == node.id else (here,))}
    new = {computed.id, *(leaf.id for leaf in leaves)}
    blocks = tuple(_with(block, new, node.id) for block in graph.blocks)
    return Graph(MappingProxyType(nodes), blocks, graph.constants)


def _with(block: Block, new: set[str], beside: str) -> Block:
    """The block with new nodes beside one of its own; a block whose result was set is the computed one."""
    inner = tuple(x for i in block.inner for x in ((*sorted(new), i) if i == beside else (i,)))
    path = block.path + COMPUTED if block.path == beside and block.path + COMPUTED in new else block.path
    return Block(path, block.kind, inner)
