"""What tells the model where a word stands: a row of numbers for each place, and its slots as waves."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.geometry import circle
from transformer_lab.figures.measure import approximate
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Curves, Floats, Item, Picture, Rects, Ref, Stamps, Texts, table
from transformer_lab.figures.plates.board import Board, Box, board, plate, said
from transformer_lab.figures.plates.grid import Grid, draw, fit, thin_notice
from transformer_lab.figures.plates.matrix import sheet_of
from transformer_lab.figures.plates.slices import sliced
from transformer_lab.figures.scales import bar_width, colour_bar
from transformer_lab.language import tr

NODE = "embed/positions"
WAVES = 3


def positions_figure(snapshot: Snapshot, options: Options) -> Picture:
    """Heat map at the left, three slots as curves at the right. Raises LabError if there are no positions."""
    if NODE not in snapshot:
        raise LabError(tr("This model has no positions, so there is nothing to show."))
    on, found = board(options), sliced(snapshot, NODE, 0)
    kind = snapshot.state.model.positions
    limit = (
        1.0 if np.abs(found.values).max(initial=0.0) <= 1.0 else float(np.ceil(np.abs(found.values).max()))
    )
    places = tuple(str(kind.first + i) for i in range(len(found.rows)))
    slots = _every_few(len(found.columns))
    grid = Grid(
        found.values,
        places,
        slots,
        "div",
        limit,
        Ref(NODE, np.empty((1, 0), dtype=np.int64)),
        numbers=_numbers(options),
        sparse=len(slots) > 10,
    )
    axis = 1.5 * on.small
    wide = on.notes and on.room.width > 1.2 * on.room.height
    foot = (2.1 if wide and on.room.width >= 420.0 else 3.8) * on.small
    room = Box(
        on.room.x + axis, on.room.y, on.room.width * (0.52 if wide else 1.0) - axis, on.room.height - foot
    )
    spot = fit(grid, room, on.large, on.small)
    items = [*draw(grid, spot), *_axes(on, spot.box, spot.x - spot.left, limit)]
    if wide:
        x = spot.box.right + 2.4 * on.large
        items += waves(
            on,
            found.values,
            Box(x, spot.y, on.room.right - x, on.room.low - foot - spot.y),
            limit,
            kind.first,
        )
    what = (
        tr("base {base}", base=f"{kind.base:,.0f}".replace(",", "\u202f"))
        if kind.kind == "sinusoidal"
        else tr("a table set by hand")
    )
    rule = (
        tr("sin(p / base^(2i/d)) in even features, cos of the same in odd ones")
        if kind.kind == "sinusoidal"
        else tr("one row of numbers for each place, a parameter")
    )
    return plate(
        on,
        tr("Every position has its own barcode"),
        what,
        *items,
        description=rule,
        notes=rule,
        sheet=sheet_of(found),
        notice="" if wide else thin_notice(spot),
    )


def _every_few(count: int) -> tuple[str, ...]:
    """The numbers of the slots: all of a few, else the first of each four and the last."""
    every = 1 if count <= 10 else 4 if count <= 32 else 8 if count <= 64 else 32
    shown = {i for i in range(0, count, every) if count - 1 - i >= 0.75 * every or every == 1} | {count - 1}
    return tuple(str(i + 1) if i in shown else "" for i in range(count))


def _numbers(options: Options) -> str:
    return "decimal" if options.numbers == "decimal" else "none"


def _axes(on: Board, box: Box, left: float, limit: float) -> list[Item]:
    size = on.small
    y, x, bar = box.low + 0.75 * size, box.x + 1.9 * size, min(6.5 * size, 0.45 * box.width)
    turned = Texts(
        (tr("position"),),
        table(left - 0.45 * size, box.y + box.height / 2.0),
        size,
        "medium",
        anchor="middle",
        angle=-90.0,
    )
    _, reach = bar_width("div", limit, bar, size)
    beside = x + reach + 0.5 * size + approximate(tr("feature"), "medium", size) <= box.right
    slot = said(
        tr("feature"), box.right, y + (0.75 if beside else 2.0) * size, size, face="medium", anchor="end"
    )
    return [turned, *colour_bar("div", limit, x, y, bar, 0.7 * size, size), slot]


def telling(values: Floats) -> list[int]:
    """Three slots worth a curve: evenly spaced ones if most of them vary, else those that vary most."""
    width = values.shape[1]
    even = sorted({round(i * (width - 1) / (WAVES + 1)) // 2 * 2 for i in range(WAVES)})
    spread = np.ptp(values, axis=0)
    if (spread[even] > 1e-6).all():
        return even
    return sorted(
        np.argsort(-spread, kind="stable")[: min(WAVES, max(1, int((spread > 1e-6).sum())))].tolist()
    )


def waves(on: Board, values: Floats, box: Box, limit: float, first: int) -> list[Item]:
    """Slots as curves over the places, each point in the colour of its value."""
    count = len(values)
    chosen = telling(values)
    step = box.height / max(1, len(chosen))
    places = tr("position {first} to {last}", first=first, last=first + count - 1)
    names = [tr("feature {n}", n=slot + 1) for slot in chosen]
    needed = max(approximate(name, "medium", on.small) for name in names) + on.small
    if needed + approximate(places, "regular", on.small) > box.width:
        names = [str(slot + 1) for slot in chosen]  # the last one shares its line with the places
    items: list[Item] = []
    for number, slot in enumerate(chosen):
        high = 0.3 * step
        zero = box.y + number * step + high + 4.0
        x = box.x + (np.arange(count) + 0.5) * box.width / count
        y = zero - values[:, slot] / limit * high
        items.append(Rects(table(box.x, zero - 0.5, box.width, 1.0), fill="line2"))
        items.append(_curve(x, y))
        for i in range(count):
            part = min(1.0, max(0.0, (values[i, slot] / limit + 1.0) / 2.0))
            dot = circle(max(3.0, 5.0 * on.unit))
            items.append(
                Stamps(
                    dot,
                    table(x[i], y[i]),
                    f"div:{part:.3f}",
                    "ink",
                    max(0.8, on.unit),
                    ref=Ref(NODE, np.array([[i, slot]])),
                )
            )
        base = zero + high + 1.35 * on.small
        items.append(said(names[number], box.x, base, on.small, face="medium"))
    items.append(
        said(
            places,
            box.right,
            box.y + (len(chosen) - 1) * step + 0.6 * step + 4.0 + 1.35 * on.small,
            on.small,
            "ink2",
            anchor="end",
        )
    )
    return items


def _curve(x: Floats, y: Floats) -> Curves:
    """A smooth line through points: each third of a chord is a handle (Catmull and Rom 1974)."""
    points = np.stack([x, y], 1)
    if len(points) < 2:
        return Curves(np.empty((0, 4, 2)), np.empty(0), np.empty(0))
    slope = np.gradient(points, axis=0) if len(points) > 2 else np.repeat(points[1:] - points[:1], 2, 0)
    start, end = points[:-1], points[1:]
    curves = np.stack([start, start + slope[:-1] / 3.0, end - slope[1:] / 3.0, end], 1)
    return Curves(curves, np.full(len(curves), 1.6), np.ones(len(curves)), "ink2")
