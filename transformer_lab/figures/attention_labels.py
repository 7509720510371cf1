"""The words at the sides of an attention matrix, and what its two axes are called."""

from __future__ import annotations

import math

from transformer_lab.figures.attention_layout import Plan, label_gap, tilt_gap
from transformer_lab.figures.measure import CAP
from transformer_lab.figures.picture import Face, Texts, table
from transformer_lab.language import tr

HALF_CAP = CAP / 2.0


def axis_names() -> tuple[str, str]:
    """What columns and rows are: who is read, who asks."""
    return tr("is read →"), tr("asks ↓")


def row_labels(plan: Plan, query: int) -> tuple[Texts, ...]:
    """The words that ask, right-aligned at the matrix; the chosen one stands out."""
    plain = tuple(i for i in plan.shown(query) if i != query)
    rest = _rows(plan, plain, "regular")
    return (*((rest,) if plain else ()), _rows(plan, (query,), "semibold"))


def column_labels(plan: Plan) -> Texts:
    """The words that are read: level where they fit, else tilted about the middle of their column."""
    shown = plan.shown(count=len(plan.read))
    words = tuple(plan.read[i] for i in shown)
    middle = [plan.x + (i + 0.5) * plan.cell for i in shown]
    if not plan.tilt:
        return Texts(words, table(middle, plan.y - 0.45 * plan.size), plan.size, anchor="middle")
    turn = math.radians(plan.tilt)
    shift = HALF_CAP * plan.size
    y = plan.y - tilt_gap(plan.size, plan.tilt) + shift * math.cos(turn)
    x = [m + shift * math.sin(turn) for m in middle]
    return Texts(words, table(x, y), plan.size, angle=-float(plan.tilt))


def corner(plan: Plan) -> tuple[Texts, Texts]:
    """The names of the axes, where the two meet, in the colours of key and query."""
    across, down = axis_names()
    edge = plan.x - label_gap(plan.size)
    low = plan.y - 0.5 * plan.small
    name = Texts((down,), table(edge, low), plan.small, "medium", "query", "end")
    if plan.tilt:
        return Texts(
            (across,), table(edge, low - 1.45 * plan.small), plan.small, "medium", "key", "end"
        ), name
    above = plan.y - 1.65 * plan.size
    return Texts((across,), table(plan.x, above), plan.small, "medium", "key"), name


def _rows(plan: Plan, rows: tuple[int, ...], face: Face) -> Texts:
    at = table(plan.x - label_gap(plan.size), [_middle(plan, i) for i in rows])
    return Texts(tuple(plan.words[i] for i in rows), at, plan.size, face, anchor="end")


def _middle(plan: Plan, row: int) -> float:
    return plan.y + (row + 0.5) * plan.cell + HALF_CAP * plan.size
