"""What every view shows: a state, its graph, its values, and the values before the last edit."""

from __future__ import annotations

from dataclasses import dataclass

from transformer_lab.document.state import State
from transformer_lab.engine.graph import Graph
from transformer_lab.engine.ops import Array
from transformer_lab.engine.program import Trace
from transformer_lab.errors import LabError
from transformer_lab.language import tr


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Made by the session, read by figures and windows. `trace` is None for an empty text."""

    state: State
    words: tuple[str, ...]
    """The words of the text that are shown, at most MAX_WORDS: one lane each."""
    vocabulary: tuple[str, ...]
    graph: Graph | None
    trace: Trace | None
    previous: Trace | None = None
    """The values before the last edit, for the morph from old to new."""
    notice: str = ""
    """What a person should be told: that not all words are shown, that a norm stands after a norm."""

    def __getitem__(self, node_id: str) -> Array:
        """The value of a node. Raises LabError for an unknown id or an empty text."""
        if self.trace is None:
            raise LabError(tr("There are no values yet: type a sentence first."))
        return self.trace[node_id]

    def __contains__(self, node_id: object) -> bool:
        return self.graph is not None and node_id in self.graph

    def revision(self, prefix: str) -> int:
        """Changes whenever a value at or below `prefix` changed (0 for an empty text)."""
        return 0 if self.trace is None else self.trace.revision(prefix)
