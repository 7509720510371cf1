"""How sharply a head looks: whether each word looks at one word, or at all of them alike."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.heads import Heads, head_weights, hidden
from transformer_lab.figures.picture import Floats


def sharpness(snapshot: Snapshot, heads: Heads) -> Floats:
    """For each head of an attention 0 (every word looks at all alike) to 1 (each at one alone): ``h``.

    One less the entropy of a row over that of an even row, the mean of all rows with a choice.
    """
    weights, seen = np.nan_to_num(np.asarray(head_weights(snapshot, heads))), ~hidden(snapshot, heads.path)
    choices = seen.sum(-1)
    rows = choices > 1
    if not rows.any():
        return np.zeros(len(weights))
    shares = weights[:, rows]
    with np.errstate(divide="ignore", invalid="ignore"):
        entropy = -np.where(shares > 0.0, shares * np.log(shares), 0.0).sum(-1)
    return np.asarray((1.0 - entropy / np.log(choices[rows])).mean(-1))


def sharpest_first(snapshot: Snapshot, heads: Heads) -> tuple[int, ...]:
    """The heads of an attention, the sharpest first; equal ones stay as they are."""
    return tuple(np.argsort(-sharpness(snapshot, heads), kind="stable").tolist())


def numbered(rows: Sequence[Heads]) -> tuple[Heads, ...]:
    """The same heads, each with its number in its name: where it stands does not tell it any more."""
    return tuple(
        row._replace(names=tuple(f"{h + 1} {name}".strip() for h, name in enumerate(row.names)))
        for row in rows
    )


def orders(snapshot: Snapshot, rows: Sequence[Heads], order: str) -> list[tuple[int, ...]]:
    """For each attention its heads as they stand beside each other."""
    if order != "sharpness":
        return [tuple(range(len(row.names))) for row in rows]
    return [sharpest_first(snapshot, row) for row in rows]
