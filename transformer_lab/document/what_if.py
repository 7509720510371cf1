"""What would be: the values after an edit that nobody has made yet."""

from __future__ import annotations

from transformer_lab.document import overriding
from transformer_lab.document.axes import cell_name
from transformer_lab.document.evaluate import Evaluator
from transformer_lab.document.history import Edit
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell
from transformer_lab.language import tr


def what_if(snapshot: Snapshot, edit: Edit, evaluate: Evaluator | None = None) -> Snapshot:
    """The snapshot that `edit` would lead to; what it does not touch is taken over. Raises LabError as it."""
    evaluate = evaluate or Evaluator()
    return evaluate(edit.apply(snapshot.state), snapshot.trace)


def without_link(cell: Cell) -> Edit:
    """The edit that cuts the link of an attention weight: this weight is 0, the others stay as they are."""
    made = overriding.override_cell(cell.node, cell.index, 0.0)
    return Edit(
        lambda state: tr("Remove the link {cell}", cell=cell_name(state, cell.node, cell.index)), made.apply
    )
