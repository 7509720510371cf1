"""Moving: queries, keys, values are multiplied out. The first cell slowly, term by term; the rest sweeps."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from transformer_lab.figures.easing import part, settle
from transformer_lab.figures.picture import Floats, Item, table
from transformer_lab.figures.stage.attention_rows import QUIET
from transformer_lab.figures.stage.motion.move import Move, blend, now_frame, ribbon_boxes, staggered
from transformer_lab.figures.stage.places import lead, left_x, middle_x, right_x
from transformer_lab.figures.stage.ribbon import HEIGHT, faded, ribbon
from transformer_lab.figures.stage.scene import half_cell, wire_cell

SLOW = 0.64
"""The share of the move that the first cell takes."""


def project(move: Move) -> tuple[Item, ...]:
    """Cells fill in reading order, in all three rows; amber frames mark what is read and what is written."""
    scene = move.scene
    n, count = scene.n, move.value("q").shape[-1]
    done = done_at(move.u, n * count)
    seen = np.arange(n * count).reshape(n, count) < done
    items: list[Item] = []
    for name, x, y, role in _targets(move, count):
        values = np.where(seen, move.value(name)[move.head], np.nan)
        filled = ribbon(
            scene, move.sub.id(name), values, x, y, half_cell(scene, count), lead(scene, move.head), role
        )
        items += filled[:3] if name != "q" else _queries(move, values, x, y)
    return (*items, *_frames(move, count, int(min(done, n * count - 1))))


def turn(move: Move) -> tuple[Item, ...]:
    """Queries and keys are turned by their places: each takes its new values in place, word after word."""
    scene, sub = move.scene, move.sub
    count = move.value("q").shape[-1]
    shares = np.array([settle(float(s)) for s in staggered(move.u, scene.n, 0.5)])[:, None]
    items: list[Item] = []
    boxes: list[Floats] = []
    moving = np.flatnonzero((shares[:, 0] > 0.0) & (shares[:, 0] < 1.0))
    for name, x, y, _ in _targets(move, count):
        after = {"q": sub.asks, "k": sub.keys}.get(name)
        if after is None:
            continue
        values = blend(move.value(name)[move.head], move.value(after)[move.head], shares)
        if name == "q":
            items += _queries(move, values, x, y, after)
        else:
            lanes, cell = lead(scene, move.head), half_cell(scene, count)
            items += ribbon(scene, sub.id(after), values, x, y, cell, lanes, "key")
        boxes.append(ribbon_boxes(x[moving], y, count * half_cell(scene, count)))
    return (*items, now_frame(np.concatenate(boxes), 1.5)) if len(moving) else tuple(items)


def _queries(move: Move, values: Floats, x: Floats, y: float, name: str = "q") -> list[Item]:
    """The queries of other words stand back, as they will when they rest."""
    items: list[Item] = []
    scene, cell = move.scene, half_cell(move.scene, values.shape[1])
    for lanes, strength in ((scene.other_lanes, QUIET), (np.array([scene.query]), 1.0)):
        index = lead(scene, move.head, lanes)
        items += faded(
            ribbon(scene, move.sub.id(name), values[lanes], x[lanes], y, cell, index, "query")[:3], strength
        )
    return items


def done_at(u: float, cells: int) -> float:
    """How many cells are written at `u`."""
    if u < SLOW:
        return 0.36 * u / SLOW
    return 0.36 + settle(part(u, SLOW, 1.0)) * (cells - 0.36)


def _targets(move: Move, count: int) -> Iterator[tuple[str, Floats, float, str]]:
    scene = move.scene
    if "pair" in move.rows:
        yield "k", left_x(scene, count), move.rows["pair"].y, "key"
        yield "v", right_x(scene, count), move.rows["pair"].y, "value"
    if "query" in move.rows:
        yield "q", middle_x(scene, count, half_cell(scene, count)), move.rows["query"].y, "query"


def _frames(move: Move, count: int, at: int) -> tuple[Item, ...]:
    """Around the cells being written, and around the cell (first) or the vector (later) being read."""
    scene = move.scene
    lane, slot = divmod(at, count)
    cell = half_cell(scene, count)
    written = [[x[lane] + slot * cell, y, cell, HEIGHT] for _, x, y, _ in _targets(move, count)]
    width = scene[move.sub.inside].shape[1]
    wide = wire_cell(scene, width)
    left = middle_x(scene, width, wide)[lane]
    if move.u < SLOW:
        term = min(width - 1, int(move.u / SLOW * width))
        read = [left + term * wide, move.source[0], wide, move.source[1]]
    else:
        read = [left, move.source[0], width * wide, move.source[1]]
    return (now_frame(table(*np.array([*written, read]).T)),)
