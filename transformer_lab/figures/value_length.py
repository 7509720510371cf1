"""How attention is measured: by its weights, or by weight × ‖v‖ (Kobayashi et al. 2020).

A large weight on a short value brings little.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.attention_notes import row_sentence
from transformer_lab.figures.heads import Heads, by_heads, head_weights, hidden, sides
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Floats
from transformer_lab.figures.prose import Run
from transformer_lab.figures.scales import power_of_two
from transformer_lab.language import tr


class Measured(NamedTuple):
    """What is shown of attention: values ``ts``, the end of their scale, a title, what the row says."""

    values: Floats
    limit: float
    title: str
    sentence: tuple[Run, ...]
    hint: tuple[Run, ...] | None = None
    """how a row is read, unless as a row of shares"""


Words = tuple[Sequence[str], Sequence[str]]
"""Those that ask and those that are read."""


def by_weights(snapshot: Snapshot, heads: Heads, head: int, words: Words, query: int) -> Measured:
    """The weights themselves."""
    values = head_weights(snapshot, heads)[head]
    return Measured(
        values, 1.0, tr("Who looks at whom"), row_sentence(words[0], query, values[query], words[1])
    )


def by_value_length(snapshot: Snapshot, heads: Heads, head: int, words: Words, query: int) -> Measured:
    """The weights times the lengths of the values that they bring."""
    values, lengths = carried(snapshot, heads, head)
    sentence = carried_sentence(*words, query, values[query], lengths)
    return Measured(
        values, carried_limit(values), tr("Who takes how much from whom"), sentence, carried_hint()
    )


MEASURES: Mapping[str, Callable[[Snapshot, Heads, int, Words, int], Measured]] = MappingProxyType(
    {"weights": by_weights, "value-length": by_value_length}
)


def measured_of(snapshot: Snapshot, heads: Heads, head: int, query: int, options: Options) -> Measured:
    """What `options` want shown, on a scale with a fixed end or one that ends at the largest number seen."""
    found = MEASURES[options.measure](snapshot, heads, head, sides(snapshot, heads), query)
    if options.ramp != "own":
        return found
    seen = np.where(hidden(snapshot, heads.path), 0.0, np.nan_to_num(found.values, nan=0.0, posinf=0.0))
    largest = float(seen.max(initial=0.0))
    return found._replace(limit=largest) if largest > 0.0 else found


def carried(snapshot: Snapshot, heads: Heads, head: int) -> tuple[Floats, Floats]:
    """The weights of one head times the lengths of the values, ``ts``, and those lengths, ``s``."""
    lengths = np.asarray(np.sqrt((np.asarray(by_heads(snapshot, f"{heads.path}/v")[head]) ** 2).sum(-1)))
    return np.asarray(head_weights(snapshot, heads)[head] * lengths), lengths


def carried_limit(values: Floats) -> float:
    """The end of the scale: the smallest power of two that holds every one."""
    sizes = values[np.isfinite(values)]
    return power_of_two(sizes, np.ones(len(sizes)), 1.0)


def carried_sentence(
    asks: Sequence[str], reads: Sequence[str], query: int, row: Floats, lengths: Floats
) -> tuple[Run, ...]:
    """“**scared** takes most from **cat** by 0.67 × 1.23 = 0.82.”"""
    who = Run(asks[query], "semibold")
    if not np.isfinite(row).all() or not row.max() > 0.0:
        return who, Run(tr(" takes nothing from anybody."))
    best = int(row.argmax())
    weight = row[best] / lengths[best]
    sum_ = tr(
        "by {weight} × {length} = {product}.",
        weight=fixed(weight),
        length=fixed(lengths[best]),
        product=fixed(row[best]),
    )
    return who, Run(tr(" takes most from ")), Run(reads[best] + "\n", "semibold"), Run(f" {sum_}")


def carried_hint(aside: bool = False) -> tuple[Run, ...]:
    """How a row is read, or where the words that ask are columns, a column."""
    return Run((tr("Read a column:") if aside else tr("Read a row:")) + "\n", "semibold"), Run(
        tr(" weight × length of the value that is read.")
    )
