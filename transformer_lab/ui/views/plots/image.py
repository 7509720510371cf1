"""Any value as a large matrix to zoom into: crisp cells, names on both sides, numbers where they fit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from transformer_lab.document.axes import cell_name, place
from transformer_lab.engine.graph import Cell
from transformer_lab.errors import LabError
from transformer_lab.figures.compare.caption import NotSharedError
from transformer_lab.figures.compare.grids import difference_limit
from transformer_lab.figures.compare.naming import left_out
from transformer_lab.figures.heads import Bools, hidden
from transformer_lab.figures.measure import shorten
from transformer_lab.figures.numbers import short
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Floats, Ints, Item, Layer, Picture, Texts, table
from transformer_lab.figures.plates.matrix import turn_of_slice
from transformer_lab.figures.plates.slices import sliced
from transformer_lab.figures.scales import bar_width, colour_bar, limit_covering, rooted, shade
from transformer_lab.figures.stage.scale import limit_of
from transformer_lab.figures.turning import Turn
from transformer_lab.language import tr
from transformer_lab.ui.pictures import PictureView
from transformer_lab.ui.views.plots.beside import laid_beside, paint_letters
from transformer_lab.ui.views.plots.marks import Shown, numbers, special
from transformer_lab.ui.views.plots.plot_view import PlotView
from transformer_lab.ui.views.plots.two_states import Told, paint_told, shared_pair
from transformer_lab.ui.views.plots.where import cell_of, flat_of, order_of
from transformer_lab.ui.views.table import RAMP, SCALE
from transformer_lab.ui.views.view import Choice, Room

ASKED = None
"""The value of which a number is asked; while none is, the weights of the chosen head."""
OF_ATTENTION = (
    "q",
    "k",
    "v",
    "scores",
    "scaled",
    "masked",
    "weights",
    "mixed",
    "out",
    "W_Q",
    "W_K",
    "W_V",
    "W_O",
)
OF_BLOCK = ("resid_pre", "resid_mid", "resid_post", "ffn/pre", "ffn/act", "ffn/out", "ffn/W_1", "ffn/W_2")
OF_MODEL = ("embed", "embed/positions", "embed/W_E", "W_U", "logits", "probs")
MASKED = ("weights", "masked")
SHARES = ("/weights", "probs", "tokens")
BAR, LEAST_SAID = 90.0, 60.0


class MatrixView(PlotView):
    """A value of the model as it is, however large."""

    NAMES_ABOVE = True

    def __init__(self, room: Room, figure: str, choices: tuple[Choice, ...] = ()) -> None:
        super().__init__(room, figure, choices)
        self._image = pg.ImageItem(axisOrder="row-major")
        self.board.add(self._image)
        self._shown: Shown | None = None
        self._told: Told | None = None
        self._second = 0
        self._order: Ints = np.zeros((0, 0), dtype=np.int64)
        self._key_line = PictureView(room.theming, self._key, rings=False, parent=self)
        self._key_line.hide()

    # --- settings ---------------------------------------------------------------------------------------
    @property
    def choices(self) -> tuple[Choice, ...]:
        nodes = ((ASKED, tr("What is asked")), *((node, _title(node)) for node in self._offered()))
        own = Choice("node", tr("Shown value"), nodes), Choice(*SCALE), Choice(*RAMP)
        return (*own, *self.comparing)

    def _offered(self) -> list[str]:
        focus, snapshot = self.room.focus, self.snapshot
        block = focus.attention.rpartition("/")[0]
        nodes = [f"{focus.attention}/{name}" for name in OF_ATTENTION]
        nodes += [f"{block}/{name}" for name in OF_BLOCK]
        return [node for node in (*nodes, *OF_MODEL) if node in snapshot]

    @property
    def node(self) -> str:
        """The value that is shown."""
        chosen, focus = self.taken("node"), self.room.focus
        if isinstance(chosen, str) and chosen in self.snapshot:
            return chosen
        if focus.selected is not None:
            return focus.selected.node
        offered = [f"{focus.attention}/weights", *self._offered(), "embed"]
        return next((node for node in offered if node in self.snapshot), "embed")

    def options(self, width: float, height: float) -> Options:
        return replace(super().options(width, height), node=self.node)

    def key_line(self) -> QWidget | None:
        return self._key_line

    # --- drawing ----------------------------------------------------------------------------------------
    def plot(self) -> None:
        node, head = self.node, self._head()
        found = sliced(self.snapshot, node, head, self.room.manner.first)
        if not np.size(found.values):
            raise LabError(tr("{name} has no numbers to show.", name=found.name))
        turn = turn_of_slice(self.snapshot, found, node, self.room.manner)
        names = (found.columns, found.rows) if turn.aside else (found.rows, found.columns)
        names = (tuple(names[0]), tuple(names[1][::-1] if turn.mirrored else names[1]))
        values = _lying(np.asarray(found.values, dtype=float), turn)
        self._order = _lying(order_of(self.snapshot, node, head), turn)
        gone = _lying(self._hidden(node, found.values), turn)
        shown = Shown(values, "seq" if node.endswith(SHARES) else "div", self._limit(node, values), gone)
        shown = shown._replace(root=self._rooted(node))
        before = self._before(turn)
        self._second, how = 0, self.compared
        if before is not None and how == "difference":
            shown = difference_of(shown, before)
        elif before is not None:
            limit = shown.limit if node.endswith(SHARES) else max(shown.limit, self._limit(node, before))
            both = laid_beside(before, values, (gone | np.isnan(before), gone), self._order, names)
            shown = Shown(both.values, shown.ramp, limit, both.hidden, shown.root, both.blank)
            self._order, names, self._second = both.order, both.names, both.second
        self._show(shown, names)

    def _show(self, shown: Shown, names: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
        self._shown = shown
        self._image.setImage(self._colours(shown), autoLevels=False)
        rows, columns = shown.values.shape
        self._image.setRect(QRectF(-0.5, -0.5, columns, rows))
        self.board.up.name_places(names[0])
        self.board.across.name_places(names[1])
        edge = 0.012 * np.array([columns, rows]) + 0.5
        of = (self.node, shown.values.shape, self._told)
        told = rows * self._told.share(self.board) if self._told is not None else 0.0
        self.fit(of, (-edge[0], columns - 1 + edge[0]), (-edge[1], rows - 1 + edge[1] + 1.2 * told))
        self._key_line.refresh()

    def _before(self, turn: Turn) -> Floats | None:
        """A's values as B's lie, NaN where it has none; None while B is shown alone."""
        pair = shared_pair(self.room.lab.pinned, self.snapshot) if self.compared else None
        self._told = None
        if pair is None:
            return None
        found = sliced(pair.with_before(self.node), self.node, self._head())
        values = np.asarray(found.values, dtype=float)
        if not pair.shared(self.node).any():
            raise NotSharedError(tr("A has no such value, so there is no difference."))
        self._told = Told((), left_out(pair))
        return np.asarray(_lying(values, turn))

    def _head(self) -> int:
        return self.room.focus.head

    def _hidden(self, node: str, values: Floats) -> Bools:
        """What the mask of this attention hides, in its scores and weights."""
        path, _, name = node.rpartition("/")
        nothing = np.zeros(values.shape, dtype=bool)
        if name not in MASKED or f"{path}/weights" not in self.snapshot:
            return nothing
        gone = hidden(self.snapshot, path)
        return gone if gone.shape == values.shape else nothing

    def _rooted(self, node: str) -> bool:
        """Whether the colours of attention follow the square root."""
        return node.endswith("/weights") and rooted(len(self.snapshot.words), str(self.taken("ramp") or ""))

    def _limit(self, node: str, values: Floats) -> float:
        if node.endswith(SHARES):
            return 1.0
        return limit_of(self.snapshot) if self.taken("limits") == "shared" else limit_covering(values)

    def _colours(self, shown: Shown) -> np.ndarray:
        """``rc4`` red, green, blue, opacity: the same colours as everywhere."""
        theme = self.room.theming.theme
        finite = np.where(np.isfinite(shown.values) & ~shown.hidden, shown.values, np.nan)
        finite = shade(finite, shown.root)
        packed = np.ascontiguousarray(theme.lut(shown.ramp)[theme.index(shown.ramp, finite, shown.limit)])
        parts = packed.view(np.uint8).reshape(*packed.shape, 4)
        colours = np.ascontiguousarray(parts[..., [2, 1, 0, 3]])
        colours[shown.hidden] = self._veil()
        if shown.blank is not None:
            colours[shown.blank] = (0, 0, 0, 0)
        return colours.repeat(2, 0).repeat(2, 1) if min(colours.shape[:2]) < 2 else colours

    def _veil(self) -> tuple[int, int, int, int]:
        """What is hidden from afar, where a hatch would be nothing but noise."""
        color = self.board.color("mask")
        return color.red(), color.green(), color.blue(), 14

    def cell_at(self, x: float, y: float) -> Cell | None:
        if self._shown is None or self._missing or not self.board.inner.contains(QPointF(x, y)):
            return None
        across, down = self.board.point(QPointF(x, y))
        row, column = round(down), round(across)
        rows, columns = self._order.shape
        if not (0 <= row < rows and 0 <= column < columns):
            return None
        flat = int(self._order[row, column])
        return cell_of(self.snapshot, self.node, flat) if flat >= 0 else None

    def spot(self, cell: Cell) -> QPointF | None:
        box = self.ring_box(cell)
        return box.center() if box is not None and self.board.inner.contains(box.center()) else None

    def ring_box(self, cell: Cell) -> QRectF | None:
        if cell.node != self.node or self._missing:
            return None
        found = np.argwhere(self._order == flat_of(self.snapshot, cell))
        if not len(found):
            return None
        row, column = found[0].tolist()
        corners = self.board.pixels(np.array([[column - 0.5, row - 0.5], [column + 0.5, row + 0.5]]))
        (x, y), (right, low) = corners.tolist()
        return QRectF(QPointF(x, y), QPointF(right, low)).adjusted(-2.0, -2.0, 2.0, 2.0)

    def over(self, painter: QPainter) -> None:
        if self._shown is not None:
            special(painter, self.board, self._shown)
            numbers(painter, self.board, self.room.theming.theme, self._shown, self.room.manner.decimals)
        if self._second:
            paint_letters(painter, self.board, self.room.theming, self._second)
        if self._told is not None and self._told.notice:
            paint_told(painter, self.board, self._told, low=True)

    def mark(self, cell: object = None) -> None:
        super().mark(cell)
        if self.isVisible():
            self._key_line.refresh()

    def _key(self, width: float, height: float) -> Picture:
        """The scale, and the number under the pointer with its name."""
        shown = self._shown
        if shown is None or self._missing or self.snapshot.trace is None:
            return Picture((width, height), (), "")
        left, reach = bar_width(shown.ramp, shown.limit, BAR, 11)
        x = left + reach + 14.0
        said = shorten(self._said(), width - x, "medium", 11) if width - x >= LEAST_SAID else ""
        items: tuple[Item, ...] = colour_bar(shown.ramp, shown.limit, left, 9.0, BAR, 8.0, 11, shown.root)
        if said:
            items += (Texts((said,), table(x, 17.0), 11, "medium", "ink2"),)
        key = ("matrix", "key", width, height, shown.ramp, shown.limit, shown.root, said)
        return Picture((width, height), (Layer(key, (0.0, 0.0, width, height), lambda: items),), said)

    def _said(self) -> str:
        cell = self.room.focus.under_pointer
        if cell is None or cell.node != self.node or flat_of(self.snapshot, cell) < 0:
            return _title(self.node)
        name = cell_name(self.snapshot.state, cell.node, cell.index, first=self.room.manner.first)
        value = short(float(self.snapshot[cell.node][cell.index]), 4)
        return f"{name}  {value}"

    def walk(self, down: int, right: int) -> None:
        """Along the rows and columns as they lie here."""
        cell = self.room.focus.selected
        found = np.argwhere(self._order == flat_of(self.snapshot, cell)) if cell is not None else ()
        if cell is None or cell.node != self.node or not len(found):
            super().walk(down, right)
            return
        row, column = found[0][0] + down, found[0][1] + right
        inside = 0 <= row < self._order.shape[0] and 0 <= column < self._order.shape[1]
        if inside and self._order[row, column] >= 0:
            self.room.focus.walk_to(cell_of(self.snapshot, cell.node, int(self._order[row, column])))


def difference_of(shown: Shown, before: Floats) -> Shown:
    """B − A on a signed scale of its own; what A does not have is hidden."""
    with np.errstate(invalid="ignore"):
        gap = np.where(before == shown.values, 0.0, shown.values - before)
    lost = np.isnan(before)
    gap = np.where(lost | shown.hidden, 0.0, gap)
    return Shown(gap, "div", difference_limit(gap), lost | shown.hidden)


def _lying(array: Any, turn: Turn) -> Any:
    """Rows and columns as they lie by the manner of writing."""
    laid = array.T if turn.aside else array
    return laid[:, ::-1] if turn.mirrored else laid


def _title(node: str) -> str:
    name = place(node)
    return name[:1].upper() + name[1:]
