"""A matrix product: the left matrix at the left, the right one on top, and each result where both meet."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.engine.label import text
from transformer_lab.errors import LabError
from transformer_lab.figures.heads import all_heads, chosen_head, chosen_query
from transformer_lab.figures.measure import CAP, approximate, shorten
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Face, Item, Picture, Rects, Sheet, Texts, table
from transformer_lab.figures.plates.board import Board, board, plate, said
from transformer_lab.figures.plates.factors import Factors, factors, worked
from transformer_lab.figures.plates.grid import Grid, Place, cells, digits, limit_for, number_texts
from transformer_lab.language import tr

MOST_TERMS = 8
GAP = 0.9
"""Between the matrices, in sizes of the type."""


def product_figure(snapshot: Snapshot, options: Options) -> Picture:
    """A product of two matrices, `options.node` (the scores of the chosen head), with one cell worked out.

    Raises LabError for a node that is no product of two matrices.
    """
    node = options.node or _default(snapshot, options)
    parts, on = factors(snapshot, node, options.head or 0), board(options)
    row = chosen_query(snapshot, options.query) if len(parts.rows) == len(snapshot.words) else 0
    column = int(np.argmax(parts.result[row]))
    foot = 2.1 * on.large
    items = _drawn(on, parts, (row, column), foot, options.numbers != "none")
    line, short = worked(parts, row, column)
    size = next(
        (s for s in range(on.large, on.small - 1, -1) if approximate(line, "regular", s) <= on.room.width), 0
    )
    shown = line if size else short
    size = size or on.small
    y = on.room.low - 0.35 * on.large
    what = tr("{row} · {column}: ", row=parts.rows[row], column=parts.columns[column])
    if approximate(what + shown, "regular", size) <= on.room.width:
        shown = what + shown
    items.append(Texts((shorten(shown, on.room.width, "regular", size),), table(on.room.x, y), size))
    assert snapshot.graph is not None
    title = f"{parts.names[0]} · {parts.names[1]} = {parts.names[2]}"
    sheet = Sheet(parts.rows, parts.columns, tuple(tuple(map(float, r)) for r in parts.result))
    return plate(
        on,
        title,
        parts.head,
        *items,
        description=line,
        notes=f"{text(snapshot.graph, node)}\n{what}{line}",
        sheet=sheet,
    )


def _default(snapshot: Snapshot, options: Options) -> str:
    if not all_heads(snapshot):
        raise LabError(tr("This model has no attention; say which product with --node."))
    return f"{chosen_head(snapshot, options.block, options.head)[0].path}/scores"


def _drawn(on: Board, parts: Factors, chosen: tuple[int, int], foot: float, numbered: bool) -> list[Item]:
    rows, inner, columns = len(parts.rows), len(parts.inner), len(parts.columns)
    gap = GAP * on.large
    best: tuple[float, int, float, float, float] | None = None
    for size in range(on.large, on.small - 1, -1):
        left = max(approximate(n, "regular", size) for n in parts.rows) + 0.5 * size
        right = max(approximate(n, "regular", size) for n in parts.inner) + 0.5 * size
        wide = max(approximate(n, "regular", size) for n in parts.columns)
        across = (on.room.width - left - right - gap) / (inner + columns)
        tilted = wide > across - 0.3 * size
        top = (0.7 * wide + 1.2 * size) if tilted else 1.5 * size
        down = (on.room.height - foot - top - gap) / (rows + inner)
        down = min(down, 2.2 * size)
        across = min(across, 3.2 * size, max(2.4 * down, 2.0 * size))
        score = min(down / size, 1.1) + size / on.large
        if best is None or score > best[0]:
            best = (score, size, across, down, top)
    assert best is not None
    _, size, cell, high, top = best
    left = max(approximate(n, "regular", size) for n in parts.rows) + 0.5 * size
    right = max(approximate(n, "regular", size) for n in parts.inner) + 0.5 * size
    spare = max(0.0, on.room.width - left - right - gap - (inner + columns) * cell) / 2.0
    x = on.room.x + left + spare
    y = on.room.y + top + inner * high + gap
    far = x + inner * cell + gap
    every = max(1, int(np.ceil(1.05 * size / high)))
    items: list[Item] = []
    spots = (
        (parts.left, x, y, 0),
        (parts.right, far, on.room.y + top, 1),
        (parts.result, far, y, 2),
    )
    row, column = chosen
    limit = limit_for(parts.left, parts.right)
    for values, left_edge, top_edge, which in spots:
        bound = limit if which < 2 else limit_for(values)
        gone = np.isneginf(values)
        grid = Grid(
            np.where(gone, np.nan, values),
            ("",) * len(values),
            ("",) * values.shape[1],
            "div",
            bound,
            numbers="decimal" if numbered else "none",
        )
        place = Place(
            left_edge,
            top_edge,
            cell,
            high,
            len(values),
            values.shape[1],
            size,
            _digits(grid, cell, high, size, on.small),
            0,
            1,
            1,
            (grid.rows, grid.columns),
            0.0,
            0.0,
        )
        items += [*cells(grid, place), *digits(grid, place)]
    pen = max(1.5, 2.2 * on.unit)
    for box in (
        (x, y + row * high, inner * cell, high),
        (far + column * cell, on.room.y + top, cell, inner * high),
        (far + column * cell, y + row * high, cell, high),
    ):
        items.append(
            Rects(
                table(box[0] - 1.0, box[1] - 1.0, box[2] + 2.0, box[3] + 2.0),
                stroke="select",
                width=pen,
                radius=4.0,
            )
        )
    items += _names(on, parts, (x, y, far, on.room.y + top), (cell, high), size, every, chosen)
    return items


def _digits(grid: Grid, cell: float, high: float, size: int, smallest: int) -> int:
    if grid.numbers == "none":
        return 0
    texts = {text for row in number_texts(grid) for text in row}
    widest = max((approximate(text, "regular", 100) for text in texts), default=0.0) / 100.0
    found = int(min(size, 0.7 * high, 0.93 * cell / max(widest, 1e-6)))
    return found if found >= max(9, round(0.6 * smallest)) else 0


def _names(
    on: Board,
    parts: Factors,
    corners: tuple[float, float, float, float],
    step: tuple[float, float],
    size: int,
    every: int,
    chosen: tuple[int, int],
) -> list[Item]:
    x, y, far, up = corners
    cell, high = step
    rows, inner, columns = len(parts.rows), len(parts.inner), len(parts.columns)
    shift = CAP / 2.0 * size
    items: list[Item] = []
    for i in range(rows):
        if (i % every == 0 and abs(i - chosen[0]) >= every) or i == chosen[0]:
            face: Face = "semibold" if i == chosen[0] else "regular"
            items.append(
                Texts(
                    (parts.rows[i],),
                    table(x - 0.5 * size, y + (i + 0.5) * high + shift),
                    size,
                    face,
                    anchor="end",
                )
            )
    right = far + columns * cell + 0.5 * size
    kept = range(0, inner, every)
    items.append(
        Texts(
            tuple(parts.inner[i] for i in kept),
            table(right, [up + (i + 0.5) * high + shift for i in kept]),
            size,
            color="ink2",
        )
    )
    wide = max(approximate(n, "regular", size) for n in parts.columns)
    tilted, step_ = wide > cell - 0.3 * size, max(1, int(np.ceil(1.5 * size / cell)))
    if not tilted:
        items.append(
            Texts(
                parts.columns,
                table([far + (i + 0.5) * cell for i in range(columns)], up - 0.5 * size),
                size,
                anchor="middle",
            )
        )
    else:
        shown = range(0, columns, step_)
        at = table([far + (i + 0.5) * cell + 0.7 * shift for i in shown], up - 0.6 * size + 0.7 * shift)
        items.append(Texts(tuple(parts.columns[i] for i in shown), at, size, angle=-45.0))
    thinned = max(every, step_ if tilted else 1)
    if thinned > 1:
        words = tr("Every 2nd name is shown.") if thinned == 2 else tr("1 in {n} names shown.", n=thinned)
        items.append(
            said(
                words,
                on.room.x,
                on.room.y + 1.2 * on.small,
                on.small,
                "ink2",
                room=far - on.room.x - 3.0 * size,
            )
        )
    name = max(size, on.small)
    mid = table(x + inner * cell / 2.0, y - 0.55 * name)
    items.append(Texts((parts.names[0],), mid, name, "semibold", parts.inks[0], "middle"))
    items.append(
        Texts(
            (parts.names[1],),
            table(far - 0.6 * name, min(up + inner * high / 2.0 + CAP / 2.0 * name, y - 1.75 * name)),
            name,
            "semibold",
            parts.inks[1],
            "end",
        )
    )
    items.append(
        Texts(
            (parts.names[2],),
            table(right, y + rows * high / 2.0 + CAP / 2.0 * name),
            name,
            "semibold",
            parts.inks[2],
        )
    )
    return items
