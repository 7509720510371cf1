"""What a change of the design did, in one line: the next word before and after, and what moved."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.numbers import percents
from transformer_lab.language import grouped, tr


class Difference(NamedTuple):
    """The likeliest next word before with its percents before and after, the likeliest one after, and how
    many computed numbers are others now.
    """

    word: str
    before: int
    after: int
    now: str
    now_percent: int
    numbers: int


def difference(before: Snapshot, after: Snapshot, query: int) -> Difference | None:
    """What lies between two snapshots of one text, seen from word `query`; None without next words."""
    if "probs" not in before or "probs" not in after or before.words != after.words or not before.words:
        return None
    at = min(query, len(before.words) - 1)
    old, new = before["probs"][at], after["probs"][at]
    if before.vocabulary != after.vocabulary:
        return None
    was, now = int(np.argmax(old)), int(np.argmax(new))
    shares, others = percents(old), percents(new)
    return Difference(
        before.vocabulary[was],
        shares[was],
        others[was],
        after.vocabulary[now],
        others[now],
        changed(before, after),
    )


def changed(before: Snapshot, after: Snapshot) -> int:
    """How many computed numbers of `after` are not in `before`, or have another value there."""
    if before.graph is None or after.graph is None:
        return 0
    count = 0
    for node in after.graph:
        if node.op is None:
            continue
        new = after[node.id]
        old = before[node.id] if node.id in before else None  # noqa: SIM401 (a snapshot has no `get`)
        if old is new:
            continue
        if old is None or old.shape != new.shape:
            count += new.size
        else:
            count += int(np.count_nonzero(~((old == new) | (np.isnan(old) & np.isnan(new)))))
    return count


def said(found: Difference | None) -> str:
    """The line: “next word: cat 88% → 15%, now dog 60%; 412 numbers changed”."""
    if found is None:
        return ""
    if not found.numbers:
        return tr("Nothing changed.")
    word = tr("Next word: {word} {a}% → {b}%", word=found.word, a=found.before, b=found.after)
    other = tr(", now {word} {n}%", word=found.now, n=found.now_percent) if found.now != found.word else ""
    numbers = (
        tr("1 number changed") if found.numbers == 1 else tr("{n} numbers changed", n=grouped(found.numbers))
    )
    return f"{word}{other}; {numbers}."
