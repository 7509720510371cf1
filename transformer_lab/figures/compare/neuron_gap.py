"""The neuron view of a difference: what of q, k, their products, sums and weights is more or less in B."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from transformer_lab.document.snapshot import Snapshot
from transformer_lab.figures.by_head import by_head, index_of, told_items
from transformer_lab.figures.compare.caption import NotSharedError, captioned, more_and_less
from transformer_lab.figures.compare.changes import whole_percents
from transformer_lab.figures.compare.pairing import Pair, pair_of
from transformer_lab.figures.heads import head_title
from transformer_lab.figures.numbers import fixed
from transformer_lab.figures.options import Options
from transformer_lab.figures.picture import Floats, Picture
from transformer_lab.figures.plates.board import board, plate
from transformer_lab.figures.plates.neuron import sheet_of
from transformer_lab.figures.plates.neuron_aside import drawn_aside
from transformer_lab.figures.plates.neuron_drawn import drawn
from transformer_lab.figures.plates.neuron_values import After, Neurons, neurons
from transformer_lab.language import tr, within


def neuron_gap(snapshot: Snapshot, options: Options) -> Picture:
    """B − A feature by feature. Raises NotSharedError where A has not this head or not this word."""
    assert options.other is not None
    assert snapshot.graph is not None
    pair, found = pair_of(options.other, snapshot), neurons(snapshot, options)
    gap = _gap(pair, found)
    on, caption = captioned(board(options), pair, *more_and_less())
    draw = drawn_aside if options.manner.aside else drawn
    items, notice = draw(on, gap, options.manner.decimals if options.numbers != "none" else 0)
    return plate(
        on,
        tr("Why “{word}” looks where it looks", word=found.asker),
        within(head_title(found.heads, found.head)),
        *caption,
        *told_items(snapshot.graph, items),
        description=_said(gap),
        sheet=sheet_of(gap).lying(options.manner.aside),
        notice=notice,
    )


def _gap(pair: Pair, found: Neurons) -> Neurons:
    """The same table with differences in place of the values; words that only B has are left out."""
    q, k = (_before(pair, node, found.head) for node in found.nodes)
    if np.isnan(q[found.query]).all():
        raise NotSharedError(tr("A has not this head or not this word, so there is no difference."))
    lost = frozenset(np.flatnonzero(np.isnan(k).all(1)).tolist())
    own = found.products - q[found.query] * k
    after = tuple(_after(pair, found, column) for column in found.after)
    return found._replace(
        q=np.nan_to_num(found.q - q[found.query]),
        k=np.nan_to_num(found.k - k),
        own=np.nan_to_num(own),
        after=after,
        lost=lost,
        end=None,
    )


def _before(pair: Pair, node: str, head: int) -> Floats:
    assert pair.b.graph is not None
    return np.asarray(by_head(pair.b.graph, node, pair.before(node))[head], dtype=float)


def _after(pair: Pair, found: Neurons, column: After) -> After:
    if column.ramp == "seq":
        return replace(column, values=_points(pair, found, column), ramp="points")
    before = _before(pair, column.node, found.head)[found.query]
    with np.errstate(invalid="ignore"):
        gap = np.where(before == column.values, 0.0, column.values - before)
    return replace(column, values=np.nan_to_num(gap))


def _points(pair: Pair, found: Neurons, column: After) -> Floats:
    """Shares are subtracted as they are printed, so that what is seen adds up."""
    assert pair.b.graph is not None
    lead = index_of(pair.b.graph, column.node, (found.head, found.query, 0))[:-1]
    old, new = whole_percents(pair, column.node, lead)
    return np.array([(b - a) / 100.0 if a >= 0 else 0.0 for a, b in zip(old, new, strict=True)])


def _said(gap: Neurons) -> str:
    live = [i for i in range(len(gap.words)) if not gap.gone[i] and i not in gap.lost]
    if not live:
        return tr("{word} has nobody to look at.", word=gap.asker)
    best = max(live, key=lambda i: abs(float(gap.after[0].values[i])))
    by = fixed(gap.after[0].values[best])
    return tr(
        "The score of {read} for {word} changed most: {by}.", read=gap.words[best], word=gap.asker, by=by
    )
