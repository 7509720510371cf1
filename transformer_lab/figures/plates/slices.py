"""A value of the model as a plain matrix with names: one head of it where there are several."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.document.axes import axis_names, heads_named, place
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.by_head import head_count, one_head
from transformer_lab.figures.heads import check_index
from transformer_lab.figures.picture import Floats, Ref
from transformer_lab.language import tr


class Slice(NamedTuple):
    """Values (rows, columns), the names of both, where they come from, and what this is called."""

    values: Floats
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    ref: Ref | None
    """up to rows and columns; None where the axes are not in that order"""
    name: str
    head: str
    """the head's own name, or nothing"""
    axes: str


def sliced(snapshot: Snapshot, node_id: str, head: int, first: int = 0) -> Slice:
    """The matrix of a node. Raises LabError for an unknown node, and a head that it does not have.

    `first` numbers the first place where places have no names.
    """
    values = np.asarray(snapshot[node_id])
    assert snapshot.graph is not None
    node = snapshot.graph[node_id]
    axes, names = node.axes, list(axis_names(snapshot, node_id, first))
    name, own = place(node_id), ""
    index: tuple[int, ...] = ()
    count = head_count(snapshot.graph, node_id)
    if count and len(axes) > 1:
        check_index("head", head, count, name, tr("head"))
        own = heads_named(snapshot.state, node, count)[head]
        names = [n for a, n in zip(axes, names, strict=True) if a not in "hgr"]
        values, axes, lead = one_head(snapshot.graph, node_id, axes, values, head)
        index = (-1,) if lead is None else lead
    if values.ndim > 2:
        raise LabError(tr("{name} has {n} axes and cannot be shown as one matrix.", name=name, n=values.ndim))
    while len(names) < 2:
        names.insert(0, ("",))
        values = values[None]
    ref = (
        Ref(node_id, np.array([index], dtype=np.int64).reshape(1, -1))
        if len(axes) == 2 and index != (-1,)
        else None
    )
    return Slice(values, names[0], names[1], ref, name, own, axes)
