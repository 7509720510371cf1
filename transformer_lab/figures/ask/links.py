"""Links that are no numbers: a whole value, the path of a word, a deed. They travel as cells with an address
that no node can have, so that whatever is drawn can carry them like any other door.
"""

from __future__ import annotations

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
