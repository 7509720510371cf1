"""Any value of the model, and positions, three times: in A, in B, and B − A."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.by_head import by_head, told_items
from transformer_lab.figures.compare.caption import NotSharedError
from transformer_lab.figures.compare.pairing import Pair, pair_of
from transformer_lab.figures.compare.trio import Trio, drawn, trio_of
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Floats, Picture, Ref
from transformer_lab.figures.plates.board import Board, board, plate
from transformer_lab.figures.plates.distance import distance_chart
from transformer_lab.figures.plates.grid import Grid
from transformer_lab.figures.plates.matrix import default_node, grid_of, sheet_of, turn_of_slice
from transformer_lab.figures.plates.positions import places_turned
from transformer_lab.figures.plates.positions_values import Told, told_positions
from transformer_lab.figures.plates.slices import sliced
from transformer_lab.figures.scales import limit_covering
from transformer_lab.language import tr


def matrix_gap(snapshot: Snapshot, options: Options) -> Picture:
    """A | B | B − A of `options.node`. Raises NotSharedError for a value that A does not have."""
    assert options.other is not None
    assert snapshot.graph is not None
    pair, node = pair_of(options.other, snapshot), options.node or default_node(snapshot, options)
    head, on = options.head or 0, board(options)
    found = sliced(snapshot, node, head, options.manner.first)
    before = sliced(pair.with_before(node), node, head).values
    turn = turn_of_slice(snapshot, found, node, options.manner)
    trio = trio_of(grid_of(snapshot, found, node, options), np.asarray(before, dtype=float))
    trio = trio.laid() if turn.aside else trio
    items, notice = drawn(on, trio, pair, turn.mirrored)
    name = found.name[:1].upper() + found.name[1:]
    gap = sheet_of(found._replace(values=np.asarray(found.values - before)), turn.aside)
    return plate(
        on,
        name,
        found.head or tr("B − A"),
        *items,
        description=_said(name, trio),
        sheet=gap,
        notice=notice,
    )


def _said(name: str, trio: Trio) -> str:
    known = trio.gap.values[~trio.gap.hidden] if trio.gap.hidden is not None else trio.gap.values
    count = int(np.count_nonzero(known))
    return tr("{name}: {n} of {all} numbers changed.", name=name, n=count, all=trio.gap.values.size)


def positions_gap(snapshot: Snapshot, options: Options) -> Picture:
    """A | B | B − A of what tells the places apart. Raises NotSharedError where A has none of this kind."""
    assert options.other is not None
    assert snapshot.graph is not None
    pair, told, on = pair_of(options.other, snapshot), told_positions(snapshot, options), board(options)
    if told is None or not pair.has(told.node):
        raise NotSharedError(tr("A and B have no positions of one kind, so there is no difference."))
    if options.show == "distance":
        return _distances(pair, told, on, options)
    trio = trio_of(_grid(told, options), _before(pair, told))
    trio = trio.laid() if options.manner.aside else trio
    turned = places_turned(snapshot, told, options.manner.aside)
    items, notice = drawn(on, trio, pair, turned)
    return plate(
        on,
        tr("Positions"),
        told.kind,
        *told_items(snapshot.graph, items),
        description=_said(tr("Positions"), trio),
        notice=notice,
    )


def _distances(pair: Pair, told: Told, on: Board, options: Options) -> Picture:
    """Both falls in one chart. Raises NotSharedError where the texts are not equally long."""
    assert pair.b.graph is not None
    before = told_positions(pair.a, options)
    if before is None or len(before.values) != len(told.values):
        raise NotSharedError(tr("A and B have not as many places, so there is no difference."))
    number = told.lead[0] if told.lead else 0
    both = tuple(
        each.falls[min(number, len(each.falls) - 1)]._replace(name=name, color=color)
        for each, name, color in ((told, tr("B, now"), "position"), (before, tr("A, pinned"), "ink3"))
    )
    items = distance_chart(on, told._replace(falls=both), on.room)
    ends = (f"{fall.name}: {fixed(fall.mean[-1])}" for fall in both)
    return plate(on, tr("Dot product against distance"), told.kind, *items, description="; ".join(ends))


def _before(pair: Pair, told: Told) -> Floats:
    assert pair.b.graph is not None
    values = pair.before(told.node)
    if told.lead:
        values = by_head(pair.b.graph, told.node, values)[told.lead]
    return np.asarray(values, dtype=float)


def _grid(told: Told, options: Options) -> Grid:
    ref = Ref(told.node, np.array([told.lead], dtype=np.int64).reshape(1, -1))
    places = tuple(str(told.first + i) for i in range(len(told.values)))
    numbers = "decimal" if options.numbers == "decimal" else "none"
    limit = limit_covering(told.values)
    return Grid(told.values, places, told.columns, "div", limit, ref, numbers=numbers)
