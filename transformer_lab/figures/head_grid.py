"""All heads at once: blocks down, heads across, each a small map of who looks at whom."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.attention import is_bare, padding
from transformer_lab.figures.attention_layout import type_range
from transformer_lab.figures.attention_notes import (
    below_height,
    lone_notice,
    narrow_width,
    notes_below,
    notes_beside,
    notes_place,
)
from transformer_lab.figures.by_head import told
from transformer_lab.figures.heads import (
    Heads,
    all_heads,
    block_title,
    chosen_head,
    head_title,
    hidden,
    sides,
)
from transformer_lab.figures.measure import CAP, approximate, shorten
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Item, Layer, Picture, Rects, Texts, table
from transformer_lab.figures.prose import Run
from transformer_lab.figures.scales import rooted
from transformer_lab.figures.sharpness import numbered, orders
from transformer_lab.figures.thumbnails import Thumbnail, thumbnails
from transformer_lab.figures.titles import header, header_height
from transformer_lab.language import tr

LARGEST_SIDE, LEAST_NAMED = 280.0, 12.0
"""Of a map; smaller ones would be all names, and have none."""


class Grid(NamedTuple):
    """Thumbnails of `side`, the first at (x, y), (dx, dy) from one to the next; type of `size`."""

    x: float
    y: float
    dx: float
    dy: float
    side: float
    size: int
    named: bool = True
    """whether the heads' own names have room under their maps"""


class Room(NamedTuple):
    """Where the grid may stand."""

    x: float
    y: float
    width: float
    height: float


class Said(NamedTuple):
    """What the notes tell: a notice, whether hatch is to be explained, and for how many words."""

    notice: str
    hatched: bool
    words: int


def head_grid(snapshot: Snapshot, options: Options) -> Picture:
    """A map for each head of each block, with a ring round the chosen one (`options.block`, `options.head`).

    Where a map has more words than pixels it shows the largest weight of each patch, and the figure says so.
    Raises LabError for a block or head that does not exist.
    """
    chosen = chosen_head(snapshot, options.block, options.head)
    rows, size = all_heads(snapshot), (options.width, options.height)
    digests = tuple(hash(snapshot[row.weights].tobytes()) for row in rows)
    read = tuple(sides(snapshot, row) for row in rows) if snapshot.state.model.encoder else snapshot.words
    key = ("head-grid", options, rows, chosen, read, digests)
    layer = Layer(key, (0.0, 0.0, *size), lambda: _items(snapshot, rows, chosen, options))
    title = tr("What every head looks at — {counts}", counts=_counted(rows))
    assert snapshot.graph is not None
    layers = told(snapshot.graph, (layer,))
    return Picture(size, layers, title, tr("Each map shows who looks at whom: {how}", how=_reading(options)))


def _reading(options: Options) -> str:
    aside = options.manner.words == "columns"
    return tr("columns ask, rows are read.") if aside else tr("rows ask, columns are read.")


def _counted(rows: Sequence[Heads]) -> str:
    blocks = tr("1 block") if len(rows) == 1 else tr("{count} blocks", count=len(rows))
    if any(row.place for row in rows):
        blocks = tr("{count} attentions", count=len(rows))
    total = sum(len(row.names) for row in rows)
    heads = tr("1 head") if total == 1 else tr("{count} heads", count=total)
    return f"{blocks}, {heads}"


def _items(
    snapshot: Snapshot, rows: tuple[Heads, ...], chosen: tuple[Heads, int], options: Options
) -> tuple[Item, ...]:
    hatched = any(bool(hidden(snapshot, row.path).any()) for row in rows)
    sorted_ = options.order == "sharpness"
    rows = numbered(rows) if sorted_ else rows
    room = _room(options, hatched)
    grid = _grid(rows, options, room)
    said = len(snapshot.words) > grid.side or rooted(len(snapshot.words), options.ramp)
    if not options.notes and (said or options.ramp == "own"):
        room = room._replace(height=room.height - 1.8 * grid.size)
        grid = _grid(rows, options, room)
    places = [
        Thumbnail(row, h, grid.x + x * grid.dx, grid.y + i * grid.dy, grid.side)
        for i, (row, order) in enumerate(zip(rows, orders(snapshot, rows, options.order), strict=True))
        for x, h in enumerate(order)
    ]
    notice = _notice(len(snapshot.words) > grid.side, rooted(len(snapshot.words), options.ramp))
    if options.ramp == "own":
        notice = f"{tr('Each map ends at its own largest weight.')} {notice}".strip()
    if max(_every(rows, grid)) > 1:
        notice = f"{tr('Some names left out.')} {notice}".strip()
    title = tr("What every head looks at")
    return (
        *(header(title, _counted(rows), options.width, options.height, grid.size) if options.title else ()),
        *_axes(rows, grid, sorted_),
        *thumbnails(snapshot, places, options.ramp, options.manner),
        *_names(places, grid),
        *_ring(places, chosen),
        *_notes(rows, chosen, grid, room, options, Said(notice, hatched, len(snapshot.words))),
    )


def _notice(pooled: bool, root: bool) -> str:
    """What is printed where maps have fewer dots than weights, or colours follow the square root."""
    if pooled:
        root_too = tr("Each dot: the largest of several, square root.")
        return root_too if root else tr("Each dot is the largest of several weights.")
    return tr("Square-root scale.") if root else ""


# -- layout -------------------------------------------------------------------


def _room(options: Options, hatched: bool) -> Room:
    edge, small = padding(options), type_range(options.width, options.height, options.least)[1]
    top = header_height(options.width, options.height) if options.title else edge
    width, bottom = options.width - 2.0 * edge, options.height - 0.6 * edge
    place = notes_place(options)
    if place == "below":
        bottom -= below_height(_notice(True, True), hatched, width, small) + 0.5 * small
    elif place:
        width = 0.68 * options.width - edge if place == "beside" else width - narrow_width(small)
    return Room(edge, top, width, bottom - top)


def _grid(rows: Sequence[Heads], options: Options, room: Room) -> Grid:
    """The largest thumbnails that fit; in a panel the grid stands in the middle."""
    size = type_range(options.width, options.height, options.least)[1]
    across, down = _counts(rows)
    left, top = _left(rows, size), 1.6 * size
    named = any(name for row in rows for name in row.names)
    side = _side(rows, options, room, named)
    if named and side < LEAST_NAMED:
        named, side = False, _side(rows, options, room, named=False)
    dx, dy = _step(side, size, named)
    spare = max(0.0, room.width - left - across * dx + (dx - side))
    wider = min(max(0.0, _widest_name(rows, size) + 8.0 - dx), spare / across) if named else 0.0
    dx, spare = dx + wider, spare - wider * across
    lower = max(0.0, room.height - top - down * dy) / 3.0
    flush = notes_place(options) == "beside" or is_bare(options)
    x = room.x + left + (0.0 if flush else spare / 2.0)
    return Grid(x, room.y + top + (0.0 if is_bare(options) else lower), dx, dy, side, size, named)


def _side(rows: Sequence[Heads], options: Options, room: Room, named: bool) -> float:
    """The largest thumbnail with which all heads fit."""
    size = type_range(options.width, options.height, options.least)[1]
    across, down = _counts(rows)
    left, top = _left(rows, size), 1.6 * size
    side = LARGEST_SIDE * max(0.5, min(options.width / 960.0, options.height / 540.0))
    while side > 4.0:
        dx, dy = _step(side, size, named)
        if left + across * dx - (dx - side) <= room.width and top + down * dy <= room.height + 4.0:
            break
        side -= 1.0
    return side


def _counts(rows: Sequence[Heads]) -> tuple[int, int]:
    return max((len(row.names) for row in rows), default=1), max(1, len(rows))


def _widest_name(rows: Sequence[Heads], size: int) -> float:
    return max((approximate(name, "regular", size) for row in rows for name in row.names), default=0.0)


def _left(rows: Sequence[Heads], size: int) -> float:
    return max((approximate(block_title(row), "medium", size) for row in rows), default=0.0) + 0.9 * size


def _step(side: float, size: int, named: bool) -> tuple[float, float]:
    """From one thumbnail to the next, names under them included."""
    gap = max(5.0, 0.12 * side)
    return side + gap, side + gap + (1.35 * size if named else 0.0)


# -- parts --------------------------------------------------------------------


def _axes(rows: Sequence[Heads], grid: Grid, sorted_: bool) -> tuple[Texts, ...]:
    """“Block 1” … at the left, “Head 1” … on top; numbers alone where the words do not fit.

    Sorted heads have their numbers at their maps; on top stands how they are sorted.
    """
    across, _ = _counts(rows)
    edge, top = grid.x - 0.9 * grid.size, grid.y - 0.6 * grid.size
    full = tuple(tr("Head {number}", number=h + 1) for h in range(across))
    fits = max(approximate(name, "regular", grid.size) for name in full) <= grid.dx - 4.0
    heads = full if fits else tuple(str(h + 1) for h in range(across))
    right, low = _every(rows, grid)
    kept, shown = range(0, across, right), range(0, len(rows), low)
    middle = [grid.x + h * grid.dx + grid.side / 2.0 for h in kept]
    down = [grid.y + i * grid.dy + (grid.side + CAP * grid.size) / 2.0 for i in shown]
    titles = tuple(block_title(rows[i]) for i in shown)
    left = Texts(titles, table(edge, down), grid.size, "medium", anchor="end")
    if sorted_:
        return left, Texts((tr("Sharpest head first →"),), table(grid.x, top), grid.size, color="ink2")
    above = Texts(tuple(heads[h] for h in kept), table(middle, top), grid.size, color="ink2", anchor="middle")
    if fits:
        return left, above
    return left, above, Texts((tr("Head"),), table(edge, top), grid.size, color="ink2", anchor="end")


def _every(rows: Sequence[Heads], grid: Grid) -> tuple[int, int]:
    """Of numbers of heads and of titles of blocks, every how many have room."""
    across, _ = _counts(rows)
    if approximate(tr("Head {number}", number=across), "regular", grid.size) <= grid.dx - 4.0:
        return 1, max(1, math.ceil(1.1 * grid.size / grid.dy))
    widest = approximate(str(across), "regular", grid.size) + 0.35 * grid.size
    return max(1, math.ceil(widest / grid.dx)), max(1, math.ceil(1.1 * grid.size / grid.dy))


def _names(places: Sequence[Thumbnail], grid: Grid) -> tuple[Texts, ...]:
    """The heads' own names under their maps."""
    named = [p for p in places if p.heads.names[p.head] and grid.named]
    if not named:
        return ()
    text = tuple(shorten(p.heads.names[p.head], grid.dx - 4.0, "regular", grid.size) for p in named)
    at = table([p.x + grid.side / 2.0 for p in named], [p.y + grid.side + 1.3 * grid.size for p in named])
    return (Texts(text, at, grid.size, color="ink2", anchor="middle"),)


def _ring(places: Sequence[Thumbnail], chosen: tuple[Heads, int]) -> tuple[Rects, ...]:
    out = 3.0
    boxes = [
        (p.x - out, p.y - out, p.side + 2.0 * out, p.side + 2.0 * out)
        for p in places
        if (p.heads.path, p.head) == (chosen[0].path, chosen[1])
    ]
    return (Rects(np.array(boxes), stroke="select", width=2.0, radius=4.0),) if boxes else ()


def _notes(
    rows: Sequence[Heads],
    chosen: tuple[Heads, int],
    grid: Grid,
    room: Room,
    options: Options,
    said: Said,
) -> tuple[Item, ...]:
    largest, small = type_range(options.width, options.height, options.least)
    place, bottom = notes_place(options), options.height - 0.6 * room.x
    notice, root = said.notice, rooted(said.words, options.ramp)
    if not place:
        notice = shorten(notice, options.width - 2.0 * room.x, "regular", small)
        return lone_notice(notice, room.x, bottom - 0.3 * small, small)
    if place == "below":
        y = room.y + room.height + 0.9 * small
        return notes_below(notice, said.hatched, room.x, y, options.width - 2.0 * room.x, small, root)
    if place == "narrow":
        x = room.x + room.width + small
        box = (x, grid.y, options.width - room.x - x, bottom)
        return notes_beside((), notice, said.hatched, "none", box, small, root)
    size = max(small, round(0.92 * largest))
    x = min(grid.x + _counts(rows)[0] * grid.dx + 1.5 * size, room.x + room.width + 0.6 * size)
    how = (Run(tr("Each map:") + "\n", "semibold"), Run(_reading(options)))
    ring = (Run(tr("Ring:") + " ", "semibold"), Run(head_title(*chosen)))
    box = (x, grid.y, options.width - 0.7 * room.x - x, bottom)
    return notes_beside((how, ring), notice, said.hatched, "none", box, size, root)
