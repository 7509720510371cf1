"""How a map of words lies: which of its axes asks, and whether its columns run from right to left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from transformer_lab.document.axes import axis_names
from transformer_lab.document.gradients import ungraded
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Graph
from transformer_lab.figures.direction import lettered, right_to_left
from transformer_lab.figures.manner import Manner
from transformer_lab.figures.mirror import mirrored
from transformer_lab.figures.picture import Item
from transformer_lab.language import tr

WORDS = "ts"
"""Letters of axes along which a text runs."""


class Turn(NamedTuple):
    """Of a map whose words ask and are read."""

    aside: bool = False
    """the words that ask are columns instead of rows"""
    mirrored: bool = False
    """the first column is the rightmost"""

    def axis_names(self) -> tuple[str, str]:
        """What columns and rows are."""
        across, down = (tr("asks"), tr("is read")) if self.aside else (tr("is read"), tr("asks"))
        return (f"← {across}" if self.mirrored else f"{across} →"), f"{down} ↓"

    def turned(self, values: Any) -> Any:
        """Maps ``…ts`` as they lie: (…, rows, columns)."""
        laid = values.swapaxes(-1, -2) if self.aside else values
        return laid[..., ::-1] if self.mirrored else laid

    def inks(self) -> tuple[str, str]:
        """The colours of the names of columns and rows."""
        return ("query", "key") if self.aside else ("key", "query")


def turn_of(manner: Manner, asks: Sequence[str], reads: Sequence[str]) -> Turn:
    """How a map lies by the manner of writing and the text that its columns are."""
    aside = manner.words == "columns"
    return Turn(aside, right_to_left(asks if aside else reads))


def turn_of_weights(manner: Manner, snapshot: Snapshot, node_id: str) -> Turn:
    """How the maps of an attention lie, given the node of its weights."""
    return turn_of(manner, *axis_names(snapshot, node_id)[-2:])


def is_parameter(graph: Graph, node_id: str) -> bool:
    """Whether a value is a parameter, or the gradient of one, which lies as it does."""
    own = ungraded(node_id).partition("|")[0]
    return own in graph and graph[own].kind == "parameter"


def turn_aside(manner: Manner, parameter: bool) -> bool:
    """Whether a value is shown on its side: parameters by the notation, others by how words lie."""
    return manner.notation == "Wx" if parameter else manner.words == "columns"


def turn_of_value(manner: Manner, parameter: bool, axes: str, names: tuple[Sequence[str], ...]) -> Turn:
    """How a value of the model lies: parameters by the notation, others by how words lie.

    `names` are those of its rows and columns; a single row stays a row.
    """
    aside = turn_aside(manner, parameter) and len(names[0]) > 1 and len(axes) == 2
    across = 0 if aside else 1
    return Turn(aside, len(axes) == 2 and axes[across] in WORDS and right_to_left(names[across]))


def facing(items: Iterable[Item], turned: bool, left: float, right: float) -> tuple[Item, ...]:
    """A map with its labels as its text runs, reflected between `left` and `right` if that is to the left."""
    drawn = tuple(items)
    return lettered(mirrored(drawn, left, right) if turned else drawn)
