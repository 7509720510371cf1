"""The residual wire of one word in two states: lengths and additions of both, cosines and shares B − A."""

from __future__ import annotations

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.compare.caption import NotSharedError, captioned
from transformer_lab.figures.compare.pairing import Pair, pair_of
from transformer_lab.figures.heads import check_index
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Floats, Picture, Sheet
from transformer_lab.figures.plates.board import board, plate
from transformer_lab.figures.plates.residual_drawn import Shown, drawn
from transformer_lab.figures.plates.residual_values import Flow, flow
from transformer_lab.figures.plates.wire import Wire, tower_title, wire
from transformer_lab.language import tr


def residual_pair(snapshot: Snapshot, options: Options) -> Picture:
    """A in grey, B in ink. Raises NotSharedError where A has not this word or nothing of this wire."""
    assert options.other is not None
    pair, way = pair_of(options.other, snapshot), wire(snapshot, options)
    query = len(way.words) - 1 if options.query is None else options.query
    if way.tower == "encoder":
        query = min(query, len(way.words) - 1)
    check_index("query", query, len(way.words), tr("This text"), tr("word"))
    found = flow(snapshot, way, query)
    before = _before(pair, way, query, options)
    on, caption = captioned(board(options), pair, ("ink3", tr("A, pinned")), ("ink", tr("B, now")))
    tower, place = tower_title(way.tower), tr("word “{word}”", word=way.words[query])
    lengths = (before.lengths[-1, query], found.lengths[-1, query])
    return plate(
        on,
        tr("How the residual stream grows, and who writes it"),
        f"{tower}, {place}" if tower else place,
        *caption,
        *drawn(on, Shown(way, found, query, before)),
        description=tr(
            "The last vector of {word} is {a} long in A and {b} in B.",
            word=way.words[query],
            a=fixed(lengths[0], on.decimals),
            b=fixed(lengths[1], on.decimals),
        ),
        sheet=_sheet(way, before, found, query),
    )


def _before(pair: Pair, way: Wire, query: int, options: Options) -> Flow:
    """A's numbers of the same word at the stations of B, NaN at those that A does not have."""
    old = wire(pair.a, options)
    node = way.stations[0].node
    places = pair.places(node)[0] if pair.has(node) else np.full(len(way.words), -1)
    if old.tower != way.tower or places[query] < 0:
        word = way.words[query]
        raise NotSharedError(tr("A has no “{word}” here, so there is no difference.", word=word))
    found = flow(pair.a, old, int(places[query]))
    at = [next((i for i, s in enumerate(old.stations) if s.node == each.node), -1) for each in way.stations]
    lengths = np.full((len(at), len(way.words)), np.nan)
    lengths[:, query] = _taken(found.lengths[:, int(places[query])], at)
    return Flow(lengths, *(_taken(part, at) for part in (found.added, found.cosines, found.shares)))


def _taken(values: Floats, at: list[int]) -> Floats:
    return np.array([values[i] if i >= 0 else np.nan for i in at])


def _sheet(way: Wire, old: Flow, now: Flow, query: int) -> Sheet:
    names = (tr("length in A"), tr("length in B"), tr("added in A"), tr("added in B"))
    rows = (old.lengths[:, query], now.lengths[:, query], old.added, now.added)
    cells = tuple(tuple("" if np.isnan(v) else float(v) for v in row) for row in rows)
    return Sheet(names, tuple(station.name for station in way.stations), cells)
