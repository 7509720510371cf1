"""What a matrix product is made of: its two matrices as they are multiplied, and one cell written out."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.document.axes import axis_names, heads_named
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.by_head import head_count, one_head
from transformer_lab.figures.heads import check_index
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.picture import Floats
from transformer_lab.language import tr


class Factors(NamedTuple):
    """left (rows, inner) times right (inner, columns) gives result; names of the three axes and of each."""

    left: Floats
    right: Floats
    result: Floats
    rows: tuple[str, ...]
    inner: tuple[str, ...]
    columns: tuple[str, ...]
    names: tuple[str, str, str]
    inks: tuple[str, str, str]
    head: str


INKS = {
    "q": "query",
    "W_Q": "query",
    "k": "key",
    "W_K": "key",
    "v": "value",
    "W_V": "value",
    "weights": "out",
    "mixed": "out",
    "W_O": "out",
    "out": "out",
}


def factors(snapshot: Snapshot, node_id: str, head: int) -> Factors:
    """The two matrices and their product. Raises LabError if the node is none of two matrices."""
    snapshot[node_id]
    assert snapshot.graph is not None
    node = snapshot.graph[node_id]
    over = node.over
    if node.op is None or node.op.reduce != "sum" or len(node.reads) != 2 or len(over) != 1:
        raise LabError(tr("{id} is no product of two matrices; try block.0/attn/scores.", id=node_id))
    letters = dict(zip(node.axes, axis_names(snapshot, node_id), strict=True))
    own = ""
    count = head_count(snapshot.graph, node_id)
    if count:
        check_index("head", head, count, node_id, tr("head"))
        own = heads_named(snapshot.state, node, count)[head]
    matrices: list[tuple[Floats, str]] = []
    for read in node.reads:
        values, axes = np.asarray(snapshot[read.source]), read.axes
        letters |= {
            a: n for a, n in zip(axes, axis_names(snapshot, read.source), strict=True) if a not in letters
        }
        part = one_head(snapshot.graph, read.source, axes, values, head)
        matrices.append((part.values, part.axes))
    result, kept, _ = one_head(snapshot.graph, node_id, node.axes, np.asarray(snapshot[node_id]), head)
    if len(kept) != 2 or any(v.ndim != 2 for v, _ in matrices):
        raise LabError(tr("{id} is no product of two matrices; try block.0/attn/scores.", id=node_id))
    (left, a), (right, b) = matrices
    left = left if a == kept[0] + over else left.T
    right = right if b == over + kept[1] else right.T
    names = [_symbol(read.source) for read in node.reads]
    inks = [INKS.get(read.source.rsplit("/", 1)[-1], "ink") for read in node.reads]
    if b != over + kept[1]:
        names[1] += "ᵀ"
    last = node_id.rsplit("/", 1)[-1]
    return Factors(
        left,
        right,
        result,
        letters[kept[0]],
        letters[over],
        letters[kept[1]],
        (names[0], names[1], _symbol(node_id)),
        (inks[0], inks[1], INKS.get(last, "ink")),
        own,
    )


def worked(parts: Factors, row: int, column: int) -> tuple[str, str]:
    """One cell written out, and the same with no more than its largest terms."""
    a, b = parts.left[row], parts.right[:, column]
    terms = [f"{fixed(x)} × {_bracketed(y)}" for x, y in zip(a, b, strict=True)]
    total = fixed(parts.result[row, column])
    largest = sorted(np.argsort(-np.abs(a * b), kind="stable")[:2].tolist())
    short = _added([terms[i] for i in largest]) + (" + …" if len(terms) > 2 else "")
    return f"{_added(terms)} = {total}", f"{short} = {total}"


def _bracketed(value: float) -> str:
    text = fixed(value)
    return f"({text})" if text.startswith("−") else text


def _added(terms: list[str]) -> str:
    """The terms with a plus between them, or a minus where a term begins with one."""
    joined = "".join(f" − {t[1:]}" if t.startswith("−") else f" + {t}" for t in terms)
    return joined[3:] if joined.startswith(" + ") else f"−{joined[3:]}"


def _symbol(node_id: str) -> str:
    last = node_id.rsplit("/", 1)[-1]
    return {
        "embed": tr("words"),
        "resid_pre": tr("wire"),
        "resid_mid": tr("wire"),
        "weights": tr("weights"),
        "mixed": tr("mix"),
        "q": "q",
        "k": "k",
        "v": "v",
    }.get(last, last)
