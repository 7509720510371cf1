"""The numbers that a norm has learned: what it multiplies by and what it adds, as keys on a small card."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from transformer_lab.figures.measure import approximate
from transformer_lab.figures.picture import Cells, Item, Rects, Ref, Texts, table
from transformer_lab.figures.stage.scene import Scene
from transformer_lab.language import tr

PAD, ROW, HIGH, WIDE, MOST_SIDE, NAMES = 12.0, 19.0, 12.0, 15.0, 360.0, 16.0
LAST = 0.77
"""When centring and scaling are done and gain and shift act."""


def gains_of(scene: Scene, norm: str) -> tuple[tuple[str, str, str], ...]:
    """Sign, words and address of what a norm has learned."""
    rows = (("×", tr("gain"), f"{norm}/gain"), ("+", tr("shift"), f"{norm}/bias"))
    return tuple(row for row in rows if scene.has(row[2]))


def gains_size(scene: Scene, rows: tuple[tuple[str, str, str], ...]) -> tuple[float, float]:
    """Width and height of the card."""
    count = len(scene[rows[0][2]])
    said = max(approximate(words, "medium", 11) for _, words, _ in rows)
    return PAD * 2.0 + said + NAMES + 8.0 + count * _wide(count), PAD * 2.0 + ROW * len(rows) - (ROW - HIGH)


def _wide(count: int) -> float:
    return min(WIDE, MOST_SIDE / count)


def gains(scene: Scene, rows: tuple[tuple[str, str, str], ...], x: float, y: float) -> Iterator[Item]:
    """The card; its numbers are framed in amber while they act."""
    width, height = gains_size(scene, rows)
    count = len(scene[rows[0][2]])
    left = x + width - PAD - count * _wide(count)
    yield Rects(table([x], y, width, height), fill="raised", stroke="line2", width=1.0, radius=8.0)
    limit = max(1e-9, *(float(np.nanmax(np.abs(scene[node]), initial=0.0)) for _, _, node in rows))
    acts = scene.cursor.u >= LAST
    for i, (sign, words, node) in enumerate(rows):
        top = y + PAD + i * ROW
        base = top + HIGH / 2.0 + 4.0
        yield Texts((words,), table([x + PAD], base), 11, "medium", "now" if acts else "ink2")
        yield Texts((sign,), table([left - 12.0], base), 11, "medium", "ink3", "middle")
        at = table(left + np.arange(count) * _wide(count) + 0.5, top)
        size = table(np.full(count, _wide(count) - 1.0), HIGH)
        values = scene[node].reshape(-1, 1, 1)
        yield Cells(values, at, size, limit=limit, radius=2.0, ref=Ref(node, np.arange(count)[:, None]))
        if _wide(count) >= 3.0:  # a shift starts as zeros, which are as pale as the card
            yield Rects(np.concatenate([at, size], 1), stroke="line2", width=0.75, radius=2.0)
        if acts:
            box = table([left - 1.0], top - 1.0, count * _wide(count) + 2.0, HIGH + 2.0)
            yield Rects(box, stroke="now_fill", width=1.5, radius=3.0)
