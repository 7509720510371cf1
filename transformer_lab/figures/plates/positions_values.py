"""What a model's positions are in numbers: rows for each place, and the dot product against distance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.heads import all_heads, by_heads, check_index, chosen_head
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Floats
from transformer_lab.figures.plates.wire import wire
from transformer_lab.language import tr


class Fall(NamedTuple):
    """How something changes with distance: its mean, smallest and largest at 0, 1, 2 …"""

    name: str
    mean: Floats
    low: Floats
    high: Floats
    loud: tuple[int, ...]
    """for each distance the column of the value that says most about it"""
    color: str = ""
    """its own colour; empty: by its number"""


class Told(NamedTuple):
    """The positions of a tower: values (places, columns) of `node` behind the index `lead`, and falls.

    Heads in `lead` are counted through (see by_head).
    """

    title: str
    kind: str
    rule: str
    node: str
    lead: tuple[int, ...]
    values: Floats
    columns: tuple[str, ...]
    across: str
    """what the columns are"""
    falls: tuple[Fall, ...]
    measure: str
    """what falls"""
    first: int
    square: bool = False
    """whether columns are places too"""


Teller = Callable[[Snapshot, Options], Told | None]


def told_positions(snapshot: Snapshot, options: Options) -> Told | None:
    """The positions of the tower in which `options.block` lies; None if the model has none."""
    return TELLERS[snapshot.state.model.positions.kind](snapshot, options)


def _rows(snapshot: Snapshot, options: Options) -> Told | None:
    """Rows that are added to the words: a table, or sines and cosines."""
    root = "encoder/" if wire(snapshot, options).tower == "encoder" else ""
    node, kind = f"{root}embed/positions", snapshot.state.model.positions
    values = np.asarray(snapshot[node], dtype=float)
    waves = kind.kind == "sinusoidal"
    base = f"{kind.base:,.0f}".replace(",", "\u202f")
    return Told(
        tr("Every position has its own barcode"),
        tr("sines and cosines, base {base}", base=base) if waves else tr("a table, learned or set by hand"),
        tr("sin(p / base^(2i/d)) in even features, cos of the same in odd ones")
        if waves
        else tr("one row of numbers for each place, a parameter"),
        node,
        (),
        values,
        tuple(str(i + 1) for i in range(values.shape[1])),
        tr("feature"),
        (by_distance(tr("mean"), values @ values.T, values),),
        tr("dot product of two positions"),
        kind.first if waves else options.manner.first,
    )


def _turned(snapshot: Snapshot, options: Options) -> Told | None:
    """Rotary positions: how far each pair of features is turned (Su et al. 2021)."""
    path = _path(snapshot, options, "rotary/cos")
    if path is None:
        return None
    node, kind = f"{path}/rotary/cos", snapshot.state.model.positions
    cos, sin = np.asarray(snapshot[node]), np.asarray(snapshot[f"{path}/rotary/sin"])
    return Told(
        tr("Every position turns queries and keys"),
        tr("rotary, base {base}", base=f"{kind.base:,.0f}".replace(",", "\u202f")),
        tr("cosine of the angle by which a pair of features is turned at each place: place × rate"),
        node,
        (),
        cos,
        tuple(str(i + 1) for i in range(cos.shape[1])),
        tr("feature"),
        (by_distance(tr("mean"), cos @ cos.T + sin @ sin.T, cos),),
        tr("dot product of a vector of ones with itself, turned"),
        kind.first,
    )


def _slanted(snapshot: Snapshot, options: Options) -> Told | None:
    """ALiBi: what is added to the scores of a head (Press et al. 2022)."""
    path = _path(snapshot, options, "slant")
    if path is None:
        return None
    node = f"{path}/slant"
    every = by_heads(snapshot, node)
    head = options.head or 0
    check_index("head", head, len(every), tr("This attention"), tr("head"))
    return Told(
        tr("Scores fall with distance"),
        tr("ALiBi, head {n}", n=head + 1),
        tr("slope × distance is added to each score; every head has its own slope"),
        node,
        (head,),
        np.asarray(every[head], dtype=float),
        tuple(map(options.manner.ordinal, range(every.shape[-1]))),
        tr("is read"),
        tuple(by_distance(tr("head {n}", n=h + 1), slant, None) for h, slant in enumerate(every)),
        tr("what is added to the score"),
        options.manner.first,
        square=True,
    )


def _none(snapshot: Snapshot, options: Options) -> Told | None:
    return None


TELLERS: Mapping[str, Teller] = MappingProxyType(
    {"table": _rows, "sinusoidal": _rows, "rotary": _turned, "alibi": _slanted, "none": _none}
)


def _path(snapshot: Snapshot, options: Options, last: str) -> str | None:
    """The chosen attention if it has such a node, else the first that has one."""
    found = [h.path for h in all_heads(snapshot) if f"{h.path}/{last}" in snapshot]
    if not found:
        return None
    chosen = chosen_head(snapshot, options.block, None)[0].path
    return chosen if chosen in found else found[0]


def by_distance(name: str, table: Floats, rows: Floats | None) -> Fall:
    """The diagonals of ``ts``: their mean, smallest and largest, for places that are 0, 1, 2 … apart."""
    below = [np.diagonal(table, -d) for d in range(len(table))]
    loud = tuple(d if rows is None else int(np.abs(rows[0] * rows[d]).argmax()) for d in range(len(table)))
    mean, low, high = (np.array([f(d) for d in below]) for f in (np.mean, np.min, np.max))
    return Fall(name, mean, low, high, loud)
