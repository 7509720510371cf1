"""Which vectors a plane shows: rows of a value, of the words in the table, or a query among its keys."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.errors import LabError
from transformer_lab.figures.heads import all_heads, chosen_head
from transformer_lab.figures.numbers import percent, short
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Floats, Ints
from transformer_lab.figures.plates.plane import Plane
from transformer_lab.figures.plates.slices import sliced
from transformer_lab.figures.plates.vectors import INKS, node_of
from transformer_lab.language import tr
from transformer_lab.ui.views.plots.where import order_of

MEET, TABLE = "meet", "table"
"""Two sources that are more than one value: a query and all keys; the rows of the table for these words."""
FAR = 1.8
"""So many times as long as the longest key may a query be before it is drawn shorter."""
SOURCES = (
    (MEET, tr("Query meets keys")),
    (TABLE, tr("Words in the table")),
    ("embedding", tr("Words as they enter")),
    ("positions", tr("Positions")),
    ("q", tr("Queries")),
    ("k", tr("Keys")),
    ("v", tr("Values")),
    ("mixed", tr("Mixed values")),
    ("out", tr("Output of attention")),
    ("residual", tr("The residual stream behind the block")),
)


class Family(NamedTuple):
    """Vectors of one kind: their node, names, numbers ``nd``, flat places ``nd``, colour, loud row."""

    node: str
    names: tuple[str, ...]
    vectors: Floats
    order: Ints
    ink: str
    loud: int


def sources(snapshot: Snapshot) -> tuple[tuple[str, str], ...]:
    """The sources that this model has."""
    needs_heads, path = {MEET, "q", "k", "v", "mixed", "out"}, all_heads(snapshot)
    there = {"positions": "embed/positions" in snapshot, TABLE: "embed/W_E" in snapshot}
    return tuple(
        (name, title) for name, title in SOURCES if there.get(name, bool(path) or name not in needs_heads)
    )


def families(snapshot: Snapshot, source: str, options: Options) -> tuple[Family, ...]:
    """The vectors of a source; those that can be told apart by colour are families of their own.

    Raises LabError for what the model does not have, and for vectors of one number or of numbers that are
    not finite.
    """
    if source == TABLE:
        found: tuple[Family, ...] = (_table(snapshot, options),)
    elif source == MEET:
        found = _meeting(snapshot, options)
    else:
        node = node_of(snapshot, _of(options, source))
        found = (_rows(snapshot, node, options),)
    for family in found:
        if family.vectors.shape[1] < 2:
            raise LabError(tr("These vectors have one number each, so they have no plane."))
        if not np.isfinite(family.vectors).all():
            raise LabError(tr("Some of these numbers are not finite, so they have no plane."))
    return found


def drawn_shorter(found: tuple[Family, ...], plane: Plane) -> float:
    """How many times shorter a query is drawn that is far longer than the keys: a power of two, or 1."""
    longest = [float(np.hypot(*(part - plane.zero).T).max(initial=0.0)) for part in _parts(found, plane)]
    if len(found) != 2 or not longest[0] or longest[1] <= FAR * longest[0]:
        return 1.0
    return float(2.0 ** np.ceil(np.log2(longest[1] / longest[0] / FAR)))


def shortened(
    found: tuple[Family, ...], plane: Plane, by: float | None = None
) -> tuple[tuple[Family, ...], list[Floats]]:
    """The points of each family ``n2``; a query is drawn `by` times shorter, and its name says so."""
    points, by = _parts(found, plane), drawn_shorter(found, plane) if by is None else by
    if by == 1.0 or len(found) != 2:
        return found, points
    names = tuple(tr("{name} ÷ {factor}", name=name, factor=short(by)) for name in found[1].names)
    return (found[0], found[1]._replace(names=names)), [points[0], plane.zero + (points[1] - plane.zero) / by]


def _parts(found: tuple[Family, ...], plane: Plane) -> list[Floats]:
    return np.split(plane.points, np.cumsum([len(family.names) for family in found])[:-1])


def _of(options: Options, node: str) -> Options:
    from dataclasses import replace

    return replace(options, node=node)


def _rows(snapshot: Snapshot, node: str, options: Options) -> Family:
    head = options.head or 0
    found, order = sliced(snapshot, node, head), order_of(snapshot, node, head)
    loud = min(options.query or 0, len(found.rows) - 1)
    ink = INKS.get(node.rsplit("/", 1)[-1], "residual")
    return Family(node, tuple(found.rows), np.asarray(found.values, dtype=float), order, ink, loud)


def _table(snapshot: Snapshot, options: Options) -> Family:
    """The rows of the table for the words of the text, each word once."""
    whole = _rows(snapshot, "embed/W_E", options)
    words = tuple(dict.fromkeys(word for word in snapshot.words if word in whole.names))
    rows = [whole.names.index(word) for word in words]
    query = min(options.query or 0, len(snapshot.words) - 1)
    chosen = snapshot.words[query]
    loud = words.index(chosen) if chosen in words else 0
    return whole._replace(names=words, vectors=whole.vectors[rows], order=whole.order[rows], loud=loud)


def _meeting(snapshot: Snapshot, options: Options) -> tuple[Family, ...]:
    """The keys of a head, and the one query that they meet."""
    heads, _ = chosen_head(snapshot, options.block, options.head)
    key = next((f"{heads.path}/{k}" for k in ("k_turned", "k") if f"{heads.path}/{k}" in snapshot), "")
    query = next((f"{heads.path}/{q}" for q in ("q_turned", "q") if f"{heads.path}/{q}" in snapshot), "")
    if not key or not query:
        raise LabError(tr("This attention has no queries and keys of its own."))
    keys, asks = _rows(snapshot, key, options), _rows(snapshot, query, options)
    one = slice(asks.loud, asks.loud + 1)
    asking = asks._replace(names=asks.names[one], vectors=asks.vectors[one], order=asks.order[one], loud=0)
    return keys._replace(loud=_most_read(snapshot, heads.weights, options)), asking


def _most_read(snapshot: Snapshot, weights: str, options: Options) -> int:
    """The word that the asking word reads most."""
    found = sliced(snapshot, weights, options.head or 0).values
    return int(np.nan_to_num(found[min(options.query or 0, len(found) - 1)]).argmax())


def axis_titles(plane: Plane) -> tuple[str, str]:
    """What stands at the two axes: a feature, or a direction with its share of the variance."""
    if plane.explained is None:
        return plane.names
    a, b = (
        tr("{name}, {share} of variance", name=n, share=percent(s))
        for n, s in zip(plane.names, plane.explained, strict=True)
    )
    return a, b
