"""Numbers told as plain tables: for screen readers, and for whoever wants to read every one of them."""

from __future__ import annotations

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.figures.by_head import head_at
from transformer_lab.figures.heads import all_heads, head_title
from transformer_lab.figures.manner import USUAL, Manner
from transformer_lab.figures.numbers import fixed, percent_texts
from transformer_lab.figures.picture import Sheet
from transformer_lab.figures.plates.matrix import sheet_of, turn_of_slice
from transformer_lab.figures.plates.slices import Slice, sliced
from transformer_lab.language import tr

SHARES = ("/weights", "probs")


def value_told(snapshot: Snapshot, cell: Cell, manner: Manner = USUAL) -> tuple[str, Sheet]:
    """The whole value in which a number stands (one head of it).

    Raises LabError for a value that is no table.
    """
    found = _around(snapshot, cell, manner.first)
    sheet = sheet_of(found, turn_of_slice(snapshot, found, cell.node, manner).aside)
    title = found.name[:1].upper() + found.name[1:] + (f", {found.head}" if found.head else "")
    return title, sheet


def row_told(snapshot: Snapshot, cell: Cell, manner: Manner = USUAL) -> tuple[str, Sheet]:
    """The row in which a number stands: what it is called, and each place with its number.

    Raises LabError for a value that is no table.
    """
    found = _around(snapshot, cell, manner.first)
    row = cell.index[-2] if len(cell.index) > 1 else 0
    values = found.values[min(row, len(found.values) - 1)]
    shares = cell.node.endswith(SHARES)
    texts = percent_texts(values) if shares else tuple(fixed(v, manner.decimals) for v in values)
    whose = found.rows[min(row, len(found.rows) - 1)]
    title = found.name[:1].upper() + found.name[1:]
    if found.axes[-2:] == "ts" and shares:
        attention = next((h for h in all_heads(snapshot) if h.weights == cell.node), None)
        where = head_title(attention, _head(snapshot, cell)) if attention is not None else found.name
        title = tr("Attention of {word}, {place}", word=whose, place=where)
    elif whose:
        title = tr("{name} of {word}", name=title, word=whose)
    sheet = Sheet((whose or title,), tuple(found.columns), (texts,))
    return title, sheet.lying(turn_of_slice(snapshot, found, cell.node, manner).aside)


def _head(snapshot: Snapshot, cell: Cell) -> int:
    assert snapshot.graph is not None
    return head_at(snapshot.graph, cell.node, cell.index) or 0


def _around(snapshot: Snapshot, cell: Cell, first: int) -> Slice:
    return sliced(snapshot, cell.node, _head(snapshot, cell), first)
