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
from transformer_lab.figures.plates.grid import Grid, draw, fit, thin_notice
from transformer_lab.figures.plates.slices import Slice, sliced
from transformer_lab.figures.scales import colour_bar_below, limit_covering
from transformer_lab.figures.turning import Turn, facing, turn_of_value
from transformer_lab.language import tr

INKS = {"W_Q": "query", "q": "query", "W_K": "key", "k": "key", "W_V": "value", "v": "value"}
BESIDE = 0.24
"""Part of the width that the scale and the facts take."""


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
    aside = BESIDE * on.room.width if on.notes else 0.0
    foot = 1.3 * on.small
    room = Box(on.room.x, on.room.y, on.room.width - aside, on.room.height)
    grid = _decimals(grid, room, on, options.manner.decimals)
    spot = fit(grid, room, on.large, on.small)
    notice = thin_notice(spot)
    if notice:
        spot = fit(grid, room._replace(height=room.height - foot), on.large, on.small)
    spare = max(0.0, room.height - spot.top - spot.box.height - (foot if notice else 0.0)) / 3.0
    across = max(0.0, room.right - spot.box.right - (4.0 * spot.size if spot.tilt else 0.0)) / 3.0
    spot = spot._replace(x=spot.x + across, y=spot.y + spare)
    items: tuple[Item, ...] = facing(draw(grid, spot), turn.mirrored, *spot.reach)
    if on.notes:
        tilted = 0.6 * spot.size * 3.0 if spot.tilt else 0.0
        items += _facts(on, found, grid, spot.box.right + tilted + 1.2 * on.large, spot.y)
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


def turn_of_slice(snapshot: Snapshot, found: Slice, node: str, manner: Manner) -> Turn:
    """How a value lies by the manner of writing."""
    assert snapshot.graph is not None
    parameter = snapshot.graph[node].kind == "parameter"
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
        gone = hidden(
            snapshot, node.split("/attn", 1)[0] + "/attn" + node.split("/attn", 1)[1].split("/", 1)[0]
        )
        gone = gone if gone.shape == found.values.shape and gone.any() else None
    last = node.rsplit("/", 1)[-1]
    shown = found.values if gone is None else np.where(gone, 0.0, found.values)
    return Grid(
        shown,
        tuple(found.rows),
        tuple(found.columns),
        "seq" if shares else "div",
        1.0 if shares else limit_covering(shown),
        found.ref,
        gone,
        "none" if options.numbers == "none" else "decimal",
        column_color=INKS.get(last, "ink"),
    )


def _decimals(grid: Grid, room: Box, on: Board, wanted: int) -> Grid:
    """The grid with the decimals that are wanted; with two, if more would be much smaller."""
    more = replace(grid, decimals=wanted)
    plain, finer = (fit(each, room, on.large, on.small).number for each in (grid, more))
    return more if finer >= 0.85 * plain else grid


def _ends(low: str, high: str, room: float, size: int) -> list[str]:
    """The smallest and the largest value in two lines, as plainly as there is room for; never one alone."""
    ways = (
        (tr("from {low}", low=low), tr("to {high}", high=high)),
        (tr("{low} to", low=low), high),
        (low, high),
    )
    fits = (list(way) for way in ways if max(approximate(t, "regular", size) for t in way) <= room)
    return next(fits, [])


def _facts(on: Board, found: Slice, grid: Grid, x: float, y: float) -> tuple[Item, ...]:
    """The scale, the size, the smallest and the largest value."""
    known = found.values[np.isfinite(found.values)]
    size, step = on.small, 1.5 * on.small
    room = on.room.right - x
    lines = [tr("{rows} rows, {columns} columns", rows=len(grid.rows), columns=len(grid.columns))]
    if len(known):
        lines += _ends(fixed(known.min()), fixed(known.max()), room, size)
    bar = min(9.0 * size, room)
    items: list[Item] = list(colour_bar_below(grid.ramp, grid.limit, x, y, bar, 0.7 * size, size))
    y += 0.7 * size + 3.1 * size
    for line in lines:
        if line and approximate(line, "regular", size) <= room:
            items.append(said(line, x, y, size, "ink2"))
            y += step
    if grid.hidden is not None:
        items += [Hatch(table(x, y - 0.8 * size, 1.3 * size, 0.88 * size))]
        items += [Rects(table(x, y - 0.8 * size, 1.3 * size, 0.88 * size), stroke="line2", radius=2.0)]
        items.append(said(tr("hidden"), x + 1.9 * size, y, size, "ink2"))
    return tuple(items)
