"""A Picture: a list of batched primitives in logical pixels, y downwards; one for all devices.

A frame is a handful of arrays, not thousands of objects. Colours are token names, so that one Picture
serves both themes: ``"ink"``, ``"heads.0"``, ``"seq:0.67"`` (a colour of a ramp), ``"on:seq:0.67"`` (the
readable ink on it). Text positions are anchors on the baseline; the device resolves widths.

A batch may carry a `Ref`: which numbers it shows. A hit test answers with a `Cell`, so everything drawn
can be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Anchor = Literal["start", "middle", "end"]
Face = Literal[
    "regular",
    "medium",
    "semibold",
    "display",
    "display-medium",
    "display-light",
    "math",
    "math-italic",
    "math-bold",
]
Path = tuple[tuple[str | float, ...], ...]
"""A path: ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y), ("Z",)."""


Tail = Literal["", "c", "rc", "cr"]


@dataclass(frozen=True, eq=False, slots=True)
class Ref:
    """Instance i of a batch shows ``node[index[i] + tail]``.

    Tail "c" or "rc" appends the cell's column, or its row and column; "cr" belongs to a map on its
    side, whose rows are the node's columns.
    """

    node: str
    index: Ints
    """(N, p)"""
    tail: Tail = ""
    columns: int = 0
    """of a map that runs from right to left: how many columns it has, the last one drawn first"""

    def ending(self, row: int, column: int) -> tuple[int, ...]:
        """What the cell drawn in `row` and `column` appends to its index."""
        column = self.columns - 1 - column if self.columns else column
        return {"": (), "c": (column,), "rc": (row, column), "cr": (column, row)}[self.tail]

    def drawn(self, ending: tuple[int, ...]) -> tuple[int, int]:
        """The row and the column in which a cell with this ending is drawn."""
        row, column = (0, *ending)[-2:] if self.tail != "cr" else (ending[1], ending[0])
        return row, self.columns - 1 - column if self.columns else column


@dataclass(frozen=True, eq=False, slots=True)
class Cells:
    """N small matrices of values on a ramp. NaN draws nothing; values outside ±limit take the end colour."""

    values: Floats
    """(N, rows, columns)"""
    at: Floats
    """(N, 2) top left corners"""
    size: Floats
    """(N, 2) width and height of one cell"""
    ramp: Literal["div", "seq"] = "div"
    limit: float = 2.0
    radius: float = 0.0
    """0: a ribbon of crisp cells; above 0: rounded keys"""
    grid: bool = False
    """hairlines between cells, where cells are large enough"""
    opacity: Floats | float = 1.0
    """one for all, or (N,)"""
    ref: Ref | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Rects:
    """N rectangles ``x y width height``."""

    box: Floats
    """(N, 4)"""
    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    radius: float = 0.0
    opacity: float = 1.0
    dash: tuple[float, ...] = ()
    ref: Ref | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Curves:
    """N cubic curves with butt ends (the threads of attention)."""

    points: Floats
    """(N, 4, 2)"""
    width: Floats
    """(N,)"""
    opacity: Floats
    """(N,)"""
    color: str = "ink"
    dash: tuple[float, ...] = ()
    ref: Ref | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Texts:
    """N short texts; `color` is one token or one for each; `size` is a whole number of pixels."""

    text: tuple[str, ...]
    at: Floats
    """(N, 2) anchor on the baseline"""
    size: int = 12
    face: Face = "regular"
    color: str | tuple[str, ...] = "ink"
    anchor: Anchor = "start"
    angle: float = 0.0
    """degrees clockwise about the anchor"""
    opacity: float = 1.0
    ref: Ref | None = None
    underline: bool = False
    """dotted: this number is a door"""


@dataclass(frozen=True, eq=False, slots=True)
class Stamps:
    """One outline drawn at N places: plus, trapezoid, chevron, arrowhead, hatch."""

    outline: Path
    at: Floats
    """(N, 2)"""
    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    opacity: float = 1.0
    ref: Ref | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Hatch:
    """N rectangles filled with 45° hairlines (pitch 7): hidden by the mask."""

    box: Floats
    """(N, 4)"""
    color: str = "mask"
    opacity: float = 0.5
    ref: Ref | None = None
    mirrored: bool = False
    """lines fall instead of rising: the axis runs from right to left"""


@dataclass(frozen=True, eq=False, slots=True)
class Formula:
    """A typeset formula, its baseline starting at `at`."""

    latex: str
    at: tuple[float, float]
    size: int = 18
    color: str = "ink"
    ref: Ref | None = None


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """Items drawn together: `id` becomes an SVG id, `opacity` is the whole's, `clip` x y width height."""

    id: str
    items: tuple[Item, ...]
    opacity: float = 1.0
    clip: tuple[float, float, float, float] | None = None


Item = Cells | Rects | Curves | Texts | Stamps | Hatch | Formula | Group


class Layer(NamedTuple):
    """Items in coordinates of their own, placed at `dy`, built only if no device has them under this key.

    ``key[:2]`` names the layer, the rest is its version (revision, look, flags it reads; never the cursor).
    Key None is motion, drawn afresh in every frame. Only local ``y < show`` is seen.
    """

    key: tuple[Hashable, ...] | None
    box: tuple[float, float, float, float]
    """x y width height in local coordinates, strokes and rings included"""
    build: Callable[[], tuple[Item, ...]]
    dy: float = 0.0
    opacity: float = 1.0
    show: float = 1e9


@dataclass(frozen=True, eq=False, slots=True)
class Picture:
    """A finished figure: its size and its layers, first at the bottom.

    `title` and `description` are made from the numbers.
    """

    size: tuple[float, float]
    layers: tuple[Layer, ...]
    title: str = ""
    description: str = ""
    notes: str = ""
    """The arithmetic behind the figure, line by line: what a slide keeps as notes for the speaker."""
    sheet: Sheet | None = None
    """The numbers as a table, where a figure shows one."""
    notice: str = ""
    """What whoever exports it should know: that a part is shown and not the whole."""


class Sheet(NamedTuple):
    """A table of numbers or texts with the names of its rows and columns."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[float | str, ...], ...]
    decimals: int = 2
    """where numbers are not written whole"""

    def lying(self, aside: bool) -> Sheet:
        """The same table, on its side if that is asked."""
        if not aside:
            return self
        return Sheet(self.columns, self.rows, tuple(zip(*self.cells, strict=True)), self.decimals)


def picture(
    size: tuple[float, float],
    *items: Item,
    title: str = "",
    description: str = "",
    notes: str = "",
    sheet: Sheet | None = None,
) -> Picture:
    """A Picture of one layer, for figures that do not move; no device takes it for another one."""
    layer = Layer(("all", "still", object()), (0.0, 0.0, *size), lambda: items)
    return Picture(size, (layer,), title, description, notes, sheet)


def table(*columns: object) -> Floats:
    """Columns (numbers or arrays of one length) side by side: (N, len(columns)), the form of all batches."""
    arrays = [np.asarray(column, dtype=np.float64) for column in columns]
    lengths = {array.size for array in arrays if array.ndim}
    if len(lengths) > 1:
        return np.stack(np.broadcast_arrays(*arrays), -1).reshape(-1, len(columns))
    made = np.empty((lengths.pop() if lengths else 1, len(columns)))
    for i, array in enumerate(arrays):
        made[:, i] = array if array.ndim < 2 else array.ravel()
    return made
