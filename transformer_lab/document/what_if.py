"""What would be: the values after an edit that nobody has made yet."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.document import overriding
from transformer_lab.document.evaluate import Evaluator
from transformer_lab.document.history import Edit
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell


def what_if(snapshot: Snapshot, edit: Edit, evaluate: Evaluator | None = None) -> Snapshot:
    """The snapshot that `edit` would lead to; what it does not touch is taken over. Raises LabError as it."""
    evaluate = evaluate or Evaluator()
    return evaluate(edit.apply(snapshot.state), snapshot.trace)


class Effect(NamedTuple):
    """What becomes of the likeliest next word: its share before and after, and what would be likeliest."""

    word: str
    before: float
    after: float
    instead: str


def effect(snapshot: Snapshot, then: Snapshot, place: int = -1) -> Effect | None:
    """What a change does to the word expected after that at `place`; None where none is expected."""
    if "probs" not in snapshot or "probs" not in then or snapshot.words != then.words:
        return None
    before, after = snapshot["probs"][place], then["probs"][place]
    if before.shape != after.shape or not (np.isfinite(before).all() and np.isfinite(after).all()):
        return None
    first, instead = int(before.argmax()), int(after.argmax())
    known = snapshot.vocabulary
    return Effect(known[first], float(before[first]), float(after[first]), known[instead])


def without_link(snapshot: Snapshot, cell: Cell) -> Edit:
    """The edit that cuts the link of an attention weight; the other words share what it had."""
    return overriding.cut_edge(*edge_of(snapshot, cell))


def with_link(snapshot: Snapshot, cell: Cell) -> Edit:
    """The edit that lets a link count again."""
    return overriding.restore_edge(*edge_of(snapshot, cell))


def edge_of(snapshot: Snapshot, cell: Cell) -> tuple[str, int, int, int]:
    """Attention, head (counted through all), asking word and word read of a weight or a score (``hts``).

    Raises LabError for an unknown id.
    """
    snapshot[cell.node]
    assert snapshot.graph is not None
    shape = snapshot.graph[cell.node].shape
    *lead, t, s = cell.index
    head = int(np.ravel_multi_index(tuple(lead), shape[:-2])) if lead else 0
    return "/".join(cell.node.split("/")[:2]), head, t, s


def is_cut(snapshot: Snapshot, cell: Cell) -> bool:
    """Whether a hand has cut the link that a weight or a score belongs to."""
    path = "/".join(cell.node.split("/")[:2])
    hands = (hand for node_id, hand in snapshot.state.overrides.items() if node_id.startswith(f"{path}/"))
    return any(cell.index in hand.cut for hand in hands)
