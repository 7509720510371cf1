"""Any value of the model as a matrix: names at its sides, its scale beside it, numbers where they fit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.label import text
from transformer_lab.figures.heads import all_heads, chosen_head, hidden
from transformer_lab.figures.manner import Manner
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Hatch, Item, Picture, Rects, Sheet, table
from transformer_lab.figures.plates.board import Board, Box, board, plate, said
from transformer_lab.figures.plates.foot import LINE, Scale, foot_lines, foot_scales
from transformer_lab.figures.plates.grid import Grid, Place, draw, whole
from transformer_lab.figures.plates.grid_fit import better, fit, left_out
from transformer_lab.figures.plates.slices import Slice, sliced
from transformer_lab.figures.prose import Run, broken, set_lines
from transformer_lab.figures.scales import colour_bar_below, end_labels, ending, rooted
from transformer_lab.figures.stage.scale import shared_limit
from transformer_lab.figures.turning import Turn, facing, is_parameter, turn_of_value
from transformer_lab.language import tr

INKS = {"W_Q": "query", "q": "query", "W_K": "key", "k": "key", "W_V": "value", "v": "value"}
BAR = 5.0
"""How long the scale is, in sizes of type."""


def matrix_figure(snapshot: Snapshot, options: Options) -> Picture:
    """The node `options.node` (W_Q of the chosen block, or the embedding) with all its names.

    Raises LabError for an unknown node, block or head.
    """
    node = options.node or default_node(snapshot, options)
    assert snapshot.graph is not None
    found = sliced(snapshot, node, options.head or 0, options.manner.first)
    on = board(options)
    turn = turn_of_slice(snapshot, found, node, options.manner)
    grid = grid_of(snapshot, found, node, options)
    grid = grid.laid() if turn.aside else grid
    grid, spot, below = _fitted(on, found, grid, options)
    items: tuple[Item, ...] = facing(draw(grid, spot), turn.mirrored, *spot.reach)
    if on.notes and not below:
        tilted = 0.6 * spot.size * 3.0 if spot.tilt else 0.0
        items += _facts(on, found, grid, spot, spot.box.right + tilted + 1.2 * on.large)
    notice = "" if on.notes else left_out(grid, spot)
    notice = _said_below(on, found, grid, spot) if below else notice
    if below:
        items += foot_scales(on, (_scale(grid),), notice)
    name = found.name[:1].upper() + found.name[1:]
    return plate(
        on,
        name,
        found.head or tr("{rows} × {columns}", rows=len(grid.rows), columns=len(grid.columns)),
        *items,
        description=tr(
            "{name}: {rows} rows, {columns} columns.",
            name=name,
            rows=len(grid.rows),
            columns=len(grid.columns),
        ),
        notes=text(snapshot.graph, node, options.manner.notation == "Wx"),
        sheet=sheet_of(found, turn.aside),
        notice=notice,
    )


def _fitted(on: Board, found: Slice, grid: Grid, options: Options) -> tuple[Grid, Place, bool]:
    """The grid with its decimals, where it stands, and whether the facts are below it, not beside it.

    On a slide that is nearly square they go below where that lets names be larger or level.
    """
    beside = _beside(on, found, grid)
    room = on.room._replace(width=on.room.width - (beside if on.notes else 0.0))
    grid = _decimals(grid, room, on, options.manner.decimals)
    spot = fit(grid, room, on.sizes)
    if on.notes and spot.tilt:
        room = room._replace(width=room.width - 1.8 * spot.size)
        spot = fit(grid, room, on.sizes)
    foot = 1.3 * on.small if left_out(grid, spot) and not on.notes else 0.0
    if foot:
        spot = fit(grid, room._replace(height=room.height - foot), on.sizes)
    lines = foot_lines(on, (_scale(grid),), _said_below(on, found, grid, spot))
    flat = on.room._replace(height=on.room.height - (0.4 + LINE * lines) * on.small)
    lower = fit(grid, flat, on.sizes)
    if on.notes and on.wide and better(lower, spot, grid, on.large):
        return grid, _centred(lower, flat), True
    return grid, _centred(spot, room._replace(height=room.height - foot)), False


def _centred(spot: Place, room: Box) -> Place:
    """A third of what is left over goes to the left and above."""
    spare = max(0.0, room.height - spot.top - spot.box.height) / 3.0
    across = max(0.0, room.right - spot.box.right - (2.0 * spot.size if spot.tilt else 0.0)) / 3.0
    return spot._replace(x=spot.x + across, y=spot.y + spare)


def _beside(on: Board, found: Slice, grid: Grid) -> float:
    """The width that the scale and the facts take."""
    widest = max(approximate(line, "regular", on.small) for line in _lines(found, grid))
    return max(widest, _bar(on, grid)) + 1.2 * on.large + 1.0


def _bar(on: Board, grid: Grid) -> float:
    """How long the scale is: its end numbers stand under it."""
    low, high = (approximate(text, "regular", on.small) for text in end_labels(grid.ramp, grid.limit))
    return max(BAR * on.small, low + high + 0.9 * on.small)


def _scale(grid: Grid) -> Scale:
    return Scale(grid.ramp, grid.limit, tr("square root") if grid.root else "", grid.root)


def _said_below(on: Board, found: Slice, grid: Grid, spot: Place) -> str:
    """Size, smallest and largest value and what is left out, in one line; the last alone if that is long."""
    *size, low, high = (
        (*_lines(found, grid), "", "")[:4] if len(_lines(found, grid)) > 2 else ("", "", "", "")
    )
    what = f"{', '.join(size)}, {low} {high}. {left_out(grid, spot)}".strip() if low else left_out(grid, spot)
    return what if approximate(what, "regular", on.small) <= on.room.width else left_out(grid, spot)


def turn_of_slice(snapshot: Snapshot, found: Slice, node: str, manner: Manner) -> Turn:
    """How a value lies by the manner of writing."""
    assert snapshot.graph is not None
    parameter = is_parameter(snapshot.graph, node)
    return turn_of_value(manner, parameter, found.axes, (found.rows, found.columns))


def sheet_of(found: Slice, aside: bool = False) -> Sheet:
    """The same numbers as a table."""
    values = found.values.T if aside else found.values
    rows, columns = (found.columns, found.rows) if aside else (found.rows, found.columns)
    return Sheet(tuple(rows), tuple(columns), tuple(tuple(float(v) for v in row) for row in values))


def default_node(snapshot: Snapshot, options: Options) -> str:
    """What is shown where no value is named: W_Q of the chosen block, or the words."""
    if not all_heads(snapshot):
        return "embed/W_E"
    return f"{chosen_head(snapshot, options.block, options.head)[0].path}/W_Q"


def grid_of(snapshot: Snapshot, found: Slice, node: str, options: Options) -> Grid:
    """The values with their names, ramp, limit, and what a mask hides of them."""
    shares = node.endswith(("/weights", "probs", "tokens"))
    gone = None
    if node.endswith(("/weights", "/masked", "/mask", "/weights/exp", "/weights/shifted")):
        gone = hidden(snapshot, "/".join(node.split("/")[:2]))
        gone = gone if gone.shape == found.values.shape and gone.any() else None
    last = node.rsplit("/", 1)[-1]
    shown = found.values if gone is None else np.where(gone, 0.0, found.values)
    root = node.endswith("/weights") and rooted(len(snapshot.words), options.ramp)
    return Grid(
        shown,
        tuple(found.rows),
        tuple(found.columns),
        "seq" if shares else "div",
        1.0 if shares else ending(shared_limit(snapshot, options), shown),
        found.ref,
        gone,
        "none" if options.numbers == "none" else "decimal",
        column_color=INKS.get(last, "ink"),
        root=root,
    )


def _decimals(grid: Grid, room: Box, on: Board, wanted: int) -> Grid:
    """The grid with the decimals that are wanted; with two, if more would be much smaller."""
    more = replace(grid, decimals=wanted)
    plain, finer = (fit(each, room, on.sizes).number for each in (grid, more))
    return more if finer >= 0.85 * plain else grid


def _lines(found: Slice, grid: Grid) -> list[str]:
    """Size, smallest and largest value."""
    known = found.values[np.isfinite(found.values)]
    lines = [tr("{n} rows", n=len(grid.rows)), tr("{n} columns", n=len(grid.columns))]
    if len(known):
        decimals = 2 if whole(known) else grid.decimals
        lines += [
            tr("from {low}", low=fixed(known.min(), decimals)),
            tr("to {high}", high=fixed(known.max(), decimals)),
        ]
    if grid.root:
        lines.append(tr("square root"))
    return lines


def _facts(on: Board, found: Slice, grid: Grid, spot: Place, x: float) -> tuple[Item, ...]:
    """The scale, the size, the smallest and the largest value, and what is left out."""
    y = spot.y
    size, step = on.small, 1.5 * on.small
    room = on.room.right - x
    bar = min(_bar(on, grid), room)
    items: list[Item] = list(
        colour_bar_below(grid.ramp, grid.limit, x, y, bar, 0.7 * size, size, root=grid.root)
    )
    y += 0.7 * size + 3.1 * size
    for line in _lines(found, grid):
        if approximate(line, "regular", size) <= room:
            items.append(said(line, x, y, size, "ink2"))
            y += step
    left = broken([Run(left_out(grid, spot), color="ink2")], room, size)
    items += set_lines(left, x, y + 0.4 * size, size, 1.3 * size)
    y += (0.4 + 1.3 * len(left)) * size if left else 0.0
    if grid.hidden is not None:
        items += [Hatch(table(x, y - 0.8 * size, 1.3 * size, 0.88 * size))]
        items += [Rects(table(x, y - 0.8 * size, 1.3 * size, 0.88 * size), stroke="line2", radius=2.0)]
        items.append(said(tr("hidden"), x + 1.9 * size, y, size, "ink2"))
    return tuple(items)
