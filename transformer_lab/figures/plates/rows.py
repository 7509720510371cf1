"""The rows of a working as they are drawn: given, worked out, to be filled in, or filled in."""

from __future__ import annotations

from itertools import product

import numpy as np

from transformer_lab.figures.direction import lettered, set_size
from transformer_lab.figures.measure import CAP, approximate, shorten
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.picture import (
    Cells,
    Face,
    Floats,
    Hatch,
    Item,
    Rects,
    Ref,
    Texts,
    table,
)
from transformer_lab.figures.plates.board import middle
from transformer_lab.figures.plates.grid import Ramp
from transformer_lab.figures.plates.lay import LONGEST, MIX, Layout, Placed, formula_size, heading_size
from transformer_lab.figures.plates.working import Row, Working, mix_line, vector
from transformer_lab.figures.scales import limit_covering
from transformer_lab.language import tr, within


def heading(place: Layout, work: Working) -> tuple[Item, ...]:
    """The words that are read, in the colour of keys: level where they fit, else smaller, else tilted."""
    names = [work.words[word] for word in place.kept]
    size = heading_size(place, names)
    tilt = not size
    size = size or place.size
    items: list[Item] = []
    for column, word in enumerate(place.kept):
        face: Face = "semibold" if work.own and word == work.query else "medium"
        color = "ink3" if work.gone[word] else "key"
        middle_x = place.x + (column + 0.5) * place.cell
        if tilt:
            name = shorten(names[column], LONGEST * size, face, size)
            at = table(middle_x + 0.1 * size, place.y - 0.35 * size)
            items.append(Texts((name,), at, size, face, color, angle=-45.0))
        else:
            name = shorten(names[column], place.cell - 2.0, face, set_size(names[column], size))
            items.append(Texts((name,), table(middle_x, place.y - 0.6 * size), size, face, color, "middle"))
    return lettered(items)


def draw_row(
    place: Layout,
    work: Working,
    row: Row,
    number: int,
    fresh: bool = False,
    blank: bool = False,
    answers: bool = False,
) -> list[Item]:
    """Name, formula, cells with numbers, total. `blank` leaves the cells to be filled in."""
    y = place.y + number * place.row
    formula = row.rule if blank and not answers and row.rule else row.formula
    items: list[Item] = _row_name(place, row.name, formula, y)
    kept = list(place.kept)
    gone = work.gone[kept] & (row.name not in (tr("score"), tr("scaled")))
    gap = max(2.0, 0.05 * place.row)
    high, wide = place.row - 2.0 * gap, place.cell - gap
    x = place.x + np.arange(len(kept)) * place.cell + gap / 2.0
    boxes = table(x, y + gap, wide, high)
    items += fields(work, row, place, boxes, gone, blank, answers)
    if fresh:
        frame = table(place.x - 3.0, y + gap - 3.0, place.right - place.x + 6.0 - gap, high + 6.0)
        items.append(Rects(frame, stroke="now_fill", width=2.5, radius=6.0))
    if place.deep:
        return items
    if row.total and (not blank or answers):
        at = table(place.right + 0.6 * place.size, middle(y, place.row, place.size))
        items.append(Texts((row.total,), at, place.size, "medium", "ok" if blank else "ink"))
    elif row.total:
        items.append(_line_to_fill(place, y))
    return items


def _line_to_fill(place: Layout, y: float) -> Item:
    left = place.right + 0.6 * place.size
    return Rects(
        table(left, y + 0.72 * place.row, max(10.0, min(3.6 * place.size, place.on.room.right - left)), 1.2),
        fill="ink2",
    )


def _row_name(place: Layout, name: str, formula: str, y: float) -> list[Item]:
    small = formula_size(place.size)
    base, edge = middle(y, place.row, place.size), place.x - 0.9 * place.size
    if place.deep and formula:
        half = 0.52 * place.size
        name_at, formula_at = table(edge, base - half), table(edge, base + half)
        return [
            Texts((name,), name_at, place.size, "semibold", anchor="end"),
            Texts((formula,), formula_at, small, color="ink2", anchor="end"),
        ]
    items: list[Item] = [Texts((formula,), table(edge, base), small, color="ink2", anchor="end")]
    left = edge - approximate(formula, "regular", small) - (0.5 * place.size if formula else 0.0)
    return [*items, Texts((name,), table(left, base), place.size, "semibold", anchor="end")]


def fields(
    work: Working, row: Row, place: Placed, boxes: Floats, gone: np.ndarray, blank: bool, answers: bool
) -> list[Item]:
    """A box for each word: hatched where masked, else coloured with its number, or left to be filled in."""
    items: list[Item] = []
    values, live = row.values[list(place.kept)], np.flatnonzero(~gone)
    if gone.any():
        items += [Hatch(boxes[gone]), Rects(boxes[gone], stroke="line2", radius=3.0)]
    if blank:
        items.append(Rects(boxes[live], stroke="ink2", width=1.5, radius=3.0, dash=(5.0, 4.0)))
    else:
        items.append(_colored(work, row, place, boxes, live, values))
    if not blank or answers:
        items.append(_numbers(work, row, place, boxes, live, values, answers and blank))
    return items


def _colored(work: Working, row: Row, place: Placed, boxes: Floats, live: np.ndarray, values: Floats) -> Item:
    head = np.array([work.head, work.query])
    index = np.concatenate([np.broadcast_to(head, (len(live), 2)), np.array(place.kept)[live][:, None]], 1)
    limit = _limit(work, row)
    ramp: Ramp = "div" if row.ramp == "div" else "seq"
    return Cells(
        values[live].reshape(-1, 1, 1),
        boxes[live, :2],
        boxes[live, 2:],
        ramp,
        limit,
        radius=3.0,
        ref=Ref(row.node, index),
    )


def _limit(work: Working, row: Row) -> float:
    if row.ramp == "div":
        return limit_covering(*(r.values for r in work.rows if r.ramp == "div"))
    return 1.0


def _numbers(
    work: Working, row: Row, place: Placed, boxes: Floats, live: np.ndarray, values: Floats, answer: bool
) -> Item:
    limit, kind = _limit(work, row), "div" if row.ramp == "div" else "seq"

    def ink(value: float) -> str:
        if answer:
            return "ok"
        part = (value / limit + 1.0) / 2.0 if kind == "div" else value / limit
        return f"on:{kind}:{min(1.0, max(0.0, part)):.2f}" if np.isfinite(value) else "ink"

    at = table(
        boxes[live, 0] + boxes[live, 2] / 2.0, boxes[live, 1] + boxes[live, 3] / 2.0 + CAP / 2.0 * place.digit
    )
    face: Face = "medium" if answer else "regular"
    return Texts(
        tuple(fixed(v, work.decimals) for v in values[live]),
        at,
        place.digit,
        face,
        tuple(ink(v) for v in values[live].tolist()),
        "middle",
    )


def draw_mix(place: Layout, work: Working, blank: bool = False, answers: bool = False) -> list[Item]:
    """The values as ribbons under their shares, and the mix written out."""
    lead, step = MIX[place.deep]
    y = place.y + (len(work.rows) + lead) * place.row
    slots = work.values.shape[1]
    said = tr("value v") if place.deep else within(tr("Value"))
    items = _row_name(place, said, "" if place.deep else "v", y)
    wide = min(place.cell - 0.5 * place.size, slots * 1.3 * place.row)
    x = place.x + (np.arange(len(place.kept)) + 0.5) * place.cell - wide / 2.0
    items += ribbons(place, work, table(x, y + 0.22 * place.row, wide, 0.56 * place.row))
    return [*items, *draw_mix_line(place, work, y + step * place.row, blank, answers)]


def ribbons(place: Placed, work: Working, boxes: Floats) -> list[Item]:
    """The values of the words that may be seen, each in its box, with numbers where they have room."""
    kept, slots = list(place.kept), work.values.shape[1]
    limit = limit_covering(work.values, work.mix)
    live = np.flatnonzero(~work.gone[kept])
    shown, boxes = work.values[kept][live], boxes[live]
    index = np.stack([np.full(len(live), work.head), np.array(kept)[live]], 1)
    ref = Ref(f"{work.heads.path}/v", index, "c")
    cell = boxes[:, 2:] / (slots, 1.0)
    items: list[Item] = [
        Cells(shown[:, None, :], boxes[:, :2], cell, "div", limit, ref=ref),
        Rects(boxes, stroke="value", width=1.5),
    ]
    digit = max(place.on.digit, round(0.72 * place.size))
    if not len(live) or cell[0, 0] < 2.9 * digit:
        return items
    for k in range(slots):
        part = [min(1.0, max(0.0, (v / limit + 1.0) / 2.0)) for v in shown[:, k].tolist()]
        at = table(boxes[:, 0] + (k + 0.5) * cell[:, 0], middle(boxes[:, 1], cell[0, 1], digit))  # type: ignore[arg-type]
        texts = tuple(fixed(v, 1) if abs(v * 10 - round(v * 10)) < 1e-9 else fixed(v) for v in shown[:, k])
        items.append(Texts(texts, at, digit, color=tuple(f"on:div:{p:.2f}" for p in part), anchor="middle"))
    return items


def draw_mix_line(place: Placed, work: Working, y: float, blank: bool, answers: bool) -> list[Item]:
    """One line if it fits, else with fewer terms; the result in the colour of what is taken in."""
    room = place.on.room.width
    base = middle(y, place.row, place.size)
    line, result, size, total = _fitting_mix(place, work)
    x = place.on.room.x + (room - total) / 2.0
    after = x + approximate(line, "regular", size)
    items: list[Item] = []
    if blank:
        line = line if answers else tr("mix = each share × its value, added up = ")
        x = place.on.room.x + max(
            0.0, (room - approximate(line, "regular", size) - approximate(result, "semibold", size)) / 2.0
        )
        after = x + approximate(line, "regular", size)
        if not answers:
            width = max(20.0, min(approximate(result, "semibold", size) + size, place.on.room.right - after))
            box = table(after + 0.15 * size, y + 0.1 * place.row, width - 0.15 * size, 0.8 * place.row)
            items.append(Rects(box, stroke="ink2", width=1.5, radius=3.0, dash=(5.0, 4.0)))
            result = ""
    items.append(Texts((shorten(line, room, "regular", size),), table(x, base), size))
    if result:
        items.append(Texts((result,), table(after, base), size, "semibold", "ok" if blank else "out"))
    return items


def _fitting_mix(place: Placed, work: Working) -> tuple[str, str, int, float]:
    """The mix, its result, their size and width: fewer terms, smaller, then fewer slots."""
    small, slots = (
        min(place.size, max(place.on.digit, round(0.85 * place.size))),
        4 if len(work.mix) > 6 else 6,
    )
    for shown, size, most in product((slots, 3, 2, 1), (place.size, small), (4, 3, 2, 1)):
        line = mix_line(work, most) + " = "
        result = vector(work.mix, shown, work.decimals)
        total = approximate(line, "regular", size) + approximate(result, "semibold", size)
        if total <= place.on.room.width:
            break
    return line, result, size, total
