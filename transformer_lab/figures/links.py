"""Links that are no numbers: a whole value, the path of a word, a deed. They travel as cells with an address
that no node can have, so that whatever is drawn can carry them like any other door.
"""

from __future__ import annotations

from transformer_lab.document.axes import axis_names
from transformer_lab.document.gradients import ungraded
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell

WHOLE, WORD, DEED = "whole:", "word:", "deed:"


def whole(node_id: str) -> Cell:
    """The link to a value as a whole."""
    return Cell(WHOLE + node_id, ())


def word(place: int, side: str = "") -> Cell:
    """The link to the path of a word; `side` is ``encoder/`` for a word of the source."""
    return Cell(WORD + side, (place,))


def deed(name: str) -> Cell:
    """Something to be done, by a name that the inspector knows."""
    return Cell(DEED + name, ())


def is_link(cell: Cell) -> bool:
    """Whether this is a link and no number."""
    return cell.node.startswith((WHOLE, WORD, DEED))


def is_page(cell: Cell) -> bool:
    """Whether the link has a page of its own: a whole value, or the path of a word."""
    return cell.node.startswith((WHOLE, WORD))


def deed_of(cell: Cell) -> str:
    """The name of a deed, empty for anything else."""
    return cell.node.removeprefix(DEED) if cell.node.startswith(DEED) else ""


def words_of(snapshot: Snapshot, side: str = "") -> tuple[str, ...]:
    """The words of the text, or with ``encoder/`` those of the source."""
    if not side:
        return snapshot.words
    tokens = f"{side}tokens"
    return axis_names(snapshot, tokens)[0] if tokens in snapshot else ()


def exists(snapshot: Snapshot, cell: Cell) -> bool:
    """Whether there is such a number, whole value or word; a gradient is there if what it belongs to is."""
    graph = snapshot.graph
    if cell.node.startswith(WORD):
        return cell.index[0] < len(words_of(snapshot, cell.node.removeprefix(WORD)))
    if cell.node.startswith(WHOLE):
        return graph is not None and ungraded(cell.node.removeprefix(WHOLE)) in graph
    node_id = ungraded(cell.node)
    if graph is None or node_id not in graph:
        return False
    if node_id != cell.node and "|" in cell.node:
        return True  # a step of a gradient: only the graph of gradients knows its shape
    shape = graph[node_id].shape
    return len(shape) == len(cell.index) and all(0 <= i < n for i, n in zip(cell.index, shape, strict=True))
