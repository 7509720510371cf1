"""What a matrix product is made of: its two matrices as they are multiplied, and one cell written out."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.document.axes import axis_names, heads_named
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Node
from transformer_lab.errors import LabError
from transformer_lab.figures.by_head import head_count, one_head
from transformer_lab.figures.direction import right_to_left
from transformer_lab.figures.heads import check_index
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.picture import Floats
from transformer_lab.figures.turning import WORDS
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
    words: tuple[bool, bool, bool] = (False, False, False)
    """whether rows, inner places and columns are words that run from right to left"""

    def facing(self) -> Factors:
        """As it is drawn: words that stand beside each other run as their text does."""
        _, inner, columns = self.words
        left = self.left[:, ::-1] if inner else self.left
        if not columns:
            return self._replace(left=left)
        right, result = self.right[:, ::-1], self.result[:, ::-1]
        return self._replace(left=left, right=right, result=result, columns=self.columns[::-1])

    def columnwise(self) -> Factors:
        """The same product of vectors that are columns: result ᵀ = right ᵀ left ᵀ.

        The names stay: for columns a matrix is called what it is called transposed for rows.
        """
        (left, right, result), (one, other, ink) = self.names, self.inks
        return Factors(
            self.right.T,
            self.left.T,
            self.result.T,
            self.columns,
            self.inner,
            self.rows,
            (right, left, result),
            (other, one, ink),
            self.head,
            self.words[::-1],
        )


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
        raise _no_product(node_id)
    own = _head_name(snapshot, node, head)
    result, kept, _ = one_head(snapshot.graph, node_id, node.axes, np.asarray(snapshot[node_id]), head)
    matrices = [
        one_head(snapshot.graph, read.source, read.axes, np.asarray(snapshot[read.source]), head)
        for read in node.reads
    ]
    if len(kept) != 2 or any(part.values.ndim != 2 for part in matrices):
        raise _no_product(node_id)
    left, right = matrices
    turned = right.axes != over + kept[1]
    letters = _letters(snapshot, node)
    sources = [read.source for read in node.reads]
    return Factors(
        left.values if left.axes == kept[0] + over else left.values.T,
        right.values.T if turned else right.values,
        result,
        letters[kept[0]],
        letters[over],
        letters[kept[1]],
        (_symbol(sources[0]), _symbol(sources[1]) + "ᵀ" * turned, _symbol(node_id)),
        (_ink(sources[0]), _ink(sources[1]), _ink(node_id)),
        own,
        (_turned(kept[0], letters), _turned(over, letters), _turned(kept[1], letters)),
    )


def _turned(letter: str, letters: dict[str, tuple[str, ...]]) -> bool:
    return letter in WORDS and right_to_left(letters[letter])


def _no_product(node_id: str) -> LabError:
    return LabError(tr("{id} is no product of two matrices; try block.0/attn/scores.", id=node_id))


def _head_name(snapshot: Snapshot, node: Node, head: int) -> str:
    """The head's own name, nothing for a node without heads. Raises LabError for a head that is not there."""
    assert snapshot.graph is not None
    count = head_count(snapshot.graph, node.id)
    if not count:
        return ""
    check_index("head", head, count, node.id, tr("head"))
    return heads_named(snapshot.state, node, count)[head]


def _letters(snapshot: Snapshot, node: Node) -> dict[str, tuple[str, ...]]:
    """The names on every axis, also of those that are summed over; the node's own come first."""
    letters = dict(zip(node.axes, axis_names(snapshot, node.id), strict=True))
    for read in node.reads:
        letters = dict(zip(read.axes, axis_names(snapshot, read.source), strict=True)) | letters
    return letters


def _ink(node_id: str) -> str:
    return INKS.get(node_id.rsplit("/", 1)[-1], "ink")


def worked(parts: Factors, row: int, column: int, decimals: int = 2) -> tuple[str, str]:
    """One cell written out, and the same with no more than its largest terms."""
    a, b = parts.left[row], parts.right[:, column]
    terms = [f"{fixed(x, decimals)} × {_bracketed(y, decimals)}" for x, y in zip(a, b, strict=True)]
    total = fixed(parts.result[row, column], decimals)
    largest = sorted(np.argsort(-np.abs(a * b), kind="stable")[:2].tolist())
    short = _added([terms[i] for i in largest]) + (" + …" if len(terms) > 2 else "")
    return f"{_added(terms)} = {total}", f"{short} = {total}"


def _bracketed(value: float, decimals: int) -> str:
    text = fixed(value, decimals)
    return f"({text})" if text.startswith("−") else text


def _added(terms: list[str]) -> str:
    """The terms with a plus between them, or a minus where a term begins with one."""
    joined = "".join(f" − {t[1:]}" if t.startswith("−") else f" + {t}" for t in terms)
    return joined[3:] if joined.startswith(" + ") else f"−{joined[3:]}"


def _symbol(node_id: str) -> str:
    last = node_id.rsplit("/", 1)[-1]
    return {
        "embed": tr("words"),
        "resid_pre": tr("residual stream"),
        "resid_mid": tr("residual stream"),
        "weights": tr("weights"),
        "mixed": tr("mix"),
        "q": "q",
        "k": "k",
        "v": "v",
    }.get(last, last)
