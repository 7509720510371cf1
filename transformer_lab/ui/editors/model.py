"""The table model: it reads the array itself, keeps no copies, and turns what is typed into named edits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from transformer_lab.document.entry.formulas import filled, is_formula
from transformer_lab.document.handiwork import can_be_set, release_numbers, set_numbers
from transformer_lab.document.layout import layout
from transformer_lab.document.naming import own_name, rename_place
from transformer_lab.document.numbers import parse_number
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.graph import Cell, Node
from transformer_lab.errors import LabError
from transformer_lab.figures.numbers import exact, short
from transformer_lab.figures.stage.scale import limit_of
from transformer_lab.language import tr
from transformer_lab.session import Lab
from transformer_lab.ui.editors.grid import Grid, grid_of
from transformer_lab.ui.editors.region import Region

if TYPE_CHECKING:
    from transformer_lab.figures.stage.tint import Tint

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
HINT = (
    "Type a number or = formula (F2 keeps what stands there), or drag sideways (4 pixels: 0.1; Shift 0.01; "
    "Ctrl or Alt 1). Double-click: 0. Ctrl+↑ ↓ nudge. Shift+arrows choose several."
)
LOOKED_AT = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable


class TintedKeys(NamedTuple):
    """Gradients in the order of the keys, and their scale."""

    slopes: np.ndarray
    limit: float

    def token(self, row: int, column: int) -> str:
        """The colour of a key."""
        slope = float(self.slopes[row, column])
        return "raised" if slope == 0.0 else f"div:{min(1.0, max(0.0, slope / self.limit / 2 + 0.5)):.4f}"


class MatrixModel(QAbstractTableModel):
    """One parameter. `refused` tells why a number was not taken."""

    refused = Signal(str)

    def __init__(self, lab: Lab, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lab = lab
        self.grid: Grid | None = None
        self._made: tuple[tuple[object, ...], tuple[object, ...]] = ((), ())
        self.values: np.ndarray = np.zeros((0, 0))
        """rows × columns, a view of the parameter"""
        self.before: np.ndarray | None = None
        """the same before the last edit, or None if that changed nothing here"""
        self.by_hand: np.ndarray | None = None
        self.tint: TintedKeys | None = None
        self._gradients: Tint | None = None
        """of a computed value: True where a hand set the number"""
        self.editable = True
        self.chosen: Region | None = None
        """the keys that are set together"""
        self.first = 0
        """from what rows and columns are counted in formulas"""

    def show_tint(self, gradients: Tint | None) -> None:
        """Colour the keys by gradient; None: by value."""
        self._gradients = gradients
        self.tint = None
        if gradients is not None and self.grid is not None:
            slopes = self.laid_out(gradients.whole(self.grid.node, self.grid.shape))
            self.tint = TintedKeys(slopes, gradients.limit)

    @property
    def shared_limit(self) -> float:
        """Where the colours of the stage end."""
        return limit_of(self._lab.snapshot)

    def show_parameter(self, snapshot: Snapshot, node_id: str | None) -> None:
        """Show this parameter of this snapshot."""
        grid = self._grid(snapshot, node_id)
        other = grid is None or self.grid is None or (grid is not self.grid and grid != self.grid)
        if other:
            self.beginResetModel()
        self.grid = grid
        self.values = self.laid_out(snapshot[grid.node]) if grid is not None else np.zeros((0, 0))
        self.before = self._before(snapshot)
        self.by_hand = None if grid is None else grid.by_hand(snapshot)
        self.show_tint(self._gradients)
        if other:
            self.chosen = None
            self.editable = grid is not None and can_be_set(snapshot.graph[grid.node])  # type: ignore[index]
        if other:
            self.endResetModel()

    def _grid(self, snapshot: Snapshot, node_id: str | None) -> Grid | None:
        """The grid, the same one while nothing that it is named by is another: names of thousands of
        columns are not put together at every edit.
        """
        if node_id is None or node_id not in snapshot or snapshot.graph is None:
            return None
        state = snapshot.state
        made = (snapshot.graph[node_id], state.features, state.head_names, state.slot_names, state.model)
        said = (snapshot.words, snapshot.vocabulary, state.source)
        before, self._made = self._made, (made, said)
        same = before[1] == said and len(before[0]) == len(made)
        same = same and all(a is b for a, b in zip(before[0], made, strict=True))
        if same and self.grid is not None:
            return self.grid
        return grid_of(snapshot, node_id)

    def laid_out(self, array: np.ndarray) -> np.ndarray:
        """An array in the value's own axes, as rows × columns."""
        assert self.grid is not None
        return self.grid.laid_out(array)

    def _before(self, snapshot: Snapshot) -> np.ndarray | None:
        if self.grid is None or snapshot.previous is None or self.grid.node not in snapshot.previous.values:
            return None
        old = snapshot.previous.values[self.grid.node]
        return (
            self.laid_out(old)
            if old is not snapshot[self.grid.node] and old.shape == self.grid.shape
            else None
        )

    @property
    def is_computed(self) -> bool:
        """Whether the numbers are computed, so that what is set by hand can be released."""
        return (
            self.grid is not None
            and self._lab.snapshot.graph is not None
            and (self._lab.snapshot.graph[self.grid.node].op is not None)
        )

    @property
    def node(self) -> Node:
        """The value that is shown."""
        assert self.grid is not None
        return layout(self._lab.state).graph[self.grid.node]

    def own_name(self, axis: int, place: int) -> str:
        """The name that somebody gave to a place on an axis."""
        return own_name(self._lab.state, self.node, axis, place)

    def rename(self, axis: int, place: int, name: str) -> bool:
        """Name a place on an axis, everywhere."""
        return self._do(lambda: self._lab.do(rename_place(self.node, axis, place, name)))

    @property
    def array(self) -> np.ndarray:
        """The value in its own axes."""
        assert self.grid is not None
        return self._lab.snapshot[self.grid.node]

    def take_back(self, key: object) -> None:
        """Undo the last step if it is the one with this merge key."""
        step = self._lab.history.steps[self._lab.history.position]
        if self.grid is not None and step.merge_key == ("numbers", self.grid.node, key):
            self._do(self._lab.undo)

    @property
    def whole(self) -> Region:
        """All keys."""
        return Region(0, 0, self.values.shape[0] - 1, self.values.shape[1] - 1)

    def marks(self, down: slice, across: slice) -> np.ndarray:
        """In a part of the table: 1 where the last edit changed a number, 2 where a hand set it."""
        now = self.values[down, across]
        changed = np.zeros(now.shape, int) if self.before is None else (self.before[down, across] != now) * 1
        return changed if self.by_hand is None else changed + 2 * self.by_hand[down, across]

    def changed(self, row: int, column: int) -> bool:
        """Whether the last edit changed this number."""
        return self.before is not None and bool(self.before[row, column] != self.values[row, column])

    def cell(self, index: Index) -> Cell | None:
        """The cell at an index."""
        if self.grid is None or not index.isValid():
            return None
        return Cell(self.grid.node, self.grid.index(index.row(), index.column()))

    def place(self, cell: Cell) -> QModelIndex:
        """Where a cell stands, or an invalid index."""
        if self.grid is None or cell.node != self.grid.node:
            return NOWHERE
        return self.index(*self.grid.place(cell.index))

    def set_value(self, index: Index, value: float, merge_key: object = None) -> bool:
        """Set a number as one named step (or part of one drag)."""
        if self.grid is None or not index.isValid():
            return False
        region = Region(index.row(), index.column(), index.row(), index.column())
        return self.set_region(region, np.array([[value]]), merge_key=merge_key)

    def set_region(
        self, region: Region, values: np.ndarray, said: str = "", merge_key: object = None
    ) -> bool:
        """Set a rectangle of numbers as one named step, all or nothing."""
        if self.grid is None:
            return False
        wanted = np.broadcast_to(values, region.shape)
        edit = set_numbers(self.grid.node, self.grid.places(region), wanted, said, merge_key)
        return self._do(lambda: self._lab.do(edit))

    def release(self, region: Region) -> bool:
        """Let numbers that were set by hand be computed again."""
        if self.grid is None:
            return False
        edit = release_numbers(self.grid.node, self.grid.places(region))
        return self._do(lambda: self._lab.do(edit))

    def fill_in(self, region: Region, text: str, said: str = "") -> bool:
        """Set a rectangle to what was typed: a number, or a formula of its rows and columns."""
        return self._do(lambda: self._fill_in(region, text, said or tr("Fill")))

    def _fill_in(self, region: Region, text: str, said: str) -> None:
        assert self.grid is not None
        old = self.values[region.slices]
        if is_formula(text):
            where = (region.rows, region.columns % self.grid.band)
            found = filled(text, np.asarray(old, dtype=float), self.first, where)
        else:
            found = np.full(region.shape, parse_number(text))
        self._lab.do(
            set_numbers(self.grid.node, self.grid.places(region), found, said if region.many else "")
        )

    def _do(self, do: Callable[[], object]) -> bool:
        try:
            do()
        except LabError as error:
            self.refused.emit(str(error))
            return False
        return True

    # --- what Qt asks ----------------------------------------------------------------------------------
    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() or self.grid is None else self.grid.rows

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() or self.grid is None else self.grid.columns

    def flags(self, index: Index) -> Qt.ItemFlag:
        return (FLAGS if self.editable else LOOKED_AT) if index.isValid() else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or self.grid is None:
            return None
        value = float(self.values[index.row(), index.column()])
        if role == Qt.ItemDataRole.DisplayRole:
            return short(value)
        if role == Qt.ItemDataRole.EditRole:
            return exact(value)
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{self.spoken(index, value).rpartition(', ')[0]}\n{tr(HINT)}"
        return self.spoken(index, value) if role == Qt.ItemDataRole.AccessibleTextRole else None

    def spoken(self, index: Index, value: float) -> str:
        """“W Q, state to slot 1, 3, editable”."""
        assert self.grid is not None
        name = self.grid.node.rsplit("/", 1)[-1].replace("_", " ")
        row, column = self.grid.row_name(index.row()), self.grid.column_name(index.column())
        head = self.grid.band_name(index.column() // self.grid.band)
        where = tr("{row} to {column}", row=row, column=column) if row else column
        return ", ".join(
            part
            for part in (name, head, where, short(value), tr("editable") if self.editable else "")
            if part
        )

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole:
            return False
        alone = Region(index.row(), index.column(), index.row(), index.column())
        together = self.chosen is not None and self.chosen.contains(index.row(), index.column())
        return self.fill_in(self.chosen if together and self.chosen is not None else alone, str(value))

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if self.grid is None or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        if orientation == Qt.Orientation.Horizontal:
            return self.grid.column_name(section) if section < self.grid.columns else None
        return self.grid.row_name(section) if section < self.grid.rows else None
