"""What tells the model where a word stands: a row of numbers for each place, its waves, and distance."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.axes import axis_names
from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.by_head import told_items
from transformer_lab.figures.direction import right_to_left
from transformer_lab.figures.manner import Manner
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Item, Picture, Ref, Sheet, Texts
from transformer_lab.figures.picture import table as beside
from transformer_lab.figures.plates.board import Board, Box, board, plate, said
from transformer_lab.figures.plates.card import card
from transformer_lab.figures.plates.distance import distance_chart
from transformer_lab.figures.plates.grid import Grid, Place, draw
from transformer_lab.figures.plates.grid_fit import fit, thin_notice
from transformer_lab.figures.plates.positions_values import Told, told_positions
from transformer_lab.figures.plates.waves import waves
from transformer_lab.figures.plates.wire import tower_title, wire
from transformer_lab.figures.prose import Run, broken, set_lines
from transformer_lab.figures.scales import bar_width, colour_bar, limit_covering
from transformer_lab.figures.stage.scale import shared_limit
from transformer_lab.figures.turning import facing
from transformer_lab.language import tr


def positions_figure(snapshot: Snapshot, options: Options) -> Picture:
    """Heat map and waves of the places, or (`options.show`) the dot product against distance.

    A model without positions gets a card that says so.
    """
    told = told_positions(snapshot, options)
    if told is None:
        missing = tr("This model has no positions: nothing but a mask tells it the order of its words.")
        return card(options, tr("Positions"), missing, tr("Choose another kind of positions to see them."))
    on = board(options)
    items, notice = DRAWN[options.show](on, snapshot, told, options)
    tower = tower_title(wire(snapshot, options).tower)
    assert snapshot.graph is not None
    return plate(
        on,
        tr("Dot product against distance") if options.show == "distance" and not told.square else told.title,
        f"{tower}: {told.kind}" if tower else told.kind,
        *told_items(snapshot.graph, items),
        description=_said(told),
        notes="\n".join((told.rule, _spoken(told))),
        sheet=_sheet(told, options),
        notice=notice,
    )


def _said(told: Told) -> str:
    fall = told.falls[0]
    last = len(fall.mean) - 1
    text = "{rule}. {measure}: {a:.2f} at distance 0, {b:.2f} at distance {n}."
    line = tr(text, rule=told.rule, measure=told.measure, a=fall.mean[0], b=fall.mean[-1], n=last)
    return line.replace("-", "−")


def _spoken(told: Told) -> str:
    lines = []
    for fall in told.falls:
        values = ", ".join(f"{d}: {v:.2f}" for d, v in enumerate(fall.mean.tolist()))
        lines.append(f"{told.measure}, {fall.name}: {values}".replace("-", "−"))
    return "\n".join(lines)


def _sheet(told: Told, options: Options) -> Sheet:
    if options.show == "distance":
        cells = tuple(tuple(map(float, fall.mean)) for fall in told.falls)
        return Sheet(
            tuple(fall.name for fall in told.falls), tuple(map(str, range(len(told.falls[0].mean)))), cells
        )
    return Sheet(_places(told), told.columns, tuple(tuple(map(float, row)) for row in told.values)).lying(
        options.manner.aside
    )


def _places(told: Told) -> tuple[str, ...]:
    return tuple(str(told.first + i) for i in range(len(told.values)))


def _lying(grid: Grid, manner: Manner) -> Grid:
    """Words are its rows, or its columns."""
    return grid.laid() if manner.words == "columns" else grid


def places_turned(snapshot: Snapshot, told: Told, aside: bool) -> bool:
    """Whether places stand beside each other, of words that run from right to left."""
    inner = told.node.startswith("encoder")
    words = axis_names(snapshot, "encoder/tokens")[0] if inner else snapshot.words
    return (aside or told.square) and right_to_left(words)


# -- heat map and waves -------------------------------------------------------


def _map(on: Board, snapshot: Snapshot, told: Told, options: Options) -> tuple[list[Item], str]:
    """The heat map at the left; waves at the right where there is room."""
    top = float(np.abs(told.values).max(initial=0.0))
    own = limit_covering(told.values) if told.square else 1.0 if top <= 1.0 else float(np.ceil(top))
    shared = shared_limit(snapshot, options)
    limit = own if shared is None else shared
    columns = told.columns if told.square else every_few(len(told.columns))
    ref = Ref(told.node, np.array([told.lead], dtype=np.int64).reshape(1, -1))
    grid = Grid(
        told.values,
        _places(told),
        columns,
        "div",
        limit,
        ref,
        numbers=_numbers(options),
        sparse=len(columns) > 10,
    )
    wide = on.notes and on.room.width > 1.2 * on.room.height
    foot = (2.1 if wide and on.room.width >= 420.0 else 3.8) * on.small
    axis = 1.5 * on.small
    part = on.room.width * (0.52 if wide else 1.0) - axis
    room = Box(on.room.x + axis, on.room.y, part, on.room.height - foot)
    grid = _lying(grid, options.manner)
    aside = grid.ref is not None and grid.ref.tail == "cr"
    spot = fit(grid, room, on.sizes)
    drawn = facing(draw(grid, spot), places_turned(snapshot, told, aside), *spot.reach)
    items = [*drawn, *_axes(on, spot, told.across, limit, aside)]
    x = spot.box.right + 2.4 * on.large
    wide = wide and on.room.right - x > (12.0 if told.square else 5.0) * on.large
    if wide:
        right = Box(x, spot.y, on.room.right - x, on.room.low - foot - spot.y)
        items += distance_chart(on, told, right) if told.square else waves(on, told, right, limit)
    return items, "" if wide else thin_notice(spot)


def every_few(count: int) -> tuple[str, ...]:
    """The numbers of the slots: all of a few, else the first of each four and the last."""
    every = 1 if count <= 10 else 4 if count <= 32 else 8 if count <= 64 else 32
    shown = {i for i in range(0, count, every) if count - 1 - i >= 0.75 * every or every == 1} | {count - 1}
    return tuple(str(i + 1) if i in shown else "" for i in range(count))


def _numbers(options: Options) -> str:
    return "decimal" if options.numbers == "decimal" else "none"


def _axes(on: Board, spot: Place, across: str, limit: float, aside: bool) -> list[Item]:
    size, box = on.small, spot.box
    y, x, bar = box.low + 0.75 * size, box.x + 1.9 * size, min(6.5 * size, 0.45 * box.width)
    at = beside(spot.x - spot.left - 0.45 * size, box.y + box.height / 2.0)
    across, upright = (tr("position"), across) if aside else (across, tr("position"))
    turned = Texts((upright,), at, size, "medium", anchor="middle", angle=-90.0)
    _, reach = bar_width("div", limit, bar, size)
    level = x + reach + 0.5 * size + approximate(across, "medium", size) <= box.right
    slot = said(across, box.right, y + (0.75 if level else 2.0) * size, size, face="medium", anchor="end")
    return [turned, *colour_bar("div", limit, x, y, bar, 0.7 * size, size), slot]


# -- distance -----------------------------------------------------------------


def _distance(on: Board, snapshot: Snapshot, told: Told, options: Options) -> tuple[list[Item], str]:
    """The chart, and beside it what is measured."""
    aside = 0.3 * on.room.width if on.wide else 0.0
    low = 0.0 if on.wide else 1.6 * on.small
    box = Box(on.room.x, on.room.y, on.room.width - aside, on.room.height - low)
    items = distance_chart(on, told, box)
    if not on.wide:
        return items, told.measure
    size, x = max(on.small, round(0.85 * on.large)), box.right + 1.5 * on.large
    y = on.room.y + on.large
    for runs in ([Run(told.measure[:1].upper() + told.measure[1:])], [Run(told.rule, color="ink2")]):
        lines = broken(runs, on.room.right - x, size)
        items += set_lines(lines, x, y, size, 1.38 * size)
        y += (1.38 * len(lines) + 0.7) * size
    return items, ""


DRAWN = {"waves": _map, "distance": _distance}
