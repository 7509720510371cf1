"""What an edit would lead to, worked out beside everything else: immutable things are read, none changed."""

from __future__ import annotations

from typing import NamedTuple

from transformer_lab.document.evaluate import Evaluator
from transformer_lab.document.history import Edit, History
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.program import Trace


class Outcome(NamedTuple):
    """Where an edit leads from one history, and what has been learnt on the way."""

    before: History
    """the history that it was worked out from: in any other one it means nothing"""
    history: History
    snapshot: Snapshot
    evaluate: Evaluator


def foreseen(edit: Edit, history: History, newest: Trace | None, evaluate: Evaluator) -> Outcome:
    """What `edit` leads to; may run in any thread, with an evaluator of its own.

    Raises LabError where the edit is refused.
    """
    after = history.do(edit)
    return Outcome(history, after, evaluate(after.state, newest), evaluate)
