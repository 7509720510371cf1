"""Small type of a figure made larger where there is room.

Lines of one size that stand alike (all at the right of their place, or all in its middle) stay of one size,
so that a figure keeps its order: they grow together, about their middles, as far as the narrowest of them
can. None then meets another line, crosses the edge of a box, or leaves the figure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from transformer_lab.figures.heads import Bools
from transformer_lab.figures.legibility import READABLE, placed_texts, unit_of
from transformer_lab.figures.measure import CAP, approximate
from transformer_lab.figures.picture import Cells, Floats, Group, Item, Layer, Picture, Rects, Texts

SHARE = {"start": 0.0, "middle": 0.5, "end": 1.0}
TIGHT = 0.92
"""How much of a box of text must stay apart; letters seldom fill theirs."""
AIR = 0.22
"""Between a line that has grown and the next one, in sizes of its type."""
MOST = 3
"""of the frames that point at small type; more would hide it"""


class Around(NamedTuple):
    """What type must keep off: other lines, boxes, and the edges of the figure."""

    lines: Floats
    boxes: Floats
    size: tuple[float, float]


def enlarged(drawn: Picture, points: float = READABLE) -> Picture:
    """The figure with its small type at `points` of a slide, or as near to it as there is room for."""
    least = round(points * unit_of(drawn))
    grown: dict[int, int] = {}
    batches = placed_texts(drawn)
    boxes, frames = [_boxes(batch, batch.size, dy) for batch, dy in batches], _frames(drawn)
    for together in _alike(batches, least):
        others = [boxes[i] for i in range(len(boxes)) if i not in together]
        around = Around(np.concatenate([*others, np.empty((0, 4))]), frames, drawn.size)
        size = _fitting([batches[i] for i in together], least, around)
        for i in together:
            batch, dy = batches[i]
            if size > batch.size:
                grown[_name(batch)], boxes[i] = size, _boxes(batch, size, dy)
    if not grown:
        return drawn
    return replace(drawn, layers=tuple(_layer(layer, grown) for layer in drawn.layers))


def _alike(batches: tuple[tuple[Texts, float], ...], least: int) -> Iterable[list[int]]:
    """Batches that keep one size, by number: of the same size and anchor."""
    found: dict[tuple[int, str], list[int]] = {}
    for i, (batch, _) in enumerate(batches):
        if batch.size < least and not batch.angle:
            found.setdefault((batch.size, batch.anchor), []).append(i)
    return found.values()


def _frames(drawn: Picture) -> Floats:
    """(N, 4) left, top, right, low of everything with an edge."""
    seen = (layer for layer in drawn.layers if layer.opacity > 0.0)
    found = [box + (0.0, layer.dy) * 2 for layer in seen for box in _edges(layer.build())]
    return np.concatenate([*found, np.empty((0, 4))])


def _edges(items: Iterable[Item]) -> Iterator[Floats]:
    for item in items:
        if isinstance(item, Group):
            yield from _edges(item.items)
        elif isinstance(item, Rects) and (item.fill or item.stroke):
            yield np.concatenate([item.box[:, :2], item.box[:, :2] + item.box[:, 2:]], -1)
        elif isinstance(item, Cells):
            rows, columns = item.values.shape[1:]
            yield np.concatenate([item.at, item.at + item.size * (columns, rows)], -1)


def _layer(layer: Layer, grown: dict[int, int]) -> Layer:
    key = None if layer.key is None else (*layer.key, "enlarged", *sorted(grown.items()))
    return layer._replace(key=key, build=lambda: tuple(_item(item, grown) for item in layer.build()))


def _item(item: Item, grown: dict[int, int]) -> Item:
    if isinstance(item, Group):
        return replace(item, items=tuple(_item(each, grown) for each in item.items))
    if not isinstance(item, Texts) or _name(item) not in grown:
        return item
    size = grown[_name(item)]
    return replace(item, size=size, at=item.at + np.array([0.0, CAP / 2.0 * (size - item.size)]))


def _name(batch: Texts) -> int:
    """What a batch is known by, also when its layer is built again."""
    return hash((batch.text, batch.size, batch.face, batch.anchor, batch.at.tobytes()))


def _fitting(together: list[tuple[Texts, float]], least: int, around: Around) -> int:
    """The largest size up to `least` at which no line meets what it keeps off now."""
    now = np.concatenate([_boxes(batch, batch.size, dy) for batch, dy in together])
    met, inside = _meets(now, around.lines), _within(now, around.boxes)
    touched = _meets(now, around.boxes)
    first = together[0][0].size
    for wanted in range(least, first, -1):
        boxes = np.concatenate([_boxes(batch, wanted, dy) for batch, dy in together])
        aired = boxes + np.array([-AIR, 0.0, AIR, 0.0]) * wanted
        if (boxes[:, :2] < 0.0).any() or (boxes[:, 2:] > np.array(around.size)).any():
            continue
        if (_meets(aired, around.lines) & ~met).any() or (_meets(boxes, around.boxes) & ~touched).any():
            continue
        if not (inside & ~_within(boxes, around.boxes)).any() and not _crowded(aired, now):
            return wanted
    return first


def _boxes(batch: Texts, size: int, dy: float) -> Floats:
    """(N, 4) left, top, right, low of each line, empty ones left out."""
    shown = [i for i, text in enumerate(batch.text) if text]
    width = np.array([approximate(batch.text[i], batch.face, size) for i in shown])
    x = batch.at[shown, 0] - SHARE[batch.anchor] * width
    y = batch.at[shown, 1] + dy - CAP / 2.0 * batch.size
    half = 0.62 * size * TIGHT
    return np.stack([x, y - half, x + width, y + half], -1)


def _meets(boxes: Floats, others: Floats) -> Bools:
    """(N, M) which box meets which."""
    a, b = boxes[:, None], others[None]
    apart = (
        (a[..., 2] <= b[..., 0])
        | (b[..., 2] <= a[..., 0])
        | (a[..., 3] <= b[..., 1])
        | (b[..., 3] <= a[..., 1])
    )
    return np.asarray(~apart)


def _within(boxes: Floats, others: Floats) -> Bools:
    """(N, M) which box lies inside which."""
    a, b = boxes[:, None], others[None]
    return np.asarray((a[..., :2] >= b[..., :2]).all(-1) & (a[..., 2:] <= b[..., 2:]).all(-1))


def _crowded(boxes: Floats, before: Floats) -> bool:
    """Whether two lines meet that did not meet before."""
    return bool(np.triu(_meets(boxes, boxes) & ~_meets(before, before), 1).any())


def culprits(drawn: Picture, points: float = READABLE) -> tuple[tuple[float, float, float, float], ...]:
    """X y width height round batches of type below `points`, MOST of them: what a warning points at."""
    small = [(b, dy) for b, dy in placed_texts(drawn) if b.size / unit_of(drawn) < points - 0.5]
    around = [_boxes(batch, batch.size, dy) for batch, dy in small]
    frames = [(*box[:, :2].min(0).tolist(), *box[:, 2:].max(0).tolist()) for box in around if len(box)]
    return tuple((x, y, right - x, low - y) for x, y, right, low in frames[:MOST])
