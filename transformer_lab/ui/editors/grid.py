"""How an array of one, two or three axes lies on a table: heads side by side in bands, words and features
as rows. Pure.
"""

from __future__ import annotations

from math import prod
from typing import NamedTuple

import numpy as np

from transformer_lab.document.axes import axis_names, heads_named
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Graph, Node
from transformer_lab.figures.ask.address import address_of
from transformer_lab.figures.timeline_track import section_name
from transformer_lab.language import tr, translatable
from transformer_lab.ui.editors.region import Region


class Grid(NamedTuple):
    """A parameter on a table. `down` and `across` are axis numbers, outer first; names are given for each
    axis.
    """

    node: str
    shape: tuple[int, ...]
    down: tuple[int, ...]
    across: tuple[int, ...]
    names: tuple[tuple[str, ...], ...]
    bands: tuple[str, ...] = ()
    """the names of the heads that stand side by side"""

    @property
    def rows(self) -> int:
        """Number of rows."""
        return prod(self.shape[a] for a in self.down)

    @property
    def columns(self) -> int:
        """Number of columns."""
        return prod(self.shape[a] for a in self.across)

    @property
    def band(self) -> int:
        """Columns in one band (one head); all columns if there are no bands."""
        return self.shape[self.across[-1]] if len(self.across) > 1 else self.columns

    def index(self, row: int, column: int) -> tuple[int, ...]:
        """The array's index at a place of the table."""
        found = [0] * len(self.shape)
        for axes, place in ((self.down, row), (self.across, column)):
            for axis in reversed(axes):
                place, found[axis] = divmod(place, self.shape[axis])
        return tuple(found)

    def place(self, index: tuple[int, ...]) -> tuple[int, int]:
        """Row and column of an index."""
        return self._along(self.down, index), self._along(self.across, index)

    def laid_out(self, array: np.ndarray) -> np.ndarray:
        """An array in the value's own axes, as rows × columns."""
        return array.transpose((*self.down, *self.across)).reshape(self.rows, self.columns)

    def places(self, region: Region) -> tuple[np.ndarray, ...]:
        """The array's indices of a rectangle, row by row: one array for each axis."""
        down, across = (tuple(self.shape[a] for a in axes) for axes in (self.down, self.across))
        rows = np.unravel_index(region.rows, down) if down else ()
        columns = np.unravel_index(region.columns, across)
        found = {axis: np.repeat(at, region.shape[1]) for axis, at in zip(self.down, rows, strict=True)}
        found |= {axis: np.tile(at, region.shape[0]) for axis, at in zip(self.across, columns, strict=True)}
        return tuple(found[axis] for axis in sorted(found))

    def by_hand(self, snapshot: Snapshot) -> np.ndarray | None:
        """True where a hand set the number, rows × columns; None while it set none."""
        hand = snapshot.state.overrides.get(self.node)
        if hand is None:
            return None
        flags = np.zeros(self.shape, bool)
        for index in (*hand.cells, *hand.cut):
            if all(i < n for i, n in zip(index, self.shape, strict=True)):
                flags[index] = True
        return self.laid_out(flags)

    def _along(self, axes: tuple[int, ...], index: tuple[int, ...]) -> int:
        place = 0
        for axis in axes:
            place = place * self.shape[axis] + index[axis]
        return place

    def row_name(self, row: int) -> str:
        """What stands left of a row."""
        if not self.down:
            return ""
        axis = self.down[-1]
        return self.names[axis][row % self.shape[axis]]

    def column_name(self, column: int) -> str:
        """What stands above a column."""
        axis = self.across[-1]
        return self.names[axis][column % self.shape[axis]]

    def band_name(self, band: int) -> str:
        """The name of a head."""
        return self.bands[band] if self.bands else ""


def grid_of(snapshot: Snapshot, node_id: str) -> Grid:
    """The grid of a parameter. Raises LabError for an unknown id."""
    names = axis_names(snapshot, node_id)
    assert snapshot.graph is not None
    node = snapshot.graph[node_id]
    down, across = axes_of(node)
    bands = names[across[0]] if len(across) > 1 else ()
    if len(across) > 2:  # groups of heads that share their keys are counted through
        bands = heads_named(snapshot.state, node, prod(node.shape[a] for a in across[:-1]))
    return Grid(node_id, node.shape, down, across, names, bands)


def axes_of(node: Node) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Rows and columns: heads and slots go across, what is left goes down; one axis alone lies across."""
    letters = node.axes
    if "h" in letters or "g" in letters:
        inner = "k" if "k" in letters else letters[-1]
        across = tuple(letters.index(a) for a in dict.fromkeys(f"hgr{inner}") if a in letters)
        return tuple(i for i in range(len(letters)) if i not in across), across
    return tuple(range(len(letters) - 1)), (len(letters) - 1,)


GROUP_TITLES = translatable(
    {
        "embed": "Words and places",
        "attn": "Attention",
        "ffn": "Feed-forward",
        "norm": "Norm",
        "": "Next word",
    }
)


def group_of(graph: Graph, node_id: str) -> tuple[str, ...]:
    """What stands in tabs beside a value: the parameters of the same part, matrices first; itself before them
    if it is computed.
    """
    path = node_id.rpartition("/")[0]
    found = [n.id for n in graph if n.kind == "parameter" and n.id.rpartition("/")[0] == path]
    own = () if graph[node_id].kind == "parameter" else (node_id,)
    return own + tuple(
        sorted(found, key=lambda i: i.rsplit("/", 1)[-1].startswith("b_") and not path.endswith("ffn"))
    )


def group_title(node_id: str) -> str:
    """“Block 2”, or what the parameters outside the blocks are about."""
    address = address_of(node_id)
    if address.block:
        return section_name(node_id.partition("/")[0])
    return tr(GROUP_TITLES.get(address.key.rpartition("/")[0], "Model"))
