"""The words at the sides of an attention matrix, and what its two axes are called."""

from __future__ import annotations

import math

from transformer_lab.figures.attention_layout import Plan, label_gap, tilt_gap
from transformer_lab.figures.measure import CAP
from transformer_lab.figures.picture import Face, Texts, table
from transformer_lab.figures.turning import Turn

HALF_CAP = CAP / 2.0
REGULAR: Face = "regular"
SEMIBOLD: Face = "semibold"


def row_labels(plan: Plan, chosen: int = -1) -> tuple[Texts, ...]:
    """The words of the rows, right-aligned at the matrix; the chosen one stands out."""
    plain, loud = _split(plan.shown(chosen), chosen)
    return tuple(_rows(plan, kept, face) for kept, face in ((plain, REGULAR), (loud, SEMIBOLD)) if kept)


def column_labels(plan: Plan, chosen: int = -1) -> tuple[Texts, ...]:
    """The words of the columns: level where they fit, else tilted about the middle of their column."""
    plain, loud = _split(plan.shown(chosen, columns=True), chosen)
    return tuple(_columns(plan, kept, face) for kept, face in ((plain, REGULAR), (loud, SEMIBOLD)) if kept)


def _split(shown: tuple[int, ...], chosen: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(i for i in shown if i != chosen), tuple(i for i in shown if i == chosen)


def _columns(plan: Plan, shown: tuple[int, ...], face: Face) -> Texts:
    words = tuple(plan.read[i] for i in shown)
    middle = [plan.x + (i + 0.5) * plan.cell for i in shown]
    if not plan.tilt:
        return Texts(words, table(middle, plan.y - 0.45 * plan.size), plan.size, face, anchor="middle")
    turn = math.radians(plan.tilt)
    shift = HALF_CAP * plan.size
    y = plan.y - tilt_gap(plan.size, plan.tilt) + shift * math.cos(turn)
    x = [m + shift * math.sin(turn) for m in middle]
    return Texts(words, table(x, y), plan.size, face, angle=-float(plan.tilt))


def corner(plan: Plan, turn: Turn) -> tuple[Texts, Texts]:
    """The names of the axes, where the two meet, in the colours of key and query."""
    (across, down), (over, beside) = turn.axis_names(), turn.inks()
    edge = plan.x - label_gap(plan.size) - 0.45 * plan.size * turn.mirrored  # tilted words end there
    first_row = 0.375 * plan.size - plan.cell / 2.0 + 0.25 * plan.small
    low = plan.y - max(0.5 * plan.small, first_row)
    name = Texts((down,), table(edge, low), plan.small, "medium", beside, "end")
    if plan.tilt:
        return Texts((across,), table(edge, low - 1.45 * plan.small), plan.small, "medium", over, "end"), name
    above = plan.y - 1.65 * plan.size
    return Texts((across,), table(plan.x, above), plan.small, "medium", over), name


def _rows(plan: Plan, rows: tuple[int, ...], face: Face) -> Texts:
    at = table(plan.x - label_gap(plan.size), [_middle(plan, i) for i in rows])
    return Texts(tuple(plan.words[i] for i in rows), at, plan.size, face, anchor="end")


def _middle(plan: Plan, row: int) -> float:
    return plan.y + (row + 0.5) * plan.cell + HALF_CAP * plan.size
