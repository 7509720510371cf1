"""Small type of a figure made larger where there is room.

Every line grows about its middle, and none meets another. What cannot grow without touching a neighbour or
leaving the figure grows as far as it can.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from transformer_lab.figures.heads import Bools
from transformer_lab.figures.legibility import READABLE, placed_texts, unit_of
from transformer_lab.figures.measure import CAP, approximate
from transformer_lab.figures.picture import Floats, Group, Item, Layer, Picture, Texts

SHARE = {"start": 0.0, "middle": 0.5, "end": 1.0}
TIGHT = 0.92
"""How much of a box of text must stay apart; letters seldom fill theirs."""


MOST = 3
"""of the frames that point at small type; more would hide it"""


def enlarged(drawn: Picture, points: float = READABLE) -> Picture:
    """The figure with its small type at `points` of a slide, or as near to it as there is room for."""
    least = round(points * unit_of(drawn))
    grown: dict[int, int] = {}
    batches = placed_texts(drawn)
    boxes = [_boxes(batch, batch.size, dy) for batch, dy in batches]
    for i, (batch, dy) in enumerate(batches):
        if batch.size < least and not batch.angle:
            others = np.concatenate([boxes[j] for j in range(len(boxes)) if j != i] or [np.empty((0, 4))])
            size = _fitting(batch, dy, least, others, drawn.size)
            if size > batch.size:
                grown[_name(batch)], boxes[i] = size, _boxes(batch, size, dy)
    if not grown:
        return drawn
    return replace(drawn, layers=tuple(_layer(layer, grown) for layer in drawn.layers))


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


def _fitting(batch: Texts, dy: float, least: int, others: Floats, size: tuple[float, float]) -> int:
    """The largest size up to `least` at which no line meets another one or leaves the figure."""
    now = _boxes(batch, batch.size, dy)
    met = _meets(now, others)
    for wanted in range(least, batch.size, -1):
        boxes = _boxes(batch, wanted, dy)
        inside = (boxes[:, :2] >= 0.0).all() and (boxes[:, 2:] <= np.array(size)).all()
        if inside and not (_meets(boxes, others) & ~met).any() and not _crowded(boxes):
            return wanted
    return batch.size


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


def _crowded(boxes: Floats) -> bool:
    """Whether two lines of one batch meet."""
    meets = _meets(boxes, boxes)
    return bool(np.triu(meets, 1).any())


def culprits(drawn: Picture, points: float = READABLE) -> tuple[tuple[float, float, float, float], ...]:
    """X y width height round batches of type below `points`, MOST of them: what a warning points at."""
    small = [(b, dy) for b, dy in placed_texts(drawn) if b.size / unit_of(drawn) < points - 0.5]
    around = [_boxes(batch, batch.size, dy) for batch, dy in small]
    frames = [(*box[:, :2].min(0).tolist(), *box[:, 2:].max(0).tolist()) for box in around if len(box)]
    return tuple((x, y, right - x, low - y) for x, y, right, low in frames[:MOST])
